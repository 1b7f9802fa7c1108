//! Objects of the state: upgraded to the present schema, and read from the provider.

use std::collections::BTreeMap;

use terrane_protocol::{DynamicValue, RawState, ReadResourceRequest, UpgradeRequest};
use terrane_value::{Type, Value};

use super::provider::CAPABILITIES;
use super::{Event, Failed, ObjectId, Run, Running};
use crate::address::ResourceInstance;
use crate::config;
use crate::diagnostics::{Report, of_provider};
use crate::object::{Object, ResourceSchema, null_write_only};
use crate::state::{self, Attributes};

impl Run<'_> {
    /// Returns an evaluated configuration without marks, as a value of the schema's type.
    pub(crate) fn unmarked(
        &self,
        config: terrane_hcl::value::Value,
        ty: &Type,
        resource: &config::Resource,
        address: &ResourceInstance,
    ) -> Result<Value, Failed> {
        let (plain, _) = config.unmark_deep();
        plain.to_exchange_as(ty).map_err(|error| {
            let detail = format!("The configuration does not fit the schema: {error}.");
            let report = Report::error("Invalid configuration", detail);
            self.fail(report.at(resource.span).of(address))
        })
    }

    /// Decodes an answer of a provider, or reports that it does not fit the schema.
    pub(crate) fn decoded(
        &self,
        value: &DynamicValue,
        ty: &Type,
        address: &ResourceInstance,
        call: &str,
    ) -> Result<Value, Failed> {
        decode(value, ty, address, call).map_err(|report| self.fail(report))
    }

    /// Encodes a value for a provider.
    pub(crate) fn encoded(
        &self,
        value: &Value,
        ty: &Type,
        address: &ResourceInstance,
    ) -> Result<DynamicValue, Failed> {
        DynamicValue::encode(value, ty).map_err(|error| {
            let detail = format!("The object does not fit its schema: {error}.");
            self.fail(Report::error("Object cannot be encoded", detail).of(address))
        })
    }

    /// Upgrades an object of the state to the present schema.
    pub(crate) async fn upgrade(
        &self,
        running: &Running,
        schema: &ResourceSchema,
        address: &ResourceInstance,
        stored: &state::Object,
    ) -> Result<Object, Failed> {
        let present = u64::try_from(schema.schema.version).unwrap_or_default();
        if stored.schema_version > present {
            let detail = format!(
                "The object was stored with version {} of the schema, but the provider has version {present}. Use a newer version of the provider.",
                stored.schema_version
            );
            let summary = "Resource instance managed by newer provider version";
            return Err(self.fail(Report::error(summary, detail).of(address)));
        }
        let raw_state = match &stored.attributes {
            Attributes::Json(json) => RawState::from_json(json.as_str().to_owned().into()),
            Attributes::Flat(flat) => RawState {
                json: None,
                flatmap: BTreeMap::clone(flat),
            },
        };
        let request = UpgradeRequest {
            type_name: address.resource.resource.type_name.to_string(),
            version: i64::try_from(stored.schema_version).unwrap_or(i64::MAX),
            raw_state,
        };
        let response = self
            .answer(address, running.provider.upgrade_resource_state(request))
            .await?;
        self.report_all(of_provider(response.diagnostics, address, None))?;
        let value = self.decoded(&response.upgraded_state, &schema.ty, address, "upgrade")?;
        let stored_paths = stored.sensitive_attributes.clone().unwrap_or_default();
        let sensitive = schema.sensitive(&value, &stored_paths);
        Ok(Object {
            identity: self
                .upgrade_identity(running, schema, address, stored)
                .await?,
            value,
            sensitive,
            private: stored.private.clone().into(),
            is_tainted: stored.tainted,
            dependencies: stored.dependencies.clone(),
            create_before_destroy: stored.create_before_destroy,
        })
    }

    async fn upgrade_identity(
        &self,
        running: &Running,
        schema: &ResourceSchema,
        address: &ResourceInstance,
        stored: &state::Object,
    ) -> Result<Option<Value>, Failed> {
        let (Some(json), Some(identity)) = (&stored.identity, &schema.identity) else {
            return Ok(None);
        };
        let ty = identity.implied_type();
        let version = stored.identity_schema_version.unwrap_or_default();
        let bytes = json.as_str().to_owned();
        if i64::try_from(version) == Ok(identity.version) {
            let decoded = terrane_value::json::decode(bytes.as_bytes(), &ty);
            return decoded.map(Some).map_err(|error| {
                let detail = format!("The identity does not fit its schema: {error}.");
                self.fail(Report::error("Identity cannot be read", detail).of(address))
            });
        }
        let request = UpgradeRequest {
            type_name: address.resource.resource.type_name.to_string(),
            version: i64::try_from(version).unwrap_or(i64::MAX),
            raw_state: RawState::from_json(bytes.into()),
        };
        let response = self
            .answer(address, running.provider.upgrade_resource_identity(request))
            .await?;
        self.report_all(of_provider(response.diagnostics, address, None))?;
        self.identity(schema, address, response.upgraded_identity.as_ref())
    }

    /// Decodes the identity of an answer.
    pub(crate) fn identity(
        &self,
        schema: &ResourceSchema,
        address: &ResourceInstance,
        identity: Option<&DynamicValue>,
    ) -> Result<Option<Value>, Failed> {
        match (identity, &schema.identity) {
            (Some(identity), Some(schema)) => {
                let value = self.decoded(identity, &schema.implied_type(), address, "call")?;
                Ok((!value.is_null()).then_some(value))
            }
            _ => Ok(None),
        }
    }

    /// Encodes an identity for a provider.
    pub(crate) fn encoded_identity(
        &self,
        schema: &ResourceSchema,
        address: &ResourceInstance,
        identity: Option<&Value>,
    ) -> Result<Option<DynamicValue>, Failed> {
        match (identity, &schema.identity) {
            (Some(identity), Some(schema)) => {
                let encoded = self.encoded(identity, &schema.implied_type(), address);
                encoded.map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Reads an object. Nothing is returned if it does not exist any more.
    pub(crate) async fn refresh(
        &self,
        running: &Running,
        schema: &ResourceSchema,
        address: &ResourceInstance,
        object: Object,
    ) -> Result<Option<Object>, Failed> {
        (self.events)(Event::Refreshing {
            address: address.to_string(),
            id: ObjectId::of(&object.value, &object.sensitive),
        });
        let request = ReadResourceRequest {
            type_name: address.resource.resource.type_name.to_string(),
            current_state: self.encoded(&object.value, &schema.ty, address)?,
            private: object.private.clone(),
            provider_meta: DynamicValue::default(),
            client_capabilities: CAPABILITIES,
            current_identity: self.encoded_identity(schema, address, object.identity.as_ref())?,
        };
        let response = self
            .answer(address, running.provider.read_resource(request))
            .await?;
        self.report_all(of_provider(response.diagnostics, address, None))?;
        if response.deferred.is_some() {
            return Err(self.deferred(address));
        }
        let mut value = self.decoded(&response.new_state, &schema.ty, address, "read")?;
        if value.is_null() {
            return Ok(None);
        }
        if !value.is_wholly_known() {
            let problem = "The provider has returned unknown values for an object that it read.";
            let summary = "Provider returned invalid object";
            return Err(self.provider_bug(address, summary, problem));
        }
        null_write_only(&schema.schema.block, &mut value);
        let identity = self.identity(schema, address, response.new_identity.as_ref())?;
        Ok(Some(Object {
            sensitive: schema.sensitive(&value, &object.sensitive),
            value,
            private: response.private,
            identity: identity.or(object.identity),
            ..object
        }))
    }

    /// Reports a deferral, which this host does not allow.
    pub(crate) fn deferred(&self, address: &ResourceInstance) -> Failed {
        self.fail(deferral(address))
    }
}

/// Decodes an answer of a provider, or returns the report that it does not fit the schema.
pub(crate) fn decode(
    value: &DynamicValue,
    ty: &Type,
    address: &ResourceInstance,
    call: &str,
) -> Result<Value, Report> {
    value.decode(ty).map_err(|error| {
        let problem =
            format!("The provider's answer to the {call} does not fit its schema: {error}.");
        Report::provider_bug("Provider produced invalid object", problem).of(address)
    })
}

/// Returns the report of a deferral.
pub(crate) fn deferral(address: &ResourceInstance) -> Report {
    let problem = "The provider has deferred its answer, although this host does not allow it.";
    Report::provider_bug("Provider deferred changes", problem).of(address)
}
