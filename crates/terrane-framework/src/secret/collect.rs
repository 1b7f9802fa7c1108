//! Finds the secrets in objects and stored states.

use serde_json::Value as Json;
use terrane_value::{Data, Object, Value};

use crate::elements;
use crate::schema::Block;

impl Block {
    /// Calls `found` with each text in a sensitive or write-only member of an object.
    pub(super) fn each_secret(&self, object: &Object, found: &mut dyn FnMut(&str)) {
        if !self.has_secrets() || !self.describes(object) {
            return;
        }
        for (at, member) in self.members().iter().enumerate() {
            let value = object.at(at);
            if member.is_sensitive() || member.is_write_only() {
                each_text(value, found);
            } else if let Some(nested) = member.shape().nested() {
                for object in elements::objects(value) {
                    nested.each_secret(object, found);
                }
            }
        }
    }

    /// Does the same for a stored state of any version. A value counts as secret if its name is that of a sensitive or write-only member.
    pub(super) fn each_stored_secret(&self, stored: &Json, found: &mut dyn FnMut(&str)) {
        match stored {
            Json::Array(elements) => {
                elements
                    .iter()
                    .for_each(|element| self.each_stored_secret(element, found));
            }
            Json::Object(entries) => {
                for (name, value) in entries {
                    match self.member(name) {
                        Some(member) if member.is_sensitive() || member.is_write_only() => {
                            each_json_text(value, found);
                        }
                        Some(member) => {
                            if let Some(nested) = member.shape().nested() {
                                nested.each_stored_secret(value, found);
                            }
                        }
                        // An unknown name is the key of a map of objects, or a name from an older version.
                        None => self.each_stored_secret(value, found),
                    }
                }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }
}

fn each_json_text(value: &Json, found: &mut dyn FnMut(&str)) {
    match value {
        Json::Null | Json::Bool(_) => {}
        Json::Number(number) => found(&number.to_string()),
        Json::String(text) => found(text),
        Json::Array(elements) => elements.iter().for_each(|it| each_json_text(it, found)),
        Json::Object(entries) => entries.values().for_each(|it| each_json_text(it, found)),
    }
}

/// Calls `found` with all texts and numbers of a value. Keys of maps are names, not secrets.
pub(super) fn each_text(value: &Value, found: &mut dyn FnMut(&str)) {
    let Value::Known(data) = value else { return };
    match data {
        Data::Bool(_) => {}
        Data::Number(number) => found(&number.to_string()),
        Data::String(text) => found(text),
        Data::List(elements) | Data::Tuple(elements) => {
            elements
                .iter()
                .for_each(|element| each_text(element, found));
        }
        Data::Set(elements) => elements
            .iter()
            .for_each(|element| each_text(element, found)),
        Data::Map(elements) => elements
            .values()
            .for_each(|element| each_text(element, found)),
        Data::Object(object) => object
            .values()
            .iter()
            .for_each(|element| each_text(element, found)),
        Data::Dynamic(typed) => each_text(&typed.value, found),
    }
}
