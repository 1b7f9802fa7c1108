//! Attribute paths.

use terrane_value::{Path, Step};

use crate::pb::v6 as pb;
use crate::pb::v6::attribute_path::step::Selector;
use crate::wire::{FromWire, Malformed, Wire};

impl FromWire<pb::AttributePath> for Path {
    fn from_wire(wire: pb::AttributePath) -> Result<Self, Malformed> {
        let pb::AttributePath { steps } = wire;
        Vec::from_wire(steps)
            .map(Self::from)
            .map_err(|error| error.in_field("steps"))
    }
}

impl Wire<pb::AttributePath> for Path {
    /// Ends the path at a set, because the protocol has no step into a set (rule G10).
    fn into_wire(self) -> pb::AttributePath {
        let steps = self.steps().iter().map_while(selector);
        pb::AttributePath {
            steps: steps
                .map(|selector| pb::attribute_path::Step {
                    selector: Some(selector),
                })
                .collect(),
        }
    }
}

fn selector(step: &Step) -> Option<Selector> {
    match step {
        Step::Attribute(name) => Some(Selector::AttributeName(name.to_string())),
        Step::Key(key) => Some(Selector::ElementKeyString(key.to_string())),
        Step::Index(index) => Some(Selector::ElementKeyInt(index.into_wire())),
        Step::Element(_) => None,
    }
}

impl FromWire<pb::attribute_path::Step> for Step {
    fn from_wire(wire: pb::attribute_path::Step) -> Result<Self, Malformed> {
        match wire.selector {
            Some(Selector::AttributeName(name)) => Ok(Self::Attribute(name.into())),
            Some(Selector::ElementKeyString(key)) => Ok(Self::Key(key.into())),
            Some(Selector::ElementKeyInt(index)) => usize::from_wire(index)
                .map(Self::Index)
                .map_err(|error| error.in_field("element_key_int")),
            None => Err(Malformed::new(
                "expected one of attribute_name, element_key_string, element_key_int",
            )),
        }
    }
}

impl Wire<pb::attribute_path::Step> for Step {
    fn into_wire(self) -> pb::attribute_path::Step {
        pb::attribute_path::Step {
            selector: selector(&self),
        }
    }
}
