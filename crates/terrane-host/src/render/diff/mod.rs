//! The comparison of two values: what of them is added, changed and removed, in the form in which hosts show it.

mod block;
mod dynamic;
mod typed;

use std::collections::HashSet;

use terrane_value::Text;

use super::change::Change;
use super::kind::Kind;
use super::part::Part;
use super::slice::{Pair, pairs};

pub(super) use block::object;
pub(super) use dynamic::dynamic;

/// The difference between a part before and after a change.
#[derive(Debug)]
pub(super) struct Diff<'a> {
    pub(super) shape: Shape<'a>,
    pub(super) kind: Kind,
    /// Whether the change of this very part replaces the object.
    pub(super) replaces: bool,
}

/// The structure of a difference.
#[derive(Debug)]
pub(super) enum Shape<'a> {
    Primitive {
        before: &'a Part,
        after: &'a Part,
    },
    List {
        elements: Vec<Diff<'a>>,
        /// Whether an unchanged element is shown on each side of a change.
        has_context: bool,
    },
    Set {
        elements: Vec<Diff<'a>>,
        is_nested: bool,
    },
    Map {
        elements: Vec<(&'a Text, Diff<'a>)>,
        is_nested: bool,
    },
    Object {
        attributes: Vec<(&'a Text, Diff<'a>)>,
        is_nested: bool,
    },
    Block {
        attributes: Vec<(&'a Text, Diff<'a>)>,
        groups: Vec<Group<'a>>,
    },
    Sensitive {
        is_block: bool,
        was_sensitive: bool,
        becomes_sensitive: bool,
        inner: Kind,
    },
    /// The value before, if there was one.
    Unknown(Option<Box<Diff<'a>>>),
    TypeChange(Box<Diff<'a>>, Box<Diff<'a>>),
    WriteOnly,
}

impl<'a> Shape<'a> {
    /// Returns a list that shows an unchanged element on each side of a change.
    fn list(elements: Vec<Diff<'a>>) -> Self {
        Self::List {
            elements,
            has_context: true,
        }
    }
}

/// The blocks of one name.
#[derive(Debug)]
pub(super) struct Group<'a> {
    pub(super) name: &'a Text,
    /// The labels and contents of the blocks.
    pub(super) blocks: Vec<(Option<&'a Text>, Diff<'a>)>,
    /// Whether a change of the whole group replaces the object.
    pub(super) replaces: bool,
    pub(super) was_sensitive: bool,
    pub(super) becomes_sensitive: bool,
}

impl<'a> Change<'a> {
    fn diff(&self, shape: Shape<'a>) -> Diff<'a> {
        self.diff_of(shape, self.kind())
    }

    fn diff_of(&self, shape: Shape<'a>, kind: Kind) -> Diff<'a> {
        Diff {
            shape,
            kind,
            replaces: self.replaces(),
        }
    }

    fn primitive(&self) -> Diff<'a> {
        self.diff(Shape::Primitive {
            before: self.before,
            after: self.after,
        })
    }

    /// Compares a part that is hidden before or after the change. `compare` finds out whether its value changes.
    fn sensitive(
        &self,
        is_block: bool,
        compare: impl FnOnce(&Self) -> Diff<'a>,
    ) -> Option<Diff<'a>> {
        let was_sensitive = self.before_is_sensitive();
        let becomes_sensitive = self.after_is_sensitive();
        if !was_sensitive && !becomes_sensitive {
            return None;
        }
        let inner = compare(&self.without_secrets()).kind;
        let is_missing = self.before.is_null()
            && !self.before_is_explicit
            && self.after.is_null()
            && !self.after_is_explicit
            && !self.is_unknown();
        let kind = if inner == Kind::NoOp && was_sensitive != becomes_sensitive && !is_missing {
            Kind::Update
        } else {
            inner
        };
        let shape = Shape::Sensitive {
            is_block,
            was_sensitive,
            becomes_sensitive,
            inner,
        };
        Some(self.diff_of(shape, kind))
    }

