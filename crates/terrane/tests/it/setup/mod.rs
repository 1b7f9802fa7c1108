//! What tests of a provider in this process share: its client, and messages for the tests that check messages.

use std::sync::Arc;

use serde_json::Value as Json;
use terrane::Model;
use terrane_protocol::{
    ClientCapabilities, ConfigureProviderRequest, Diagnostic, Diagnostics, DynamicValue, Provider,
};
use terrane_test::client::{CallError, Client, Instance, UNKNOWN};
use terrane_value::{Object, Type, Value, json as wire};

/// A host that lets work be deferred.
pub(crate) const DEFERS: ClientCapabilities = ClientCapabilities {
    deferral_allowed: true,
    write_only_attributes_allowed: false,
    store_planned_private: false,
    computed_blocks_allowed: false,
};

/// A value of a model, from JSON.
pub(crate) fn value<M: Model>(text: &str) -> DynamicValue {
    of_type(&M::block().ty(), text)
}

/// A value of a type, from JSON.
pub(crate) fn of_type(ty: &Type, text: &str) -> DynamicValue {
    let value = wire::decode(text.as_bytes(), ty).unwrap();
    DynamicValue::encode(&value, ty).unwrap()
}

/// The same, with one attribute unknown.
pub(crate) fn with_unknown<M: Model>(text: &str, name: &str) -> DynamicValue {
    let ty = M::block().ty();
    let mut value = wire::decode(text.as_bytes(), &ty).unwrap();
    value.as_object_mut().unwrap().set(name, Value::unknown());
    DynamicValue::encode(&value, &ty).unwrap()
}

/// The object that an answer holds.
pub(crate) fn object<M: Model>(value: &DynamicValue) -> Object {
    let value = value.decode(&M::block().ty()).unwrap();
    value.as_object().unwrap().clone()
}

/// A provider that has no settings, configured by a request alone: nothing asks for its schema.
pub(crate) async fn configured<P: terrane::Provider>() -> Arc<dyn Provider> {
    let provider = terrane::server::<P>();
    let request = ConfigureProviderRequest {
        terraform_version: "1.14.0".to_owned(),
        config: of_type(&Type::object::<&str>([]), "{}"),
        ..ConfigureProviderRequest::default()
    };
    let answer = provider.configure_provider(request).await.unwrap();
    assert!(!answer.diagnostics.has_errors(), "{:?}", answer.diagnostics);
    provider
}

/// Diagnostics as text.
pub(crate) fn messages_of(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.iter().map(ToString::to_string).collect()
}

/// A client of a provider that has no settings, configured.
pub(crate) async fn client<P: terrane::Provider>() -> Client {
    let client = Client::configured(terrane::server::<P>(), json("{}")).await;
    client.unwrap()
}

/// JSON, in which `"?"` stands for an unknown value.
pub(crate) fn json(text: &str) -> Json {
    let unknown = Json::from(UNKNOWN).to_string();
    serde_json::from_str(&text.replace(r#""?""#, &unknown)).unwrap()
}

/// A stored object. Nothing stands for an object that does not exist.
pub(crate) fn stored(client: &Client, type_name: &str, state: Option<&str>) -> Instance {
    match state {
        Some(state) => client.stored(type_name, json(state)).unwrap(),
        None => Instance::absent(type_name),
    }
}

/// The diagnostics of a failed call. It panics if the call failed for another reason.
pub(crate) fn failure<T>(result: &Result<T, CallError>) -> &[Diagnostic] {
    let Err(error) = result else {
        return &[];
    };
    assert!(!error.diagnostics().is_empty(), "{error}");
    error.diagnostics()
}

/// The same as text.
pub(crate) fn errors<T>(result: &Result<T, CallError>) -> Vec<String> {
    failure(result).iter().map(ToString::to_string).collect()
}

/// The object that exists after a change, which may have failed.
pub(crate) fn after(result: &Result<Instance, CallError>) -> Option<&Instance> {
    match result {
        Ok(instance) => Some(instance),
        Err(error) => error.instance(),
    }
}

/// The diagnostics of a validation, whether it fails or not. It panics if the call failed for another reason.
pub(crate) fn findings(result: &Result<Diagnostics, CallError>) -> &[Diagnostic] {
    match result {
        Ok(warnings) => warnings,
        Err(_) => failure(result),
    }
}
