//! The variables of a scope: only those to which an expression refers.

use std::collections::{BTreeMap, BTreeSet};

use terrane_hcl::syntax::ast::{
    Attribute, Body, Expression, ObjectItem, Traversal, TraversalStepKind,
};
use terrane_hcl::syntax::{self, Visitor};
use terrane_hcl::value::Value;
use terrane_hcl::{Diagnostic, Diagnostics, Span};
use terrane_value::Text;

use super::values::Values;
use crate::address::{AbsoluteResource, ModuleInstance, Resource, ResourceMode};
use crate::config;
use crate::graph::Reference;

/// Where an expression stands.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) module: ModuleInstance,
    /// `each`, `count` and `self`.
    pub(crate) own: Vec<(Text, Value)>,
    /// The address of the object, for reports.
    pub(crate) address: Option<String>,
    /// The `check` block, whose data source only its own expressions see.
    pub(crate) check: Option<Text>,
}

impl Place {
    pub(crate) fn new(module: &ModuleInstance) -> Self {
        Self {
            module: module.clone(),
            own: Vec::new(),
            address: None,
            check: None,
        }
    }

    #[must_use]
    pub(crate) fn with(mut self, own: Vec<(Text, Value)>) -> Self {
        self.own.extend(own);
        self
    }

    #[must_use]
    pub(crate) fn in_check(mut self, check: Option<&Text>) -> Self {
        self.check = check.cloned();
        self
    }

    #[must_use]
    pub(crate) fn of(mut self, address: impl std::fmt::Display) -> Self {
        self.address = Some(address.to_string());
        self
    }
}

/// The objects and functions that an expression or a body needs.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    references: Vec<Traversal>,
    /// The local names of the providers whose functions are called.
    pub(crate) providers: BTreeSet<Text>,
    /// Whether a function is called.
    pub(crate) calls: bool,
}

impl Needs {
    pub(crate) fn of_expression(expression: &Expression) -> Self {
        let mut needs = Self::default();
        syntax::visit_expression(expression, &mut needs);
        needs
    }

    pub(crate) fn of_body(body: &Body) -> Self {
        let mut needs = Self::default();
        syntax::visit_body(body, &mut needs);
        needs
    }

    /// Returns the managed resources to which a body refers directly.
    pub(crate) fn managed(&self) -> Vec<Resource> {
        let references = self.references.iter().filter_map(Reference::of);
        let resources = references.filter_map(|reference| match reference {
            Reference::Resource(resource) => Some(resource),
            _ => None,
        });
        resources
            .filter(|resource| resource.mode == ResourceMode::Managed)
            .collect()
    }

    /// Returns the variables of the scope, and an error for each object that is not declared.
    pub(crate) fn variables(
        &self,
        place: &Place,
        module: &config::Module,
        values: &Values,
        paths: &BTreeMap<Text, Value>,
    ) -> (Vec<(Text, Value)>, Diagnostics) {
        let mut found = Found::default();
        for traversal in &self.references {
            match Reference::of(traversal) {
                Some(reference) => found.add(reference, traversal, place, module, values),
                None => match traversal.root.name.as_str() {
                    "path" => {
                        let paths = paths.iter();
                        let path = paths.map(|(name, value)| (name.clone(), value.clone()));
                        found.roots.insert("path".into(), Value::object(path));
                    }
                    "terraform" => {
                        let workspace = [("workspace", Value::from("default"))];
                        let terraform = Value::object(workspace);
                        found.roots.insert("terraform".into(), terraform);
                    }
                    _ => {}
                },
            }
        }
        let (mut variables, diagnostics) = found.finish();
        variables.extend(place.own.iter().cloned());
        (variables, diagnostics)
    }
}

/// The values that were found so far.
#[derive(Default)]
struct Found {
    roots: BTreeMap<Text, Value>,
    var: BTreeMap<Text, Value>,
    local: BTreeMap<Text, Value>,
    module: BTreeMap<Text, Value>,
    /// Managed resources by type and name.
    managed: BTreeMap<Text, BTreeMap<Text, Value>>,
    /// Whether the prefix `resource.` is used.
    is_prefixed: bool,
    data: BTreeMap<Text, BTreeMap<Text, Value>>,
    ephemeral: BTreeMap<Text, BTreeMap<Text, Value>>,
    diagnostics: Diagnostics,
}

