//! Marks: properties that a host attaches to a value, such as that it is a secret.

use std::collections::BTreeSet;
use std::sync::Arc;

/// A mark of a value. Results of operators and functions have the marks of everything that they are computed from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Mark {
    /// The value is a secret, which must not be shown.
    Sensitive,
    /// The value exists during one run only, and must not be stored.
    Ephemeral,
    /// The value is the result of `type(..)`, which may only be shown.
    Type,
}

/// The set of marks of a value. An empty set takes no memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Marks(Option<Arc<BTreeSet<Mark>>>);

impl Marks {
    /// Creates an empty set.
    pub(crate) const fn new() -> Self {
        Self(None)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns whether the set contains a mark.
    pub fn contains(&self, mark: &Mark) -> bool {
        self.0.as_ref().is_some_and(|marks| marks.contains(mark))
    }

    /// Iterates over the marks in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Mark> {
        self.0.iter().flat_map(|marks| marks.iter())
    }

    /// Adds a mark.
    pub(crate) fn insert(&mut self, mark: Mark) {
        Arc::make_mut(self.0.get_or_insert_default()).insert(mark);
    }

    /// Removes a mark.
    pub(crate) fn remove(&mut self, mark: &Mark) {
        if !self.contains(mark) {
            return;
        }
        let rest: BTreeSet<Mark> = self.iter().filter(|own| *own != mark).cloned().collect();
        self.0 = (!rest.is_empty()).then(|| Arc::new(rest));
    }

    /// Adds the marks of another set.
    pub(crate) fn merge(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (_, None) => {}
            (own @ None, Some(marks)) => *own = Some(Arc::clone(marks)),
            (Some(own), Some(marks)) if Arc::ptr_eq(own, marks) => {}
            (Some(own), Some(marks)) => Arc::make_mut(own).extend(marks.iter().cloned()),
        }
    }
}

impl From<Mark> for Marks {
    fn from(mark: Mark) -> Self {
        [mark].into_iter().collect()
    }
}

impl FromIterator<Mark> for Marks {
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Self {
        let set: BTreeSet<Mark> = marks.into_iter().collect();
        Self((!set.is_empty()).then(|| Arc::new(set)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_set_is_equal_however_it_was_made() {
        let mut marks = Marks::from(Mark::Sensitive);
        marks.merge(&Marks::from(Mark::Ephemeral));
        assert_eq!(marks.iter().count(), 2);
        marks.remove(&Mark::Sensitive);
        marks.remove(&Mark::Ephemeral);
        assert_eq!(marks, Marks::new());
    }
}
