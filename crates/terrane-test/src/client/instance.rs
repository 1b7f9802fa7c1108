//! Objects, as a host stores them.

use terrane_protocol::{Diagnostic, Diagnostics, DynamicValue, Opaque};
use terrane_value::{Data, Object, Value};

/// An object as a host stores it: its attributes, its identity and the provider's private data. Only managed objects have the last two.
#[derive(Debug, Clone)]
pub struct Instance {
    pub(super) type_name: String,
    pub(super) value: Value,
    pub(super) private: Opaque,
    pub(super) identity: Option<DynamicValue>,
    pub(super) known_identity: Value,
    pub(super) warnings: Diagnostics,
}

impl Instance {
    /// Makes an object that does not exist yet: the prior state of a creation.
    #[must_use]
    pub fn absent(type_name: impl Into<String>) -> Self {
        Self {
            type_name: type_name.into(),
            value: Value::Null,
            private: Opaque::default(),
            identity: None,
            known_identity: Value::Null,
            warnings: Diagnostics::new(),
        }
    }

    /// Replaces the provider's private data.
    #[must_use]
    pub fn with_private(mut self, private: impl Into<Opaque>) -> Self {
        self.private = private.into();
        self
    }

    /// The type of the object.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// Whether the object exists. A read of a deleted object returns an `Instance` that does not exist.
    #[must_use]
    pub fn exists(&self) -> bool {
        !self.value.is_null()
    }

    /// All attributes. Null if it does not exist.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// One attribute or block, if the schema has it and the object exists.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        self.object()?.get(name)
    }

    /// The identity. Null if the type has none, or before it is known.
    #[must_use]
    pub fn identity(&self) -> &Value {
        &self.known_identity
    }

    /// The provider's private data.
    #[must_use]
    pub fn private(&self) -> &[u8] {
        &self.private
    }

    /// The provider's warnings in the answer that this object comes from.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    pub(super) fn object(&self) -> Option<&Object> {
        object(&self.value)
    }
}

/// The object inside a value. `None` stands for null.
pub(super) fn object(value: &Value) -> Option<&Object> {
    match value {
        Value::Known(Data::Object(object)) => Some(object),
        _ => None,
    }
}