impl Found {
    fn add(
        &mut self,
        reference: Reference,
        traversal: &Traversal,
        place: &Place,
        module: &config::Module,
        values: &Values,
    ) {
        let at = &place.module;
        match reference {
            Reference::Variable(name) => {
                if !module.variables.contains_key(&name) {
                    return self.undeclared(
                        "input variable",
                        "An input variable",
                        &name,
                        traversal,
                    );
                }
                let known = values.variables.get(&(at.clone(), name.clone()));
                let value = known.cloned().unwrap_or_else(Value::dynamic);
                self.var.insert(name, value);
            }
            Reference::Local(name) => {
                if !module.locals.contains_key(&name) {
                    return self.undeclared("local value", "A local value", &name, traversal);
                }
                let known = values.locals.get(&(at.clone(), name.clone()));
                let value = known.cloned().unwrap_or_else(Value::dynamic);
                self.local.insert(name, value);
            }
            Reference::Module(name) | Reference::Output(name, _) => {
                let Some(child) = module.children.get(&name) else {
                    return self.undeclared("module", "A module call", &name, traversal);
                };
                let outputs: Vec<Text> = child.outputs.keys().cloned().collect();
                let value = values.module(at, &name, &outputs);
                self.module.insert(name, value);
            }
            // Only triggers refer to actions, and they evaluate no values of them.
            Reference::Resource(resource) if resource.mode == ResourceMode::Action => {}
            Reference::Resource(resource) => {
                let declared = module.resource(&resource);
                let is_declared = declared.is_some();
                let check = declared.and_then(|(_, check)| check);
                if check.is_some() && check != place.check.as_ref() {
                    let detail = format!(
                        "The data source {resource} can be used only in its \"check\" block. Declare it outside of the block to use it here."
                    );
                    let error = Diagnostic::error("Reference to scoped resource", detail);
                    return self.diagnostics.push(error.at(span(traversal)));
                }
                let prefix = traversal.root.name.as_str();
                if !is_declared && !matches!(prefix, "data" | "ephemeral" | "resource") {
                    // The name may be that of an iterator. The evaluation reports all others.
                    return;
                }
                if !is_declared {
                    let detail = format!(
                        "No resource {resource} is declared in this module. Declare it, or correct the reference."
                    );
                    let error = Diagnostic::error("Reference to undeclared resource", detail);
                    return self.diagnostics.push(error.at(span(traversal)));
                }
                let value = values.resource(&AbsoluteResource {
                    module: at.clone(),
                    resource: resource.clone(),
                });
                self.is_prefixed |= prefix == "resource";
                let types = match prefix {
                    "data" => &mut self.data,
                    "ephemeral" => &mut self.ephemeral,
                    _ => &mut self.managed,
                };
                let names = types.entry(resource.type_name).or_default();
                names.insert(resource.name, value);
            }
        }
    }

    fn undeclared(&mut self, kind: &str, a_kind: &str, name: &Text, traversal: &Traversal) {
        let detail = format!(
            "{a_kind} with the name \"{name}\" is not declared in this module. Declare it, or correct the reference."
        );
        let error = Diagnostic::error(format!("Reference to undeclared {kind}"), detail);
        self.diagnostics.push(error.at(span(traversal)));
    }

    fn finish(self) -> (Vec<(Text, Value)>, Diagnostics) {
        let mut roots = self.roots;
        let nested = |types: BTreeMap<Text, BTreeMap<Text, Value>>| {
            types
                .into_iter()
                .map(|(type_name, names)| (type_name, Value::object(names)))
                .collect::<BTreeMap<Text, Value>>()
        };
        let managed = nested(self.managed);
        if self.is_prefixed {
            roots.insert("resource".into(), Value::object(managed.clone()));
        }
        roots.extend(managed);
        let data = nested(self.data);
        let ephemeral = nested(self.ephemeral);
        for (name, values) in [
            ("var", self.var),
            ("local", self.local),
            ("module", self.module),
            ("data", data),
            ("ephemeral", ephemeral),
        ] {
            if !values.is_empty() {
                roots.insert(name.into(), Value::object(values));
            }
        }
        (roots.into_iter().collect(), self.diagnostics)
    }
}

fn span(traversal: &Traversal) -> Span {
    let mut last = traversal.root.span;
    for step in &traversal.steps {
        if !matches!(step.kind, TraversalStepKind::Attribute(_)) {
            break;
        }
        last = step.span;
    }
    traversal.root.span.to(last)
}

/// The elements of `ignore_changes` and the argument `provider` are names and no references.
const NAMES: &[&str] = &["ignore_changes"];

impl Visitor for Needs {
    fn attribute(&mut self, attribute: &Attribute) -> bool {
        !NAMES.contains(&attribute.name.name.as_str())
    }

    fn item(&mut self, item: &ObjectItem) -> bool {
        !item.name().is_some_and(|name| NAMES.contains(&name))
    }

    fn expression(&mut self, expression: &Expression) -> bool {
        if let Some(call) = expression.call() {
            self.calls = true;
            let name = call.name.name.strip_prefix("provider::");
            if let Some((provider, _)) = name.and_then(|name| name.split_once("::")) {
                self.providers.insert(provider.into());
            }
        }
        true
    }

    fn reference(&mut self, reference: &Traversal) {
        self.references.push(reference.clone());
    }
}
