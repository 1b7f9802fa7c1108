//! The client itself: schemas, configuration and what all calls share.

use std::sync::Arc;

use terrane_protocol::schema::{Schema, Schemas};
use terrane_protocol::{
    ClientCapabilities, ConfigureProviderRequest, DeferredReason, Diagnostics, DynamicValue,
    EmptyRequest, GetResourceIdentitySchemasResponse, Provider, RpcCode, RpcError,
    ValidateProviderConfigRequest,
};
use terrane_value::{Type, Value};

use super::config::Config;
use super::error::CallError;

/// The version of Terraform that the client reports to providers.
const TERRAFORM_VERSION: &str = "1.14.0";

/// Calls a provider in this process, as a host does.
///
/// The [module](crate::client) has an example.
pub struct Client {
    pub(super) provider: Arc<dyn Provider>,
    pub(super) capabilities: ClientCapabilities,
    /// The `provider_meta` block of the module, encoded.
    pub(super) provider_meta: DynamicValue,
    schemas: Schemas,
    identities: GetResourceIdentitySchemasResponse,
}

impl Client {
    /// Reads the schemas of a provider, which is not configured yet.
    ///
    /// # Errors
    ///
    /// Fails if the provider does not answer, or answers with errors.
    pub async fn new(provider: Arc<dyn Provider>) -> Result<Self, CallError> {
        let call = "schema of the provider";
        let schemas = answer(call, provider.get_provider_schema(EmptyRequest {})).await?;
        CallError::check(call, schemas.diagnostics.clone())?;
        let request = EmptyRequest {};
        let identities = match provider.get_resource_identity_schemas(request).await {
            Err(error) if error.code == RpcCode::Unimplemented => Default::default(),
            answer => answer.map_err(|error| CallError::rpc(call, error))?,
        };
        CallError::check(call, identities.diagnostics.clone())?;
        Ok(Self {
            provider,
            capabilities: ClientCapabilities {
                write_only_attributes_allowed: true,
                ..ClientCapabilities::default()
            },
            provider_meta: DynamicValue::default(),
            schemas,
            identities,
        })
    }

    /// Reads the schemas of a provider and configures it.
    ///
    /// # Errors
    ///
    /// Fails as [`new`](Self::new) and [`configure`](Self::configure) do.
    pub async fn configured(
        provider: Arc<dyn Provider>,
        config: impl Into<Config>,
    ) -> Result<Self, CallError> {
        let client = Self::new(provider).await?;
        client.configure(config).await?;
        Ok(client)
    }

    /// Lets the provider defer its work, as Terraform does in a run with `-allow-deferral`.
    #[must_use]
    pub fn allow_deferral(mut self) -> Self {
        self.capabilities.deferral_allowed = true;
        self
    }

    /// Replaces what the client reports to be able to do. By default it accepts write-only attributes.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane_protocol::ClientCapabilities;
    /// use terrane_test::client::Client;
    ///
    /// /// A host that stores no write-only attributes, as Terraform before 1.11.
    /// fn old_host(client: Client) -> Client {
    ///     client.with_capabilities(ClientCapabilities::default())
    /// }
    /// ```
    #[must_use]
    pub fn with_capabilities(mut self, capabilities: ClientCapabilities) -> Self {
        self.capabilities = capabilities;
        self
    }

    /// Sets the `provider_meta` block of the module that all objects belong to.
    ///
    /// # Errors
    ///
    /// Fails if the provider has no such block, or if the value does not match its schema.
    pub fn with_provider_meta(mut self, meta: impl Into<Config>) -> Result<Self, CallError> {
        let call = "provider_meta";
        let schema = self.schemas.provider_meta.as_ref();
        let meta_schema =
            schema.ok_or_else(|| CallError::misuse(call, "the provider has no such block"))?;
        self.provider_meta = self.config(call, meta, meta_schema)?;
        Ok(self)
    }

    /// Validates the provider's configuration. Returns the warnings.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not match the schema, or if the provider refuses it.
    pub async fn validate_provider(
        &self,
        config: impl Into<Config>,
    ) -> Result<Diagnostics, CallError> {
        let call = "validation of the provider's configuration";
        let config_value = self.config(call, config, &self.schemas.provider)?;
        self.validate_encoded(call, config_value).await
    }

