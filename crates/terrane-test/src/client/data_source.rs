//! Calls for data sources.

use terrane_protocol::schema::Schema;
use terrane_protocol::{Diagnostics, DynamicValue, ReadDataSourceRequest, ValidateConfigRequest};

use super::config::Config;
use super::connection::{Client, answer, decode, find};
use super::error::CallError;
use super::instance::Instance;

impl Client {
    /// Validates the configuration of a data source. Returns the warnings.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not match the schema, or if the provider refuses it.
    pub async fn validate_data(
        &self,
        type_name: &str,
        config: impl Into<Config>,
    ) -> Result<Diagnostics, CallError> {
        let call = format!("validation of data.{type_name}");
        let schema = self.data_source_schema(&call, type_name)?;
        let config_value = self.config(&call, config, schema)?;
        self.validate_encoded_data(&call, type_name, config_value)
            .await
    }

    async fn validate_encoded_data(
        &self,
        call: &str,
        type_name: &str,
        config: DynamicValue,
    ) -> Result<Diagnostics, CallError> {
        let request = ValidateConfigRequest {
            type_name: type_name.to_owned(),
            config,
        };
        let validated = answer(call, self.provider.validate_data_resource_config(request)).await?;
        CallError::check(call, validated.diagnostics)
    }

    fn data_source_schema(&self, call: &str, name: &str) -> Result<&Schema, CallError> {
        let schemas = &self.schemas().data_source_schemas;
        find(call, "data source", name, schemas.get(name))
    }

    /// Validates the configuration of a data source and reads it. The result has no identity and no private data.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not match the schema, or if the provider answers with errors or defers the read.
    pub async fn read_data(
        &self,
        type_name: &str,
        config: impl Into<Config>,
    ) -> Result<Instance, CallError> {
        let call = format!("read of data.{type_name}");
        let schema = self.data_source_schema(&call, type_name)?;
        let config_value = self.config(&call, config, schema)?;
        self.validate_encoded_data(&call, type_name, config_value.clone())
            .await?;
        let request = ReadDataSourceRequest {
            type_name: type_name.to_owned(),
            config: config_value,
            client_capabilities: self.capabilities,
            provider_meta: self.provider_meta.clone(),
        };
        let response = answer(&call, self.provider.read_data_source(request)).await?;
        self.check_deferral(&call, response.deferred)?;
        let warnings = CallError::check(&call, response.diagnostics)?;
        if let Some(deferred) = response.deferred {
            return Err(CallError::deferral(&call, deferred));
        }
        Ok(Instance {
            value: decode(&call, &response.state, &schema.block.ty())?,
            warnings,
            ..Instance::absent(type_name)
        })
    }
}
