//! Signatures of functions.

use crate::pb::v6 as pb;
use crate::schema::{Description, Function, Parameter};
use crate::wire::{FromWire, Malformed, Wire, read_description};

impl FromWire<pb::Function> for Function {
    fn from_wire(wire: pb::Function) -> Result<Self, Malformed> {
        let pb::Function {
            parameters,
            variadic_parameter,
            r#return,
            summary,
            description,
            description_kind,
            deprecation_message,
        } = wire;
        let pb::function::Return { r#type } = r#return
            .ok_or_else(|| Malformed::new("expected the type of the result").in_field("return"))?;
        Ok(Self {
            parameters: Vec::from_wire(parameters).map_err(|error| error.in_field("parameters"))?,
            variadic: Option::from_wire(variadic_parameter)
                .map_err(|error| error.in_field("variadic_parameter"))?,
            returns: FromWire::from_wire(r#type)
                .map_err(|error: Malformed| error.in_field("return.type"))?,
            summary,
            description: read_description(description, description_kind)?,
            deprecation: (!deprecation_message.is_empty()).then_some(deprecation_message),
        })
    }
}

impl Wire<pb::Function> for Function {
    fn into_wire(self) -> pb::Function {
        let Self {
            parameters,
            variadic,
            returns,
            summary,
            description: Description { text, kind },
            deprecation,
        } = self;
        pb::Function {
            parameters: parameters.into_wire(),
            variadic_parameter: variadic.into_wire(),
            r#return: Some(pb::function::Return {
                r#type: returns.into_wire(),
            }),
            summary,
            description: text,
            description_kind: kind.into_wire(),
            deprecation_message: deprecation.unwrap_or_default(),
        }
    }
}

impl FromWire<pb::function::Parameter> for Parameter {
    fn from_wire(wire: pb::function::Parameter) -> Result<Self, Malformed> {
        let pb::function::Parameter {
            name,
            r#type,
            allow_null_value,
            allow_unknown_values,
            description,
            description_kind,
        } = wire;
        Ok(Self {
            name: name.into(),
            ty: FromWire::from_wire(r#type).map_err(|error: Malformed| error.in_field("type"))?,
            allow_null: allow_null_value,
            allow_unknown: allow_unknown_values,
            description: read_description(description, description_kind)?,
        })
    }
}

impl Wire<pb::function::Parameter> for Parameter {
    fn into_wire(self) -> pb::function::Parameter {
        let Self {
            name,
            ty,
            allow_null,
            allow_unknown,
            description: Description { text, kind },
        } = self;
        pb::function::Parameter {
            name: name.into(),
            r#type: ty.into_wire(),
            allow_null_value: allow_null,
            allow_unknown_values: allow_unknown,
            description: text,
            description_kind: kind.into_wire(),
        }
    }
}
