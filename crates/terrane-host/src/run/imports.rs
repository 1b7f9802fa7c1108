//! `import` blocks: objects that exist already enter the state.

use std::collections::BTreeMap;

use terrane_hcl::syntax::ast::Expression;
use terrane_hcl::syntax::instance_reference;
use terrane_hcl::value::{Mark, Value};
use terrane_protocol::{DynamicValue, ImportResourceStateRequest};
use terrane_value::Type;

use super::managed::Configuration;
use super::outputs::contains_mark;
use super::provider::CAPABILITIES;
use super::target::ImportTarget;
use super::{Event, Failed, Run, lock};
use crate::address::{InstanceKey, ModuleInstance, ResourceInstance, Target};
use crate::config;
use crate::diagnostics::{Report, of_provider};
use crate::evaluate::Place;
use crate::object::{Object, ResourceSchema};

impl Run<'_> {
    /// Evaluates the `import` blocks for a resource. Imports of other resources are left to those.
    pub(crate) async fn evaluate_imports(
        &self,
        resource: &crate::address::ConfigResource,
    ) -> Result<(), Failed> {
        for import in &self.config.root.imports {
            let target = target_of(&import.to);
            if target.is_none_or(|(target, _)| target.resource.config() != *resource) {
                continue;
            }
            self.evaluate_import(import).await?;
        }
        Ok(())
    }

    async fn evaluate_import(&self, import: &config::Import) -> Result<(), Failed> {
        let place = Place::new(&ModuleInstance::default());
        let Some(for_each) = &import.for_each else {
            return self.add_import(import, &place).await;
        };
        let marked = self.expression(&place, for_each).await?;
        let (value, _) = marked.unmark();
        if !value.is_wholly_known() || value.elements().is_none() {
            let detail = "The `for_each` argument of an import must be a known collection.";
            let report = Report::error("Invalid for_each argument", detail);
            return Err(self.fail(report.at(for_each.span)));
        }
        let entries: Vec<(Value, Value)> = match value.ty() {
            Type::Map(_) | Type::Object(_) => value
                .entries()
                .map(|(key, value)| (key.clone().into(), value.clone()))
                .collect(),
            Type::Set(_) => {
                let elements = value.elements().unwrap_or_default();
                elements.iter().map(|it| (it.clone(), it.clone())).collect()
            }
            _ => {
                let elements = value.elements().unwrap_or_default().iter().enumerate();
                elements
                    .map(|(index, it)| (Value::from(index), it.clone()))
                    .collect()
            }
        };
        for (key, value) in entries {
            let each = Value::object([("key", key), ("value", value)]);
            let place_with_each = place.clone().with(vec![("each".into(), each)]);
            self.add_import(import, &place_with_each).await?;
        }
        Ok(())
    }

    async fn add_import(&self, import: &config::Import, place: &Place) -> Result<(), Failed> {
        let invalid = |detail: &str| {
            self.fail(Report::error("Invalid import argument", detail).at(import.span))
        };
        let address = self.import_address(import, place).await?;
        let mut target = ImportTarget {
            id: None,
            identity: None,
        };
        if let Some(id) = &import.id {
            target.id = Some(self.import_id(import, id, place).await?);
        }
        if let Some(identity) = &import.identity {
            let value = self.expression(place, identity).await?;
            if value.contains_marks() || !value.is_wholly_known() || value.is_null() {
                return Err(invalid(
                    "The identity must be a known object without sensitive or ephemeral values.",
                ));
            }
            target.identity = Some(value);
        }
        let former = lock(&self.imports).insert(address.clone(), target);
        if former.is_some() {
            let detail = format!("Several `import` blocks import {address}.");
            return Err(invalid(&detail));
        }
        Ok(())
    }

    async fn import_id(
        &self,
        import: &config::Import,
        id: &Expression,
        place: &Place,
    ) -> Result<String, Failed> {
        let invalid = |detail: &str| {
            self.fail(Report::error("Invalid import argument", detail).at(import.span))
        };
        let value = self.expression(place, id).await?;
        if contains_mark(&value, &Mark::Sensitive) || contains_mark(&value, &Mark::Ephemeral) {
            return Err(invalid(
                "The import id must be neither sensitive nor ephemeral.",
            ));
        }
        let converted = value.convert(&Type::String).ok();
        let text = converted
            .as_ref()
            .and_then(Value::as_str)
            .unwrap_or_default();
        if text.is_empty() {
            return Err(invalid(
                "The import id must be a known text that is not empty.",
            ));
        }
        Ok(text.to_owned())
    }

    /// Evaluates the address, whose last key may be an expression.
    async fn import_address(
        &self,
        import: &config::Import,
        place: &Place,
    ) -> Result<ResourceInstance, Failed> {
        let (mut address, key) = target_of(&import.to).ok_or_else(|| {
            let detail = "The argument `to` must be the address of a resource instance.";
            self.fail(Report::error("Invalid import address", detail).at(import.to.span))
        })?;
        if let Some(key) = &key {
            let value = self.expression(place, key).await?;
            let number = value.as_number().and_then(|number| number.to_usize());
            let number = number.and_then(|number| u64::try_from(number).ok());
            let text = value.as_text().cloned().map(InstanceKey::String);
            let key = text.or(number.map(InstanceKey::Number));
            address.key = Some(key.ok_or_else(|| {
                let detail = "The key in the argument `to` must be a known string or whole number.";
                self.fail(Report::error("Invalid import address", detail).at(import.to.span))
            })?);
        }
        Ok(address)
    }

    pub(crate) fn import_target(&self, address: &ResourceInstance) -> Option<ImportTarget> {
        lock(&self.imports).get(address).cloned()
    }

    /// Imports an object, and reads it.
    pub(crate) async fn import(
        &self,
        configuration: &Configuration<'_>,
        address: &ResourceInstance,
        target: &ImportTarget,
    ) -> Result<Object, Failed> {
        let Configuration {
            running, schema, ..
        } = configuration;
        let identity = match &target.identity {
            Some(identity) => Some(self.import_identity(schema, address, identity)?),
            None => None,
        };
        (self.events)(Event::Importing {
            address: address.to_string(),
            import_id: target.id.clone().unwrap_or_default(),
        });
        let request = ImportResourceStateRequest {
            type_name: address.resource.resource.type_name.to_string(),
            id: target.id.clone().unwrap_or_default(),
            client_capabilities: CAPABILITIES,
            identity,
        };
        let response = self
            .answer(address, running.provider.import_resource_state(request))
            .await?;
        self.report_all(of_provider(response.diagnostics, address, None))?;
        if response.deferred.is_some() {
            return Err(self.deferred(address));
        }
        let mut objects = response.imported_resources.into_iter();
        let (Some(imported), None) = (objects.next(), objects.next()) else {
            let problem = "The provider must return exactly one object for an import.";
            let summary = "Import returned no or several objects";
            return Err(self.provider_bug(address, summary, problem));
        };
        let value = self.decoded(&imported.state, &schema.ty, address, "import")?;
        let unread = Object {
            sensitive: schema.sensitive(&value, &[]),
            private: imported.private,
            identity: self.identity(schema, address, imported.identity.as_ref())?,
            ..Object::new(value)
        };
        let object = self.refresh(running, schema, address, unread).await?;
        object.ok_or_else(|| {
            let detail = format!(
                "The provider found no object for the import of {address}. Check the `id`, or remove the `import` block to create the object."
            );
            let report = Report::error("Cannot import non-existent remote object", detail);
            self.fail(report.of(address))
        })
    }

    /// Encodes the identity of an import. Attributes that the block leaves out are null.
    fn import_identity(
        &self,
        schema: &ResourceSchema,
        address: &ResourceInstance,
        identity: &Value,
    ) -> Result<DynamicValue, Failed> {
        let invalid = |detail: String| {
            self.fail(Report::error("Invalid import identity", detail).of(address))
        };
        let Some(identity_schema) = &schema.identity else {
            let detail = "The resource type has no identity: import the object by its `id`.";
            return Err(invalid(detail.to_owned()));
        };
        let attributes: BTreeMap<_, _> = identity_schema
            .attributes
            .iter()
            .map(|attribute| {
                let given = identity.get(&attribute.name).cloned();
                let null = || Value::null(attribute.ty.clone());
                (attribute.name.clone(), given.unwrap_or_else(null))
            })
            .collect();
        let names = identity.keys().unwrap_or_default();
        if let Some(name) = names.iter().find(|name| !attributes.contains_key(*name)) {
            return Err(invalid(format!(
                "The identity of {address} has no attribute `{name}`."
            )));
        }
        let ty = identity_schema.implied_type();
        let exchanged = Value::object(attributes).to_exchange_as(&ty);
        let value = exchanged
            .map_err(|error| invalid(format!("The identity does not fit its schema: {error}.")))?;
        self.encoded(&value, &ty, address)
    }

    /// Reports imports to addresses that the configuration does not have.
    pub(crate) fn check_imports(&self) {
        let resources = &lock(&self.values).resources;
        let targets: Vec<ResourceInstance> = lock(&self.imports).keys().cloned().collect();
        for address in targets {
            let expansion = resources.get(&address.resource);
            let is_configured = expansion.is_some_and(|it| it.keys().contains(&address.key));
            if !is_configured {
                let detail = format!(
                    "The configuration does not have {address}. Add it, or correct the `import` block. This host does not generate configurations: use \
                     `terraform plan -generate-config-out`."
                );
                self.report(Report::error(
                    "Configuration for import target does not exist",
                    detail,
                ));
            }
        }
        for import in &self.config.root.imports {
            let target = target_of(&import.to);
            let config = target.map(|(target, _)| target.resource.config());
            if config.is_none_or(|config| self.config_resource(&config).is_none()) {
                let detail = "The configuration does not have the resource of the import. This host does not generate configurations: use `terraform plan -generate-config-out`.";
                let report =
                    Report::error("Configuration for import target does not exist", detail);
                self.report(report.at(import.span));
            }
        }
    }
}

/// Returns the address of an import without the key of the instance, and the expression of the key.
fn target_of(to: &Expression) -> Option<(ResourceInstance, Option<Expression>)> {
    let (reference, key) = instance_reference(to).ok()?;
    match Target::of(&reference) {
        Ok(Target::Resource(address)) => Some((address, key)),
        _ => None,
    }
}
