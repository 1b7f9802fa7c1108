//! Constraints of values as JSON Schema.
//!
//! `constraints` of an attribute have a kind each. A document accepts more values than the provider if JSON Schema cannot express a constraint.

use serde_json::{Map, Value, json};

/// Adds the constraints of an attribute to the schema of its values.
pub(super) fn constrain(accepted: &mut Value, constraints: &Value) {
    for constraint in constraints.as_array().into_iter().flatten() {
        if let Some(schema) = schema_of(constraint, accepted) {
            add_keywords(accepted, schema);
        }
    }
}

/// Adds the keywords of a schema to another one. Keywords that exist already are added as a part of `allOf`.
fn add_keywords(accepted: &mut Value, schema: Map<String, Value>) {
    let Some(accepted) = accepted.as_object_mut() else {
        return;
    };
    if schema.keys().any(|keyword| accepted.contains_key(keyword)) {
        let all = accepted.entry("allOf").or_insert_with(|| json!([]));
        if let Some(all) = all.as_array_mut() {
            all.push(schema.into());
        }
        return;
    }
    accepted.extend(schema);
}

/// Returns the keywords for a constraint of the values that `accepted` describes. `None` if JSON Schema has none.
fn schema_of(constraint: &Value, accepted: &Value) -> Option<Map<String, Value>> {
    let (kind, any_case) = (
        constraint["kind"].as_str()?,
        constraint["ignore_case"] == true,
    );
    let schema = match kind {
        "one_of" if !any_case => json!({ "enum": constraint["values"] }),
        "none_of" => json!({ "not": { "enum": constraint["values"] } }),
        "range" => keywords_of_constraint(
            constraint,
            &[
                ("minimum", "minimum"),
                ("maximum", "maximum"),
                ("exclusive_minimum", "exclusiveMinimum"),
                ("exclusive_maximum", "exclusiveMaximum"),
            ],
        ),
        "length" => match (constraint["unit"].as_str()?, accepted["type"].as_str()?) {
            ("characters", _) => keywords_of_constraint(
                constraint,
                &[("minimum", "minLength"), ("maximum", "maxLength")],
            ),
            // A text has at least as many bytes as characters.
            ("bytes", _) => keywords_of_constraint(constraint, &[("maximum", "maxLength")]),
            ("elements", "array") => keywords_of_constraint(
                constraint,
                &[("minimum", "minItems"), ("maximum", "maxItems")],
            ),
            ("elements", "object") => keywords_of_constraint(
                constraint,
                &[("minimum", "minProperties"), ("maximum", "maxProperties")],
            ),
            _ => return None,
        },
        "matches" => json!({ "pattern": portable_pattern(&constraint["pattern"])? }),
        "does_not_match" => {
            json!({ "not": { "pattern": portable_pattern(&constraint["pattern"])? } })
        }
        "multiple_of" if constraint["divisor"].as_f64()? > 0.0 => {
            json!({ "multipleOf": constraint["divisor"] })
        }
        "unique" => json!({ "uniqueItems": true }),
        "each" => {
            let keyword = match accepted["type"].as_str()? {
                "array" => "items",
                _ => "additionalProperties",
            };
            // The first alternative is the value, and the others are an expression and null.
            let mut elements = accepted[keyword].clone();
            let value = elements.get_mut("anyOf")?.get_mut(0)?;
            let schema = schema_of(&constraint["constraint"], value)?;
            add_keywords(value, schema);
            json!({ "allOf": [{ keyword: elements }] })
        }
        "keys" => {
            let keys = schema_of(&constraint["constraint"], &json!({ "type": "string" }))?;
            json!({ "propertyNames": keys })
        }
        "all_of" => {
            let parts: Vec<_> = parts_of_constraint(constraint)
                .filter_map(|it| schema_of(it, accepted))
                .collect();
            if parts.is_empty() {
                return None;
            }
            json!({ "allOf": parts })
        }
        "any_of" => {
            let alternatives = parts_of_constraint(constraint).map(|it| schema_of(it, accepted));
            json!({ "anyOf": alternatives.collect::<Option<Vec<_>>>()? })
        }
        _ => return None,
    };
    schema.as_object().filter(|it| !it.is_empty()).cloned()
}

