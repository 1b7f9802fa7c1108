//! Diagnostics of imports.

use terrane_protocol::Diagnostic;
use terrane_value::Type;

/// `hidden_key` are the parts of the key that are not part of the identity.
pub(crate) fn not_importable(type_name: &str, hidden_key: &[String]) -> Diagnostic {
    let why = match hidden_key {
        [] => "it has no identity by which an existing object can be found".to_owned(),
        key => format!(
            "the provider finds an object by {} of its state, and an object to import has no state",
            key.join(" and ")
        ),
    };
    not_implemented(&format!(
        "{type_name} cannot be imported: {why}. Let the configuration create the object."
    ))
}

pub(crate) fn not_importable_by_id(type_name: &str, parts: &[String]) -> Diagnostic {
    let parts = parts.join(" and ");
    not_implemented(&format!(
        "{type_name} cannot be imported by an id: {parts} together identify an object. Import it by its identity, with a host that supports identities."
    ))
}

fn not_implemented(detail: &str) -> Diagnostic {
    Diagnostic::error("Resource Import Not Implemented", detail)
}

pub(crate) fn incomplete_identity(type_name: &str, name: &str) -> Diagnostic {
    diagnostic!(
        "Incomplete import identity",
        "The identity of the {type_name} to import has no known `{name}`. Add it to the `identity` of the import block."
    )
}

pub(crate) fn missing_id(type_name: &str, name: &str) -> Diagnostic {
    diagnostic!(
        "Missing import id",
        "Give the `{name}` of the {type_name} to import."
    )
}

pub(crate) fn unexpected_id(type_name: &str, name: &str, ty: &Type, id: &str) -> Diagnostic {
    diagnostic!(
        "Unexpected import id",
        "The id of a {type_name} is its `{name}`, of type {ty}. `{id}` is not a valid value."
    )
}

pub(crate) fn no_key(type_name: &str, name: &str) -> Diagnostic {
    diagnostic!(
        "Imported object has no key",
        "The imported state of {type_name} has no `{name}`, which the provider needs to find the object. This is a bug in the provider: \
         `import` must fill it, or return an error that explains the format of ids."
    )
}

/// `detail` is that of a violated relation. `for_secrets`: the relation holds with the sensitive values of the state, which hosts do not write.
pub(crate) fn incomplete_config(type_name: &str, detail: &str, for_secrets: bool) -> Diagnostic {
    let why = if for_secrets {
        "sensitive values are not written into it"
    } else {
        "the state of the object has no values with which it is valid"
    };
    Diagnostic::warning(
        "Generated configuration is incomplete",
        format!("Complete the generated configuration of {type_name}, because {why}. {detail}"),
    )
}
