//! What is wrong with a configuration whatever its values are.

use terrane_hcl::syntax;

use super::keys::check_keys;
use crate::config::{Condition, Config, Module};
use crate::diagnostics::Report;
use crate::run::TERRAFORM_VERSION;

/// Checks a configuration before it is planned.
pub(super) fn verify(config: &Config) -> Vec<Report> {
    let unsupported = TERRAFORM_VERSION
        .parse()
        .map(|host| config.check_versions(&host));
    let mut reports: Vec<Report> = unsupported
        .unwrap_or_default()
        .into_iter()
        .map(Report::from)
        .collect();
    for output in config.root.outputs.values().filter(|it| it.ephemeral) {
        let detail = "The root module has no caller that could use an ephemeral output. Remove `ephemeral`, or use the output in a called module.";
        reports.push(Report::error("Ephemeral output not allowed", detail).at(output.span));
    }
    for module in config.modules() {
        conditions(module, &mut reports);
        calls(module, &mut reports);
        check_keys(module, &mut reports);
    }
    reports
}

/// A module with configurations of providers has one instance.
fn calls(module: &Module, reports: &mut Vec<Report>) {
    for (name, call) in &module.calls {
        let has_providers = module
            .children
            .get(name)
            .is_some_and(|child| !child.providers.is_empty());
        let meta = &call.meta;
        let is_single =
            meta.count.is_none() && meta.for_each.is_none() && meta.depends_on.is_empty();
        if has_providers && !is_single {
            let detail = format!(
                "The module \"{name}\" has `provider` blocks of its own, so its call must not have `count`, `for_each` or `depends_on`. Pass the \
                 configurations in the argument `providers` instead."
            );
            let summary = "Module is incompatible with count, for_each, and depends_on";
            reports.push(Report::error(summary, detail).at(call.span));
        }
    }
}

/// A condition without a reference is always true or always false.
fn conditions(module: &Module, reports: &mut Vec<Report>) {
    let mut check = |all: &[Condition], summary: &str| {
        for condition in all {
            if syntax::references(&condition.condition).is_empty() {
                let detail =
                    "The condition refers to no object, so it is always true or always false.";
                let report = Report::error(summary, detail);
                reports.push(report.at(condition.condition.span));
            }
        }
    };
    for variable in module.variables.values() {
        check(
            &variable.validations,
            "Invalid variable validation condition",
        );
    }
    for output in module.outputs.values() {
        check(&output.preconditions, "Invalid precondition expression");
    }
    for resource in module.resources.values() {
        check(
            &resource.lifecycle.preconditions,
            "Invalid precondition expression",
        );
        check(
            &resource.lifecycle.postconditions,
            "Invalid postcondition expression",
        );
    }
    for block in module.checks.values() {
        check(
            &block.assertions,
            "Invalid check block assertion expression",
        );
    }
}
