//! Ephemeral resources: opened, renewed while the run uses them, and closed at its end.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use terrane_hcl::value::Mark;
use terrane_protocol::{ConfigRequest, OpenedEphemeralResource, ValidateConfigRequest};
use terrane_value::Value;

use super::data::proposed_data;
use super::managed::Configuration;
use super::opened::Ephemeral;
use super::provider::CAPABILITIES;
use super::replan::meta_arguments;
use super::{Event, Failed, Run, lock};
use crate::address::ResourceInstance;
use crate::diagnostics::of_provider;
use crate::evaluate::Place;
use crate::object::{Object, marked_paths};
use crate::plan::Mode;

impl Run<'_> {
    /// Opens an ephemeral resource, and makes its value visible. A plan that does not know its whole configuration leaves it closed.
    pub(crate) async fn open(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        place: Place,
    ) -> Result<(), Failed> {
        let Configuration {
            resource, schema, ..
        } = configuration;
        let only_warns = self.settings.mode != Mode::Normal;
        self.preconditions(resource, address, &place, only_warns)
            .await?;
        let evaluated = self
            .body(&place, &resource.body, &schema.body, &meta_arguments())
            .await?;
        let sensitive = marked_paths(&evaluated, &Mark::Sensitive);
        let config = self.unmarked(evaluated, &schema.ty, resource, address)?;
        self.validate_ephemeral(configuration, address, &config)
            .await?;
        let result = if config.is_wholly_known() {
            self.call_open(configuration, address, &config).await?
        } else {
            proposed_data(schema, &config)
        };
        let object = Object {
            sensitive: schema.sensitive(&result, &sensitive),
            ..Object::new(result)
        };
        let value = schema.expression(&object).with_mark(Mark::Ephemeral);
        self.show(resource, address, &place, value).await
    }

    async fn validate_ephemeral(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        config: &Value,
    ) -> Result<(), Failed> {
        let Configuration {
            resource,
            running,
            schema,
            ..
        } = configuration;
        let request = ValidateConfigRequest {
            type_name: address.resource.resource.type_name.to_string(),
            config: self.encoded(config, &schema.ty, address)?,
        };
        let response = self
            .answer(
                address,
                running.provider.validate_ephemeral_resource_config(request),
            )
            .await?;
        let at = Some((&resource.body, resource.span));
        self.report_all(of_provider(response.diagnostics, address, at))
    }

    async fn call_open(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        config: &Value,
    ) -> Result<Value, Failed> {
        let Configuration {
            resource,
            running,
            schema,
            ..
        } = configuration;
        (self.events)(Event::Opening(address.to_string()));
        let request = ConfigRequest {
            type_name: address.resource.resource.type_name.to_string(),
            config: self.encoded(config, &schema.ty, address)?,
            client_capabilities: CAPABILITIES,
        };
        let response = self
            .answer(address, running.provider.open_ephemeral_resource(request))
            .await?;
        let at = Some((&resource.body, resource.span));
        self.report_all(of_provider(response.diagnostics, address, at))?;
        if response.deferred.is_some() {
            return Err(self.deferred(address));
        }
        // Whatever is wrong with the value, the provider has opened the resource.
        lock(&self.opened.all).push(Ephemeral {
            address: address.clone(),
            running: Arc::clone(running),
            private: response.private,
            renew_at: response.renew_at,
        });
        self.opened.another.notify_one();
        let value = self.decoded(&response.result, &schema.ty, address, "opening")?;
        let summary = "Provider produced invalid object";
        let invalid_value = |problem: &str| {
            format!("The provider has opened {address} with an invalid value: {problem}.")
        };
        if value.is_null() || !value.is_wholly_known() {
            let unknown = invalid_value("it must be a known object");
            return Err(self.provider_bug(address, summary, unknown));
        }
        let rules = &schema.rules;
        let findings = rules.check_plan(None, config.as_object(), value.as_object());
        let problems = findings
            .into_iter()
            .map(|finding| invalid_value(&finding.to_string()));
        self.provider_bugs(address, summary, problems)?;
        (self.events)(Event::Opened(address.to_string()));
        Ok(value)
    }

    /// Renews ephemeral resources when they ask for it, for as long as the future is polled.
    pub(crate) async fn renew(&self) {
        loop {
            let next = lock(&self.opened.all)
                .iter()
                .enumerate()
                .filter_map(|(index, it)| Some((it.renew_at?, index)))
                .min();
            let Some((time, index)) = next else {
                self.opened.another.notified().await;
                continue;
            };
            let left = time
                .duration_since(SystemTime::now())
                .unwrap_or(Duration::ZERO);
            if !left.is_zero() {
                tokio::select! {
                    () = tokio::time::sleep(left) => {}
                    () = self.opened.another.notified() => continue,
                }
            }
            self.call_renew(index).await;
        }
    }

    async fn call_renew(&self, index: usize) {
        let ephemeral = lock(&self.opened.all).get(index).cloned();
        let Some(ephemeral) = ephemeral else {
            return;
        };
        let address = &ephemeral.address;
        (self.events)(Event::Renewing(address.to_string()));
        let request = OpenedEphemeralResource {
            type_name: address.resource.resource.type_name.to_string(),
            private: ephemeral.private.clone(),
        };
        let provider = &ephemeral.running.provider;
        let response = provider.renew_ephemeral_resource(request).await;
        let renewed = match response {
            Ok(response) => {
                // A failed renewal does not end the run: what needs the resource fails.
                let reports = of_provider(response.diagnostics, address, None);
                if self.report_all(reports).is_ok() {
                    (self.events)(Event::Renewed(address.to_string()));
                }
                Ephemeral {
                    private: response.private,
                    renew_at: response.renew_at,
                    ..ephemeral
                }
            }
            Err(error) => {
                self.no_answer(address, &error);
                Ephemeral {
                    renew_at: None,
                    ..ephemeral
                }
            }
        };
        if let Some(entry) = lock(&self.opened.all).get_mut(index) {
            *entry = renewed;
        }
    }

    /// Closes all ephemeral resources, the last one first.
    pub(crate) async fn close(&self) {
        let opened = std::mem::take(&mut *lock(&self.opened.all));
        for ephemeral in opened.into_iter().rev() {
            let address = &ephemeral.address;
            (self.events)(Event::Closing(address.to_string()));
            let request = OpenedEphemeralResource {
                type_name: address.resource.resource.type_name.to_string(),
                private: ephemeral.private.clone(),
            };
            let provider = &ephemeral.running.provider;
            match provider.close_ephemeral_resource(request).await {
                Ok(response) => {
                    // All others are closed as well.
                    let reports = of_provider(response.diagnostics, address, None);
                    if self.report_all(reports).is_ok() {
                        (self.events)(Event::Closed(address.to_string()));
                    }
                }
                Err(error) => {
                    self.no_answer(address, &error);
                }
            }
        }
    }
}
