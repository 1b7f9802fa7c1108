//! Requests that both proofs make.

use terrane_protocol::schema::Schemas;
use terrane_protocol::{
    ConfigureProviderRequest, DiagnosticsResponse, DynamicValue, EmptyRequest, Provider, RawState,
    RpcError,
};
use terrane_value::{Object, ObjectType, Type, Value, json};

/// Reads the schema of a provider and configures it, with nothing set.
pub(crate) async fn configure(
    provider: &dyn Provider,
) -> Result<(Schemas, DiagnosticsResponse), RpcError> {
    let request = EmptyRequest::default();
    let schema = provider.get_provider_schema(request).await?;
    let empty = Value::object::<String, Value>([]);
    let ty = schema.provider.block.ty();
    let request = ConfigureProviderRequest {
        config: DynamicValue::encode(&empty, &ty).expect("the settings need nothing"),
        ..ConfigureProviderRequest::default()
    };
    let configured = provider.configure_provider(request).await?;
    Ok((schema, configured))
}

/// Encodes an object, or null.
pub(crate) fn encode(ty: &Type, object: Option<&Object>) -> DynamicValue {
    let value = object.map_or(Value::Null, |object| object.clone().into());
    DynamicValue::encode(&value, ty).expect("an object of the schema")
}

/// Creates the state that an older provider stored: an object with some of its attributes.
pub(crate) fn older_state(
    ty: &ObjectType,
    object: &Object,
    has: impl Fn(&str) -> bool,
) -> RawState {
    let ty = ty.iter().filter(|(name, _)| has(name.as_str()));
    let ty = Type::object(ty.map(|(name, ty)| (name.clone(), ty.clone())));
    let object = object.iter().filter(|(name, _)| has(name.as_str()));
    let object = Value::object(object.map(|(name, value)| (name.clone(), value.clone())));
    let text = json::encode(&object, &ty).expect("a state of the schema");
    RawState::from_json(text.into())
}
