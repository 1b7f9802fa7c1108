//! Answers in the place of a member that does not have a capability, as hosts give them.

use terrane_value::{Data, Value};

use super::messages;
use super::session::Session;
use crate::answers::unplanned_deletion;
use terrane_protocol::rules::legacy_config;
use terrane_protocol::schema::Block;
use terrane_protocol::*;

/// Answers a call in the place of a member that does not have the capability, or returns the call.
pub(super) async fn answer(member: &Session, request: Request) -> Result<Response, Request> {
    let missing = |has: fn(&ServerCapabilities) -> bool| async move {
        let known = member.items().await;
        known.is_ok_and(|known| !has(&known.capabilities))
    };
    match request {
        Request::PlanResourceChange(plan)
            if plan.proposed_new_state.is_null() && missing(|it| it.plan_destroy).await =>
        {
            Ok(unplanned_deletion(plan).into())
        }
        Request::MoveResourceState(moved) if missing(|it| it.move_resource_state).await => {
            let error = messages::no_moves(member.name(), &moved.target_type_name);
            Ok(Request::MoveResourceState(moved).refuse(error.into()))
        }
        Request::GenerateResourceConfig(generate)
            if missing(|it| it.generate_resource_config).await =>
        {
            Ok(generated(member, &generate).await.into())
        }
        request => Err(request),
    }
}

/// Generates the configuration of an object from its state.
async fn generated(
    member: &Session,
    request: &GenerateResourceConfigRequest,
) -> GenerateResourceConfigResponse {
    let diagnostics = match member.schemas().await {
        Err(diagnostics) => diagnostics,
        Ok((schemas, _)) => match schemas.resource_schemas.get(&request.type_name) {
            None => {
                let item = Item::Type(schema::TypeKind::Resource, &request.type_name);
                messages::not_served(item, &[]).into()
            }
            Some(schema) => match config_of(&schema.block, &request.state) {
                Ok(config) => {
                    return GenerateResourceConfigResponse {
                        config,
                        ..GenerateResourceConfigResponse::default()
                    };
                }
                Err(error) => messages::bad_value(member.name(), &request.type_name, &error).into(),
            },
        },
    };
    GenerateResourceConfigResponse {
        diagnostics,
        ..GenerateResourceConfigResponse::default()
    }
}

fn config_of(block: &Block, state: &DynamicValue) -> Result<DynamicValue, terrane_value::Error> {
    let ty = block.ty();
    let mut decoded_state = state.decode(&ty)?;
    if let Value::Known(Data::Object(object)) = &mut decoded_state {
        legacy_config(block, object);
    }
    DynamicValue::encode(&decoded_state, &ty)
}
