//! Objects over time: identities, states of older versions, moves from other types, imports and generated configurations.
//!
//! Tests drive the provider in this process through the neutral messages; their names begin with the rule that they show.

mod first_read;
mod generate;
mod host;
mod identity;
mod identity_kept;
mod import;
mod incomplete;
mod key;
mod moves;
mod own_id;
mod own_parts;
mod permanent;
mod private;
mod shelter;
mod upgrade;
mod upgrade_errors;
mod versions;

use std::sync::Arc;

use terrane_protocol::{Diagnostic, DynamicValue, GetResourceIdentitySchemasResponse, Provider};
use terrane_test::client::{Client, Instance};
use terrane_value::{Type, Value, json};

use self::shelter::Shelter;
use crate::setup::json as parsed;

/// The provider, configured, with the types of its values.
struct Bench {
    provider: Arc<dyn Provider>,
    client: Client,
    schema: terrane_protocol::schema::Schemas,
    identities: GetResourceIdentitySchemasResponse,
}

impl Bench {
    async fn new() -> Self {
        let provider = terrane::server::<Shelter>();
        let client = Client::configured(Arc::clone(&provider), parsed("{}"))
            .await
            .unwrap();
        let schema = provider
            .get_provider_schema(Default::default())
            .await
            .unwrap();
        assert!(!schema.diagnostics.has_errors());
        let identities = provider
            .get_resource_identity_schemas(Default::default())
            .await
            .unwrap();
        Self {
            provider,
            client,
            schema,
            identities,
        }
    }

    fn ty(&self, type_name: &str) -> Type {
        self.schema.resource_schemas[type_name].block.ty()
    }

    /// An object of a type; `"?"` stands for what is not known.
    fn object(&self, type_name: &str, text: &str) -> DynamicValue {
        value(&self.ty(type_name), text)
    }

    /// An identity of a type; `"?"` stands for what is not known.
    fn identity(&self, type_name: &str, text: &str) -> DynamicValue {
        value(&self.identity_type(type_name), text)
    }

    fn identity_type(&self, type_name: &str) -> Type {
        self.identities.identity_schemas[type_name].implied_type()
    }

    /// The attributes of an object as JSON text.
    fn state(&self, instance: &Instance) -> String {
        shown_value(&self.ty(instance.type_name()), instance.value().clone())
    }

    /// The identity of an object as JSON text, if it has one.
    fn identity_of(&self, instance: &Instance) -> Option<String> {
        let identity = instance.identity();
        let ty = || self.identity_type(instance.type_name());
        (!identity.is_null()).then(|| shown_value(&ty(), identity.clone()))
    }

    /// An object as JSON text, with `"?"` for what is not known.
    fn shown(&self, type_name: &str, value: &DynamicValue) -> String {
        shown(&self.ty(type_name), value)
    }

    fn shown_identity(&self, type_name: &str, value: Option<&DynamicValue>) -> Option<String> {
        Some(shown(&self.identity_type(type_name), value?))
    }
}

fn value(ty: &Type, text: &str) -> DynamicValue {
    // The type of what is not known may have no strings.
    let known = text.replace(r#":"?""#, ":null");
    let mut value = json::decode(known.as_bytes(), ty).unwrap();
    if let Some(object) = value.as_object_mut() {
        let names = object.names().to_vec();
        for name in names {
            if text.contains(&format!(r#""{name}":"?""#)) {
                object.set(&name, Value::unknown());
            }
        }
    }
    let value = value
        .transform(|_, value| {
            Ok::<_, std::convert::Infallible>(match value.as_str() {
                Some("?") => Value::unknown(),
                _ => value,
            })
        })
        .unwrap();
    DynamicValue::encode(&value, ty).unwrap()
}

fn shown(ty: &Type, value: &DynamicValue) -> String {
    shown_value(ty, value.decode(ty).unwrap())
}

fn shown_value(ty: &Type, value: Value) -> String {
    let value = value
        .transform(|_, value| {
            Ok::<_, std::convert::Infallible>(match value {
                Value::Unknown(_) => Value::from("?"),
                value => value,
            })
        })
        .unwrap();
    String::from_utf8(json::encode(&value, ty).unwrap()).unwrap()
}

fn errors(diagnostics: &[Diagnostic]) -> Vec<String> {
    let errors = diagnostics.iter().filter(|it| it.is_error());
    errors.map(ToString::to_string).collect()
}

/// The one error, which says all this.
#[track_caller]
fn assert_says(diagnostics: &[Diagnostic], parts: &[&str]) {
    let errors = errors(diagnostics);
    let [error] = errors.as_slice() else {
        panic!("expected one error, found {errors:?}");
    };
    for part in parts {
        assert!(error.contains(part), "expected `{part}` in `{error}`");
    }
}

#[track_caller]
fn assert_fine(diagnostics: &[Diagnostic]) {
    assert_eq!(errors(diagnostics), Vec::<String>::new());
}
