//! The text of every diagnostic of a mux.

use terrane_protocol::{Diagnostic, Diagnostics, Item, Rpc, RpcError};
use terrane_schema::{SchemaChange, SchemaDifference};

/// The provider schemas or meta schemas of two members differ.
pub(super) fn different_schemas(
    difference: &SchemaDifference,
    first: &str,
    other: &str,
) -> Diagnostic {
    let SchemaDifference {
        owner,
        path,
        change,
        ..
    } = difference;
    let place = if path.is_root() {
        owner.clone()
    } else {
        format!("{owner}, {path}")
    };
    let reason = match change {
        SchemaChange::Added(element) => format!("only {other:?} has this {element}"),
        SchemaChange::Removed(element) => format!("only {first:?} has this {element}"),
        SchemaChange::Changed {
            property,
            before,
            after,
        } => format!("{property} is {before} in {first:?} and {after} in {other:?}"),
    };
    Diagnostic::error(
        "Providers cannot be combined",
        format!(
            "The members {first:?} and {other:?} of this provider must have equal schemas, but differ at {place}: {reason}. This is a bug in the provider."
        ),
    )
}

/// Several members serve an item.
pub(super) fn served_twice(item: Item<'_>, members: &[&str]) -> Diagnostic {
    Diagnostic::error(
        "Providers cannot be combined",
        format!(
            "The {item} is served by several members of this provider: {}. Exactly one must serve it. This is a bug in the provider.",
            quoted_members(members)
        ),
    )
}

/// A member hides an item that it does not serve.
pub(super) fn hidden_unserved(item: Item<'_>, member: &str) -> Diagnostic {
    Diagnostic::error(
        "Providers cannot be combined",
        format!(
            "The list of `without` for the member {member:?} of this provider has the {item}, which the member does not serve. Correct the kind and the name, or remove the entry. This is a bug in the provider."
        ),
    )
}

/// Several members have an identity for the same type of resource.
pub(super) fn identified_twice(type_name: &str, members: &[&str]) -> Diagnostic {
    Diagnostic::error(
        "Providers cannot be combined",
        format!(
            "Several members of this provider have an identity schema of the resource {type_name:?}: {}. Only the member that serves the resource may have one. This is a bug in the provider.",
            quoted_members(members)
        ),
    )
}

fn quoted_members(members: &[&str]) -> String {
    let quoted_names: Vec<String> = members.iter().map(|name| format!("{name:?}")).collect();
    quoted_names.join(", ")
}

/// No member serves an item. `unknown` are members whose items are not known, with the reasons.
pub(super) fn not_served(item: Item<'_>, unknown: &[(&str, &Diagnostics)]) -> Diagnostic {
    let mut detail = format!("No member of this provider serves the {item}.");
    if unknown.is_empty() {
        detail
            .push_str(" The configuration or the state may need another version of the provider.");
    }
    for (member, reason) in unknown {
        detail.push_str(&format!(
            " The member {member:?} may serve it, but has not reported its types."
        ));
        for error in reason.errors() {
            detail.push_str(&format!("\n{}: {}", error.summary, error.detail));
        }
    }
    Diagnostic::error(format!("Unknown {}", item.kind_name()), detail)
}

/// A member has not answered a call that concerns the whole provider.
pub(super) fn no_answer(member: &str, rpc: Rpc, error: &RpcError) -> Diagnostic {
    Diagnostic::error(
        "Member of the provider does not answer",
        format!("The member {member:?} of this provider has not answered {rpc}: {error}."),
    )
}

/// The host has called Stop before a member was ready for a call.
pub(super) fn stopped(member: Option<&str>, rpc: Rpc) -> Diagnostic {
    let subject = member.map_or("a member".to_owned(), |name| format!("the member {name:?}"));
    Diagnostic::error(
        "Operation was stopped",
        format!(
            "{rpc} was stopped while {subject} of this provider was starting. Nothing was changed by this call."
        ),
    )
}

/// The types of a member are missing, because it does not report them.
pub(super) fn missing_types(member: &str, reason: &Diagnostic) -> Diagnostic {
    let Diagnostic {
        summary, detail, ..
    } = reason;
    Diagnostic::warning(
        "Member of the provider is missing",
        format!(
            "The types of the member {member:?} of this provider are missing. {summary}: {detail}"
        ),
    )
}

/// A member does not support moves.
pub(super) fn no_moves(member: &str, target: &str) -> Diagnostic {
    Diagnostic::error(
        "Unsupported `moved` across resource types",
        format!(
            "The member {member:?} of this provider, which serves {target:?}, does not support moves from other resource types."
        ),
    )
}

/// A value is not one of its schema.
pub(super) fn bad_value(
    member: &str,
    type_name: &str,
    error: &dyn std::fmt::Display,
) -> Diagnostic {
    Diagnostic::error(
        "Cannot generate configuration",
        format!(
            "The state of {type_name:?} does not fit the schema of the member {member:?} of this provider: {error}."
        ),
    )
}

/// A stream of a written state has no first chunk that names the store.
pub(super) fn unnamed_state() -> Diagnostic {
    Diagnostic::error(
        "Cannot write state",
        "The first chunk does not name the state store. This is a bug in the host.",
    )
}
