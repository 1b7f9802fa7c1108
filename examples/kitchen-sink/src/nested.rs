//! Racks: the resource `sink_rack` with nested attributes, which only protocol 6 has.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::provider::Sink;
use crate::rack::{Bin, Frame, Hook, check, number, rack_resource};

/// A rack.
#[derive(Debug, Model)]
pub(crate) struct Rack {
    /// A single required object.
    corner: Hook,
    /// A single optional object.
    spare: Option<Hook>,
    /// A group: a block that always exists. Both protocols have blocks.
    #[tf(block, group)]
    frame: Frame,
    /// A list. Its elements keep their computed values at every position.
    #[tf(align = name)]
    hooks: Option<Vec<Hook>>,
    /// A set.
    bins: Option<Set<Bin>>,
    /// A map by name.
    rows: Option<BTreeMap<String, Row>>,
    /// Set by the provider.
    label: Computed<Tag>,
    /// Set by the provider.
    labels: Computed<Vec<Tag>>,
}

/// A row of a rack.
#[derive(Debug, Clone, Model)]
pub(crate) struct Row {
    /// The contents.
    #[tf(default = "plates")]
    holds: String,
    /// Its hooks.
    hooks: Option<Vec<Hook>>,
}

/// A tag.
#[derive(Debug, Clone, Model)]
pub(crate) struct Tag {
    /// The text.
    text: String,
}

impl Rack {
    fn built(mut self) -> Self {
        number([&mut self.corner]);
        number(&mut self.spare);
        number(self.hooks.iter_mut().flatten());
        let rows = self.rows.iter_mut().flat_map(BTreeMap::values_mut);
        number(rows.flat_map(|row| row.hooks.iter_mut().flatten()));
        let tag = Tag {
            text: format!("rack of {}", self.frame.material),
        };
        self.with_computed(RackComputed {
            label: tag.clone(),
            labels: vec![tag],
        })
    }
}

rack_resource!();
