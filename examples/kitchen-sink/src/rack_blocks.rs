//! Racks: the resource `sink_rack` with blocks, which every protocol supports.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::provider::Sink;
use crate::rack::{Bin, Frame, Hook, check, number, rack_resource};

/// A rack.
#[derive(Debug, Model)]
pub(crate) struct Rack {
    /// A single required object.
    #[tf(block)]
    corner: Hook,
    /// A single optional object.
    #[tf(block)]
    spare: Option<Hook>,
    /// A group: a block that always exists.
    #[tf(block, group)]
    frame: Frame,
    /// A list of up to three. Its elements keep their computed values at every position.
    #[tf(block, items(..=3), align = name)]
    hooks: Vec<Hook>,
    /// A set.
    #[tf(block)]
    bins: Set<Bin>,
    /// A map by name.
    #[tf(block)]
    rows: BTreeMap<String, Row>,
}

/// A row of a rack.
#[derive(Debug, Clone, Model)]
pub(crate) struct Row {
    /// The contents.
    #[tf(default = "plates")]
    holds: String,
    /// Its hooks.
    #[tf(block)]
    hooks: Vec<Hook>,
}

impl Rack {
    fn built(mut self) -> Self {
        number([&mut self.corner]);
        number(&mut self.spare);
        number(&mut self.hooks);
        number(self.rows.values_mut().flat_map(|row| &mut row.hooks));
        self
    }
}

rack_resource!();
