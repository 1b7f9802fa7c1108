//! Diagnostics of schemas and registered items.

use terrane_protocol::Diagnostic;

pub(crate) fn schema_error(kind: &str, name: &str, what: &str) -> Diagnostic {
    diagnostic!(
        format!("Cannot use the schema of the {kind} {name}"),
        "In the schema of the {kind} {name}, {what}. This is a bug in the provider."
    )
}

pub(crate) fn duplicate(kind: &str, name: &str) -> Diagnostic {
    diagnostic!(
        format!("Duplicate {kind}"),
        "The provider registers two {kind}s called `{name}`; the second is not used. This is a bug in the provider: rename one \
         with `#[tf(name = \"..\")]`."
    )
}

/// `has_resource` is whether a resource has the name of the list resource. Then that resource has no identity.
pub(crate) fn unusable_list(name: &str, has_resource: bool) -> Diagnostic {
    let reason = match has_resource {
        false => "there is no resource of that name. Register the resource too",
        true => {
            "the resource of that name has no identity. Mark the fields that identify its objects with `#[tf(identity)]`"
        }
    };
    diagnostic!(
        "List resource without a resource",
        "The provider registers a list resource `{name}`, which is not used: {reason}. This is a bug in the provider."
    )
}

pub(crate) fn not_found(kind: &str, name: &str) -> Diagnostic {
    diagnostic!(
        format!("{kind} Type Not Found"),
        "The provider has no {} `{name}`. Check the name, and that the provider's version has it.",
        kind.to_ascii_lowercase()
    )
}
