//! Diagnostics of violated relations. Members are given as complete paths.

use std::borrow::Cow;

use terrane_protocol::Diagnostic;

pub(crate) fn invalid_combination(detail: String) -> Diagnostic {
    Diagnostic::error("Invalid Attribute Combination", detail)
}

/// `set` are the members that are set: several, or none.
pub(crate) fn exactly_one_of(all: &[String], set: &[String]) -> String {
    let found = match set {
        [] => none_set(),
        set => several_set(set),
    };
    format!("Exactly one of {} must be set, {found}", listed(all))
}

pub(crate) fn at_least_one_of(all: &[String]) -> String {
    format!(
        "At least one of {} must be set, {}",
        listed(all),
        none_set()
    )
}

pub(crate) fn at_most_one_of(all: &[String], set: &[String]) -> String {
    format!(
        "At most one of {} can be set, {}",
        listed(all),
        several_set(set)
    )
}

pub(crate) fn all_or_none(all: &[String], set: &[String], missing: &[String]) -> String {
    let found = incomplete(set, missing);
    format!("Either all of {} must be set or none, {found}", listed(all))
}

/// The first of `all` requires the others.
pub(crate) fn requires(all: &[String], missing: &[String]) -> String {
    let (first, required) = all.split_at(all.len().min(1));
    format!(
        "{} can only be set together with {}, {}",
        listed(first),
        listed(required),
        incomplete(first, missing)
    )
}

/// Follows the detail of a relation whose member comes from the environment.
pub(crate) fn from_variable(member: &str, variables: &[Cow<'static, str>]) -> String {
    let variables = variables.join(" or ");
    format!("\n\n`{member}` comes from the environment variable {variables}.")
}

fn none_set() -> String {
    "but none of them is set. Set one of them.".to_owned()
}

fn several_set(set: &[String]) -> String {
    let set = listed(set);
    format!("but {set} are set. Keep one of them and remove the other ones.")
}

fn incomplete(set: &[String], missing: &[String]) -> String {
    let (is, are) = (verb(missing), verb(set));
    let (set, missing) = (listed(set), listed(missing));
    format!("but {missing} {is} missing and {set} {are} set. Set {missing}, or remove {set}.")
}

fn verb(names: &[String]) -> &'static str {
    if names.len() == 1 { "is" } else { "are" }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(|name| format!("`{name}`")).collect();
            format!("{} and `{last}`", first.join(", "))
        }
    }
}
