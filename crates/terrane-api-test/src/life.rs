//! The life of an object under faults.

use std::any::Any;
use std::{fmt, io};

use futures_util::future::join_all;
use serde_json::Value as Json;
use terrane_api::transport::Transport;
use terrane_test::client::{CallError, Client, Instance};

use crate::fault::{Fault, Faulty};
use crate::log;
use crate::report::{Outcome, Report};

/// The description of one object's life: the provider, the API and the configurations.
pub struct Life<C> {
    client: Client,
    api: Box<dyn Requests>,
    count: C,
    resource: &'static str,
    created: Json,
    changed: Option<Json>,
    secrets: Vec<String>,
    kept: Vec<Box<dyn Any + Send>>,
}

/// The API with faults.
trait Requests: Send {
    fn cause(&self, fault: Fault, request: usize);
    fn lines(&self) -> Vec<String>;
    fn cassette(&self, secrets: &[String]) -> io::Result<String>;
}

impl<T: Transport> Requests for Faulty<T> {
    fn cause(&self, fault: Fault, request: usize) {
        Self::cause(self, fault, request);
    }

    fn lines(&self) -> Vec<String> {
        Self::lines(self)
    }

    fn cassette(&self, secrets: &[String]) -> io::Result<String> {
        Self::cassette(self, secrets)
    }
}

impl<C: AsyncFn() -> usize> Life<C> {
    /// Describes a life. `client` calls a configured provider that sends its requests to `api`. `count` returns how many objects the API has.
    pub fn new<T: Transport>(client: Client, api: Faulty<T>, count: C) -> Self {
        Self {
            client,
            api: Box::new(api),
            count,
            resource: "",
            created: Json::Null,
            changed: None,
            secrets: Vec::new(),
            kept: Vec::new(),
        }
    }

    /// Sets the type of the resource, and the configuration that creates the object.
    #[must_use]
    pub fn object(mut self, resource: &'static str, config: Json) -> Self {
        (self.resource, self.created) = (resource, config);
        self
    }

    /// Sets the configuration that changes the object.
    #[must_use]
    pub fn change(mut self, config: Json) -> Self {
        self.changed = Some(config);
        self
    }

    /// Names a secret that no diagnostic, no line of the log and no cassette of the requests may show.
    #[must_use]
    pub fn secret(mut self, secret: impl Into<String>) -> Self {
        self.secrets.push(secret.into());
        self
    }

    /// Keeps a value until the end of the life, such as a [`Server`](crate::Server).
    #[must_use]
    pub fn keep(mut self, value: impl Any + Send) -> Self {
        self.kept.push(Box::new(value));
        self
    }

    /// Lives once. Panics with the requests if a check fails.
    async fn run(&self, fault: Option<(Fault, usize)>) -> Outcome {
        let mut outcome = Outcome::Unnoticed;
        let created = self
            .client
            .create(self.resource, self.created.clone())
            .await;
        let object = match created {
            Ok(object) => object,
            Err(error) => {
                outcome = self.not_created(&error, fault).await;
                if outcome == Outcome::Reported {
                    return outcome;
                }
                if let Some(partial) = error.instance() {
                    // A host replaces an object whose creation has failed.
                    self.done("delete", fault, self.client.delete(partial).await);
                }
                self.counted(0, "a failed creation", fault).await;
                let again = self
                    .client
                    .create(self.resource, self.created.clone())
                    .await;
                self.done("create", fault, again)
            }
        };
        self.counted(1, "the creation", fault).await;
        let object = self.change_and_read(object, fault, &mut outcome).await;
        if let Err(error) = self.client.delete(&object).await {
            self.explained(&error, fault);
            outcome = outcome.max(Outcome::Failed);
            self.done("delete", fault, self.client.delete(&object).await);
        }
        self.counted(0, "the deletion", fault).await;
        let cassette = match self.api.cassette(&self.secrets) {
            Ok(cassette) => cassette,
            Err(error) => panic!("{} Cannot write a cassette: {error}", self.place(fault)),
        };
        for secret in &self.secrets {
            assert!(
                !cassette.contains(secret),
                "{} A secret is in a cassette: {cassette}",
                self.place(fault)
            );
            let line = log::line_with(secret);
            assert!(
                line.is_none(),
                "{} A secret is in the log: {line:?}",
                self.place(fault)
            );
        }
        outcome
    }

