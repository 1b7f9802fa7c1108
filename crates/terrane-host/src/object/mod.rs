//! Objects of resources with the types of their schemas: between states, providers and expressions.

mod json;
mod marks;
mod schema;

use terrane_hcl::value::Value as Expression;
use terrane_protocol::Opaque;
use terrane_protocol::schema::{IdentitySchema, Schema};
use terrane_value::{Path, Type, Value};

use crate::state;

pub(crate) use json::encode_state;
pub(crate) use marks::{mark_paths, marked_paths};
pub use schema::body_schema;
pub(crate) use schema::{null_write_only, sensitive_paths, type_kind, write_only_paths};

/// An object of a resource or data source.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Object {
    /// The attributes, without marks. Only planned objects have unknown parts.
    pub(crate) value: Value,
    /// The paths of sensitive values, sorted.
    pub(crate) sensitive: Vec<Path>,
    pub(crate) private: Opaque,
    pub(crate) identity: Option<Value>,
    pub(crate) is_tainted: bool,
    pub(crate) dependencies: Vec<String>,
    pub(crate) create_before_destroy: bool,
}

impl Object {
    /// Creates an object that has only attributes.
    pub(crate) fn new(value: Value) -> Self {
        Self {
            value,
            sensitive: Vec::new(),
            private: Opaque::default(),
            identity: None,
            is_tainted: false,
            dependencies: Vec::new(),
            create_before_destroy: false,
        }
    }
}

/// The schema of a resource type, with what is computed from it once.
#[derive(Debug)]
pub(crate) struct ResourceSchema {
    pub(crate) schema: Schema,
    pub(crate) ty: Type,
    pub(crate) rules: terrane_protocol::rules::Rules,
    pub(crate) body: terrane_hcl::decode::Schema,
    pub(crate) identity: Option<IdentitySchema>,
}

impl ResourceSchema {
    pub(crate) fn new(schema: Schema, identity: Option<IdentitySchema>) -> Self {
        Self {
            ty: schema.implied_type(),
            rules: terrane_protocol::rules::Rules::new(&schema),
            body: body_schema(&schema.block),
            identity,
            schema,
        }
    }

    /// Returns the value for expressions: with the marks of the object and of the schema.
    pub(crate) fn expression(&self, object: &Object) -> Expression {
        let value = Expression::from_exchange(&object.value, &self.ty);
        let value = value.unwrap_or_else(|_| Expression::unknown(self.ty.clone()));
        mark_paths(value, &object.sensitive)
    }

    /// Returns the sensitive paths of a value: the given ones that exist in it, and those of the schema. They are sorted.
    pub(crate) fn sensitive(&self, value: &Value, paths: &[Path]) -> Vec<Path> {
        let mut all = sensitive_paths(&self.schema.block, value);
        let exists = |path: &&Path| value.at(path).is_some();
        all.extend(paths.iter().filter(exists).cloned());
        all.sort_by_key(ToString::to_string);
        all.dedup();
        all
    }

    /// Encodes an object for a state.
    pub(crate) fn to_state(&self, object: &Object) -> Result<state::Object, String> {
        let mut value = object.value.clone();
        null_write_only(&self.schema.block, &mut value);
        let json = encode_state(&value, &self.ty)?;
        let identity = match (&object.identity, &self.identity) {
            (Some(identity), Some(schema)) if !identity.is_null() => {
                Some(encode_state(identity, &schema.implied_type())?)
            }
            _ => None,
        };
        Ok(state::Object {
            attributes: state::Attributes::Json(json),
            schema_version: u64::try_from(self.schema.version).unwrap_or_default(),
            tainted: object.is_tainted,
            sensitive_attributes: Some(self.sensitive(&value, &object.sensitive)),
            identity_schema_version: Some(match (&identity, &self.identity) {
                (Some(_), Some(schema)) => u64::try_from(schema.version).unwrap_or_default(),
                _ => 0,
            }),
            identity,
            private: object.private.to_vec(),
            dependencies: object.dependencies.clone(),
            create_before_destroy: object.create_before_destroy,
        })
    }
}
