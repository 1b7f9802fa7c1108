//! Calls for data sources.

use terrane_protocol::{
    Diagnostic, Diagnostics, ReadDataSourceRequest, ValidateDataResourceConfigRequest,
};
use terrane_value::Value;

use super::config::Config;
use super::connection::{Client, answer, decode, find};
use super::error::CallError;
use super::instance::object;

/// The result of a data source.
#[derive(Debug, Clone)]
pub struct ReadData {
    value: Value,
    warnings: Diagnostics,
}

impl ReadData {
    /// All attributes.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// One attribute or block.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        object(&self.value)?.get(name)
    }

    /// The provider's warnings.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}

impl Client {
    /// Validates the configuration of a data source and reads it.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not match the schema, or if the provider answers with errors or defers the read.
    pub async fn read_data(
        &self,
        type_name: &str,
        config: impl Into<Config>,
    ) -> Result<ReadData, CallError> {
        let call = format!("read of data.{type_name}");
        let schemas = &self.schemas().data_source_schemas;
        let schema = find(&call, "data source", type_name, schemas.get(type_name))?;
        let config = self.config(&call, config, schema)?;
        let request = ValidateDataResourceConfigRequest {
            type_name: type_name.to_owned(),
            config: config.clone(),
        };
        let validated = answer(&call, self.provider.validate_data_resource_config(request)).await?;
        CallError::check(&call, validated.diagnostics)?;
        let request = ReadDataSourceRequest {
            type_name: type_name.to_owned(),
            config,
            client_capabilities: self.capabilities,
            ..ReadDataSourceRequest::default()
        };
        let response = answer(&call, self.provider.read_data_source(request)).await?;
        let warnings = CallError::check(&call, response.diagnostics)?;
        if let Some(deferred) = response.deferred {
            return Err(CallError::deferred(&call, deferred));
        }
        Ok(ReadData {
            value: decode(&call, &response.state, &schema.block.ty())?,
            warnings,
        })
    }
}
