use std::cmp::Ordering;
use std::fmt;

use super::{Path, Step};
use crate::json::Quoted;
use crate::value::Value;

impl fmt::Display for Path {
    /// Writes the path as an expression: `items[0].labels["x"].name`, and `tags[="x"]` for an element of a set.
    ///
    /// If a set element is not a string, number or bool, only its kind is written, and the text cannot be parsed again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            match step {
                Step::Attribute(name) => {
                    if index > 0 {
                        f.write_str(".")?;
                    }
                    if is_identifier(name) {
                        f.write_str(name)?
                    } else {
                        Quoted(name).fmt(f)?
                    }
                }
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) => write!(f, "[{}]", Quoted(key))?,
                Step::Element(element) => write!(f, "[={}]", Element(element))?,
            }
        }
        Ok(())
    }
}

/// Returns whether a name needs no quotes.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars
        .next()
        .is_some_and(|first| first.is_alphabetic() || first == '_')
        && chars.all(continues_identifier)
}

pub(super) fn continues_identifier(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

struct Element<'a>(&'a Value);

impl fmt::Display for Element<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.0.as_str() {
            Quoted(text).fmt(f)
        } else if let Some(number) = self.0.as_number() {
            number.fmt(f)
        } else if let Some(bool) = self.0.as_bool() {
            bool.fmt(f)
        } else {
            write!(f, "({})", self.0.kind())
        }
    }
}

impl Ord for Step {
    /// Orders steps by kind, and then by name, index or key. Elements of sets have no order of their own, so they are ordered by their text.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Attribute(a), Self::Attribute(b)) | (Self::Key(a), Self::Key(b)) => a.cmp(b),
            (Self::Index(a), Self::Index(b)) => a.cmp(b),
            (Self::Element(a), Self::Element(b)) if a == b => Ordering::Equal,
            (Self::Element(a), Self::Element(b)) => format!("{a:?}").cmp(&format!("{b:?}")),
            (a, b) => a.rank().cmp(&b.rank()),
        }
    }
}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Step {
    fn rank(&self) -> u8 {
        match self {
            Self::Attribute(_) => 0,
            Self::Index(_) => 1,
            Self::Key(_) => 2,
            Self::Element(_) => 3,
        }
    }
}
