//! Changes and values of a saved plan.

use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use terrane_hcl::value::Value as Expression;
use terrane_protocol::DynamicValue;
use terrane_value::{Path, Type, Value};

use crate::plan::{Action, Reason, ResourceChange};
use crate::state::{path_from_json, path_to_json};

/// A value with its type. Unknown parts stay unknown.
#[derive(Serialize, Deserialize)]
pub(super) struct Encoded {
    #[serde(rename = "type")]
    ty: Json,
    /// MessagePack in Base64.
    value: String,
}

impl Encoded {
    pub(super) fn of(value: &Value, ty: &Type) -> Result<Self, String> {
        let encoded = DynamicValue::encode(value, ty).map_err(|error| error.to_string())?;
        let ty = serde_json::from_slice(&ty.to_json());
        Ok(Self {
            ty: ty.map_err(|error| error.to_string())?,
            value: STANDARD.encode(&encoded.msgpack),
        })
    }

    /// Encodes the value of an expression, without marks.
    pub(super) fn of_expression(value: &Expression) -> Result<Self, String> {
        let (plain, _) = value.clone().unmark_deep();
        let typed = plain.to_exchange().map_err(|error| error.to_string())?;
        Self::of(&typed.value, &typed.ty)
    }

    pub(super) fn value(&self) -> Result<(Type, Value), String> {
        let ty =
            Type::from_json(self.ty.to_string().as_bytes()).map_err(|error| error.to_string())?;
        let bytes = STANDARD
            .decode(&self.value)
            .map_err(|error| format!("a value is no Base64: {error}."))?;
        let encoded = DynamicValue::from_msgpack(bytes.into());
        let value = encoded.decode(&ty).map_err(|error| error.to_string())?;
        Ok((ty, value))
    }

    pub(super) fn expression(&self) -> Result<Expression, String> {
        let (ty, value) = self.value()?;
        Expression::from_exchange(&value, &ty).map_err(|error| error.to_string())
    }
}

/// The change of an object.
#[derive(Serialize, Deserialize)]
pub(super) struct Change {
    address: String,
    previous_address: Option<String>,
    deposed: Option<String>,
    provider: String,
    action: String,
    reason: Option<String>,
    before: Encoded,
    after: Encoded,
    before_sensitive: Vec<Json>,
    after_sensitive: Vec<Json>,
    replace_paths: Vec<Json>,
    importing: Option<String>,
    private: String,
    dependencies: Vec<String>,
}

impl Change {
    pub(super) fn of(change: &ResourceChange) -> Result<Self, String> {
        Ok(Self {
            address: change.address.to_string(),
            previous_address: change.previous_address.as_ref().map(ToString::to_string),
            deposed: change.deposed.clone(),
            provider: change.provider.to_string(),
            action: action_name(change.action),
            reason: change.reason.map(|reason| reason.name().to_owned()),
            before: Encoded::of(&change.before, &change.ty)?,
            after: Encoded::of(&change.after, &change.ty)?,
            before_sensitive: encoded_paths(&change.before_sensitive),
            after_sensitive: encoded_paths(&change.after_sensitive),
            replace_paths: encoded_paths(&change.replace_paths),
            importing: change.importing.clone(),
            private: STANDARD.encode(&*change.private),
            dependencies: change.dependencies.clone(),
        })
    }

    pub(super) fn decoded(self) -> Result<ResourceChange, String> {
        let (ty, before) = self.before.value()?;
        let previous = self.previous_address.as_deref().map(parsed);
        let reason = self.reason.map(|name| {
            let mut all = Reason::ALL.into_iter();
            let reason = all.find(|reason| reason.name() == name);
            reason.ok_or_else(|| format!("there is no reason \"{name}\"."))
        });
        let private = STANDARD.decode(&self.private);
        Ok(ResourceChange {
            address: parsed(&self.address)?,
            previous_address: previous.transpose()?,
            deposed: self.deposed,
            provider: parsed(&self.provider)?,
            action: action(&self.action)?,
            reason: reason.transpose()?,
            before,
            after: self.after.value()?.1,
            ty,
            before_sensitive: decoded_paths(self.before_sensitive)?,
            after_sensitive: decoded_paths(self.after_sensitive)?,
            replace_paths: decoded_paths(self.replace_paths)?,
            importing: self.importing,
            private: private.map_err(|error| error.to_string())?.into(),
            dependencies: self.dependencies,
        })
    }
}

pub(super) fn encoded_paths(paths: &[Path]) -> Vec<Json> {
    paths.iter().map(path_to_json).collect()
}

pub(super) fn decoded_paths(paths: Vec<Json>) -> Result<Vec<Path>, String> {
    paths.into_iter().map(path_from_json).collect()
}

/// Reads an address.
pub(super) fn parsed<T: FromStr<Err: ToString>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Returns the name of an action in the file.
pub(super) fn action_name(action: Action) -> String {
    action.names().join("-")
}

pub(super) fn action(name: &str) -> Result<Action, String> {
    let mut all = Action::ALL.into_iter();
    let action = all.find(|action| action_name(*action) == name);
    action.ok_or_else(|| format!("there is no action \"{name}\"."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_types_and_unknown_parts() {
        let ty = Type::object([
            ("known", Type::list(Type::Number)),
            ("other", Type::Dynamic),
        ]);
        let value = Value::object([
            ("known", Value::list([Value::from(1_i64), Value::unknown()])),
            ("other", Value::unknown()),
        ]);
        let encoded = Encoded::of(&value, &ty).unwrap();
        assert_eq!(encoded.value().unwrap(), (ty, value));
        for action in Action::ALL {
            assert_eq!(super::action(&action_name(action)), Ok(action));
        }
    }
}
