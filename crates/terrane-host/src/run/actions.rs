//! Actions: planned with the changes that trigger them, and invoked before or after these.

use futures_util::stream::{self, StreamExt as _};
use terrane_hcl::syntax::BodySchema;
use terrane_hcl::value::{Mark, Value};
use terrane_protocol::{ConfigRequest, InvokeActionEvent, ValidateConfigRequest};
use terrane_value::{Path, Type};

use super::managed::Configuration;
use super::provider::CAPABILITIES;
use super::{Event, Failed, Run, lock};
use crate::address::{AbsoluteResource, ConfigResource, InstanceKey, ResourceInstance};
use crate::config::{ActionTrigger, Module, TriggerEvent, TriggeredAction};
use crate::diagnostics::{Report, of_provider};
use crate::evaluate::Place;
use crate::graph::resource_provider;
use crate::object::marked_paths;
use crate::plan::{Action, ActionInvocation, ResourceChange};

/// The evaluated configuration of an action.
struct Configured {
    value: terrane_value::Value,
    sensitive: Vec<Path>,
}

impl Run<'_> {
    /// Checks the configuration of an instance of an action.
    pub(crate) async fn validate_action(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        place: &Place,
    ) -> Result<(), Failed> {
        let Configuration {
            resource,
            running,
            schema,
            ..
        } = configuration;
        let configured = self
            .configured_action(configuration, address, place)
            .await?;
        let request = ValidateConfigRequest {
            type_name: address.resource.resource.type_name.to_string(),
            config: self.encoded(&configured.value, &schema.ty, address)?,
        };
        let response = self
            .answer(address, running.provider.validate_action_config(request))
            .await?;
        let at = Some((&resource.body, resource.span));
        self.report_all(of_provider(response.diagnostics, address, at))
    }

    async fn configured_action(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        place: &Place,
    ) -> Result<Configured, Failed> {
        let Configuration {
            resource, schema, ..
        } = configuration;
        let body = &resource.body;
        let hidden = BodySchema::default();
        let value = self.body(place, body, &schema.body, &hidden).await?;
        let sensitive = marked_paths(&value, &Mark::Sensitive);
        Ok(Configured {
            value: self.unmarked(value, &schema.ty, resource, address)?,
            sensitive,
        })
    }

    /// Plans the actions that the changes of a resource trigger.
    pub(crate) async fn plan_triggers(&self, resource: &ConfigResource) -> Result<(), Failed> {
        let module = self.config.module(&resource.module);
        let Some((module, block)) = module.zip(self.config_resource(resource)) else {
            return Ok(());
        };
        let changes: Vec<ResourceChange> = lock(&self.changes)
            .values()
            .filter(|change| {
                change.deposed.is_none() && change.address.resource.config() == *resource
            })
            .cloned()
            .collect();
        let mut result = Ok(());
        for change in &changes {
            for (number, trigger) in block.lifecycle.action_triggers.iter().enumerate() {
                let planned = self.plan_trigger(module, change, number, trigger).await;
                result = result.and(planned);
            }
        }
        result
    }

    async fn plan_trigger(
        &self,
        module: &Module,
        change: &ResourceChange,
        block: usize,
        trigger: &ActionTrigger,
    ) -> Result<(), Failed> {
        let mut events: Vec<TriggerEvent> = events_of(change.action)
            .into_iter()
            .filter(|event| trigger.events.contains(event))
            .collect();
        events.dedup();
        if events.is_empty() || !self.is_triggered(change, trigger).await? {
            return Ok(());
        }
        for (index, triggered) in trigger.actions.iter().enumerate() {
            let action = self.triggered(&change.address, triggered).await?;
            let (configuration, place) = self.action(module, &action, triggered).await?;
            let configured = self
                .configured_action(&configuration, &action, &place)
                .await?;
            let schema = &configuration.schema;
            for event in &events {
                let request = ConfigRequest {
                    type_name: action.resource.resource.type_name.to_string(),
                    config: self.encoded(&configured.value, &schema.ty, &action)?,
                    client_capabilities: CAPABILITIES,
                };
                let response = self
                    .answer(&action, configuration.running.provider.plan_action(request))
                    .await?;
                let own = of_provider(response.diagnostics, &action, None).into_iter();
                let summary = "Failed to plan action";
                let reports = own.map(|it| at_trigger(it, summary, triggered));
                self.report_all(reports.collect())?;
                if response.deferred.is_some() {
                    return Err(self.deferred(&action));
                }
                lock(&self.invocations).push(ActionInvocation {
                    action: action.clone(),
                    trigger: change.address.clone(),
                    event: *event,
                    block,
                    index,
                    provider: configuration.provider.clone(),
                    config: configured.value.clone(),
                    sensitive: configured.sensitive.clone(),
                    ty: schema.ty.clone(),
                });
            }
        }
        Ok(())
    }

    /// Evaluates the condition of a trigger.
    async fn is_triggered(
        &self,
        change: &ResourceChange,
        trigger: &ActionTrigger,
    ) -> Result<bool, Failed> {
        let Some(condition) = &trigger.condition else {
            return Ok(true);
        };
        let place = self.place_of(&change.address);
        let (value, _) = self.expression(&place, condition).await?.unmark();
        let converted = value.convert(&Type::Bool);
        let known = converted.as_ref().ok().and_then(Value::as_bool);
        known.ok_or_else(|| {
            let is_unknown = converted.is_ok_and(|value| value.is_unknown());
            let (summary, detail) = if is_unknown {
                (
                    "Condition must be known",
                    "The condition depends on values that only the apply decides, so the plan cannot tell whether the actions run.",
                )
            } else {
                ("Invalid condition result", "The condition must be true or false.")
            };
            self.fail(Report::error(summary, detail).at(condition.span))
        })
    }

    /// Returns the place of a configured instance, with its `count` and `each`.
    fn place_of(&self, address: &ResourceInstance) -> Place {
        let values = lock(&self.values);
        let expansion = values.resources.get(&address.resource);
        let repetition = expansion.map(|it| it.repetition(address.key.as_ref()));
        Place::new(&address.resource.module)
            .of(address)
            .with(repetition.unwrap_or_default())
    }

    /// Returns the address of a triggered action.
    async fn triggered(
        &self,
        trigger: &ResourceInstance,
        triggered: &TriggeredAction,
    ) -> Result<ResourceInstance, Failed> {
        let action = AbsoluteResource {
            module: trigger.resource.module.clone(),
            resource: triggered.action.clone(),
        };
        let key = match &triggered.key {
            None => None,
            Some(key) => {
                let place = self.place_of(trigger);
                let (value, _) = self.expression(&place, key).await?.unmark_deep();
                let number = value
                    .as_number()
                    .and_then(|number| number.to_usize())
                    .and_then(|it| u64::try_from(it).ok());
                let text = value.as_text().cloned().map(InstanceKey::String);
                let key = text.or(number.map(InstanceKey::Number));
                Some(key.ok_or_else(|| {
                    let detail = "The key of an action is a known string or whole number.";
                    self.fail(Report::error("Invalid index", detail).at(triggered.span))
                })?)
            }
        };
        let address = action.clone().instance(key);
        let exists = lock(&self.values)
            .resources
            .get(&action)
            .is_some_and(|expansion| expansion.keys().contains(&address.key));
        if exists {
            Ok(address)
        } else {
            let detail = format!("The configuration has no instance {address}. Correct the key.");
            let report = Report::error("Reference to non-existent action instance", detail);
            Err(self.fail(report.at(triggered.span)))
        }
    }

    /// Returns the configuration of an action with its provider, and the place of the instance.
    async fn action<'c>(
        &'c self,
        module: &'c Module,
        address: &ResourceInstance,
        triggered: &TriggeredAction,
    ) -> Result<(Configuration<'c>, Place), Failed> {
        let Some(resource) = module.resources.get(&triggered.action) else {
            return Err(Failed);
        };
        let provider = resource_provider(self.config, module, resource);
        let running = self.provider(&provider).await?;
        let schema = self.schema(&running, &triggered.action, address)?;
        let configuration = Configuration {
            resource,
            check: None,
            provider,
            running,
            schema,
        };
        Ok((configuration, self.place_of(address)))
    }

    /// Invokes the actions of a resource, before or after its changes: those of an instance one after another.
    pub(crate) async fn invoke_triggers(
        &self,
        resource: &ConfigResource,
        is_before: bool,
    ) -> Result<(), Failed> {
        let module = self.config.module(&resource.module);
        let Some((module, block)) = module.zip(self.config_resource(resource)) else {
            return Ok(());
        };
        let mut instances: Vec<Vec<ActionInvocation>> = Vec::new();
        for invocation in lock(&self.invocations).iter() {
            let is_own = invocation.trigger.resource.config() == *resource;
            if !is_own || invocation.event.is_before() != is_before {
                continue;
            }
            match instances.last_mut() {
                Some(last) if last.iter().all(|it| it.trigger == invocation.trigger) => {
                    last.push(invocation.clone());
                }
                _ => instances.push(vec![invocation.clone()]),
            }
        }
        let invocations = instances.into_iter().map(|invocations| async move {
            for invocation in invocations {
                let trigger = block.lifecycle.action_triggers.get(invocation.block);
                let triggered = trigger.and_then(|it| it.actions.get(invocation.index));
                if let Some(triggered) = triggered {
                    self.invoke(module, triggered, &invocation).await?;
                }
            }
            Ok(())
        });
        let results: Vec<Result<(), Failed>> = stream::iter(invocations)
            .buffer_unordered(crate::walk::PARALLELISM)
            .collect()
            .await;
        results.into_iter().collect()
    }

    async fn invoke(
        &self,
        module: &Module,
        triggered: &TriggeredAction,
        invocation: &ActionInvocation,
    ) -> Result<(), Failed> {
        let Ok(_permit) = self.permits.acquire().await else {
            return Err(Failed);
        };
        let address = &invocation.action;
        if self.stop.is_stopped() {
            let report = Report::error("Execution halted", "The run was stopped before this step.");
            return Err(self.fail(report.of(address)));
        }
        let (configuration, place) = self.action(module, address, triggered).await?;
        let configured = self
            .configured_action(&configuration, address, &place)
            .await?;
        if !configured.value.is_wholly_known() {
            let detail = "The configuration of the action has values that are not known in the apply. This is a bug in this host.";
            let report = Report::error("Configuration contains unknown value", detail);
            return Err(self.fail(report.at(triggered.span)));
        }
        let request = ConfigRequest {
            type_name: address.resource.resource.type_name.to_string(),
            config: self.encoded(&configured.value, &configuration.schema.ty, address)?,
            client_capabilities: CAPABILITIES,
        };
        let names = || (address.to_string(), invocation.trigger.to_string());
        let (action, trigger) = names();
        (self.events)(Event::ActionStarted { action, trigger });
        let mut reports = Vec::new();
        match configuration.running.provider.invoke_action(request).await {
            Ok(mut events) => {
                while let Some(event) = events.next().await {
                    match event {
                        Ok(InvokeActionEvent::Progress { message }) => {
                            let (action, trigger) = names();
                            (self.events)(Event::ActionProgress {
                                action,
                                trigger,
                                message,
                            });
                        }
                        Ok(InvokeActionEvent::Completed { diagnostics }) => {
                            reports.extend(of_provider(diagnostics, address, None));
                        }
                        Err(error) => reports.push(super::answer::unanswered(address, &error)),
                    }
                }
            }
            Err(error) => reports.push(super::answer::unanswered(address, &error)),
        }
        let first = reports.iter().find(|report| report.is_error());
        let error = first.map(summary_and_detail);
        let (action, trigger) = names();
        (self.events)(Event::ActionFinished {
            action,
            trigger,
            error,
        });
        let summary = "Error when invoking action";
        let located = reports
            .into_iter()
            .map(|report| at_trigger(report, summary, triggered));
        self.report_all(located.collect())
    }
}

/// Returns the events of a change, in their order.
fn events_of(action: Action) -> Vec<TriggerEvent> {
    match action {
        Action::Create | Action::DeleteThenCreate | Action::CreateThenDelete => {
            vec![TriggerEvent::BeforeCreate, TriggerEvent::AfterCreate]
        }
        Action::Update => vec![TriggerEvent::BeforeUpdate, TriggerEvent::AfterUpdate],
        Action::NoOp | Action::Read | Action::Delete | Action::Forget => Vec::new(),
    }
}

/// Returns the report of a provider about a triggered action: an error is one of the trigger.
fn at_trigger(report: Report, summary: &str, triggered: &TriggeredAction) -> Report {
    if report.is_error() {
        Report::error(summary, summary_and_detail(&report)).at(triggered.span)
    } else {
        report
    }
}

fn summary_and_detail(report: &Report) -> String {
    let diagnostic = &report.diagnostic;
    if diagnostic.detail.is_empty() {
        diagnostic.summary.to_string()
    } else {
        format!("{}: {}", diagnostic.summary, diagnostic.detail)
    }
}
