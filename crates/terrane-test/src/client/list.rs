//! Queries of list resources.

use futures_util::StreamExt as _;
use terrane_protocol::{
    Diagnostic, Diagnostics, DynamicValue, ListResourceRequest, ValidateListResourceConfigRequest,
};
use terrane_value::{Type, Value};

use super::config::Config;
use super::connection::{Client, answer, decode, encode, find};
use super::error::CallError;

/// The options of a query besides its configuration.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// The highest number of objects. Terraform asks for at most 100 unless the user sets another limit.
    pub limit: i64,
    /// Whether the query asks for the attributes of the objects, and not only for their identities.
    pub include_resource: bool,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            limit: 100,
            include_resource: true,
        }
    }
}

/// An object that a query found.
#[derive(Debug)]
pub struct Listed {
    display_name: String,
    identity: Value,
    resource: Value,
    warnings: Diagnostics,
}

impl Listed {
    /// Its name for people.
    #[must_use]
    pub fn display_name(&self) -> &str {
        &self.display_name
    }

    /// Its identity.
    #[must_use]
    pub fn identity(&self) -> &Value {
        &self.identity
    }

    /// Its attributes. Null if the query did not ask for them.
    #[must_use]
    pub fn resource(&self) -> &Value {
        &self.resource
    }

    /// The provider's warnings in the answer with this object. Providers that read several objects at once may warn about another one here.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}

impl Client {
    /// Validates a query, runs it, and collects what it finds.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not match the schema, if the provider answers with errors, or if an object has no identity.
    pub async fn list(
        &self,
        type_name: &str,
        config: impl Into<Config>,
        query: Query,
    ) -> Result<Vec<Listed>, CallError> {
        let call = format!("query of {type_name}");
        let schemas = &self.schemas().list_resource_schemas;
        let schema = find(&call, "list resource", type_name, schemas.get(type_name))?;
        let config_value = self.config(&call, config, schema)?;
        let request = ValidateListResourceConfigRequest {
            type_name: type_name.to_owned(),
            config: config_value.clone(),
            include_resource_object: encode(
                &call,
                &Value::from(query.include_resource),
                &Type::Bool,
            )?,
            limit: encode(&call, &Value::from(query.limit), &Type::Number)?,
        };
        let validated = self.provider.validate_list_resource_config(request);
        CallError::check(&call, answer(&call, validated).await?.diagnostics)?;
        let request = ListResourceRequest {
            type_name: type_name.to_owned(),
            config: config_value,
            include_resource_object: query.include_resource,
            limit: query.limit,
        };
        let mut events = answer(&call, self.provider.list_resource(request)).await?;
        let ty = self.resource_schema(&call, type_name)?.block.ty();
        let mut found = Vec::new();
        while let Some(event) = events.next().await {
            let event = event.map_err(|error| CallError::rpc(&call, error))?;
            let warnings = CallError::check(&call, event.diagnostics)?;
            let Some(identity) = event.identity else {
                continue;
            };
            let resource: Option<&DynamicValue> = event.resource_object.as_ref();
            found.push(Listed {
                display_name: event.display_name,
                identity: self.decode_identity(&call, type_name, Some(&identity))?,
                resource: match resource {
                    Some(resource) => decode(&call, resource, &ty)?,
                    None => Value::Null,
                },
                warnings,
            });
        }
        Ok(found)
    }
}
