//! The sentences about a member that its description does not contain: default, allowed values, replacement and others.

use serde_json::Value;
use terrane_protocol::schema::code_span;

use super::group::Group;
use crate::docs::markdown::repeats;

/// Returns the sentences about an attribute or a nested block. `described` has the deprecation, and `annotated` the annotations.
pub(super) fn sentences(described: &Value, annotated: &Value, group: Group) -> Vec<String> {
    let mut found = Vec::new();
    if described["deprecated"] == true
        && let Some(message) = described["deprecation_message"].as_str()
        && !repeats(
            described["description"].as_str().unwrap_or_default(),
            message,
        )
    {
        found.push(format!("**Deprecated:** {}", as_sentence(message)));
    }
    if let Some(default) = annotated.get("default") {
        found.push(format!(
            "Default: {}.",
            code_span(&default_literal(default))
        ));
    }
    if group != Group::ReadOnly {
        let mut allowed: Vec<String> = Vec::new();
        if annotated["whole"] == true {
            allowed.push("a whole number".to_owned());
        }
        let validators = texts_of_list(&annotated["validators"]).map(str::to_owned);
        let count = allowed.len();
        allowed.extend(validators);
        if allowed.len() == count {
            // The type of the field may have limits of its own.
            let constraints = annotated["constraints"].as_array();
            allowed.extend(constraints.into_iter().flatten().filter_map(range_text));
        }
        if !allowed.is_empty() {
            found.push(format!("Allowed: {}.", allowed.join("; ")));
        }
    }
    let variables: Vec<String> = texts_of_list(&annotated["environment_variables"])
        .map(code_span)
        .collect();
    match variables.len() {
        0 => {}
        1 => found.push(format!("Environment variable: {}.", variables[0])),
        _ => found.push(format!("Environment variables: {}.", variables.join(", "))),
    }
    match annotated["replaces"].as_str() {
        Some("sometimes") => found.push("Some changes replace the resource.".to_owned()),
        Some("configured") => {
            found.push("Changing this in the configuration replaces the resource.".to_owned())
        }
        Some(_) => found.push("Changing this replaces the resource.".to_owned()),
        None => {}
    }
    if annotated.get("identity").is_some() {
        found.push("Part of the identity.".to_owned());
    }
    if let Some(version) = annotated["since"].as_str() {
        found.push(format!("Since version {version}."));
    }
    found
}

/// The limits of a range, with their words.
const LIMITS: [(&str, &str); 4] = [
    ("minimum", "at least"),
    ("exclusive_minimum", "greater than"),
    ("maximum", "at most"),
    ("exclusive_maximum", "less than"),
];

/// Returns a constraint that limits a number as a text.
fn range_text(constraint: &Value) -> Option<String> {
    if constraint["kind"] != "range" {
        return None;
    }
    let limits: Vec<String> = LIMITS
        .iter()
        .filter_map(|(key, words)| {
            let limit = constraint.get(key).filter(|it| !it.is_null())?;
            Some(format!("{words} {limit}"))
        })
        .collect();
    (!limits.is_empty()).then(|| limits.join(" and "))
}

/// Returns the default of an operation's timeout. `timeouts` are the annotated seconds by operation.
pub(super) fn timeout(timeouts: &Value, operation: &str) -> Option<String> {
    let seconds = timeouts[operation].as_f64()?;
    Some(format!("Default: {}.", code_span(&duration_text(seconds))))
}

/// Returns a duration as configurations write it, such as `1h30m`.
fn duration_text(seconds: f64) -> String {
    let mut rest = seconds;
    let mut text = String::new();
    for (unit, length) in [("h", 3600.0), ("m", 60.0)] {
        let count = (rest / length).floor();
        if count > 0.0 {
            text.push_str(&format!("{count}{unit}"));
            rest -= count * length;
        }
    }
    if rest > 0.0 || text.is_empty() {
        text.push_str(&format!("{rest}s"));
    }
    text
}

