//! A host in this process for one object: it plans, applies, refreshes and stores the answers of a provider.

use std::sync::Arc;

use terrane_protocol::rules::Rules;
use terrane_protocol::schema::IdentitySchema;
use terrane_protocol::{
    ApplyResourceChangeRequest, ApplyResourceChangeResponse, DynamicValue,
    ImportResourceStateRequest, ImportResourceStateResponse, MoveResourceStateRequest, Opaque,
    PlanResourceChangeRequest, PlanResourceChangeResponse, Provider, RawState, ReadResourceRequest,
    ReadResourceResponse, UpgradeRequest,
};
use terrane_schema::propose;
use terrane_value::{Object, Type, Value, json};

use super::{errors, shown};
use crate::setup::configured;

/// A host with the one object that it knows.
pub(super) struct Host {
    pub(super) provider: Arc<dyn Provider>,
    type_name: String,
    ty: Type,
    identity: Option<IdentitySchema>,
    rules: Rules,
    stores_identities: bool,
    pub(super) stored: Stored,
}

/// What the host stores of the object.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Stored {
    pub(super) state: Option<Object>,
    pub(super) private: Opaque,
    pub(super) identity: Option<DynamicValue>,
}

impl Host {
    pub(super) async fn new<P: terrane::Provider>(type_name: &str) -> Self {
        let provider = configured::<P>().await;
        let schemas = provider
            .get_provider_schema(Default::default())
            .await
            .unwrap();
        assert_eq!(errors(&schemas.diagnostics), Vec::<String>::new());
        let schema = schemas.resource_schemas[type_name].clone();
        let mut identities = provider
            .get_resource_identity_schemas(Default::default())
            .await
            .unwrap()
            .identity_schemas;
        Self {
            type_name: type_name.to_owned(),
            ty: schema.block.ty(),
            identity: identities.remove(type_name),
            rules: Rules::new(&schema),
            stores_identities: true,
            stored: Stored::default(),
            provider,
        }
    }

    /// A host that knows no identities, as Terraform before 1.12.
    pub(super) fn without_identities(mut self) -> Self {
        self.stores_identities = false;
        self
    }

    fn object(&self, text: &str) -> Object {
        let value = json::decode(text.as_bytes(), &self.ty).unwrap();
        value.as_object().unwrap().clone()
    }

    fn wire(&self, object: Option<&Object>) -> DynamicValue {
        let value = object.map_or(Value::Null, |object| object.clone().into());
        DynamicValue::encode(&value, &self.ty).unwrap()
    }

    fn received(&self, value: &DynamicValue) -> Option<Object> {
        value.decode(&self.ty).unwrap().as_object().cloned()
    }

    fn identity_ty(&self) -> Type {
        self.identity.as_ref().unwrap().implied_type()
    }

    /// The state as JSON.
    pub(super) fn state(&self) -> String {
        shown(&self.ty, &self.wire(self.stored.state.as_ref()))
    }

    /// The stored identity as JSON.
    pub(super) fn identity(&self) -> Option<String> {
        self.shown_identity(self.stored.identity.as_ref())
    }

    pub(super) fn shown_identity(&self, identity: Option<&DynamicValue>) -> Option<String> {
        Some(shown(&self.identity_ty(), identity?))
    }

    /// Puts an object into the state, as if an earlier version of the provider had made it.
    pub(super) fn store(&mut self, state: &str, identity: Option<&str>) {
        let identity = identity.map(|text| {
            let value = json::decode(text.as_bytes(), &self.identity_ty()).unwrap();
            DynamicValue::encode(&value, &self.identity_ty()).unwrap()
        });
        self.stored = Stored {
            state: Some(self.object(state)),
            private: Opaque::default(),
            identity,
        };
    }

    /// Plans a change to a configuration, or a deletion.
    pub(super) async fn plan(&self, config: Option<&str>) -> PlanResourceChangeResponse {
        let prior = self.stored.state.as_ref();
        let config = config.map(|config| self.object(config));
        let proposed = config
            .as_ref()
            .and_then(|it| propose(&self.rules, prior, Some(it)));
        let request = PlanResourceChangeRequest {
            type_name: self.type_name.clone(),
            prior_state: self.wire(prior),
            proposed_new_state: self.wire(proposed.as_ref()),
            config: self.wire(config.as_ref()),
            prior_private: self.stored.private.clone(),
            prior_identity: self.stored.identity.clone(),
            ..Default::default()
        };
        self.provider.plan_resource_change(request).await.unwrap()
    }

