//! The values that have been taken out of the fields of a model or draft.

use terrane_value::{Data, Unknown, Value};

use super::layout::Layout;
use crate::messages;
use crate::schema::{Block, Member};

/// The values of a model or draft, as far as they have been taken out of its fields.
#[derive(Clone)]
pub(super) struct Taken {
    /// The values of its own fields.
    own: Vec<Option<Value>>,
    /// The own field whose value is being taken.
    taking: Option<usize>,
    /// The flattened models.
    parts: Vec<Part>,
    layout: Option<&'static Layout>,
}

/// The values of a flattened model or draft.
#[derive(Clone)]
pub(super) enum Part {
    Model(Taken),
    /// A draft that has not been encoded.
    Missing,
    /// A draft that is being encoded.
    Taking,
    /// An encoded draft.
    Object(Value),
}

impl Taken {
    pub(super) fn new(block: &Block, layout: Option<&'static Layout>) -> Self {
        let count = layout.map_or_else(|| block.members().len(), Layout::own_count);
        Self {
            own: vec![None; count],
            taking: None,
            parts: Vec::new(),
            layout,
        }
    }

    /// Returns whether the value of a field must be taken, and notes that this starts. With a block, only the values of its key are taken.
    #[inline]
    pub(super) fn start(&mut self, at: usize, key: Option<&Block>) -> bool {
        let is_missing = matches!(self.own.get(at), Some(None));
        let is_wanted = key.is_none_or(|block| {
            let at = self.layout.map_or(at, |layout| layout.own(at));
            let member = block.members().get(at);
            member.is_some_and(Member::is_key)
        });
        if is_missing && is_wanted {
            self.taking = Some(at);
        }
        is_missing && is_wanted
    }

    #[inline]
    pub(super) fn put(&mut self, at: usize, value: Value) {
        self.taking = None;
        if let Some(own) = self.own.get_mut(at) {
            *own = Some(value);
        }
    }

    /// Returns the values of a flattened model, which `new` creates in the first visit.
    pub(super) fn part(&mut self, at: usize, new: impl FnOnce() -> Part) -> Option<&mut Part> {
        if self.parts.len() == at {
            self.parts.push(new());
        }
        self.parts.get_mut(at)
    }

    /// Gives up the value that was being taken when author code panicked. Without such a value, gives up all that are missing. Returns whether there
    /// was any.
    pub(super) fn fail(&mut self, report: &str) -> bool {
        let failed = || Value::Unknown(Unknown::failed(messages::panicked(report)));
        if let Some(at) = self.taking.take() {
            self.put(at, failed());
            return true;
        }
        let layout = self.layout;
        for (at, part) in self.parts.iter_mut().enumerate() {
            match part {
                Part::Model(taken) if taken.is_taking() => return taken.fail(report),
                Part::Taking => {
                    let count = layout.map_or(0, |layout| layout.part_count(at));
                    *part = Part::Model(Self {
                        own: vec![Some(failed()); count],
                        taking: None,
                        parts: Vec::new(),
                        layout: None,
                    });
                    return true;
                }
                Part::Model(_) | Part::Missing | Part::Object(_) => {}
            }
        }
        let missing = self.own.iter_mut().filter(|own| own.is_none());
        missing.map(|own| *own = Some(failed())).count() > 0
    }

    /// Whether a value is being taken.
    fn is_taking(&self) -> bool {
        let in_part = |part: &Part| match part {
            Part::Model(taken) => taken.is_taking(),
            Part::Taking => true,
            Part::Missing | Part::Object(_) => false,
        };
        self.taking.is_some() || self.parts.iter().any(in_part)
    }

    /// Returns the values, sorted by name. Missing values are unknown.
    pub(super) fn into_values(self) -> Vec<Value> {
        let own = self
            .own
            .into_iter()
            .map(|value| value.unwrap_or_else(Value::unknown))
            .collect();
        let Some(layout) = self.layout else {
            return own;
        };
        let parts = self.parts.into_iter().map(|part| match part {
            Part::Model(taken) => taken.into_values(),
            Part::Object(Value::Known(Data::Object(object))) => object.into_values(),
            Part::Object(_) | Part::Missing | Part::Taking => Vec::new(),
        });
        layout.join(own, parts.collect())
    }
}