/// Returns the sentence of a relation between members.
pub(super) fn relation(relation: &Value) -> Option<String> {
    let members: Vec<String> = texts_of_list(&relation["members"]).map(code_span).collect();
    let all = members.join(", ");
    let (first, others) = members.split_first()?;
    let other_paths = others.join(", ");
    let mut text = match relation["kind"].as_str()? {
        "exactly_one_of" => format!("Exactly one of {all} must be set."),
        "at_least_one_of" => format!("At least one of {all} must be set."),
        "at_most_one_of" => format!("At most one of {all} can be set."),
        "all_or_none" => format!("Either all of {all} must be set or none."),
        "requires" => format!("{first} can only be set together with {other_paths}."),
        "prefer_write_only" => {
            format!("Prefer {other_paths}, which is not stored in the state, to {first}.")
        }
        _ => return None,
    };
    if relation["warning"] == true {
        text.push_str(" Otherwise the provider warns.");
    }
    Some(text)
}

/// Returns a text as a sentence, with a capital letter and a full stop.
fn as_sentence(text: &str) -> String {
    let trimmed = text.trim();
    let mut characters = trimmed.chars();
    let first = characters.next().map(char::to_uppercase);
    let mut sentence: String = first.into_iter().flatten().chain(characters).collect();
    if !sentence.ends_with(['.', '!', '?', ':']) {
        sentence.push('.');
    }
    sentence
}

/// Returns a value in the syntax of configurations.
fn default_literal(value: &Value) -> String {
    match value {
        Value::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(default_literal).collect();
            format!("[{}]", elements.join(", "))
        }
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("{name} = {}", default_literal(value)))
                .collect();
            format!("{{ {} }}", members.join(", "))
        }
        value => value.to_string(),
    }
}

