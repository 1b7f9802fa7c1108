//! Calls for ephemeral resources.

use std::time::SystemTime;

use terrane_protocol::{
    ConfigRequest, Diagnostic, Diagnostics, Opaque, OpenedEphemeralResource, ValidateConfigRequest,
};
use terrane_value::Value;

use super::config::Config;
use super::connection::{Client, answer, decode, find};
use super::error::CallError;
use super::instance::object;

/// An ephemeral resource that is open.
#[derive(Debug)]
pub struct Opened {
    type_name: String,
    value: Value,
    private: Option<Opaque>,
    renew_at: Option<SystemTime>,
    warnings: Diagnostics,
}

impl Opened {
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

    /// The provider's warnings in its last answer.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The provider's private data, which each renewal and the closing get.
    #[must_use]
    pub fn private(&self) -> &[u8] {
        self.private.as_ref().map_or(&[], |private| private)
    }

    /// When a host renews it, if it must be renewed.
    #[must_use]
    pub fn renew_at(&self) -> Option<SystemTime> {
        self.renew_at
    }
}

impl Client {
    /// Validates the configuration of an ephemeral resource and opens it.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not match the schema, or if the provider answers with errors or defers the opening.
    pub async fn open(
        &self,
        type_name: &str,
        config: impl Into<Config>,
    ) -> Result<Opened, CallError> {
        let call = format!("opening of ephemeral.{type_name}");
        let schemas = &self.schemas().ephemeral_resource_schemas;
        let schema = find(
            &call,
            "ephemeral resource",
            type_name,
            schemas.get(type_name),
        )?;
        let config_value = self.config(&call, config, schema)?;
        let request = ValidateConfigRequest {
            type_name: type_name.to_owned(),
            config: config_value.clone(),
        };
        let validated = self.provider.validate_ephemeral_resource_config(request);
        CallError::check(&call, answer(&call, validated).await?.diagnostics)?;
        let request = ConfigRequest {
            type_name: type_name.to_owned(),
            config: config_value,
            client_capabilities: self.capabilities,
        };
        let response = answer(&call, self.provider.open_ephemeral_resource(request)).await?;
        self.check_deferral(&call, response.deferred)?;
        let warnings = CallError::check(&call, response.diagnostics)?;
        if let Some(deferred) = response.deferred {
            return Err(CallError::deferral(&call, deferred));
        }
        Ok(Opened {
            type_name: type_name.to_owned(),
            value: decode(&call, &response.result, &schema.block.ty())?,
            private: response.private,
            renew_at: response.renew_at,
            warnings,
        })
    }

    /// Renews an ephemeral resource. A host does so at [`Opened::renew_at`].
    ///
    /// # Errors
    ///
    /// Fails if the provider answers with errors.
    pub async fn renew(&self, opened: &mut Opened) -> Result<(), CallError> {
        let call = format!("renewal of ephemeral.{}", opened.type_name);
        let request = OpenedEphemeralResource {
            type_name: opened.type_name.clone(),
            private: opened.private.clone(),
        };
        let response = answer(&call, self.provider.renew_ephemeral_resource(request)).await?;
        opened.warnings = CallError::check(&call, response.diagnostics)?;
        opened.private = response.private;
        opened.renew_at = response.renew_at;
        Ok(())
    }

    /// Closes an ephemeral resource.
    ///
    /// # Errors
    ///
    /// Fails if the provider answers with errors.
    pub async fn close(&self, opened: Opened) -> Result<(), CallError> {
        let call = format!("closing of ephemeral.{}", opened.type_name);
        let request = OpenedEphemeralResource {
            type_name: opened.type_name,
            private: opened.private,
        };
        let response = answer(&call, self.provider.close_ephemeral_resource(request)).await?;
        CallError::check(&call, response.diagnostics)?;
        Ok(())
    }
}
