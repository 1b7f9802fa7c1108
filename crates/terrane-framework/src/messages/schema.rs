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
         with `#[tf(name = \"..\")]` or `#[tf(type_name = \"..\")]`."
    )
}

/// The reason why a list resource cannot be used.
#[derive(Debug, Clone, Copy)]
pub(crate) enum UnusableList {
    NoResource,
    NoIdentity,
    /// The list resource has a schema for the resource of another provider, but this provider has a resource of that name.
    ServedHere,
}

pub(crate) fn unusable_list(name: &str, problem: UnusableList) -> Diagnostic {
    let reason = match problem {
        UnusableList::NoResource => {
            "there is no resource of that name. Register the resource too, or implement `Listable` if another provider serves it"
        }
        UnusableList::NoIdentity => {
            "the resource of that name has no identity. Mark the fields that identify its objects with `#[tf(identity)]`"
        }
        UnusableList::ServedHere => {
            "it is for a resource of another provider, but this provider registers a resource of that name. List that resource instead"
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
