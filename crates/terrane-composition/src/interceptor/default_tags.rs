//! Adds tags to every object.

use terrane_value::{Data, Map, Object, Type, Value};

use super::types::Types;
use super::{Interceptor, Next, messages};
use terrane_protocol::schema::{Attribute, AttributeKind, Schema};
use terrane_protocol::*;

/// The action that a diagnostic reports as failed.
const WHAT: &str = "add default tags";

/// Adds tags to every object of a type that has tags.
///
/// Hosts refuse a planned value that differs from a configured one. So the default tags and the configured `tags` are merged in another attribute,
/// the computed attribute `tags_all`. A configured tag wins over a default tag of the same key. The provider sends the planned
/// value of `tags_all` to its API, and reads the tags back into it. A type has tags if both attributes are maps of strings, and `tags_all` is only computed.
///
/// ```
/// use terrane_composition::DefaultTags;
///
/// let tags = DefaultTags::new([("team", "aquarium"), ("managed-by", "terraform")]);
/// let labels = DefaultTags::new([("team", "aquarium")]).attributes("labels", "effective_labels");
/// ```
#[derive(Debug)]
pub struct DefaultTags {
    tags: Map,
    configured: String,
    merged: String,
    types: Types,
}

impl DefaultTags {
    /// Adds these tags.
    pub fn new<K: Into<String>, V: Into<String>>(tags: impl IntoIterator<Item = (K, V)>) -> Self {
        let pairs = tags.into_iter().map(|(key, value)| {
            let (key, value): (String, String) = (key.into(), value.into());
            (key, Value::from(value))
        });
        Self {
            tags: pairs.collect(),
            configured: "tags".to_owned(),
            merged: "tags_all".to_owned(),
            types: Types::default(),
        }
    }

    /// Sets the names of the configured and of the merged attribute, which are `tags` and `tags_all` by default.
    #[must_use]
    pub fn attributes(mut self, configured: impl Into<String>, merged: impl Into<String>) -> Self {
        self.configured = configured.into();
        self.merged = merged.into();
        self
    }

    /// Whether objects of a schema have tags.
    fn has_tags(&self, schema: &Schema) -> bool {
        let is_map =
            |attribute: &&Attribute| attribute.kind == AttributeKind::Type(Type::map(Type::String));
        let configured = schema.attribute(&self.configured).filter(is_map);
        let merged = schema.attribute(&self.merged).filter(is_map);
        configured.is_some_and(|it| it.optional || it.required)
            && merged.is_some_and(|it| it.computed && !it.optional)
    }

    /// Returns the merged tags of an object.
    fn merge(&self, object: &Object) -> Value {
        match object.get(&self.configured) {
            Some(Value::Unknown(_)) => Value::unknown(),
            Some(Value::Known(Data::Map(configured))) => {
                let mut merged = self.tags.clone();
                for (key, value) in configured.iter() {
                    merged.insert(key.clone(), value.clone());
                }
                Value::Known(Data::Map(merged))
            }
            _ => Value::Known(Data::Map(self.tags.clone())),
        }
    }

    /// Sets the merged tags of an encoded object. Null and unknown objects have none.
    fn set(&self, value: &mut DynamicValue, ty: &Type) -> Result<(), terrane_value::Error> {
        let mut decoded = value.decode(ty)?;
        if let Value::Known(Data::Object(object)) = &mut decoded {
            let merged = self.merge(object);
            if object.get(&self.merged) != Some(&merged) {
                object.set(&self.merged, merged);
                *value = DynamicValue::encode(&decoded, ty)?;
            }
        }
        Ok(())
    }

    async fn plan(
        &self,
        mut request: PlanResourceChangeRequest,
        provider: &dyn Provider,
    ) -> Result<PlanResourceChangeResponse, RpcError> {
        let schemas = match self.types.schemas(provider).await {
            Ok(schemas) => schemas,
            // Without its schema, the object would lose its default tags.
            Err(error) => {
                let diagnostics = messages::bad_plan(WHAT, &request.type_name, &error).into();
                return Ok(PlanResourceChangeResponse {
                    diagnostics,
                    ..PlanResourceChangeResponse::default()
                });
            }
        };
        let schema = schemas.resource_schemas.get(&request.type_name);
        let Some(schema) = schema.filter(|schema| self.has_tags(schema)) else {
            return provider.plan_resource_change(request).await;
        };
        let (ty, type_name) = (schema.implied_type(), request.type_name.clone());
        // The provider sees from its proposed state that the object changes.
        let proposed = self.set(&mut request.proposed_new_state, &ty);
        let mut answer = provider.plan_resource_change(request).await?;
        if answer.diagnostics.has_errors() {
            return Ok(answer);
        }
        let planned = self.set(&mut answer.planned_state, &ty);
        if let Err(error) = proposed.and(planned) {
            answer
                .diagnostics
                .push(messages::bad_plan(WHAT, &type_name, &error));
        }
        Ok(answer)
    }
}

impl Interceptor for DefaultTags {
    fn call<'a>(&'a self, request: Request, next: Next<'a>) -> ResponseFuture<'a> {
        Box::pin(async move {
            match request {
                Request::PlanResourceChange(request) => {
                    Ok(self.plan(request, next.provider()).await?.into())
                }
                request => next.call(request).await,
            }
        })
    }
}