fn parts_of_constraint(constraint: &Value) -> impl Iterator<Item = &Value> {
    constraint["constraints"].as_array().into_iter().flatten()
}

/// Returns limits under the names that JSON Schema has for them.
fn keywords_of_constraint(constraint: &Value, names: &[(&str, &str)]) -> Value {
    let mut limits = Map::new();
    for (name, keyword) in names {
        if let Some(limit) = constraint.get(name) {
            limits.insert((*keyword).to_owned(), limit.clone());
        }
    }
    Value::Object(limits)
}

/// Returns a regular expression of Rust, if JavaScript reads it in the same way.
fn portable_pattern(pattern: &Value) -> Option<&str> {
    let source = pattern.as_str()?;
    let mut letters = source.chars();
    while let Some(letter) = letters.next() {
        let rest = letters.as_str();
        let same = match letter {
            '\\' => letters
                .next()
                .is_some_and(|it| r"dDwWsSbB\.+*?()[]{}|^$/nrt".contains(it)),
            '(' => !rest.starts_with('?') || rest.starts_with("?:"),
            '[' => !rest.starts_with("[:"),
            _ => true,
        };
        if !same {
            return None;
        }
    }
    Some(source)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constrained(accepted: Value, constraint: Value) -> Value {
        let mut accepted = accepted;
        constrain(&mut accepted, &json!([constraint]));
        accepted
    }

    #[test]
    fn each_kind_has_the_keywords_of_its_type() {
        let text = || json!({ "type": "string" });
        let list = || json!({ "type": "array", "items": { "anyOf": [{ "type": "string" }, { "type": "null" }] } });
        for (accepted, constraint, expected) in [
            (
                text(),
                json!({ "kind": "one_of", "values": ["a"] }),
                json!({ "type": "string", "enum": ["a"] }),
            ),
            (
                text(),
                json!({ "kind": "one_of", "values": ["a"], "ignore_case": true }),
                text(),
            ),
            (
                text(),
                json!({ "kind": "length", "unit": "characters", "minimum": 1, "maximum": 3 }),
                json!({ "type": "string", "minLength": 1, "maxLength": 3 }),
            ),
            (
                text(),
                json!({ "kind": "length", "unit": "bytes", "minimum": 1, "maximum": 3 }),
                json!({ "type": "string", "maxLength": 3 }),
            ),
            (
                list(),
                json!({ "kind": "each", "constraint": { "kind": "one_of", "values": ["a"] } }),
                json!({
                    "type": "array",
                    "items": list()["items"],
                    "allOf": [{ "items": { "anyOf": [{ "type": "string", "enum": ["a"] }, { "type": "null" }] } }],
                }),
            ),
            (
                json!({ "type": "number" }),
                json!({ "kind": "range", "exclusive_minimum": 0, "maximum": 9 }),
                json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 9 }),
            ),
        ] {
            assert_eq!(
                constrained(accepted, constraint.clone()),
                expected,
                "{constraint}"
            );
        }
    }

    #[test]
    fn two_constraints_of_one_keyword_are_both_kept() {
        let mut accepted = json!({ "type": "number" });
        let both = json!([{ "kind": "range", "minimum": 0 }, { "kind": "range", "minimum": 4 }]);
        constrain(&mut accepted, &both);
        assert_eq!(
            accepted,
            json!({ "type": "number", "minimum": 0, "allOf": [{ "minimum": 4 }] })
        );
    }

    #[test]
    fn expressions_that_only_rust_reads_are_not_written() {
        for (pattern, is_portable) in [
            ("^[a-z]+$", true),
            (r"^\d{3}\.(?:a|b)$", true),
            ("(?i)zoo", false),
            (r"\Azoo\z", false),
            ("[[:alpha:]]", false),
            (r"a\-b", false),
        ] {
            let found = constrained(json!({}), json!({ "kind": "matches", "pattern": pattern }));
            assert_eq!(found.get("pattern").is_some(), is_portable, "{pattern}");
        }
    }
}
