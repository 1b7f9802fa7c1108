//! Racks: the resource `sink_rack` with blocks, which every protocol supports.

use std::collections::BTreeMap;

use terrane::prelude::*;

use crate::provider::Sink;
use crate::rack::{Bin, Frame, Hook, check, number, rack_resource};

/// A rack.
#[derive(Debug, Schema)]
pub(crate) struct Rack {
    /// Exactly one.
    #[tf(block)]
    corner: Hook,
    /// One, or none.
    #[tf(block)]
    spare: Option<Hook>,
    /// One that is always there.
    #[tf(block, group)]
    frame: Frame,
    /// Up to three, in order; each keeps what is its own wherever it stands.
    #[tf(block, items(..=3), align = name)]
    hooks: Vec<Hook>,
    /// Some, in no order.
    #[tf(block)]
    bins: Set<Bin>,
    /// Some, by name.
    #[tf(block)]
    rows: BTreeMap<String, Row>,
}

/// A row of a rack.
#[derive(Debug, Clone, Schema)]
pub(crate) struct Row {
    /// What stands in it.
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