    /// Plans and applies a configuration, or a deletion, and stores what is answered.
    pub(super) async fn apply(&mut self, config: Option<&str>) -> ApplyResourceChangeResponse {
        let planned = self.plan(config).await;
        assert_eq!(errors(&planned.diagnostics), Vec::<String>::new());
        let config = config.map(|config| self.object(config));
        let request = ApplyResourceChangeRequest {
            type_name: self.type_name.clone(),
            prior_state: self.wire(self.stored.state.as_ref()),
            planned_state: planned.planned_state,
            config: self.wire(config.as_ref()),
            planned_private: planned.planned_private,
            planned_identity: planned.planned_identity.filter(|_| self.stores_identities),
            ..Default::default()
        };
        let answer = self.provider.apply_resource_change(request).await.unwrap();
        self.keep(&answer.new_state, &answer.private, &answer.new_identity);
        answer
    }

    /// Refreshes the object, and stores what is answered unless there is an error.
    pub(super) async fn read(&mut self) -> ReadResourceResponse {
        let request = ReadResourceRequest {
            type_name: self.type_name.clone(),
            current_state: self.wire(self.stored.state.as_ref()),
            private: self.stored.private.clone(),
            current_identity: self.stored.identity.clone(),
            ..Default::default()
        };
        let answer = self.provider.read_resource(request).await.unwrap();
        if !answer.diagnostics.has_errors() {
            self.keep(&answer.new_state, &answer.private, &answer.new_identity);
        }
        answer
    }

    /// Imports an object by its identity, and stores it.
    pub(super) async fn import(&mut self, identity: &str) -> ImportResourceStateResponse {
        let value = json::decode(identity.as_bytes(), &self.identity_ty()).unwrap();
        let request = ImportResourceStateRequest {
            type_name: self.type_name.clone(),
            identity: Some(DynamicValue::encode(&value, &self.identity_ty()).unwrap()),
            ..Default::default()
        };
        let answer = self.provider.import_resource_state(request).await.unwrap();
        for imported in &answer.imported_resources {
            self.keep(&imported.state, &imported.private, &imported.identity);
        }
        answer
    }

    fn keep(&mut self, state: &DynamicValue, private: &Opaque, identity: &Option<DynamicValue>) {
        self.stored = Stored {
            state: self.received(state),
            private: private.clone(),
            identity: identity.clone().filter(|_| self.stores_identities),
        };
    }

    /// Moves an object of another type here as OpenTofu 1.12 does: it sends no identity, and keeps that of the source with the version of its schema.
    /// The errors are OpenTofu's.
    pub(super) async fn move_as_tofu(
        &mut self,
        source: MoveResourceStateRequest,
        version: i64,
        identity: Option<&str>,
    ) -> Result<(), String> {
        let answer = self.provider.move_resource_state(source).await.unwrap();
        assert_eq!(errors(&answer.diagnostics), Vec::<String>::new());
        let identity = self.open_as_tofu(version, identity).await?;
        let ty = self.identity_ty();
        let identity = identity.filter(|text| text != "null").map(|text| {
            let value = json::decode(text.as_bytes(), &ty).map_err(|error| error.to_string())?;
            DynamicValue::encode(&value, &ty).map_err(|error| error.to_string())
        });
        self.stored = Stored {
            state: self.received(&answer.target_state),
            private: answer.target_private,
            identity: identity.transpose()?,
        };
        Ok(())
    }

    /// Reads an identity out of a state as OpenTofu 1.12 does: it compares the stored version with the schema's, and asks for an upgrade where they
    /// differ. The errors are OpenTofu's.
    pub(super) async fn open_as_tofu(
        &self,
        version: i64,
        identity: Option<&str>,
    ) -> Result<Option<String>, String> {
        let schema = self.identity.as_ref().expect("the type has an identity");
        let Some(identity) = identity else {
            return Ok(None);
        };
        if version > schema.version {
            return Err("Resource identity managed by newer provider version".to_owned());
        }
        if version == schema.version {
            return Ok(Some(identity.to_owned()));
        }
        let request = UpgradeRequest {
            type_name: self.type_name.clone(),
            version,
            raw_state: RawState::from_json(identity.as_bytes().to_vec().into()),
        };
        let answer = self
            .provider
            .upgrade_resource_identity(request)
            .await
            .unwrap();
        if answer.diagnostics.has_errors() {
            return Err(errors(&answer.diagnostics).join("\n"));
        }
        match self.shown_identity(answer.upgraded_identity.as_ref()) {
            Some(upgraded) => Ok(Some(upgraded)),
            None => Err("Provider returned no identity after upgrade".to_owned()),
        }
    }
}
