//! Values with their secrets, as the comparison of two values reads them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::value::RawValue;
use terrane_value::{Data, Path, Step, Text, Value};

/// The deepest nesting of a text in JSON that is compared part by part.
const DEEPEST_JSON: usize = 128;

/// A value or a part of one.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) content: Content,
    /// Whether the whole part is a secret. The parts of a secret are not marked themselves.
    pub(super) is_sensitive: bool,
}

/// The content of a part. Lists, sets and tuples are alike, and so are maps and objects: the schema tells them apart.
#[derive(Debug)]
pub(super) enum Content {
    Null,
    Unknown,
    Bool(bool),
    /// The digits.
    Number(String),
    String(Text),
    List(Vec<Part>),
    Map(BTreeMap<Text, Part>),
}

/// The part that stands for a missing one.
pub(super) static NULL: Part = Part {
    content: Content::Null,
    is_sensitive: false,
};

/// The part that stands for an unknown one.
pub(super) static UNKNOWN: Part = Part {
    content: Content::Unknown,
    is_sensitive: false,
};

impl Part {
    /// Creates the parts of a value whose secrets are at the paths.
    pub(super) fn new(value: &Value, sensitive: &[Path]) -> Self {
        let sensitive: Vec<&[Step]> = sensitive.iter().map(Path::steps).collect();
        Self::below(value, &sensitive)
    }

    fn below(value: &Value, sensitive: &[&[Step]]) -> Self {
        let is_sensitive = sensitive.iter().any(|path| path.is_empty());
        let sensitive = if is_sensitive { &[][..] } else { sensitive };
        let content = match value {
            Value::Null => Content::Null,
            Value::Unknown(_) => Content::Unknown,
            Value::Known(data) => Self::content(data, sensitive),
        };
        Self {
            content,
            is_sensitive,
        }
    }

    fn content(data: &Data, sensitive: &[&[Step]]) -> Content {
        let named = |name: &Text, value: &Value| {
            let is_here =
                |step: &Step| matches!(step, Step::Attribute(it) | Step::Key(it) if it == name);
            (name.clone(), Self::below(value, &rest(sensitive, is_here)))
        };
        let listed = |index: usize, value: &Value| {
            let is_here = |step: &Step| *step == Step::Index(index);
            Self::below(value, &rest(sensitive, is_here))
        };
        match data {
            Data::Bool(value) => Content::Bool(*value),
            Data::Number(number) => Content::Number(number.to_string()),
            Data::String(text) => Content::String(text.clone()),
            Data::List(values) | Data::Tuple(values) => {
                let parts = values.iter().enumerate();
                Content::List(parts.map(|(index, value)| listed(index, value)).collect())
            }
            Data::Set(values) => {
                Content::List(values.iter().map(|value| Self::below(value, &[])).collect())
            }
            Data::Map(values) => Content::Map(
                values
                    .iter()
                    .map(|(key, value)| named(key, value))
                    .collect(),
            ),
            Data::Object(values) => Content::Map(
                values
                    .iter()
                    .map(|(name, value)| named(name, value))
                    .collect(),
            ),
            Data::Dynamic(typed) => match &typed.value {
                Value::Null => Content::Null,
                Value::Unknown(_) => Content::Unknown,
                Value::Known(data) => Self::content(data, sensitive),
            },
        }
    }

    /// Reads a text in JSON. Numbers keep their digits. Nothing is returned for other texts, and for JSON that is nested too deeply.
    pub(super) fn from_json(text: &str) -> Option<Self> {
        Self::from_raw(serde_json::from_str(text).ok()?, 0)
    }

