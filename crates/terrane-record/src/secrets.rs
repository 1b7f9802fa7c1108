//! Placeholders in the place of secrets.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use crate::recording::{Call, Recording};

/// The length of a secret from which it is also replaced outside of the attribute that makes it a secret.
const ELSEWHERE: usize = 4;

/// The secrets of a recording.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    /// The placeholders of texts.
    texts: BTreeMap<String, String>,
}

/// Returns the text that stands for a secret.
pub(crate) fn placeholder(number: usize) -> String {
    format!("(secret {number})")
}

impl Secrets {
    /// Adds a secret.
    pub(crate) fn add(&mut self, text: &str) {
        let next = placeholder(self.texts.len() + 1);
        if !text.is_empty() && !self.texts.contains_key(text) {
            self.texts.insert(text.to_owned(), next);
        }
    }

    /// Replaces secrets in all calls: the values of sensitive and of write-only attributes, wherever they appear, and the secrets that were added.
    pub(crate) fn hide(mut self, calls: &mut [Call]) {
        let schemas = recorded_schemas(calls);
        for call in &mut *calls {
            visit_secrets(&schemas, call, &mut |value| self.collect(value));
        }
        for call in &mut *calls {
            visit_secrets(&schemas, call, &mut |value| self.replace_whole(value));
            self.replace(&mut call.request);
            if let Some(response) = &mut call.response {
                self.replace(response);
            }
            if let Some(error) = &mut call.error {
                error.message = self.replaced(&error.message);
            }
        }
    }

