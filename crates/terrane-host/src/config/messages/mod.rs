//! The errors of configurations. The summaries are those of Terraform where it has the error.

use std::path::Path;

use terrane_hcl::Diagnostic;

use crate::address::{Resource, ResourceMode};

pub(super) mod action;
pub(super) mod overrides;
pub(super) mod provisioner;

pub(super) fn unsupported(what: &str, advice: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Unsupported {what}"),
        format!("Not supported by this host: {what}. {advice}"),
    )
}

pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(
        "Unreadable module directory",
        format!("Cannot read {path:?}: {error}."),
    )
}

pub(super) fn no_files(folder: &Path) -> Diagnostic {
    Diagnostic::error(
        "No configuration files",
        format!(
            "The folder {folder:?} contains no files of a configuration, whose names end with \".tf\" or \".tf.json\"."
        ),
    )
}

pub(super) fn recursive_module(folder: &Path) -> Diagnostic {
    Diagnostic::error(
        "Module calls itself",
        format!(
            "The module in {folder:?} calls itself, directly or through other modules. Remove one of the calls."
        ),
    )
}

pub(super) fn duplicate(kind: &str, name: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Duplicate {kind}"),
        format!("The module has another {kind} {name}. Rename one of the two."),
    )
}

pub(super) fn duplicate_resource(address: &Resource) -> Diagnostic {
    let kind = match address.mode {
        ResourceMode::Data => "data",
        ResourceMode::Ephemeral => "ephemeral",
        ResourceMode::Action => "action",
        ResourceMode::Managed => "resource",
    };
    Diagnostic::error(
        format!("Duplicate {kind} \"{}\" configuration", address.type_name),
        format!(
            "The module has another {address}, perhaps in a \"check\" block. Rename one of the two."
        ),
    )
}

pub(super) fn name(name: &str) -> Diagnostic {
    Diagnostic::error(
        "Invalid name",
        format!(
            "The name \"{name}\" is no identifier: a letter or an underscore, and then letters, digits, underscores and dashes."
        ),
    )
}

pub(super) fn flag(name: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Invalid {name} argument"),
        format!("The argument \"{name}\" must be true or false, without references."),
    )
}

pub(super) fn text(name: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Invalid {name} argument"),
        format!("The argument \"{name}\" must be a string without references."),
    )
}

pub(super) fn count_and_for_each() -> Diagnostic {
    Diagnostic::error(
        "Invalid combination of \"count\" and \"for_each\"",
        "The arguments \"count\" and \"for_each\" exclude each other. Remove one of them.",
    )
}

pub(super) fn default_value(reason: &str) -> Diagnostic {
    Diagnostic::error(
        "Invalid default value for variable",
        format!("The default value does not fit the type of the variable: {reason}."),
    )
}

pub(super) fn null_default() -> Diagnostic {
    Diagnostic::error(
        "Invalid default value for variable",
        "The default value is null, but \"nullable\" is false. Set another default value, or none.",
    )
}

pub(super) fn provider_reference() -> Diagnostic {
    Diagnostic::error(
        "Invalid provider reference",
        "Expected the local name of a provider, with or without an alias, such as `aws` or `aws.west`.",
    )
}

pub(super) fn provider_source(reason: &str) -> Diagnostic {
    Diagnostic::error(
        "Invalid provider source",
        format!("Expected a source such as \"acme/zoo\": {reason}."),
    )
}

pub(super) fn required_provider() -> Diagnostic {
    Diagnostic::error(
        "Invalid required_providers object",
        "Expected a version constraint, or an object with the attributes \"source\", \"version\" and \"configuration_aliases\".",
    )
}

pub(super) fn version_constraint(reason: &str) -> Diagnostic {
    Diagnostic::error(
        "Invalid version constraint",
        format!("Expected constraints such as \">= 1.2, < 2.0\": {reason}."),
    )
}

pub(super) fn prerelease_constraint(constraint: &str) -> Diagnostic {
    Diagnostic::error(
        "Invalid required_version constraint",
        format!(
            "The constraint \"{constraint}\" has a prerelease. Remove it: a prerelease of Terraform counts as its release."
        ),
    )
}

pub(super) fn unsupported_version(host: &str, constraints: &str) -> Diagnostic {
    Diagnostic::error(
        "Unsupported Terraform Core version",
        format!(
            "This host stands for Terraform {host}, and the configuration requires \"{constraints}\". Change the constraint, or use another host."
        ),
    )
}

pub(super) fn module_source(source: &str) -> Diagnostic {
    unsupported(
        "module source",
        &format!(
            "The source is \"{source}\", expected a local path that begins with \"./\" or \"../\". Copy the module into the configuration."
        ),
    )
}

pub(super) fn unknown_module_argument(name: &str) -> Diagnostic {
    Diagnostic::error(
        "Unsupported argument",
        format!(
            "The called module has no variable \"{name}\". Declare the variable there, or remove the argument."
        ),
    )
}

pub(super) fn missing_module_argument(name: &str) -> Diagnostic {
    Diagnostic::error(
        "Missing required argument",
        format!(
            "The argument \"{name}\" is required, because the variable of the called module has no default value."
        ),
    )
}

pub(super) fn address(reason: &str) -> Diagnostic {
    Diagnostic::error(
        "Invalid address",
        format!("Expected the address of a resource or of a module: {reason}."),
    )
}

pub(super) fn moved_kinds() -> Diagnostic {
    Diagnostic::error(
        "Invalid \"moved\" addresses",
        "The addresses \"from\" and \"to\" must both be of resources or both of modules, and be different.",
    )
}

pub(super) fn removed_key() -> Diagnostic {
    Diagnostic::error(
        "Module instance keys not allowed",
        "The address of a \"removed\" block stands for all instances, so it has no instance keys.",
    )
}

pub(super) fn removed_data() -> Diagnostic {
    Diagnostic::error(
        "Data source address is not allowed",
        "A data source has no object that could be destroyed or forgotten. Remove its block from the configuration.",
    )
}

pub(super) fn import_target() -> Diagnostic {
    Diagnostic::error(
        "Invalid import configuration",
        "An \"import\" block has exactly one of the arguments \"id\" and \"identity\".",
    )
}

pub(super) fn import_module() -> Diagnostic {
    Diagnostic::error(
        "Invalid import configuration",
        "Only the root module can have \"import\" blocks.",
    )
}

pub(super) fn no_assertions() -> Diagnostic {
    Diagnostic::error(
        "Zero assert blocks",
        "A \"check\" block has at least one \"assert\" block.",
    )
}

pub(super) fn nested_repetition(name: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Invalid \"{name}\" attribute"),
        "The data source of a \"check\" block has one instance. Remove the argument.",
    )
}

pub(super) fn nested_lifecycle() -> Diagnostic {
    Diagnostic::error(
        "Invalid lifecycle block",
        "The data source of a \"check\" block has no conditions of its own. Write them as \"assert\" blocks of the check.",
    )
}

pub(super) fn several(kind: &str) -> Diagnostic {
    Diagnostic::error(
        format!("Duplicate {kind} block"),
        format!("Only one \"{kind}\" block is allowed here."),
    )
}
