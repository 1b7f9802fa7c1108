//! The errors of override files.

use terrane_hcl::Diagnostic;

use crate::address::{Resource, ResourceMode};

/// Returns the error of an override without a base.
fn missing(summary: &'static str, what: &str) -> Diagnostic {
    Diagnostic::error(
        summary,
        format!(
            "No other file declares {what}. An override file changes only what another file declares: declare it there, or rename this block."
        ),
    )
}

pub(in crate::config) fn missing_variable(name: &str) -> Diagnostic {
    let what = format!("a variable \"{name}\"");
    missing("Missing base variable declaration to override", &what)
}

pub(in crate::config) fn missing_output(name: &str) -> Diagnostic {
    let what = format!("an output \"{name}\"");
    missing("Missing base output definition to override", &what)
}

pub(in crate::config) fn missing_call(name: &str) -> Diagnostic {
    let what = format!("a module \"{name}\"");
    missing("Missing module call to override", &what)
}

pub(in crate::config) fn missing_local(name: &str) -> Diagnostic {
    let what = format!("a local value \"{name}\"");
    missing("Missing base local value definition to override", &what)
}

pub(in crate::config) fn missing_provider(name: &str, alias: &str) -> Diagnostic {
    let what = format!("a provider \"{name}\" with the alias \"{alias}\"");
    missing("Missing base provider configuration for override", &what)
}

pub(in crate::config) fn missing_resource(address: &Resource) -> Diagnostic {
    let summary = match address.mode {
        ResourceMode::Data => "Missing data resource to override",
        ResourceMode::Ephemeral => "Missing ephemeral resource to override",
        ResourceMode::Action => "Missing action to override",
        ResourceMode::Managed => "Missing resource to override",
    };
    missing(summary, &address.to_string())
}

pub(in crate::config) fn kind(kind: &str) -> Diagnostic {
    let summary = match kind {
        "moved" | "import" => format!("Cannot override '{kind}' blocks"),
        _ => format!("Can't override {kind} blocks"),
    };
    Diagnostic::error(
        summary,
        format!("An override file cannot have a \"{kind}\" block. Move the block to another file."),
    )
}

pub(in crate::config) fn condition(kind: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Can't override {kind} blocks"),
        format!(
            "An override file cannot have a \"{kind}\" block. Write the block where its object is declared."
        ),
    )
}

pub(in crate::config) fn depends_on() -> Diagnostic {
    Diagnostic::error(
        "Unsupported override",
        "An override file cannot set the argument \"depends_on\". Set it where the object is declared.",
    )
}