    fn collect(&mut self, value: &mut Json) {
        match value {
            Json::String(text) => self.add(text),
            Json::Array(elements) => elements.iter_mut().for_each(|it| self.collect(it)),
            Json::Object(members) => members.values_mut().for_each(|it| self.collect(it)),
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }

    /// Replaces a secret at its own attribute, however short it is. A number becomes another one, so that the provider accepts it.
    fn replace_whole(&self, value: &mut Json) {
        match value {
            Json::String(text) => {
                if let Some(placeholder) = self.texts.get(text) {
                    text.clone_from(placeholder);
                }
            }
            Json::Number(_) => *value = 0.into(),
            Json::Array(elements) => elements.iter_mut().for_each(|it| self.replace_whole(it)),
            Json::Object(members) => members.values_mut().for_each(|it| self.replace_whole(it)),
            Json::Null | Json::Bool(_) => {}
        }
    }

    fn replace(&self, value: &mut Json) {
        match value {
            Json::String(text) => *text = self.replaced(text),
            Json::Array(elements) => elements.iter_mut().for_each(|it| self.replace(it)),
            Json::Object(members) => {
                let replaced = std::mem::take(members)
                    .into_iter()
                    .map(|(name, mut value)| {
                        self.replace(&mut value);
                        (self.replaced(&name), value)
                    });
                *members = replaced.collect();
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }

    fn replaced(&self, text: &str) -> String {
        // A secret that contains another one goes first.
        let mut contained: Vec<_> = self
            .texts
            .iter()
            .filter(|(secret, _)| secret.len() >= ELSEWHERE && text.contains(secret.as_str()))
            .collect();
        contained.sort_by_key(|(secret, _)| std::cmp::Reverse(secret.len()));
        let replace = |text: String, (secret, placeholder): (&String, &String)| {
            text.replace(secret.as_str(), placeholder)
        };
        contained.into_iter().fold(text.to_owned(), replace)
    }
}

/// The recorded answers with schemas.
fn recorded_schemas(calls: &[Call]) -> Vec<Json> {
    let with_schemas = calls
        .iter()
        .filter(|call| call.rpc == "GetProviderSchema" || call.rpc == "GetSchema");
    with_schemas
        .filter_map(|call| call.response.clone())
        .collect()
}

/// Calls a function with each sensitive value of a call.
fn visit_secrets(schemas: &[Json], call: &mut Call, found: &mut dyn FnMut(&mut Json)) {
    let type_name = ["type_name", "action_type"]
        .iter()
        .find_map(|field| call.request.get(field)?.as_str())
        .map(str::to_owned);
    let messages = [Some(&mut call.request), call.response.as_mut()];
    for message in messages.into_iter().flatten() {
        each_value(message, &mut |field, value| {
            for schema in schemas {
                if let Some(block) = block_of(schema, &call.rpc, field, type_name.as_deref()) {
                    visit_block(block, value, found);
                }
            }
        });
    }
}

/// Calls a function with each value in MessagePack or JSON, and the name of the field that contains it.
fn each_value(message: &mut Json, found: &mut dyn FnMut(&str, &mut Json)) {
    match message {
        Json::Array(messages) => messages.iter_mut().for_each(|it| each_value(it, found)),
        Json::Object(fields) => {
            for (name, content) in fields {
                if let Some(value) = content.get_mut("msgpack") {
                    found(name, value);
                } else if let Some(value) = content.pointer_mut("/json/$json") {
                    found(name, value);
                } else {
                    each_value(content, found);
                }
            }
        }
        _ => {}
    }
}

/// Returns the block that describes a value.
fn block_of<'a>(
    schema: &'a Json,
    rpc: &str,
    field: &str,
    type_name: Option<&str>,
) -> Option<&'a Json> {
    let type_schema = match (field, type_name) {
        ("provider_meta", _) => schema.get("provider_meta")?,
        (_, None) => schema.get("provider")?,
        (_, Some(name)) => {
            let kind = match rpc {
                rpc if rpc.contains("Ephemeral") => "ephemeral_resource_schemas",
                rpc if rpc.contains("Data") => "data_source_schemas",
                rpc if rpc.contains("Action") => "action_schemas",
                rpc if rpc.contains("ListResource") && field == "config" => "list_resource_schemas",
                rpc if rpc.contains("State") && !rpc.contains("Resource") => "state_store_schemas",
                _ => "resource_schemas",
            };
            schema.get(kind)?.get(name)?
        }
    };
    let block_schema = type_schema.get("schema").unwrap_or(type_schema);
    block_schema.get("block")
}

fn visit_block(block: &Json, value: &mut Json, found: &mut dyn FnMut(&mut Json)) {
    let Some(members) = value.as_object_mut() else {
        return;
    };
    visit_attributes(block, members, found);
    for nested in list(block, "block_types") {
        let content = name(nested, "type_name").and_then(|name| members.get_mut(name));
        if let (Some(content), Some(block)) = (content, nested.get("block")) {
            each_object(name(nested, "nesting"), content, &mut |object| {
                visit_block(block, object, found);
            });
        }
    }
}

fn visit_attributes(
    parent: &Json,
    members: &mut Map<String, Json>,
    found: &mut dyn FnMut(&mut Json),
) {
    for attribute in list(parent, "attributes") {
        let Some(value) = name(attribute, "name").and_then(|name| members.get_mut(name)) else {
            continue;
        };
        let is = |flag: &str| attribute.get(flag).and_then(Json::as_bool) == Some(true);
        if is("sensitive") || is("write_only") {
            found(value);
        } else if let Some(nested) = attribute.get("nested_type") {
            each_object(name(nested, "nesting"), value, &mut |object| {
                if let Some(members) = object.as_object_mut() {
                    visit_attributes(nested, members, found);
                }
            });
        }
    }
}

/// Calls a function with each object of nested attributes or blocks.
fn each_object(nesting: Option<&str>, value: &mut Json, found: &mut dyn FnMut(&mut Json)) {
    match (nesting, value) {
        (Some("MAP"), Json::Object(objects)) => objects.values_mut().for_each(found),
        (_, Json::Array(objects)) => objects.iter_mut().for_each(found),
        (_, object) => found(object),
    }
}

fn list<'a>(json: &'a Json, name: &str) -> impl Iterator<Item = &'a Json> {
    json.get(name)
        .and_then(Json::as_array)
        .into_iter()
        .flatten()
}

