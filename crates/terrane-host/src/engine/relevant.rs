//! The changes by others that concern a plan: those of attributes to which its changes refer.

use std::collections::{BTreeMap, BTreeSet};

use terrane_hcl::syntax::ast::{Body, Expression, Traversal, TraversalStepKind};
use terrane_hcl::syntax::{self, Visitor};
use terrane_value::Text;

use crate::address::{self, ConfigResource};
use crate::config::Config;
use crate::graph::Reference;
use crate::plan::{Action, OutputChange, ResourceChange};

/// The attributes of a resource to which a plan refers. Nothing stands for the whole object.
pub(super) type Attributes = Option<BTreeSet<Text>>;

/// Finds the attributes to which changed objects and outputs refer, also through other values.
pub(super) fn relevant<'p>(
    config: &Config,
    changes: impl Iterator<Item = &'p ResourceChange>,
    outputs: impl Iterator<Item = (&'p Text, &'p OutputChange)>,
) -> BTreeMap<ConfigResource, Attributes> {
    let mut search = Search {
        config,
        found: BTreeMap::new(),
        followed: BTreeSet::new(),
    };
    for change in changes.filter(|change| change.action != Action::NoOp) {
        search.resource(&change.address.resource.config(), None);
    }
    let root = address::Module::default();
    for (name, _) in outputs.filter(|(_, change)| change.action != Action::NoOp) {
        if let Some(output) = config.root.outputs.get(name) {
            search.expression(&root, &output.value);
        }
    }
    search.found
}

struct Search<'c> {
    config: &'c Config,
    found: BTreeMap<ConfigResource, Attributes>,
    /// The objects whose references have been followed.
    followed: BTreeSet<(address::Module, Reference, Option<Text>)>,
}

impl Search<'_> {
    /// Follows the references of a resource, or of one attribute of it.
    fn resource(&mut self, config: &ConfigResource, attribute: Option<&Text>) {
        let reference = Reference::Resource(config.resource.clone());
        let key = (config.module.clone(), reference, attribute.cloned());
        if !self.followed.insert(key) {
            return;
        }
        let module = self.config.module(&config.module);
        let found = module.and_then(|it| it.resource(&config.resource));
        let Some((resource, _)) = found else {
            return;
        };
        let mut traversals = Traversals::default();
        let argument = attribute.and_then(|name| argument(&resource.body, name));
        match argument {
            Some(argument) => syntax::visit_expression(argument, &mut traversals),
            None => syntax::visit_body(&resource.body, &mut traversals),
        }
        self.follow(&config.module, &traversals.0);
    }

    fn expression(&mut self, module: &address::Module, expression: &Expression) {
        let mut traversals = Traversals::default();
        syntax::visit_expression(expression, &mut traversals);
        self.follow(module, &traversals.0);
    }

    fn follow(&mut self, module: &address::Module, traversals: &[Traversal]) {
        for traversal in traversals {
            match Reference::of(traversal) {
                Some(Reference::Resource(resource)) => {
                    let attribute = attribute(traversal);
                    let config = ConfigResource {
                        module: module.clone(),
                        resource,
                    };
                    let found = self.found.entry(config.clone());
                    let found = found.or_insert_with(|| Some(BTreeSet::new()));
                    match (&attribute, &mut *found) {
                        (Some(name), Some(names)) => {
                            names.insert(name.clone());
                        }
                        _ => *found = None,
                    }
                    self.resource(&config, attribute.as_ref());
                }
                Some(reference) => self.value(module, reference),
                None => {}
            }
        }
    }

    /// Follows the references of a value that is no resource.
    fn value(&mut self, module: &address::Module, reference: Reference) {
        let key = (module.clone(), reference.clone(), None);
        let config = self.config;
        let Some(here) = config.module(module).filter(|_| self.followed.insert(key)) else {
            return;
        };
        match reference {
            Reference::Local(name) => {
                if let Some(local) = here.locals.get(&name) {
                    self.expression(module, &local.expression);
                }
            }
            Reference::Variable(name) => {
                let Some((parent, call)) = module.split_last() else {
                    return;
                };
                let call = config.module(&parent).and_then(|it| it.calls.get(call));
                if let Some(argument) = call.and_then(|call| call.arguments.get(&name)) {
                    self.expression(&parent, &argument.expression);
                }
            }
            Reference::Output(call, name) => {
                let child = module.child(call);
                let output = config.module(&child).and_then(|it| it.outputs.get(&name));
                if let Some(output) = output {
                    self.expression(&child, &output.value);
                }
            }
            Reference::Module(call) => {
                let child = module.child(call);
                let outputs = config.module(&child).map(|it| it.outputs.values());
                for output in outputs.into_iter().flatten() {
                    self.expression(&child, &output.value);
                }
            }
            Reference::Resource(_) => {}
        }
    }
}

/// Finds the argument of an attribute.
fn argument<'b>(body: &'b Body, name: &Text) -> Option<&'b Expression> {
    let argument = body
        .native()?
        .attributes
        .iter()
        .find(|it| it.name.name == *name);
    argument.map(|it| &it.expression)
}

/// Returns the attribute of a resource to which a traversal leads.
fn attribute(traversal: &Traversal) -> Option<Text> {
    let names = match traversal.root.name.as_str() {
        "data" | "resource" => 2,
        _ => 1,
    };
    let steps = traversal.steps.iter().skip(names);
    let mut names = steps.filter_map(|step| match &step.kind {
        TraversalStepKind::Attribute(name) => Some(name.clone()),
        TraversalStepKind::NumberIndex(_) | TraversalStepKind::StringIndex(_) => None,
    });
    names.next()
}

/// Collects references.
#[derive(Default)]
struct Traversals(Vec<Traversal>);

impl Visitor for Traversals {
    fn reference(&mut self, reference: &Traversal) {
        self.0.push(reference.clone());
    }
}
