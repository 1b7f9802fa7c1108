//! Values.

use crate::pb::v6 as pb;
use crate::wire::{FromWire, Malformed, Wire, absent_is_default, wire_struct};
use crate::{DynamicValue, RawState};

wire_struct! { DynamicValue = pb::DynamicValue { msgpack, json, } }
wire_struct! { RawState = pb::RawState { json, flatmap, } }

absent_is_default! {
    DynamicValue = pb::DynamicValue;
    RawState = pb::RawState;
}

/// The protocol wraps the value of an identity in a message.
impl FromWire<pb::ResourceIdentityData> for DynamicValue {
    fn from_wire(wire: pb::ResourceIdentityData) -> Result<Self, Malformed> {
        let pb::ResourceIdentityData { identity_data } = wire;
        Self::from_wire(identity_data)
    }
}

impl Wire<pb::ResourceIdentityData> for DynamicValue {
    fn into_wire(self) -> pb::ResourceIdentityData {
        pb::ResourceIdentityData {
            identity_data: self.into_wire(),
        }
    }
}
