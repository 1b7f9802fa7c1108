//! Users with passwords and keys, and a host that remembers one of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use terrane::prelude::*;
use terrane_protocol::{ApplyResourceChangeRequest, Opaque, ReadResourceRequest};
use terrane_value::Object;

use crate::rig::{configured, decode, encode, object, request};
use crate::setup::lab;

lab!(|registry| registry.resource::<User>());

/// A user.
#[derive(Schema)]
pub(super) struct User {
    /// Name.
    #[tf(identity)]
    name: String,
    /// Real name.
    title: Option<String>,
    /// The password.
    password: WriteOnly<Sensitive<String>>,
    /// Counts the passwords.
    #[tf(counts(password))]
    password_version: Computed<i64>,
    /// Keys.
    #[tf(align = name)]
    keys: Option<Vec<SshKey>>,
    /// Keys by name.
    by_name: Option<BTreeMap<String, SshKey>>,
    /// What the last call sent.
    sent: Computed<String>,
}

/// A key.
#[derive(Schema)]
pub(super) struct SshKey {
    /// Its name.
    name: String,
    /// Its private part.
    private: WriteOnly<String>,
    /// Counts the private parts.
    #[tf(counts(private))]
    version: Computed<i64>,
}

impl User {
    fn password(&self) -> &str {
        self.password.get().map_or("none", |it| it.expose())
    }
}

impl Resource for User {
    type Provider = Lab;

    async fn create(plan: Self, _: &Lab, _: &mut Create) -> Result<Self> {
        assert!(
            plan.password_version.known().is_some(),
            "it is known by now"
        );
        if plan.title.as_deref() == Some("fails") {
            return Err(Error::new("No answer", "Ask again."));
        }
        let sent = plan.password().to_owned();
        Ok(plan.with_computed(UserComputed { sent }))
    }

    async fn read(
        key: Key<Self>,
        prior: Option<Self>,
        _: &Lab,
        _: &mut ReadResource,
    ) -> Result<Option<Self>> {
        let unknown = |key: SshKey| SshKey {
            version: Computed::unknown(),
            ..key
        };
        let (keys, by_name, sent) = match prior {
            Some(prior) => (prior.keys, prior.by_name, prior.sent),
            None => (None, None, "found".to_owned().into()),
        };
        Ok(Some(Self {
            name: key.name,
            title: None,
            password: WriteOnly::none(),
            password_version: Computed::unknown(),
            keys: keys.map(|keys| keys.into_iter().map(unknown).collect()),
            by_name: by_name.map(|keys| {
                let keys = keys.into_iter();
                keys.map(|(name, key)| (name, unknown(key))).collect()
            }),
            sent,
        }))
    }

    async fn update(mut plan: Self, prior: Prior<Self>, _: &Lab, cx: &mut Update) -> Result<Self> {
        let before = prior.draft().password_version.known();
        let sent = match plan.password_version.require()? {
            version if Some(version) != before => plan.password().to_owned(),
            _ => "nothing".to_owned(),
        };
        match plan.title.as_deref() {
            Some("fails") => return Err(Error::new("No answer", "Ask again.")),
            Some("takes") => {
                cx.private_mut(|private| private.remove(".write_only"));
                let taken = cx.private().get::<serde_json::Value>(".write_only");
                return taken.map(|_| plan);
            }
            // What an author makes of an API's answer knows nothing of counts.
            Some("own") => plan.password_version = Computed::unknown(),
            _ => {}
        }
        Ok(plan.with_computed(UserComputed { sent }))
    }

    async fn delete(_: Key<Self>, _: Option<Self>, _: &Lab, _: &mut Delete) -> Result<()> {
        Ok(())
    }
}

/// A host that remembers one object.
pub(super) struct Host {
    pub(super) provider: Arc<dyn terrane_protocol::Provider>,
    pub(super) state: Option<Object>,
    pub(super) private: Opaque,
}

impl Host {
    pub(super) async fn new() -> Self {
        Self {
            provider: configured::<Lab>().await,
            state: None,
            private: Opaque::default(),
        }
    }

    /// One that has created an object.
    pub(super) async fn with(config: &str) -> Self {
        let mut host = Self::new().await;
        host.change(config).await;
        host
    }

    pub(super) async fn plan(&self, config: &str) -> terrane_protocol::PlanResourceChangeResponse {
        let response = self.provider.plan_resource_change(self.request(config));
        let response = response.await.unwrap();
        assert!(
            !response.diagnostics.has_errors(),
            "{:?}",
            response.diagnostics
        );
        response
    }

    fn request(&self, config: &str) -> terrane_protocol::PlanResourceChangeRequest {
        let ty = terrane_value::Type::Object(User::block().object_type().clone());
        let prior = self.state.clone().map(|state| {
            let json = terrane_value::json::encode(&state.into(), &ty).unwrap();
            String::from_utf8(json).unwrap()
        });
        let mut request = request::<User>("lab_user", prior.as_deref(), Some(config));
        request.prior_private = self.private.clone();
        request
    }

    pub(super) async fn planned(&self, config: &str) -> Object {
        decode::<User>(&self.plan(config).await.planned_state).unwrap()
    }

    pub(super) async fn is_no_change(&self, config: &str) -> bool {
        Some(self.planned(config).await) == self.state
    }

    pub(super) async fn change(&mut self, config: &str) -> Vec<String> {
        self.change_late(config, config).await
    }

    /// Plans with one configuration and applies another one, as it is with values that are made anew each time.
    pub(super) async fn change_late(&mut self, config: &str, late: &str) -> Vec<String> {
        let planned = self.plan(config).await;
        let request = ApplyResourceChangeRequest {
            type_name: "lab_user".to_owned(),
            prior_state: encode::<User>(self.state.clone()),
            planned_state: planned.planned_state,
            planned_private: planned.planned_private,
            config: encode::<User>(Some(object::<User>(late))),
            ..ApplyResourceChangeRequest::default()
        };
        let response = self.provider.apply_resource_change(request).await.unwrap();
        self.state = decode::<User>(&response.new_state);
        self.private = response.private;
        let errors = response.diagnostics.errors();
        errors.map(ToString::to_string).collect()
    }

    pub(super) async fn refresh(&mut self) {
        let request = ReadResourceRequest {
            type_name: "lab_user".to_owned(),
            current_state: encode::<User>(self.state.clone()),
            private: self.private.clone(),
            ..ReadResourceRequest::default()
        };
        let response = self.provider.read_resource(request).await.unwrap();
        assert!(
            !response.diagnostics.has_errors(),
            "{:?}",
            response.diagnostics
        );
        self.state = decode::<User>(&response.new_state);
        self.private = response.private;
    }

    pub(super) fn at(&self, path: &str) -> Value {
        at(self.state.as_ref().unwrap(), path)
    }

    /// The count, and what was sent last.
    pub(super) fn received(&self) -> (Value, Value) {
        (self.at("password_version"), self.at("sent"))
    }
}

pub(super) fn at(object: &Object, path: &str) -> Value {
    let path: terrane::Path = path.parse().unwrap();
    Value::from(object.clone()).at(&path).unwrap().clone()
}
