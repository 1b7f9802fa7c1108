//! Users with passwords and keys, and a host that remembers one of them.

use std::collections::BTreeMap;

use terrane::prelude::*;
use terrane_test::client::{Client, Instance, PlannedChange};

use crate::lab::lab;
use crate::planning::rig::at;
use crate::setup::{after, client, errors, json};

lab!(|registry| registry.resource::<User>());

/// A user.
#[derive(Model)]
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
#[derive(Model)]
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

    async fn create(plan: Self, _: &Lab, _: &mut CreateContext) -> Result<Self> {
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

    async fn read(prior: Prior<Self>, _: &Lab, _: &mut ReadContext) -> Result<Found<Self>> {
        let key = prior.key().clone();
        let prior = prior.into_complete();
        let unknown = |key: SshKey| SshKey {
            version: Computed::unknown(),
            ..key
        };
        let (keys, by_name, sent) = match prior {
            Some(prior) => (prior.keys, prior.by_name, prior.sent),
            None => (None, None, "found".to_owned().into()),
        };
        Ok(Found::Object(Self {
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

    async fn update(
        mut plan: Self,
        prior: Prior<Self>,
        _: &Lab,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        let draft = prior.draft()?;
        let before = draft.password_version.known();
        let sent = match plan.password_version.require()? {
            version if Some(version) != before => plan.password().to_owned(),
            _ => "nothing".to_owned(),
        };
        match plan.title.as_deref() {
            Some("fails") => return Err(Error::new("No answer", "Ask again.")),
            Some("takes") => {
                cx.private_mut().remove(".write_only");
                let taken = cx.private().get::<serde_json::Value>(".write_only");
                return taken.map(|_| plan);
            }
            // What an author makes of an API's answer knows nothing of counts.
            Some("own") => plan.password_version = Computed::unknown(),
            _ => {}
        }
        Ok(plan.with_computed(UserComputed { sent }))
    }

    async fn delete(_: Prior<Self>, _: &Lab, _: &mut DeleteContext) -> Result<()> {
        Ok(())
    }
}

/// A host that remembers one object.
pub(super) struct Host {
    pub(super) client: Client,
    pub(super) user: Instance,
}

impl Host {
    pub(super) async fn new() -> Self {
        Self {
            client: client::<Lab>().await,
            user: Instance::absent("lab_user"),
        }
    }

    /// One that has created an object.
    pub(super) async fn with(config: &str) -> Self {
        let mut host = Self::new().await;
        host.change(config).await;
        host
    }

    pub(super) async fn plan(&self, config: &str) -> PlannedChange {
        let plan = self.client.plan_in_place(&self.user, json(config)).await;
        plan.unwrap()
    }

    pub(super) async fn planned(&self, config: &str) -> Value {
        self.plan(config).await.value().clone()
    }

    pub(super) async fn is_no_change(&self, config: &str) -> bool {
        self.plan(config).await.value() == self.user.value()
    }

    pub(super) async fn change(&mut self, config: &str) -> Vec<String> {
        self.change_late(config, config).await
    }

    /// Plans with one configuration and applies another one, as it is with values that are made anew each time.
    pub(super) async fn change_late(&mut self, config: &str, late: &str) -> Vec<String> {
        let plan = self.plan(config).await;
        let changed = self.client.apply_with(plan, json(late)).await;
        if let Some(user) = after(&changed) {
            self.user = user.clone();
        }
        errors(&changed)
    }

    pub(super) async fn refresh(&mut self) {
        self.user = self.client.read(&self.user).await.unwrap();
    }

    /// Changes one attribute of what is stored.
    pub(super) fn set(&mut self, name: &str, value: impl Into<Value>) {
        let mut state = self.user.value().clone();
        state.as_object_mut().unwrap().set(name, value);
        let private = self.user.private().to_vec();
        let user = self.client.stored("lab_user", state).unwrap();
        self.user = user.with_private(private);
    }

    /// Forgets the attributes, and keeps the private data.
    pub(super) fn forget(&mut self) {
        let private = self.user.private().to_vec();
        self.user = Instance::absent("lab_user").with_private(private);
    }

    pub(super) fn at(&self, path: &str) -> Value {
        at(self.user.value(), path)
    }

    /// The count, and what was sent last.
    pub(super) fn received(&self) -> (Value, Value) {
        (self.at("password_version"), self.at("sent"))
    }
}