fn texts_of_list(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Event, Parser};
    use serde_json::json;
    use terrane_hcl::{Scope, Source, evaluate, syntax};

    use super::*;

    #[test]
    fn values_have_the_syntax_of_configurations() {
        assert_eq!(
            default_literal(&json!({ "a": [1, "x"] })),
            r#"{ a = [1, "x"] }"#
        );
        assert_eq!(default_literal(&json!({})), "{}");
        for (seconds, expected) in [
            (5400.0, "1h30m"),
            (3600.0, "1h"),
            (7325.5, "2h2m5.5s"),
            (60.0, "1m"),
            (0.5, "0.5s"),
            (0.0, "0s"),
        ] {
            assert_eq!(duration_text(seconds), expected);
        }
        let timeouts = json!({ "create": 90 });
        let default = Some("Default: `1m30s`.".to_owned());
        assert_eq!(timeout(&timeouts, "create"), default);
        assert_eq!(timeout(&timeouts, "delete"), None);
    }

    #[test]
    fn inline_code_shows_any_text() {
        let pieces = [
            "a", "`", "``", " ", "\n", "\r", "\t", "\0", "\"", "\\", "${", "%{", "*", "<b>",
            "\u{2028}", "|",
        ];
        let mut texts = vec![String::new()];
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    texts.push([first, second, third].concat());
                }
            }
        }
        for text in texts {
            let span = code_span(&text);
            let markdown = format!("one of {span}, `b`");
            let events: Vec<Event<'_>> = Parser::new(&markdown).collect();
            let [
                _,
                Event::Text(start),
                Event::Code(code),
                Event::Text(comma),
                Event::Code(other),
                _,
            ] = events.as_slice()
            else {
                panic!("{text:?}: {events:?}");
            };
            assert_eq!(
                (&**start, &**comma, &**other),
                ("one of ", ", ", "b"),
                "{text:?}"
            );
            if **code != *text {
                let source = Source::detached("text", code.to_string());
                let expression = syntax::parse_expression(&source).into_result().unwrap();
                let (value, _) = evaluate(&expression, &Scope::new());
                let value = value.to_exchange().unwrap().value;
                assert_eq!(value.as_str(), Some(text.as_str()), "{code}");
            }
        }
    }

    #[test]
    fn a_relation_is_a_sentence() {
        let table = [
            (
                "exactly_one_of",
                "Exactly one of `a`, `b`, `c` must be set.",
            ),
            (
                "at_least_one_of",
                "At least one of `a`, `b`, `c` must be set.",
            ),
            ("at_most_one_of", "At most one of `a`, `b`, `c` can be set."),
            (
                "all_or_none",
                "Either all of `a`, `b`, `c` must be set or none.",
            ),
            ("requires", "`a` can only be set together with `b`, `c`."),
            (
                "prefer_write_only",
                "Prefer `b`, `c`, which is not stored in the state, to `a`.",
            ),
        ];
        for (kind, expected) in table {
            let text = relation(&json!({ "kind": kind, "members": ["a", "b", "c"] }));
            assert_eq!(text.as_deref(), Some(expected));
        }
        assert_eq!(
            relation(&json!({ "kind": "unknown", "members": ["a"] })),
            None
        );
        assert_eq!(
            relation(&json!({ "kind": "requires", "members": [] })),
            None
        );
        let warning = json!({ "kind": "requires", "members": ["a", "b"], "warning": true });
        assert_eq!(
            relation(&warning).unwrap(),
            "`a` can only be set together with `b`. Otherwise the provider warns."
        );
    }

    #[test]
    fn sentences_add_what_the_description_lacks() {
        let of = |annotated: Value, group| sentences(&Value::Null, &annotated, group).join(" ");
        let limits = json!([
            { "kind": "range", "minimum": 1, "maximum": null },
            { "kind": "range", "exclusive_minimum": 1, "exclusive_maximum": 5, "maximum": 4 },
            { "kind": "range" },
            { "kind": "length", "minimum": 1 },
        ]);
        let table = [
            (json!({}), ""),
            (json!({ "default": [1] }), "Default: `[1]`."),
            (json!({ "whole": true }), "Allowed: a whole number."),
            (
                json!({ "constraints": limits }),
                "Allowed: at least 1; greater than 1 and at most 4 and less than 5.",
            ),
            (
                json!({ "whole": true, "constraints": limits, "validators": ["at most 3", "odd"] }),
                "Allowed: a whole number; at most 3; odd.",
            ),
            (
                json!({ "whole": true, "constraints": [{ "kind": "range", "minimum": 1 }] }),
                "Allowed: a whole number; at least 1.",
            ),
            (
                json!({ "environment_variables": ["A"] }),
                "Environment variable: `A`.",
            ),
            (
                json!({ "environment_variables": ["A", "B"] }),
                "Environment variables: `A`, `B`.",
            ),
            (
                json!({ "replaces": "sometimes" }),
                "Some changes replace the resource.",
            ),
            (
                json!({ "replaces": "configured" }),
                "Changing this in the configuration replaces the resource.",
            ),
            (
                json!({ "replaces": "changed", "identity": "a", "since": "1.2.0" }),
                "Changing this replaces the resource. Part of the identity. Since version 1.2.0.",
            ),
        ];
        for (annotated, expected) in table {
            assert_eq!(
                of(annotated.clone(), Group::Optional),
                expected,
                "{annotated}"
            );
        }
        // Nobody sets the value.
        let annotated = json!({ "whole": true, "since": "1.2.0" });
        assert_eq!(of(annotated, Group::ReadOnly), "Since version 1.2.0.");

        let deprecated = |description: &str, message: Value| {
            let described = json!({ "deprecated": true, "description": description, "deprecation_message": message });
            sentences(&described, &Value::Null, Group::Optional)
        };
        assert_eq!(
            deprecated("A pet.", json!("use `b`")),
            ["**Deprecated:** Use `b`."]
        );
        assert_eq!(deprecated("A pet. Use b!", json!("use `b`")), [""; 0]);
        assert_eq!(deprecated("A pet.", Value::Null), [""; 0]);
        assert_eq!(as_sentence(" why? "), "Why?");
        assert_eq!(as_sentence("of these:"), "Of these:");
    }
}
