//! Attribute paths, which locate a part of a value.

use crate::text::{Name, Text};
use crate::value::Value;

mod parse;
mod print;

/// The path of a part of a value, from the root of the value.
///
/// ```
/// # use terrane_value::Path;
/// let path = Path::root().attribute("items").index(0).attribute("labels").key("x");
/// assert_eq!(path.to_string(), r#"items[0].labels["x"]"#);
/// assert_eq!(path.to_string().parse(), Ok(path));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(Vec<Step>);

/// One step of a path, which leads one level down in a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A step to an attribute of an object.
    Attribute(Name),
    /// A step to an element of a list or a tuple.
    Index(usize),
    /// A step to the value of a key in a map.
    Key(Text),
    /// A step to the element of a set that equals this value.
    Element(Box<Value>),
}

impl Path {
    /// Creates the root path, which is the path of the value itself.
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// Appends a step to an attribute.
    #[must_use]
    pub fn attribute(self, name: impl Into<Name>) -> Self {
        self.step(Step::Attribute(name.into()))
    }

    /// Appends a step to an element of a list or a tuple.
    #[must_use]
    pub fn index(self, index: usize) -> Self {
        self.step(Step::Index(index))
    }

    /// Appends a step to the value of a key in a map.
    #[must_use]
    pub fn key(self, key: impl Into<Text>) -> Self {
        self.step(Step::Key(key.into()))
    }

    /// Appends a step to an element of a set.
    #[must_use]
    pub fn element(self, element: impl Into<Value>) -> Self {
        self.step(Step::Element(Box::new(element.into())))
    }

    /// Appends a step.
    #[must_use]
    pub fn step(mut self, step: impl Into<Step>) -> Self {
        self.push(step);
        self
    }

    /// Adds a step at the end.
    pub fn push(&mut self, step: impl Into<Step>) {
        self.0.push(step.into());
    }

    /// Removes and returns the last step.
    pub fn pop(&mut self) -> Option<Step> {
        self.0.pop()
    }

    /// Adds a step in front.
    pub(crate) fn prepend(&mut self, step: Step) {
        self.0.insert(0, step);
    }

    /// Returns the path without its last step. The root has no parent.
    pub fn parent(&self) -> Option<Self> {
        self.0.split_last().map(|(_, rest)| Self(rest.to_vec()))
    }

    /// Returns the last step.
    pub fn last(&self) -> Option<&Step> {
        self.0.last()
    }

    /// Returns all steps from the root.
    pub fn steps(&self) -> &[Step] {
        &self.0
    }

    /// Returns whether the path is the root, which is the path of the value itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether this path equals the other path or is inside it.
    pub fn starts_with(&self, other: &Self) -> bool {
        self.0.starts_with(&other.0)
    }

    /// Appends another path's steps.
    #[must_use]
    pub fn join(mut self, other: &Self) -> Self {
        self.0.extend_from_slice(&other.0);
        self
    }
}

impl From<Vec<Step>> for Path {
    fn from(steps: Vec<Step>) -> Self {
        Self(steps)
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

impl FromIterator<Step> for Path {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_its_parent_and_its_ancestors() {
        let path = Path::root().attribute("a").index(1);
        assert_eq!(path.parent(), Some(Path::root().attribute("a")));
        assert_eq!(Path::root().parent(), None);
        assert!(path.starts_with(&Path::root()));
        assert!(path.starts_with(&path));
        assert!(!Path::root().attribute("a").starts_with(&path));
        assert_eq!(Path::root().join(&path), path);
        assert_eq!(path.last(), Some(&Step::Index(1)));
    }

    #[test]
    fn sorts_by_steps() {
        let mut paths = [
            Path::root().attribute("b"),
            Path::root().attribute("a").index(10),
            Path::root().attribute("a").index(9),
            Path::root().attribute("a"),
            Path::root(),
        ];
        paths.sort();
        let sorted: Vec<String> = paths.iter().map(Path::to_string).collect();
        assert_eq!(sorted, ["", "a", "a[9]", "a[10]", "b"]);
    }
}
