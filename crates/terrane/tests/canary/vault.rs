//! A provider whose author code prints every secret in every output.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Mutex;

use terrane::context::{
    CloseContext, ConfigureContext, CreateContext, DeleteContext, InvokeContext, OpenContext,
    ReadContext, UpdateContext, ValidateContext,
};
use terrane::prelude::*;
use tokio::task::JoinHandle;

/// Logs a secret in every way.
pub(crate) fn shout(secret: &str, around: &impl Debug) {
    let url = format!("https://vault/?key={}", percent(secret));
    let span = tracing::info_span!("vault", secret, url);
    let _span = span.enter();
    tracing::info!(secret, ?around, url, "Shouting {secret}");
    tracing::error!(json = serde_json::to_string(secret).unwrap(), debug = ?secret, "Shouting {url}");
    if let Ok(number) = secret.parse::<i64>() {
        tracing::warn!(number, "Shouting a number");
    }
}

fn percent(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// The same later, from a task that knows of no request.
fn shout_later(secret: &str) {
    let secret = secret.to_owned();
    let task = tokio::spawn(async move {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        shout(&secret, &"later");
    });
    LATER.lock().unwrap().push(task);
}

/// The tasks that print later.
pub(crate) static LATER: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// An API's answer that repeats what it was given.
fn refusal(secret: &str) -> Error {
    let error = std::io::Error::other(format!("401: no such key: {secret} ({})", percent(secret)));
    Error::from(error).summary(format!("Cannot use {secret}"))
}

/// The settings of the vault.
#[derive(Model, Debug)]
pub(crate) struct Keeper {
    /// Opens the vault.
    token: Sensitive<String>,
    /// The person who opens it.
    #[tf(block)]
    login: Vec<Login>,
}

/// Who opens the vault.
#[derive(Model, Debug)]
pub(crate) struct Login {
    /// Name.
    pub(crate) user: String,
    /// Password.
    pub(crate) password: Sensitive<String>,
}

pub(crate) struct Vault {
    token: String,
    session: String,
}

#[provider("registry.terraform.io/example/vault")]
impl terrane::Provider for Vault {
    fn validate(config: &Draft<Keeper>, cx: &mut ValidateContext) -> Result<()> {
        let token = config
            .token
            .known()
            .map_or("", |token| token.expose().as_str());
        shout(token, config);
        cx.warn("Weak token", format!("{token} is weak."));
        Ok(())
    }

    async fn configure(config: Keeper, cx: &mut ConfigureContext) -> Result<Self> {
        let session = "session-c4nary".to_owned();
        cx.hide(&session);
        for login in &config.login {
            shout(login.password.expose(), &config);
            cx.warn("Old password", login.password.expose().clone());
        }
        shout(config.token.expose(), &cx);
        shout(&session, &"session");
        Ok(Vault {
            token: config.token.into_exposed(),
            session,
        })
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<Safe>()
            .ephemeral::<Credential>()
            .action::<Rotate>()
            .function::<unlock>();
    }
}

/// A safe with secrets of every kind.
#[derive(Model, Debug)]
pub(crate) struct Safe {
    /// Name.
    #[tf(identity)]
    name: String,
    /// How its creation fails.
    fails: String,
    /// Password.
    password: Sensitive<String>,
    /// Number.
    pin: Sensitive<i64>,
    /// Locks.
    #[tf(block)]
    lock: Vec<Lock>,
    /// Answers to questions.
    answers: Sensitive<Vec<String>>,
    /// Labels.
    labels: Sensitive<BTreeMap<String, String>>,
    /// It is in no state.
    combination: WriteOnly<String>,
    /// It has many lines.
    certificate: Sensitive<String>,
    /// The vault makes it.
    issued: Computed<Sensitive<String>>,
}

/// A lock.
#[derive(Model, Debug)]
pub(crate) struct Lock {
    /// Maker.
    maker: String,
    /// Code.
    code: Sensitive<String>,
}

impl Safe {
    /// Every secret of the configuration.
    fn secrets(&self) -> Vec<String> {
        let mut secrets = vec![
            self.password.expose().clone(),
            self.pin.expose().to_string(),
            self.certificate.expose().clone(),
        ];
        secrets.extend(self.certificate.expose().lines().map(str::to_owned));
        secrets.extend(self.lock.iter().map(|lock| lock.code.expose().clone()));
        secrets.extend(self.answers.expose().iter().cloned());
        secrets.extend(self.labels.expose().values().cloned());
        secrets.extend(self.combination.get().cloned());
        secrets
    }
}

impl Resource for Safe {
    type Provider = Vault;

    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let password = config
            .password
            .known()
            .map_or("", |it| it.expose().as_str());
        shout(password, config);
        cx.error(path!(Safe, password), format!("{password} is weak"));
        Err(refusal(
            config.combination.known().map_or("", String::as_str),
        ))
    }

    async fn create(plan: Self, vault: &Vault, cx: &mut CreateContext) -> Result<Self> {
        cx.private_mut().set("key", "private-c4nary");
        shout(&vault.token, &cx);
        shout(&vault.session, &cx.private());
        for secret in plan.secrets() {
            shout(&secret, &plan);
            shout_later(&secret);
            cx.warn(format!("{secret} is weak"), percent(&secret));
        }
        Ok(plan.with_computed(SafeComputed {
            issued: "issued-c4nary".to_owned().into(),
        }))
    }

    async fn settle(created: Self, vault: &Vault, _: &mut CreateContext) -> Result<Self> {
        let issued = created.issued.require()?.expose().clone();
        shout(&issued, &created);
        match created.fails.as_str() {
            "error" => {
                let secrets = created.secrets();
                let errors = secrets.iter().map(|secret| refusal(secret));
                Err(errors
                    .fold(refusal(&issued), Error::and)
                    .and(refusal(&vault.session)))
            }
            "panic" => panic!("{issued} {} {:?}", vault.token, created.secrets()),
            _ => Ok(created),
        }
    }

    async fn read(prior: Prior<Self>, vault: &Vault, cx: &mut ReadContext) -> Result<Found<Self>> {
        shout(&vault.token, prior.key());
        let prior = prior.into_complete();
        for secret in prior.iter().flat_map(Safe::secrets) {
            cx.warn("Weak", secret);
        }
        Ok(Found::or_gone(prior))
    }

    async fn update(plan: Self, _: Prior<Self>, _: &Vault, _: &mut UpdateContext) -> Result<Self> {
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, vault: &Vault, cx: &mut DeleteContext) -> Result<()> {
        shout(&vault.token, &cx.private());
        let secrets = prior.complete().into_iter().flat_map(Safe::secrets);
        Err(secrets.fold(refusal(&vault.token), |error, secret| {
            error.and(refusal(&secret))
        }))
    }
}

