//! Conversions of Rust types into values.

use terrane_value::{Text, Type};

use super::number::Number;
use super::tree::{Content, Value};

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::new(Type::Bool, Content::Bool(value))
    }
}

impl From<Number> for Value {
    fn from(value: Number) -> Self {
        Self::new(Type::Number, Content::Number(value))
    }
}

impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Number::from(value).into()
    }
}

impl From<usize> for Value {
    fn from(value: usize) -> Self {
        Number::from(value).into()
    }
}

impl From<Text> for Value {
    fn from(value: Text) -> Self {
        Self::new(Type::String, Content::String(value))
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Text::from(value).into()
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Text::from(value).into()
    }
}
