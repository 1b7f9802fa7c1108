//! Paths of attributes and nested blocks in a schema.

use std::fmt;

use terrane_value::{Path, Step, Text};

/// The path of an attribute or nested block in a schema, from the block that contains the relation.
///
/// It names attributes and blocks only. A path through a list, set or map has no position and no key: it stands for all elements.
///
/// # Examples
///
/// ```
/// use terrane_framework::schema::MemberPath;
///
/// let path = MemberPath::from("diet.kcal");
/// assert_eq!(path.to_string(), "diet.kcal");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct MemberPath(Vec<Text>);

impl MemberPath {
    /// The names of the attributes and blocks, from the outermost to the member itself.
    #[must_use]
    pub(crate) fn names(&self) -> &[Text] {
        &self.0
    }
}

impl fmt::Display for MemberPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, name) in self.0.iter().enumerate() {
            let dot = if at == 0 { "" } else { "." };
            write!(f, "{dot}{name}")?;
        }
        Ok(())
    }
}

impl From<&str> for MemberPath {
    /// Splits the text at its dots.
    fn from(path: &str) -> Self {
        Self(path.split('.').map(Text::from).collect())
    }
}

impl From<String> for MemberPath {
    fn from(path: String) -> Self {
        path.as_str().into()
    }
}

impl From<Text> for MemberPath {
    fn from(path: Text) -> Self {
        path.as_str().into()
    }
}

impl From<Path> for MemberPath {
    /// Takes the attributes of a path, without the elements.
    fn from(path: Path) -> Self {
        let names = path.steps().iter().filter_map(|step| match step {
            Step::Attribute(name) => Some(name.clone()),
            Step::Index(_) | Step::Key(_) | Step::Element(_) => None,
        });
        Self(names.collect())
    }
}
