//! What tests say to a provider in this process.

#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "every test needs a part of it"
)]

use std::sync::Arc;

use terrane::Model;
use terrane_protocol::{
    ClientCapabilities, ConfigureProviderRequest, ConfigureProviderResponse, Diagnostics,
    DynamicValue, Provider,
};
use terrane_value::{Object, Type, Value, json};

/// A provider without settings, `Lab`, of what is registered.
macro_rules! lab {
    (|$registry:ident| $register:expr) => {
        pub(crate) struct Lab;

        impl terrane::Provider for Lab {
            const ADDRESS: &'static str = "registry.terraform.io/example/lab";
            const VERSION: &'static str = "0.1.0";
            type Config = ();

            async fn configure(
                (): (),
                _: &mut terrane::prelude::Configure,
            ) -> terrane::Result<Self> {
                Ok(Lab)
            }

            fn register($registry: &mut terrane::prelude::Registry<Self>) {
                $register;
            }
        }
    };
}

pub(crate) use lab;

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
    let value = json::decode(text.as_bytes(), ty).unwrap();
    DynamicValue::encode(&value, ty).unwrap()
}

/// The same, with one attribute unknown.
pub(crate) fn with_unknown<M: Model>(text: &str, name: &str) -> DynamicValue {
    let ty = M::block().ty();
    let mut value = json::decode(text.as_bytes(), &ty).unwrap();
    value.as_object_mut().unwrap().set(name, Value::unknown());
    DynamicValue::encode(&value, &ty).unwrap()
}

/// The object that an answer holds.
pub(crate) fn object<M: Model>(value: &DynamicValue) -> Object {
    let value = value.decode(&M::block().ty()).unwrap();
    value.as_object().unwrap().clone()
}

/// Configures a provider that has no settings.
pub(crate) async fn configure(
    provider: &Arc<dyn Provider>,
    client_capabilities: ClientCapabilities,
) -> ConfigureProviderResponse {
    let request = ConfigureProviderRequest {
        terraform_version: "1.14.0".to_owned(),
        config: of_type(&Type::object::<&str>([]), "{}"),
        client_capabilities,
    };
    provider.configure_provider(request).await.unwrap()
}

/// A provider that has no settings, configured.
pub(crate) async fn configured<P: terrane::Provider>() -> Arc<dyn Provider> {
    configured_by::<P>(ClientCapabilities::default()).await
}

/// A provider that has no settings, configured by a host that can do something.
pub(crate) async fn configured_by<P: terrane::Provider>(
    client_capabilities: ClientCapabilities,
) -> Arc<dyn Provider> {
    let provider = terrane::server::<P>();
    let answer = configure(&provider, client_capabilities).await;
    assert!(!answer.diagnostics.has_errors(), "{:?}", answer.diagnostics);
    provider
}

/// Diagnostics as text.
pub(crate) fn messages_of(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.iter().map(ToString::to_string).collect()
}
