//! Data sources in `check` blocks: their errors are warnings, and every apply reads them again.

use terrane_hcl::Severity;
use terrane_value::{Path, Text, Value};

use super::data::proposed_data;
use super::managed::Configuration;
use super::outputs::instance_name;
use super::results::prefixed;
use super::{Event, Failed, ObjectId, Run, lock};
use crate::address::ResourceInstance;
use crate::diagnostics::Report;
use crate::object::Object;
use crate::plan::{Action, Mode, Reason, ResourceChange};
use crate::state::CheckStatus;

impl Run<'_> {
    /// Makes what was read visible to the assertions. Without a value, it is unknown to them.
    pub(crate) async fn checked_data(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        check: &Text,
        config: &Value,
        sensitive: &[Path],
        (reports, read): (Vec<Report>, Option<Value>),
    ) -> Result<(), Failed> {
        let schema = &configuration.schema;
        self.check_result(address, check, &reports);
        if self.settings.mode != Mode::Destroy {
            for mut report in reports {
                report.diagnostic.severity = Severity::Warning;
                self.report(report);
            }
        }
        let is_read = read.is_some();
        let value = read.unwrap_or_else(|| proposed_data(schema, config));
        let object = Object {
            sensitive: schema.sensitive(&value, sensitive),
            ..Object::new(value)
        };
        if is_read {
            (self.events)(Event::Read {
                address: address.to_string(),
                id: ObjectId::of(&object.value, &object.sensitive),
            });
        }
        let shown = schema.expression(&object);
        lock(&self.values).instances.insert(address.clone(), shown);
        if is_read || !self.is_apply() {
            let known = object.value.clone().transform(|_, part| {
                Ok::<_, Failed>(if part.is_unknown() { Value::Null } else { part })
            })?;
            let stored = Object {
                value: known,
                ..object.clone()
            };
            self.store(schema, address, &configuration.provider, Some(&stored))?;
        }
        if !self.is_apply() && self.settings.mode == Mode::Normal {
            self.add_change(ResourceChange {
                address: address.clone(),
                previous_address: None,
                deposed: None,
                provider: configuration.provider.clone(),
                action: Action::Read,
                reason: Some(Reason::ReadBecauseCheckNested),
                before: Value::Null,
                after: object.value,
                ty: schema.ty.clone(),
                before_sensitive: Vec::new(),
                after_sensitive: object.sensitive,
                replace_paths: Vec::new(),
                importing: None,
                private: Default::default(),
                dependencies: Vec::new(),
            });
        }
        Ok(())
    }

    /// Notes in the results of the check whether its data source was read.
    fn check_result(&self, address: &ResourceInstance, check: &Text, reports: &[Report]) {
        let errors: Vec<String> = reports
            .iter()
            .filter(|report| report.is_error())
            .map(|error| {
                let diagnostic = &error.diagnostic;
                format!("{}: {}", diagnostic.summary, diagnostic.detail)
            })
            .collect();
        let (status, message) = match errors.as_slice() {
            [] => (CheckStatus::Pass, None),
            [error] => (CheckStatus::Fail, Some(error.clone())),
            errors => {
                let all: Vec<String> = errors.iter().map(|error| format!("\n- {error}")).collect();
                let message = format!("{} problems:\n{}", errors.len(), all.concat());
                (CheckStatus::Fail, Some(message))
            }
        };
        let module = &address.resource.module;
        let name = format!("check.{check}");
        let object = prefixed(&module.module(), &name);
        let instance = instance_name(module, &name);
        lock(&self.checks).add(("check", &object), &instance, status, message);
    }
}
