//! What a change of each fact that hosts do not print means for users.

use serde_json::Value;

use crate::class::{Verdict, flag, major, minor};

/// A fact that is true or absent.
pub(super) struct Flag {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) on: Verdict,
    pub(super) off: Verdict,
}

pub(super) const FLAGS: [Flag; 6] = [
    Flag {
        key: "whole",
        name: "whole numbers only",
        on: major("configurations with another number are refused"),
        off: minor("configurations may contain other numbers"),
    },
    Flag {
        key: "accepts_unknown",
        name: "accepts unknown values",
        on: minor("plans with an unknown value are accepted"),
        off: major("plans with an unknown value are refused"),
    },
    Flag {
        key: "custom_equality",
        name: "equality of its own",
        on: minor("values with the same meaning are not a change"),
        off: major("values with the same meaning are a change"),
    },
    Flag {
        key: "empty_is_null",
        name: "empty is null",
        on: minor("an empty value is not a change of an absent one"),
        off: minor("an empty value is a change of an absent one"),
    },
    Flag {
        key: "mutable",
        name: "mutable identity",
        on: minor("objects may change it"),
        off: major("objects that change it are refused"),
    },
    Flag {
        key: "plan_hook",
        name: "plan hook",
        on: minor("plans may show another value"),
        off: minor("plans may show another value"),
    },
];

/// Facts that only decide what plans know.
pub(super) const NEUTRAL: [(&str, &str); 4] = [
    ("keeps", "keeps its value"),
    ("keeps_unless_changed", "keeps its value unless one changes"),
    ("elements_by", "elements paired by"),
    ("counts", "counts changes of"),
];

/// A fact with several elements.
pub(super) struct Elements {
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    /// The verdict if an element was removed.
    pub(super) lost: Verdict,
    pub(super) other: Verdict,
}

pub(super) const SETS: [Elements; 2] = [
    Elements {
        key: "environment_variables",
        name: "environment variables",
        lost: major("machines that set the missing variable have no value"),
        other: minor("machines may set the variable"),
    },
    Elements {
        key: "timeouts",
        name: "timeouts",
        lost: major("configurations with the missing timeout are refused"),
        other: minor("operations may take another time"),
    },
];

/// Formats a fact.
pub(super) fn fact_text(fact: &Value) -> String {
    match fact {
        Value::Null => "none".to_owned(),
        fact => fact.to_string(),
    }
}

/// Whether an array has lost an element, or an object a member.
pub(super) fn lost(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Array(before), Value::Array(after)) => before.iter().any(|it| !after.contains(it)),
        (Value::Object(before), Value::Object(after)) => {
            before.keys().any(|key| !after.contains_key(key))
        }
        (Value::Null, _) => false,
        (_, _) => true,
    }
}

/// The verdict about another condition of replacement.
pub(super) fn replacement(before: &Value, after: &Value) -> Verdict {
    let strength = |fact: &Value| match fact.as_str() {
        None => 0,
        Some("sometimes") => 1,
        Some("configured") => 2,
        Some(_) => 3,
    };
    flag(
        strength(after) > strength(before),
        major("more changes of it destroy the object and create another one"),
        minor("fewer changes of it replace the object"),
    )
}

/// The verdict about other validators. A validator is known by its description alone.
pub(super) fn validators(before: &Value, after: &Value) -> Verdict {
    let texts = |fact: &Value| -> Vec<String> {
        let texts = fact.as_array().into_iter().flatten();
        texts.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let (texts_before, texts_after) = (texts(before), texts(after));
    let tightened = texts_after.iter().any(|new| {
        !texts_before
            .iter()
            .any(|old| old == new || accepts_more(old, new))
    });
    flag(
        tightened,
        major("values that were accepted may be refused"),
        minor("more values are accepted"),
    )
}

/// The verdict about other constraints of which the validators say nothing.
pub(super) fn constraints(before: &Value, after: &Value) -> Verdict {
    let all = |fact: &Value| fact.as_array().cloned().unwrap_or_default();
    let (members_before, members_after) = (all(before), all(after));
    let tightened = members_after.iter().any(|new| {
        !members_before
            .iter()
            .any(|old| old == new || is_wider(old, new))
    });
    flag(
        tightened,
        major("values that were accepted may be refused"),
        minor("more values are accepted"),
    )
}

/// Whether a range contains another one.
fn is_wider(before: &Value, after: &Value) -> bool {
    let min = |it: &Value| it["minimum"].as_f64().unwrap_or(f64::NEG_INFINITY);
    let max = |it: &Value| it["maximum"].as_f64().unwrap_or(f64::INFINITY);
    before["kind"] == "range"
        && after["kind"] == "range"
        && min(after) <= min(before)
        && max(after) >= max(before)
}

/// Whether everything that the validator with one description accepts, the other accepts too. Understands ranges and choices.
fn accepts_more(before: &str, after: &str) -> bool {
    if let (Some(before), Some(after)) = (
        before.strip_prefix("one of "),
        after.strip_prefix("one of "),
    ) {
        let names_after: Vec<&str> = after.split(", ").collect();
        return before.split(", ").all(|it| names_after.contains(&it));
    }
    let (words_before, words_after): (Vec<&str>, Vec<&str>) = (
        before.split_whitespace().collect(),
        after.split_whitespace().collect(),
    );
    if words_before.len() != words_after.len() {
        return false;
    }
    let mut bound = "";
    for (old, new) in words_before.into_iter().zip(words_after) {
        let wider = match (old.parse::<f64>(), new.parse::<f64>()) {
            (Ok(old), Ok(new)) => match bound {
                "least" | "above" => new <= old,
                "most" | "below" => new >= old,
                _ => new == old,
            },
            (_, _) => old == new,
        };
        if !wider {
            return false;
        }
        bound = old;
    }
    true
}

/// Formats a relation.
pub(super) fn relation(relation: &Value) -> String {
    let kind = relation["kind"].as_str().unwrap_or_default();
    format!("{kind}({})", members_of_relation(relation).join(", "))
}

fn members_of_relation(relation: &Value) -> Vec<&str> {
    let members = relation["members"].as_array().into_iter().flatten();
    members.filter_map(Value::as_str).collect()
}

/// The verdict about a new relation. `before` is the block without it: existing configurations set only members of that block.
pub(super) fn new_relation(relation: &Value, before: &Value) -> Verdict {
    let is_old = |member: &&&str| {
        let name = member.split(['.', '[']).next().unwrap_or_default();
        ["attributes", "block_types"].map(|key| before[key].get(name)) != [None, None]
    };
    let members = members_of_relation(relation);
    let old = members.iter().filter(is_old).count();
    let can_be_violated = match relation["kind"].as_str() {
        Some("at_most_one_of") => old > 1,
        Some("requires") => members.first().as_ref().is_some_and(is_old),
        Some("all_or_none") => old > 0,
        _ => true,
    };
    if relation["warning"] == true || relation["kind"] == "prefer_write_only" {
        minor("configurations that violate it get a warning")
    } else {
        flag(
            can_be_violated,
            major("configurations that violate it are refused"),
            minor("only configurations with new arguments can violate it"),
        )
    }
}
