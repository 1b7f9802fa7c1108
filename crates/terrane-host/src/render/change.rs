//! A part of an object before and after a change.

use std::collections::BTreeSet;

use terrane_value::{Path, Step, Text};

use super::kind::Kind;
use super::part::{Content, NULL, Part};

/// A part before and after a change.
#[derive(Debug, Clone)]
pub(super) struct Change<'a> {
    pub(super) before: &'a Part,
    pub(super) after: &'a Part,
    /// Whether a null before the change is a value: an element or entry that is null, rather than a missing one.
    pub(super) before_is_explicit: bool,
    /// Whether a null after the change is a value.
    pub(super) after_is_explicit: bool,
    /// Whether secrets are compared like other values, because a part around this one is hidden already.
    pub(super) shows_secrets: bool,
    /// The paths whose change replaces the object, from this part on.
    pub(super) replace: Vec<&'a [Step]>,
}

impl<'a> Change<'a> {
    /// Creates the change of a whole object or output.
    pub(super) fn new(before: &'a Part, after: &'a Part, replace: &'a [Path]) -> Self {
        Self {
            before,
            after,
            before_is_explicit: false,
            after_is_explicit: false,
            shows_secrets: false,
            replace: replace.iter().map(Path::steps).collect(),
        }
    }

    pub(super) fn before_is_sensitive(&self) -> bool {
        self.before.is_sensitive && !self.shows_secrets
    }

    pub(super) fn after_is_sensitive(&self) -> bool {
        self.after.is_sensitive && !self.shows_secrets
    }

    pub(super) const fn is_unknown(&self) -> bool {
        matches!(self.after.content, Content::Unknown)
    }

    /// Returns whether there is a value neither before nor after the change.
    pub(super) const fn is_null(&self) -> bool {
        self.before.is_null() && self.after.is_null()
    }

    /// Returns whether a change of this very part replaces the object.
    pub(super) fn replaces(&self) -> bool {
        self.replace.iter().any(|path| path.is_empty())
    }

    /// Returns the same change, in which secrets are compared like other values.
    pub(super) fn without_secrets(&self) -> Self {
        Self {
            shows_secrets: true,
            ..self.clone()
        }
    }

    /// Returns the same change without the paths whose change replaces the object.
    pub(super) fn without_replacement(&self) -> Self {
        Self {
            replace: Vec::new(),
            ..self.clone()
        }
    }

    /// Returns a change that leaves the value before.
    pub(super) fn as_no_op(&self) -> Self {
        Self {
            after: self.before,
            after_is_explicit: self.before_is_explicit,
            ..self.clone()
        }
    }

    /// Returns the removal of the value before.
    pub(super) fn as_delete(&self) -> Self {
        Self {
            after: &NULL,
            after_is_explicit: false,
            ..self.clone()
        }
    }

    /// Returns the addition of the value after.
    pub(super) fn as_create(&self) -> Self {
        Self {
            before: &NULL,
            before_is_explicit: false,
            ..self.clone()
        }
    }

    /// Returns the action for a collection, before its elements are compared.
    pub(super) const fn kind_of_collection(&self) -> Kind {
        match (self.before.is_null(), self.after.is_null()) {
            (true, false) => Kind::Create,
            (false, true) => Kind::Delete,
            _ => Kind::NoOp,
        }
    }

    /// Returns the action for a primitive value.
    pub(super) fn kind(&self) -> Kind {
        let is_before = !self.before.is_null() || self.before_is_explicit;
        let is_after = !self.after.is_null() || self.after_is_explicit;
        match (is_before, is_after) {
            (false, true) => Kind::Create,
            (true, false) => Kind::Delete,
            _ if self.before.is_equal(self.after)
                && self.before_is_explicit == self.after_is_explicit
                && self.before_is_sensitive() == self.after_is_sensitive() =>
            {
                Kind::NoOp
            }
            _ => Kind::Update,
        }
    }

    /// Returns the change of an attribute of an object. A null attribute is a missing one.
    pub(super) fn attribute(&self, name: &str) -> Self {
        Self {
            before_is_explicit: false,
            after_is_explicit: false,
            ..self.entry(name)
        }
    }

    /// Returns the change of an entry of a map.
    pub(super) fn entry(&self, key: &str) -> Self {
        let before = self.before.entry(key);
        let after = self.after.entry(key);
        let is_here =
            |step: &Step| matches!(step, Step::Attribute(it) | Step::Key(it) if **it == *key);
        self.child(before, after, is_here)
    }

    /// Returns the change of an element: one before, one after, or a pair.
    pub(super) fn element(&self, before: Option<usize>, after: Option<usize>) -> Self {
        let find = |part: &'a Part, index: Option<usize>| part.elements().get(index?);
        let place = before.or(after);
        let is_here = |step: &Step| place.is_some_and(|place| *step == Step::Index(place));
        let before = find(self.before, before);
        let after = find(self.after, after);
        self.child(before, after, is_here)
    }

    fn child(
        &self,
        before: Option<&'a Part>,
        after: Option<&'a Part>,
        is_here: impl Fn(&Step) -> bool,
    ) -> Self {
        let is_known = |part: &&Part| !matches!(part.content, Content::Unknown);
        let steps = self.replace.iter().filter_map(|path| path.split_first());
        Self {
            before_is_explicit: before.is_some(),
            after_is_explicit: after.is_some_and(|part| is_known(&part)),
            before: before.unwrap_or(&NULL),
            after: after.unwrap_or(&NULL),
            shows_secrets: self.shows_secrets,
            replace: steps
                .filter(|(step, _)| is_here(step))
                .map(|(_, rest)| rest)
                .collect(),
        }
    }

    /// Returns the keys of both maps.
    pub(super) fn keys(&self) -> BTreeSet<&'a Text> {
        self.before.keys().chain(self.after.keys()).collect()
    }
}
