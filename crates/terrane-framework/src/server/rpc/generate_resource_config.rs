//! GenerateResourceConfig: the configuration of an existing object (rule I9).

use terrane_protocol::*;
use terrane_value::{Data, Object, Value};

use crate::schema::{Block, Member, Shape};
use crate::server::call::values;
use crate::server::session::Server;

impl Server {
    pub(in crate::server) fn generate(
        &self,
        request: GenerateResourceConfigRequest,
    ) -> Result<GenerateResourceConfigResponse, Diagnostic> {
        let block = self.resource(&request.type_name)?.block();
        let mut object = values::decode_some(&request.state, block, "state")?;
        for (at, member) in block.members().iter().enumerate() {
            if is_legacy_id(member) {
                *object.at_mut(at) = Value::Null;
            }
        }
        strip(block, &mut object);
        Ok(GenerateResourceConfigResponse {
            config: values::encode(object, block)?,
            ..GenerateResourceConfigResponse::default()
        })
    }
}

/// The `id` attribute that older toolkits gave every resource.
fn is_legacy_id(member: &Member) -> bool {
    member.name().as_str() == "id" && member.computed() && !member.required()
}

/// Removes values that a configuration does not set.
fn strip(block: &Block, object: &mut Object) {
    for (at, member) in block.members().iter().enumerate() {
        let value = object.at_mut(at);
        if let Some(absent) = absent(member, value) {
            *value = absent;
        } else if let (Some(nested), Value::Known(data)) = (member.shape().nested(), value) {
            strip_nested(nested, data);
        }
    }
}

/// Returns the value of a member that is omitted from the configuration, if it should be omitted.
fn absent(member: &Member, value: &Value) -> Option<Value> {
    if let Shape::Block { nesting, .. } = member.shape() {
        return member.deprecation().map(|_| nesting.absent());
    }
    let empty = value.as_str() == Some("") && !member.required();
    let left_out = member.deprecation().is_some() && !member.required();
    (left_out || !member.configurable() || empty).then_some(Value::Null)
}

fn strip_nested(block: &Block, data: &mut Data) {
    let strip_value = |value: &mut Value| {
        if let Value::Known(Data::Object(object)) = value {
            strip(block, object);
        }
    };
    match data {
        Data::Object(object) => strip(block, object),
        Data::List(elements) => elements.iter_mut().for_each(strip_value),
        Data::Map(elements) => elements.values_mut().for_each(strip_value),
        Data::Set(elements) => {
            let stripped = std::mem::take(elements).into_iter().map(|mut element| {
                strip_value(&mut element);
                element
            });
            *elements = stripped.collect();
        }
        Data::Bool(_) | Data::Number(_) | Data::String(_) | Data::Tuple(_) | Data::Dynamic(_) => {}
    }
}