    async fn change_and_read(
        &self,
        mut object: Instance,
        fault: Option<(Fault, usize)>,
        outcome: &mut Outcome,
    ) -> Instance {
        let config = self.changed.clone().unwrap_or_else(|| self.created.clone());
        if self.changed.is_some() {
            object = match self.client.update(&object, config.clone()).await {
                Ok(object) => object,
                Err(error) => {
                    self.explained(&error, fault);
                    *outcome = Outcome::Failed;
                    let prior = error.instance().unwrap_or(&object);
                    self.done(
                        "update",
                        fault,
                        self.client.update(prior, config.clone()).await,
                    )
                }
            };
            self.counted(1, "the change", fault).await;
        }
        object = self.read(&object, fault, outcome).await;
        assert!(
            object.exists(),
            "{} The object is missing in the state after a read.",
            self.place(fault)
        );
        // A stale refresh plans a change that the next refresh takes back.
        object = self.read(&object, fault, outcome).await;
        let first_plan = self.client.plan(&object, config.clone()).await;
        if !self.done("plan", fault, first_plan).changes().is_empty() {
            object = self.read(&object, fault, outcome).await;
        }
        let answer = self.client.plan(&object, config).await;
        let next_plan = self.done("plan", fault, answer);
        let changes = next_plan.changes();
        assert!(
            changes.is_empty(),
            "{} The next plan has changes: {changes:?}",
            self.place(fault)
        );
        object
    }

    /// Reads the object, again after an error.
    async fn read(
        &self,
        object: &Instance,
        fault: Option<(Fault, usize)>,
        outcome: &mut Outcome,
    ) -> Instance {
        match self.client.read(object).await {
            Ok(object) => object,
            Err(error) => {
                self.explained(&error, fault);
                *outcome = Outcome::Failed;
                self.done("read", fault, self.client.read(object).await)
            }
        }
    }

    /// Checks the error of a creation. It names an object that the API has and the state has not.
    async fn not_created(&self, error: &CallError, fault: Option<(Fault, usize)>) -> Outcome {
        let text = self.explained(error, fault);
        let count = (self.count)().await;
        let place = self.place(fault);
        assert!(count <= 1, "{place} There are {count} objects. {text}");
        if count == 1 && error.instance().is_none() {
            assert!(
                text.contains("import"),
                "{place} The error does not name the object: {text}"
            );
            return Outcome::Reported;
        }
        Outcome::Failed
    }

    /// Returns the text of an error. It has a diagnostic, and shows no secret.
    fn explained(&self, error: &CallError, fault: Option<(Fault, usize)>) -> String {
        let texts = error
            .diagnostics()
            .iter()
            .map(|it| format!("{}: {}", it.summary, it.detail));
        let text = texts.collect::<Vec<_>>().join("\n");
        let place = self.place(fault);
        assert!(fault.is_some(), "{place} {error}");
        assert!(
            !text.is_empty(),
            "{place} The error has no diagnostic: {error}"
        );
        for secret in &self.secrets {
            assert!(
                !text.contains(secret),
                "{place} A secret is in a diagnostic: {text}"
            );
        }
        text
    }

    fn done<T>(
        &self,
        call: &str,
        fault: Option<(Fault, usize)>,
        result: Result<T, CallError>,
    ) -> T {
        match result {
            Ok(done) => done,
            Err(error) => panic!("{} Cannot {call}: {error}", self.place(fault)),
        }
    }

    async fn counted(&self, expected: usize, after: &str, fault: Option<(Fault, usize)>) {
        let count = (self.count)().await;
        assert_eq!(
            count,
            expected,
            "{} Objects of the API after {after}.",
            self.place(fault)
        );
    }

    fn place(&self, fault: Option<(Fault, usize)>) -> String {
        let lines = self.api.lines();
        match fault {
            Some((fault, request)) => {
                format!(
                    "{}, {fault} at request {request} of {lines:#?}.",
                    self.resource
                )
            }
            None => format!("{}, no fault, {lines:#?}.", self.resource),
        }
    }
}

impl<C> fmt::Debug for Life<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Life")
            .field("resource", &self.resource)
            .finish_non_exhaustive()
    }
}

/// Runs the life of an object once without a fault, and then once for each fault and each of its requests. All lives run at the same time.
///
/// `start` describes a life. Its argument differs between lives, for names of objects in an API that they share. The result shows what users notice.
///
/// # Panics
///
/// Panics if an object is lost or created twice, if a secret is shown, or if a call does not succeed after the fault. The text names the fault and the
/// requests.
pub async fn under_faults<C: AsyncFn() -> usize>(start: impl AsyncFn(usize) -> Life<C>) -> Report {
    let captured = log::capture();
    let first = start(0).await;
    first.run(None).await;
    // Without a line, there would be nothing in which a secret could be found.
    assert!(
        !captured || log::is_written(),
        "The provider has not written a log."
    );
    let requests = first.api.lines().len();
    let faults = Fault::ALL
        .iter()
        .flat_map(|fault| (0..requests).map(move |at| (*fault, at)));
    let lives = faults.enumerate().map(async |(number, (fault, at))| {
        let life = start(number + 1).await;
        life.api.cause(fault, at);
        (fault, life.run(Some((fault, at))).await)
    });
    Report::new(first.resource, join_all(lives).await)
}