/// What opens a door for a while.
#[derive(Model, Debug)]
pub(crate) struct Credential {
    /// Whose.
    role: String,
    /// The schema does not say that it is one.
    secret: Computed<String>,
}

impl Ephemeral for Credential {
    type Provider = Vault;

    async fn open(config: Self, _: &Vault, cx: &mut OpenContext) -> Result<Self> {
        let secret = "opened-c4nary".to_owned();
        cx.private_mut().set("secret", &secret);
        cx.warn("Opened", format!("{} has {secret}", config.role));
        Ok(config.with_computed(CredentialComputed { secret }))
    }

    async fn close(_: &Vault, cx: &mut CloseContext) -> Result<()> {
        let secret: String = cx.private().get("secret")?.unwrap_or_default();
        shout(&secret, &cx);
        Err(refusal(&secret))
    }
}

/// Changes a key.
#[derive(Model, Debug)]
pub(crate) struct Rotate {
    /// The key.
    key: WriteOnly<String>,
}

impl Action for Rotate {
    type Provider = Vault;

    async fn invoke(config: Self, _: &Vault, cx: &mut InvokeContext) -> Result<()> {
        let key = config.key.get().cloned().unwrap_or_default();
        shout(&key, &config);
        cx.progress(format!("Changing {key}")).await;
        Err(refusal(&key))
    }
}

/// Unlocks nothing.
#[function]
fn unlock(key: String) -> Result<String> {
    Err(refusal(&key))
}