    fn from_raw(raw: &RawValue, depth: usize) -> Option<Self> {
        if depth > DEEPEST_JSON {
            return None;
        }
        let text = raw.get();
        let content = match text.as_bytes().first()? {
            b'n' => Content::Null,
            b't' | b'f' => Content::Bool(text == "true"),
            b'"' => Content::String(serde_json::from_str::<String>(text).ok()?.into()),
            b'[' => {
                let elements: Vec<&RawValue> = serde_json::from_str(text).ok()?;
                let parts = elements.into_iter().map(|it| Self::from_raw(it, depth + 1));
                Content::List(parts.collect::<Option<Vec<Self>>>()?)
            }
            b'{' => {
                let entries: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
                let parts = entries
                    .into_iter()
                    .map(|(key, it)| Some((key.into(), Self::from_raw(it, depth + 1)?)));
                Content::Map(parts.collect::<Option<_>>()?)
            }
            _ => Content::Number(text.to_owned()),
        };
        Some(Self {
            content,
            is_sensitive: false,
        })
    }

    /// Returns whether there is no known value.
    pub(super) const fn is_null(&self) -> bool {
        matches!(self.content, Content::Null | Content::Unknown)
    }

    /// Returns the elements of a list.
    pub(super) fn elements(&self) -> &[Self] {
        match &self.content {
            Content::List(parts) => parts,
            _ => &[],
        }
    }

    /// Finds the entry of a map.
    pub(super) fn entry(&self, key: &str) -> Option<&Self> {
        match &self.content {
            Content::Map(parts) => parts.get(key),
            _ => None,
        }
    }

    /// Iterates over the keys of a map.
    pub(super) fn keys(&self) -> impl Iterator<Item = &Text> {
        let parts = match &self.content {
            Content::Map(parts) => Some(parts),
            _ => None,
        };
        parts.into_iter().flat_map(BTreeMap::keys)
    }

    /// Returns whether the known values are equal. Hosts print plans as JSON, in which an unknown element is null and an unknown entry missing, and
    /// compare that.
    pub(super) fn is_equal(&self, other: &Self) -> bool {
        match (&self.content, &other.content) {
            (Content::Bool(own), Content::Bool(other)) => own == other,
            (Content::Number(own), Content::Number(other)) => own == other,
            (Content::String(own), Content::String(other)) => own == other,
            (Content::List(own), Content::List(other)) => {
                let mut pairs = own.iter().zip(other);
                own.len() == other.len() && pairs.all(|(own, other)| own.is_equal(other))
            }
            (Content::Map(own), Content::Map(other)) => {
                let own = known(own);
                let other = known(other);
                own.len() == other.len()
                    && own
                        .iter()
                        .zip(&other)
                        .all(|((own_key, own), (key, other))| own_key == key && own.is_equal(other))
            }
            _ => self.is_null() && other.is_null(),
        }
    }

    /// Returns a text that is the same for equal parts, and differs for others.
    pub(super) fn key(&self) -> String {
        let mut key = String::new();
        self.write_key(&mut key);
        key
    }

    fn write_key(&self, key: &mut String) {
        // Writing to a string cannot fail.
        match &self.content {
            Content::Null | Content::Unknown => key.push('-'),
            Content::Bool(value) => {
                let _ = write!(key, "{value}");
            }
            Content::Number(number) => key.push_str(number),
            Content::String(text) => {
                let _ = write!(key, "{:?}", text.as_str());
            }
            Content::List(parts) => {
                key.push('[');
                for part in parts {
                    part.write_key(key);
                    key.push(',');
                }
                key.push(']');
            }
            Content::Map(parts) => {
                key.push('{');
                for (name, part) in known(parts) {
                    let _ = write!(key, "{:?}:", name.as_str());
                    part.write_key(key);
                    key.push(',');
                }
                key.push('}');
            }
        }
    }
}

/// Returns the entries that are not unknown.
fn known(parts: &BTreeMap<Text, Part>) -> Vec<(&Text, &Part)> {
    let is_known = |part: &Part| !matches!(part.content, Content::Unknown);
    parts.iter().filter(|(_, part)| is_known(part)).collect()
}

/// Returns what follows a step in the paths.
fn rest<'p>(paths: &[&'p [Step]], is_here: impl Fn(&Step) -> bool) -> Vec<&'p [Step]> {
    let split = paths.iter().filter_map(|path| path.split_first());
    split
        .filter(|(step, _)| is_here(step))
        .map(|(_, rest)| rest)
        .collect()
}
