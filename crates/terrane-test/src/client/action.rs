//! Calls of actions.

use futures_util::StreamExt as _;
use terrane_protocol::{
    ConfigRequest, DeferredReason, Diagnostic, Diagnostics, InvokeActionEvent,
    ValidateConfigRequest,
};

use super::config::Config;
use super::connection::{Client, answer, find};
use super::error::CallError;

/// The result of an action.
#[derive(Debug)]
pub struct Invoked {
    progress: Vec<String>,
    warnings: Diagnostics,
}

impl Invoked {
    /// Its messages for the user, in order.
    #[must_use]
    pub fn progress(&self) -> &[String] {
        &self.progress
    }

    /// The provider's warnings.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}

impl Client {
    /// Validates the configuration of an action, plans it and invokes it.
    ///
    /// # Errors
    ///
    /// Fails if the configuration does not match the schema, if the provider answers with errors or defers the action, or if the action ends
    /// without a result.
    pub async fn invoke(
        &self,
        type_name: &str,
        config: impl Into<Config>,
    ) -> Result<Invoked, CallError> {
        let call = format!("invocation of action.{type_name}");
        let schemas = &self.schemas().action_schemas;
        let schema = find(&call, "action", type_name, schemas.get(type_name))?;
        let config_value = self.config(&call, config, schema)?;
        let request = ValidateConfigRequest {
            type_name: type_name.to_owned(),
            config: config_value.clone(),
        };
        let validated = answer(&call, self.provider.validate_action_config(request)).await?;
        CallError::check(&call, validated.diagnostics)?;
        let request = ConfigRequest {
            type_name: type_name.to_owned(),
            config: config_value.clone(),
            client_capabilities: self.capabilities,
        };
        let planned = answer(&call, self.provider.plan_action(request)).await?;
        self.check_deferral(&call, planned.deferred)?;
        CallError::check(&call, planned.diagnostics)?;
        if let Some(deferred) = planned.deferred {
            return Err(match deferred {
                DeferredReason::ProviderConfigUnknown => CallError::deferral(&call, deferred),
                // Rule AC2.
                other => CallError::misuse(
                    &call,
                    format!(
                        "the provider deferred it for the reason {other:?}: hosts accept only an unknown provider configuration"
                    ),
                ),
            });
        }
        let request = ConfigRequest {
            type_name: type_name.to_owned(),
            config: config_value,
            client_capabilities: self.capabilities,
        };
        let mut events = answer(&call, self.provider.invoke_action(request)).await?;
        let mut progress = Vec::new();
        while let Some(event) = events.next().await {
            match event.map_err(|error| CallError::rpc(&call, error))? {
                InvokeActionEvent::Progress { message } => progress.push(message),
                InvokeActionEvent::Completed { diagnostics } => {
                    let warnings = CallError::check(&call, diagnostics)?;
                    return Ok(Invoked { progress, warnings });
                }
            }
        }
        Err(CallError::misuse(
            &call,
            "the action ended without a result",
        ))
    }
}