    async fn validate_encoded(
        &self,
        call: &str,
        config: DynamicValue,
    ) -> Result<Diagnostics, CallError> {
        let request = ValidateProviderConfigRequest { config };
        let validated = answer(call, self.provider.validate_provider_config(request)).await?;
        CallError::check(call, validated.diagnostics)
    }

    /// Validates the provider's configuration and configures the provider. Returns its warnings.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not match the schema, or if the provider refuses it.
    pub async fn configure(&self, config: impl Into<Config>) -> Result<Diagnostics, CallError> {
        let call = "configuration of the provider";
        let schema = &self.schemas.provider;
        let config_value = self.config(call, config, schema)?;
        self.validate_encoded(call, config_value.clone()).await?;
        let request = ConfigureProviderRequest {
            terraform_version: TERRAFORM_VERSION.to_owned(),
            config: config_value,
            client_capabilities: self.capabilities,
        };
        let configured = answer(call, self.provider.configure_provider(request)).await?;
        CallError::check(call, configured.diagnostics)
    }

    /// All schemas of the provider.
    #[must_use]
    pub fn schemas(&self) -> &Schemas {
        &self.schemas
    }

    pub(super) fn resource_schema(&self, call: &str, name: &str) -> Result<&Schema, CallError> {
        find(
            call,
            "resource",
            name,
            self.schemas.resource_schemas.get(name),
        )
    }

    /// Decodes an identity. Null if the type has none.
    pub(super) fn decode_identity(
        &self,
        call: &str,
        type_name: &str,
        identity: Option<&DynamicValue>,
    ) -> Result<Value, CallError> {
        match (identity, self.identity_type(type_name)) {
            (Some(identity), Some(ty)) => decode(call, identity, &ty),
            (Some(_), None) => Err(CallError::misuse(
                call,
                "there is an identity, but the type has no identity schema",
            )),
            (None, _) => Ok(Value::Null),
        }
    }

    pub(super) fn identity_type(&self, type_name: &str) -> Option<Type> {
        let schema = self.identities.identity_schemas.get(type_name)?;
        Some(schema.implied_type())
    }

    /// Fails if the provider defers a call though the client does not allow it: hosts refuse such an answer.
    pub(super) fn check_deferral(
        &self,
        call: &str,
        deferred: Option<DeferredReason>,
    ) -> Result<(), CallError> {
        match deferred {
            Some(_) if !self.capabilities.deferral_allowed => Err(CallError::misuse(
                call,
                "the provider deferred it, which this client does not allow",
            )),
            _ => Ok(()),
        }
    }

    /// Encodes a configuration as a host does.
    pub(super) fn config(
        &self,
        call: &str,
        config: impl Into<Config>,
        schema: &Schema,
    ) -> Result<DynamicValue, CallError> {
        let config_value = self.config_value(call, config, schema)?;
        encode(call, &config_value, &schema.block.ty())
    }

    /// Makes the value of a configuration as a host does.
    pub(super) fn config_value(
        &self,
        call: &str,
        config: impl Into<Config>,
        schema: &Schema,
    ) -> Result<Value, CallError> {
        let computed_blocks = self.capabilities.computed_blocks_allowed;
        let value = config.into().into_value(&schema.block, computed_blocks);
        value.map_err(|error| CallError::misuse(call, error))
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client")
            .field("capabilities", &self.capabilities)
            .finish_non_exhaustive()
    }
}

/// Finds a schema by the name of its type.
pub(super) fn find<'a, T>(
    call: &str,
    kind: &str,
    name: &str,
    found: Option<&'a T>,
) -> Result<&'a T, CallError> {
    found.ok_or_else(|| CallError::misuse(call, format!("the provider has no {kind} `{name}`")))
}

/// Waits for an answer.
pub(super) async fn answer<T>(
    call: &str,
    answer: impl Future<Output = Result<T, RpcError>>,
) -> Result<T, CallError> {
    answer.await.map_err(|error| CallError::rpc(call, error))
}

pub(super) fn encode(call: &str, value: &Value, ty: &Type) -> Result<DynamicValue, CallError> {
    DynamicValue::encode(value, ty).map_err(|error| CallError::misuse(call, error))
}

pub(super) fn decode(call: &str, value: &DynamicValue, ty: &Type) -> Result<Value, CallError> {
    value
        .decode(ty)
        .map_err(|error| CallError::misuse(call, error))
}