fn name<'a>(json: &'a Json, name: &str) -> Option<&'a str> {
    json.get(name)?.as_str()
}

impl Recording {
    /// Returns the numbers of the placeholders that requests contain.
    pub fn secrets(&self) -> BTreeSet<usize> {
        let mut numbers = BTreeSet::new();
        for call in &self.calls {
            find_numbers(&call.request, &mut numbers);
        }
        numbers
    }
}

fn find_numbers(value: &Json, numbers: &mut BTreeSet<usize>) {
    match value {
        Json::String(text) => {
            let parts = text.split("(secret ").skip(1);
            numbers.extend(parts.filter_map(|rest| rest.split_once(')')?.0.parse::<usize>().ok()));
        }
        Json::Array(elements) => elements.iter().for_each(|it| find_numbers(it, numbers)),
        Json::Object(members) => members.values().for_each(|it| find_numbers(it, numbers)),
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use terrane_protocol::Version;

    use super::*;

    fn call(rpc: &str, request: Json, response: Json) -> Call {
        Call {
            rpc: rpc.to_owned(),
            request,
            response: Some(response),
            error: None,
        }
    }

    fn recorded() -> Vec<Call> {
        let schema = json!({"resource_schemas": {"zoo_pet": {"block": {
            "attributes": [
                {"name": "name"},
                {"name": "chip", "sensitive": true},
                {"name": "pin", "write_only": true},
                {"name": "keys", "nested_type": {"nesting": "MAP", "attributes": [{"name": "key", "sensitive": true}]}},
            ],
            "block_types": [{"type_name": "box", "nesting": "LIST", "block": {"attributes": [{"name": "code", "sensitive": true}]}}],
        }}}});
        let value = json!({
            "name": "rex-chip-77", "chip": "chip-77", "pin": 1234,
            "keys": {"a": {"key": "k1"}, "b": {"key": "chip-77"}}, "box": [{"code": "code-1"}],
        });
        vec![
            call("GetProviderSchema", json!({}), schema),
            call(
                "ReadResource",
                json!({"type_name": "zoo_pet", "current_state": {"msgpack": value.clone()}, "private": "k1 chip-77"}),
                json!({"new_state": {"msgpack": value}, "diagnostics": [{"detail": "no code-1"}]}),
            ),
        ]
    }

    #[test]
    fn sensitive_and_write_only_values_become_placeholders_that_are_equal_where_they_are_equal() {
        let mut calls = recorded();
        Secrets::default().hide(&mut calls);
        let state = &calls[1].request["current_state"]["msgpack"];
        assert_eq!(
            calls[1].response.as_ref().unwrap()["new_state"]["msgpack"],
            *state
        );
        let chip = state["chip"].as_str().unwrap();
        assert!(chip.starts_with("(secret "), "{chip}");
        assert_eq!(state["keys"]["b"]["key"], chip);
        assert_ne!(state["keys"]["a"]["key"], chip);
        assert_eq!(state["pin"], 0);
        assert_eq!(state["name"], format!("rex-{chip}"));
        let text = serde_json::to_string(&calls).unwrap();
        for secret in ["chip-77", "code-1", "1234", "\"k1\""] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
    }

    #[test]
    fn a_short_secret_is_left_in_other_texts() {
        let mut calls = recorded();
        Secrets::default().hide(&mut calls);
        let private = calls[1].request["private"].as_str().unwrap();
        assert!(private.starts_with("k1 (secret"), "{private}");
    }

    #[test]
    fn the_placeholders_of_requests_are_counted() {
        let mut calls = recorded();
        Secrets::default().hide(&mut calls);
        let recording = Recording::new("a/b/c".to_owned(), Version::V6, calls);
        assert_eq!(recording.secrets(), BTreeSet::from([1, 2, 3]));
    }
}
