//! The values of templates, with the types that they have in Go.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use serde_json::Value as Json;

/// A value of a template.
#[derive(Debug, Clone)]
pub(super) enum Value {
    /// `nil`, and a missing field of a page.
    Nothing,
    Bool(bool),
    Int(i64),
    /// A byte of a text, of Go's type `uint8`.
    Byte(u8),
    Float(f64),
    Text(Rc<str>),
    List(List),
    /// The data of a page. It has a fixed set of fields, as a struct.
    Data(Rc<BTreeMap<String, Value>>),
}

/// A list of texts: a part of an array, as a slice of Go.
#[derive(Debug, Clone)]
pub(super) struct List {
    /// The shared array. The slice is `start..end`, and may grow to `limit`. `None` for nil.
    array: Option<Rc<[Rc<str>]>>,
    start: usize,
    end: usize,
    /// The maximum end of a slice of this one.
    limit: usize,
}

impl List {
    pub(super) fn new(array: Rc<[Rc<str>]>) -> Self {
        let end = array.len();
        Self {
            array: Some(array),
            start: 0,
            end,
            limit: end,
        }
    }

    const fn nil() -> Self {
        Self {
            array: None,
            start: 0,
            end: 0,
            limit: 0,
        }
    }

    pub(super) const fn is_nil(&self) -> bool {
        self.array.is_none()
    }

    pub(super) fn elements(&self) -> &[Rc<str>] {
        match &self.array {
            Some(array) => &array[self.start..self.end],
            None => &[],
        }
    }

    /// Returns the maximum length of a slice with the same start.
    pub(super) const fn capacity(&self) -> usize {
        self.limit - self.start
    }

    /// Returns the slice of a range, which can be extended up to `capacity`. Neither exceeds the capacity of this list.
    pub(super) fn slice(&self, range: Range<usize>, capacity: usize) -> Self {
        Self {
            array: self.array.clone(),
            start: self.start + range.start,
            end: self.start + range.end,
            limit: self.start + capacity,
        }
    }
}

impl Value {
    /// Returns the data of a page. A list without elements is nil, as the lists of `tfplugindocs` are.
    pub(super) fn of_data(data: &Json) -> Self {
        match data {
            Json::Null => Self::Nothing,
            Json::Bool(flag) => Self::Bool(*flag),
            Json::Number(number) => number.as_i64().map_or(Self::Nothing, Self::Int),
            Json::String(text) => Self::text(text),
            Json::Array(elements) if elements.is_empty() => Self::List(List::nil()),
            Json::Array(elements) => {
                let texts = elements.iter().filter_map(Json::as_str).map(Rc::from);
                Self::List(List::new(texts.collect()))
            }
            Json::Object(fields) => {
                let values = fields
                    .iter()
                    .map(|(name, value)| (name.clone(), Self::of_data(value)));
                Self::Data(Rc::new(values.collect()))
            }
        }
    }

    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// Returns a text. Other values have none.
    pub(super) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the name of the type.
    pub(super) const fn type_name(&self) -> &'static str {
        match self {
            Self::Nothing => "nil",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Byte(_) => "uint8",
            Self::Float(_) => "float64",
            Self::Text(_) => "string",
            Self::List(_) => "[]string",
            Self::Data(_) => "the data of a page",
        }
    }

    /// Whether conditions hold for the value.
    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Nothing => false,
            Self::Bool(flag) => *flag,
            Self::Int(number) => *number != 0,
            Self::Byte(byte) => *byte != 0,
            Self::Float(number) => *number != 0.0,
            Self::Text(text) => !text.is_empty(),
            Self::List(list) => !list.elements().is_empty(),
            Self::Data(_) => true,
        }
    }
}
