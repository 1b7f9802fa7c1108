//! Objects that a `moved` block gives another type or another provider.

use terrane_protocol::{MoveResourceStateRequest, RawState};

use super::{Failed, Run, Running, lock};
use crate::address::ProviderConfig;
use crate::diagnostics::{Report, of_provider};
use crate::graph::resource_provider;
use crate::object::{Object, ResourceSchema};
use crate::plan::Source;
use crate::state::{self, Attributes};

impl Run<'_> {
    /// Asks the providers of moved objects to convert those of other types or providers.
    pub(crate) async fn convert_moved(&self, sources: &[Source]) -> Result<(), Failed> {
        for source in sources {
            self.convert(source).await?;
        }
        Ok(())
    }

    /// Converts a moved object, unless its resource is not configured.
    async fn convert(&self, source: &Source) -> Result<(), Failed> {
        let Source { from, to, provider } = source;
        let config = to.resource.config();
        let module = self.config.module(&config.module);
        let Some((module, resource)) = module.zip(self.config_resource(&config)) else {
            return Ok(());
        };
        let target = resource_provider(self.config, module, resource);
        let has_same_type = from.resource.resource.type_name == to.resource.resource.type_name;
        if has_same_type && target.provider == provider.provider {
            return Ok(());
        }
        let running = self.unconfigured(&target.provider).await?;
        if !running.schemas.server_capabilities.move_resource_state {
            let detail = format!(
                "The provider {} cannot move objects between resource types or providers, so {from} cannot become {to}. Remove the `moved` block.",
                target.provider
            );
            let summary = "Unsupported `moved` across resource types";
            return Err(self.fail(Report::error(summary, detail).of(to)));
        }
        let schema = self.schema(&running, &to.resource.resource, to)?;
        let instance = lock(&self.state).instance(to).cloned();
        let current = instance.and_then(|instance| instance.current);
        if let Some(stored) = current {
            let object = self
                .converted(source, &running, &schema, &target, &stored)
                .await?;
            self.remember_previous(&schema, to, &target, &object)?;
            self.store(&schema, to, &target, Some(&object))?;
        }
        Ok(())
    }

    async fn converted(
        &self,
        source: &Source,
        running: &Running,
        schema: &ResourceSchema,
        target: &ProviderConfig,
        stored: &state::Object,
    ) -> Result<Object, Failed> {
        let Source { from, to, provider } = source;
        let raw = |json: Option<&state::Json>| {
            json.map_or_else(RawState::default, |json| {
                RawState::from_json(json.as_str().to_owned().into())
            })
        };
        let version = |version: u64| i64::try_from(version).unwrap_or(i64::MAX);
        let request = MoveResourceStateRequest {
            source_provider_address: provider.provider.to_string(),
            source_type_name: from.resource.resource.type_name.to_string(),
            source_schema_version: version(stored.schema_version),
            source_state: match &stored.attributes {
                Attributes::Json(json) => raw(Some(json)),
                Attributes::Flat(flat) => RawState {
                    json: None,
                    flatmap: flat.clone(),
                },
            },
            target_type_name: to.resource.resource.type_name.to_string(),
            source_private: stored.private.clone().into(),
            source_identity: raw(stored.identity.as_ref()),
            source_identity_schema_version: version(
                stored.identity_schema_version.unwrap_or_default(),
            ),
        };
        let response = self
            .answer(to, running.provider.move_resource_state(request))
            .await?;
        self.report_all(of_provider(response.diagnostics, to, None))?;
        let value = self.decoded(&response.target_state, &schema.ty, to, "move")?;
        if value.is_null() || !value.is_wholly_known() {
            let problem = format!(
                "The provider {} must return a known object for the move of {from} to {to}.",
                target.provider
            );
            return Err(self.provider_bug(to, "Provider returned invalid value", problem));
        }
        let identity = self.identity(schema, to, response.target_identity.as_ref())?;
        Ok(Object {
            sensitive: schema.sensitive(&value, &[]),
            value,
            private: response.target_private,
            identity,
            is_tainted: stored.tainted,
            dependencies: stored.dependencies.clone(),
            create_before_destroy: stored.create_before_destroy,
        })
    }
}
