//! Type constraints, and the defaults of their optional attributes.

use std::collections::BTreeMap;

use terrane_value::{Error, Text, Type};

use crate::stack::deeper;

use super::tree::Value;

/// A type that a value must convert to, such as the type of a variable, with the defaults of its optional attributes.
#[derive(Debug, Clone)]
pub struct TypeConstraint {
    /// The type.
    pub ty: Type,
    /// The defaults.
    pub(crate) defaults: Defaults,
}

/// The defaults of the optional attributes of a type.
#[derive(Debug, Clone, Default)]
pub(crate) struct Defaults {
    /// The defaults of an object's attributes.
    pub(crate) attributes: BTreeMap<Text, Value>,
    /// The defaults inside of an object's attributes, or inside of a tuple's elements by their index.
    pub(crate) members: BTreeMap<Text, Defaults>,
    /// The defaults inside of a collection's elements.
    pub(crate) elements: Option<Box<Defaults>>,
}

impl TypeConstraint {
    /// Creates a constraint without defaults.
    pub fn new(ty: Type) -> Self {
        Self {
            ty,
            defaults: Defaults::default(),
        }
    }

    /// Fills the attributes that are missing or null with their defaults, and converts the value to the type.
    ///
    /// # Errors
    ///
    /// Fails with the path of the part that does not convert.
    pub fn apply(&self, value: Value) -> Result<Value, Error> {
        self.defaults.apply(value).convert(&self.ty)
    }
}

impl Defaults {
    /// Returns whether there are no defaults.
    pub(crate) fn is_empty(&self) -> bool {
        self.attributes.is_empty() && self.members.is_empty() && self.elements.is_none()
    }

    /// Fills the attributes that are missing or null with their defaults. Null and unknown values stay.
    fn apply(&self, value: Value) -> Value {
        let Some(elements) = value.elements() else {
            return value;
        };
        if self.is_empty() {
            return value;
        }
        let each = elements.iter().cloned();
        let filled = match value.ty() {
            Type::List(element) | Type::Set(element) => {
                let filled: Vec<Value> = each.map(|value| self.element(value)).collect();
                match (value.ty(), filled.is_empty()) {
                    (Type::List(_), true) => Value::list_of(Type::clone(element), filled),
                    (_, true) => Value::set_of(Type::clone(element), filled),
                    // Elements may have got different attributes, and are then unified by the conversion.
                    (_, false) => Value::tuple(filled),
                }
            }
            Type::Tuple(_) => {
                let member = |(index, value): (usize, Value)| match self
                    .members
                    .get(index.to_string().as_str())
                {
                    Some(defaults) => deeper(|| defaults.apply(value)),
                    None => self.element(value),
                };
                Value::tuple(each.enumerate().map(member).collect())
            }
            Type::Map(_) | Type::Object(_) => self.attributes(&value),
            Type::String | Type::Number | Type::Bool | Type::Dynamic => return value,
        };
        filled.with_marks(value.marks())
    }

    fn element(&self, value: Value) -> Value {
        match &self.elements {
            Some(defaults) => deeper(|| defaults.apply(value)),
            None => value,
        }
    }

    fn attributes(&self, value: &Value) -> Value {
        let mut attributes: BTreeMap<Text, Value> = BTreeMap::new();
        for (name, value) in value.entries() {
            let filled = match self.members.get(name) {
                Some(defaults) => deeper(|| defaults.apply(value.clone())),
                None => self.element(value.clone()),
            };
            attributes.insert(name.clone(), filled);
        }
        for (name, default) in &self.attributes {
            if attributes.get(name).is_none_or(Value::is_null) {
                let default = match self.members.get(name) {
                    Some(defaults) => deeper(|| defaults.apply(default.clone())),
                    None => default.clone(),
                };
                attributes.insert(name.clone(), default);
            } else if default.is_definitely_not_null()
                && let Some(value) = attributes.get_mut(name)
            {
                *value = std::mem::replace(value, Value::dynamic()).refine_not_null();
            }
        }
        if attributes.is_empty() {
            value.clone()
        } else {
            Value::object(attributes)
        }
    }
}