    /// Compares a part that is unknown. `compare` shows the value before.
    fn unknown(&self, compare: impl FnOnce(&Self) -> Diff<'a>) -> Option<Diff<'a>> {
        if !self.is_unknown() {
            return None;
        }
        let known_later = Self {
            after_is_explicit: true,
            ..self.clone()
        };
        let before = (!self.before.is_null()).then(|| Box::new(compare(&self.as_delete())));
        Some(known_later.diff(Shape::Unknown(before)))
    }

    /// Compares the elements of two lists. Lists of the same length are compared position by position if an element is missing after the change. In
    /// others, equal elements are pairs.
    fn paired(
        &self,
        are_objects: impl Fn(&Part, &Part) -> bool,
        compare: impl Fn(&Self) -> Diff<'a>,
    ) -> (Vec<Diff<'a>>, Kind) {
        let keys = |part: &Part| -> Vec<String> { part.elements().iter().map(Part::key).collect() };
        let (before, after) = (self.before.elements(), self.after.elements());
        let keys_before = keys(self.before);
        let keys_after = keys(self.after);
        if before.len() == after.len() {
            let present: HashSet<&String> = keys_after.iter().collect();
            if keys_before.iter().any(|key| !present.contains(key)) {
                return self.positions(compare);
            }
        }
        let pairs = pairs(&keys_before, &keys_after, |left, right| {
            are_objects(&before[left], &after[right])
        });
        self.elements(&pairs, compare)
    }

    /// Compares elements at the same positions.
    fn positions(&self, compare: impl Fn(&Self) -> Diff<'a>) -> (Vec<Diff<'a>>, Kind) {
        let (before, after) = (self.before.elements().len(), self.after.elements().len());
        let pairs: Vec<Pair> = (0..before.max(after))
            .map(|at| ((at < before).then_some(at), (at < after).then_some(at)))
            .collect();
        self.elements(&pairs, compare)
    }

    /// Compares the elements of two sets: the elements before in their order, and then those that are added.
    fn matched(&self, compare: impl Fn(&Self) -> Diff<'a>) -> (Vec<Diff<'a>>, Kind) {
        let after = self.after.elements();
        let mut is_found = vec![false; after.len()];
        let mut pairs: Vec<Pair> = Vec::new();
        for (left, part) in self.before.elements().iter().enumerate() {
            let is_same = |(right, other): &(usize, &Part)| {
                let other: &Part = other;
                !is_found[*right]
                    && part.is_equal(other)
                    && part.is_sensitive == other.is_sensitive
                    && !self.element(Some(left), Some(*right)).is_unknown()
            };
            let same = after.iter().enumerate().find(is_same);
            let same = same.map(|(right, _)| right);
            if let Some(right) = same {
                is_found[right] = true;
            }
            pairs.push((Some(left), same));
        }
        let added = (0..after.len()).filter(|right| !is_found[*right]);
        pairs.extend(added.map(|right| (None, Some(right))));
        self.elements(&pairs, compare)
    }

    fn elements(
        &self,
        pairs: &[Pair],
        compare: impl Fn(&Self) -> Diff<'a>,
    ) -> (Vec<Diff<'a>>, Kind) {
        let mut kind = self.kind_of_collection();
        let elements = pairs.iter().map(|(before, after)| {
            let element = compare(&self.element(*before, *after));
            kind = kind.and(element.kind);
            element
        });
        (elements.collect(), kind)
    }

    /// Compares the entries of two maps.
    fn entries(&self, compare: impl Fn(&Self) -> Diff<'a>) -> (Vec<(&'a Text, Diff<'a>)>, Kind) {
        let mut kind = self.kind_of_collection();
        let entries = self.keys().into_iter().map(|key| {
            let entry = compare(&self.entry(key));
            kind = kind.and(entry.kind);
            (key, entry)
        });
        (entries.collect(), kind)
    }
}
