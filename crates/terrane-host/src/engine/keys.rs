//! References to resources with or without the keys of their instances.

use terrane_hcl::Span;
use terrane_hcl::syntax::ast::{Attribute, Traversal, TraversalStepKind};
use terrane_hcl::syntax::{self, Visitor};

use crate::address::ResourceMode;
use crate::config::Module;
use crate::diagnostics::Report;
use crate::graph::Reference;

/// Reports references to attributes of resources that have instances, and keys of those that have none.
pub(super) fn check_keys(module: &Module, reports: &mut Vec<Report>) {
    let mut found = Found::default();
    for resource in module.resources.values() {
        syntax::visit_body(&resource.body, &mut found);
    }
    for output in module.outputs.values() {
        syntax::visit_expression(&output.value, &mut found);
    }
    for local in module.locals.values() {
        syntax::visit_expression(&local.expression, &mut found);
    }
    for call in module.calls.values() {
        for argument in call.arguments.values() {
            syntax::visit_expression(&argument.expression, &mut found);
        }
    }
    reports.extend(found.0.iter().filter_map(|it| check(module, it)));
}

fn check(module: &Module, traversal: &Traversal) -> Option<Report> {
    let Some(Reference::Resource(address)) = Reference::of(traversal) else {
        return None;
    };
    if address.mode == ResourceMode::Action {
        // Triggers name whole instances of actions.
        return None;
    }
    let (resource, _) = module.resource(&address)?;
    let is_prefixed = matches!(
        traversal.root.name.as_str(),
        "data" | "ephemeral" | "resource"
    );
    let names = if is_prefixed { 2 } else { 1 };
    let next = traversal.steps.get(names)?;
    let is_attribute = matches!(next.kind, TraversalStepKind::Attribute(_));
    let meta = &resource.meta;
    let argument = match (&meta.count, &meta.for_each) {
        (Some(_), _) => Some("count"),
        (None, Some(_)) => Some("for_each"),
        (None, None) => None,
    };
    let (summary, detail) = match argument {
        Some(argument) if is_attribute => (
            "Missing resource instance key",
            format!(
                "{address} has `{argument}`, so its attributes belong to its instances. Add the key of one, or use `{address}[*]`."
            ),
        ),
        None if !is_attribute => (
            "Unexpected resource instance key",
            format!("{address} has neither `count` nor `for_each`. Remove the key."),
        ),
        _ => return None,
    };
    let end: Span = next.span;
    Some(Report::error(summary, detail).at(traversal.root.span.to(end)))
}

/// Collects references.
#[derive(Default)]
struct Found(Vec<Traversal>);

impl Visitor for Found {
    fn attribute(&mut self, attribute: &Attribute) -> bool {
        attribute.name.name != *"ignore_changes" && attribute.name.name != *"provider"
    }

    fn reference(&mut self, reference: &Traversal) {
        self.0.push(reference.clone());
    }
}
