//! Providers of a run: started, configured, and asked for their schemas once.

use std::fmt;
use std::sync::{Arc, Mutex};

use terrane_hcl::syntax::BodySchema;
use terrane_hcl::syntax::ast::{Body, NativeBody};
use terrane_protocol::{
    ClientCapabilities, ConfigureProviderRequest, DynamicValue, EmptyRequest, RpcCode,
    ValidateProviderConfigRequest,
};

use super::{Failed, Run, Running, Slot, TERRAFORM_VERSION, lock};
use crate::address::{self, ModuleInstance, ProviderConfig, ResourceMode};
use crate::config::ProviderBlock;
use crate::diagnostics::{Report, of_provider};
use crate::evaluate::Place;
use crate::graph::provider_of;
use crate::object::{ResourceSchema, body_schema};
use crate::plan::Schemas;

/// What this host supports.
pub(crate) const CAPABILITIES: ClientCapabilities = ClientCapabilities {
    deferral_allowed: false,
    write_only_attributes_allowed: true,
    store_planned_private: false,
    computed_blocks_allowed: false,
};

impl Run<'_> {
    /// Returns a provider that is not configured, for functions.
    pub(crate) async fn unconfigured(
        &self,
        address: &address::Provider,
    ) -> Result<Arc<Running>, Failed> {
        let slot: Slot = lock(&self.functions)
            .entry(address.clone())
            .or_default()
            .clone();
        let running = slot.get_or_init(|| self.start(address)).await;
        running.clone()
    }

    /// Returns the schemas that have been used so far.
    pub(crate) fn schemas(&self) -> Schemas {
        let slots: Vec<Slot> = lock(&self.providers).values().cloned().collect();
        let running = slots.iter().filter_map(|slot| slot.get()?.as_ref().ok());
        let mut schemas = Schemas::new();
        for running in running {
            for ((mode, type_name), schema) in lock(&running.types).iter() {
                let key = (running.address.clone(), *mode, type_name.clone().into());
                schemas.insert(key, Arc::clone(schema));
            }
        }
        schemas
    }

    /// Returns a provider with its configuration.
    pub(crate) async fn provider(&self, config: &ProviderConfig) -> Result<Arc<Running>, Failed> {
        let slot: Slot = lock(&self.providers)
            .entry(config.clone())
            .or_default()
            .clone();
        let configured = slot.get_or_init(|| self.configured(config)).await;
        configured.clone()
    }

    async fn start(&self, address: &address::Provider) -> Result<Arc<Running>, Failed> {
        let started = self.factories.start(address).await;
        let provider = started
            .map_err(|error| self.fail(Report::error("Provider cannot be started", error)))?;
        let schemas = self
            .answer(address, provider.get_provider_schema(EmptyRequest {}))
            .await?;
        self.report_all(of_provider(schemas.diagnostics.clone(), address, None))?;
        let request = EmptyRequest {};
        let identities = match provider.get_resource_identity_schemas(request).await {
            Err(error) if error.code == RpcCode::Unimplemented => Default::default(),
            answer => answer.map_err(|error| self.no_answer(address, &error))?,
        };
        self.report_all(of_provider(identities.diagnostics.clone(), address, None))?;
        Ok(Arc::new(Running {
            address: address.clone(),
            provider,
            schemas,
            identities,
            types: Mutex::default(),
        }))
    }

    async fn configured(&self, config: &ProviderConfig) -> Result<Arc<Running>, Failed> {
        let block = self.provider_block(config)?;
        let running = self.start(&config.provider).await?;
        let empty = Body::from(NativeBody::default());
        let body = block.map_or(&empty, |block| &block.body);
        let encoded = self.provider_value(config, &running, body).await?;
        let at = block.map(|block| (body, block.span));
        let request = ValidateProviderConfigRequest {
            config: encoded.clone(),
        };
        let validated = self
            .answer(config, running.provider.validate_provider_config(request))
            .await?;
        self.report_all(of_provider(validated.diagnostics, config, at))?;
        let request = ConfigureProviderRequest {
            terraform_version: TERRAFORM_VERSION.to_owned(),
            config: encoded,
            client_capabilities: CAPABILITIES,
        };
        let configured = self
            .answer(config, running.provider.configure_provider(request))
            .await?;
        self.report_all(of_provider(configured.diagnostics, config, at))?;
        Ok(running)
    }

    /// Finds the `provider` block of a configuration. A provider of the root module without an alias needs none.
    fn provider_block(&self, config: &ProviderConfig) -> Result<Option<&ProviderBlock>, Failed> {
        let module = self.config.module(&config.module);
        let block = module.and_then(|module| {
            let mut blocks = module.providers.iter();
            let block = blocks.find(|((name, alias), _)| {
                *alias == config.alias && provider_of(module, name) == config.provider
            });
            block.map(|(_, block)| block)
        });
        let is_implied = config.module.0.is_empty() && config.alias.is_none();
        if block.is_none() && !is_implied {
            let detail = format!(
                "The state has objects of {config}, but the configuration has no such `provider` block. Add it again until the objects are destroyed."
            );
            let report = Report::error("Provider configuration not present", detail);
            return Err(self.fail(report));
        }
        Ok(block)
    }

    /// Evaluates and encodes the body of a `provider` block.
    async fn provider_value(
        &self,
        config: &ProviderConfig,
        running: &Running,
        body: &Body,
    ) -> Result<DynamicValue, Failed> {
        let schema = &running.schemas.provider;
        let hidden = BodySchema::default()
            .attribute("alias", false)
            .attribute("version", false);
        let steps = config.module.0.iter().map(|name| address::ModuleStep {
            name: name.clone(),
            key: None,
        });
        let instance = ModuleInstance(steps.collect());
        let place = Place::new(&instance).of(config);
        let evaluated = self
            .body(&place, body, &body_schema(&schema.block), &hidden)
            .await?;
        let ty = schema.implied_type();
        let exchanged = evaluated.to_exchange_as(&ty);
        exchanged
            .and_then(|value| DynamicValue::encode(&value, &ty))
            .map_err(|error| {
                let report = Report::error("Invalid provider configuration", error.to_string());
                self.fail(report.of(config))
            })
    }

    /// Asks all providers to stop their work soon.
    pub(crate) async fn stop_providers(&self) {
        let slots: Vec<Slot> = lock(&self.providers).values().cloned().collect();
        for slot in slots {
            if let Some(Ok(running)) = slot.get() {
                // A provider that cannot stop completes its work.
                let _ = running.provider.stop_provider(EmptyRequest {}).await;
            }
        }
    }

    /// Returns the schema of a type, or reports that the provider does not have it.
    pub(crate) fn schema(
        &self,
        running: &Running,
        resource: &address::Resource,
        address: &dyn fmt::Display,
    ) -> Result<Arc<ResourceSchema>, Failed> {
        let schema = running.resource(resource.mode, &resource.type_name);
        schema.ok_or_else(|| {
            let kind = match resource.mode {
                ResourceMode::Managed => "resource type",
                ResourceMode::Data => "data source",
                ResourceMode::Ephemeral => "ephemeral resource type",
                ResourceMode::Action => "action type",
            };
            let detail = format!(
                "The provider {} does not support {kind} \"{}\".",
                running.address, resource.type_name
            );
            let summary = format!("Invalid {kind}");
            self.fail(Report::error(summary, detail).of(address))
        })
    }
}
