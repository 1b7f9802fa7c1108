//! A running provider, its restarts, and the judgement of every answer.

use std::pin::pin;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use serde_json::Value as Json;
use tempfile::TempDir;
use terrane_composition::{ConnectError, ProviderProcess};
use terrane_plugin_client::Pipe;
use terrane_protocol::schema::{Block, Schema};
use terrane_protocol::{
    Diagnostics, DynamicValue, Provider, Rpc, RpcCode, RpcError, ServerCapabilities, Version,
};
use terrane_value::Object;
use tokio::time::timeout;

use crate::asked::Asked;
use crate::finding::{Finding, Findings, Place};
use crate::host::{configure_request, stop_when_ended};
use crate::options::Options;
use crate::place;
use crate::rule::{self, Rule};
use crate::subject::shown_object;

/// How long to wait for the end of a process whose connection has broken.
const LAST_MOMENTS: Duration = Duration::from_millis(500);

/// How long a program may take to print its handshake line.
const START: Duration = Duration::from_secs(20);

/// How often a program is started again after a crash. Each further request of a run is omitted.
const MOST_STARTS: usize = 40;

/// A running provider.
pub(crate) struct Session<'a> {
    pub(crate) options: &'a Options,
    pub(crate) findings: Findings,
    pub(crate) notes: Vec<String>,
    pub(crate) requests: usize,
    /// The number of violations so far, with those that are not reported.
    pub(crate) violations: usize,
    /// Values that no log line and no message may have.
    pub(crate) secrets: Vec<String>,
    /// Whether a diagnostic has shown a secret since the log was checked. SDKs in Go log each diagnostic.
    has_shown_secret: bool,
    /// The optional features of the provider.
    pub(crate) capabilities: ServerCapabilities,
    process: Option<ProviderProcess>,
    /// The configuration of the provider that was sent, to be sent again after a restart.
    configured: Option<DynamicValue>,
    starts: usize,
    lines: Arc<Mutex<Vec<(Pipe, String)>>>,
    until: Instant,
    /// The working directory of the program.
    folder: TempDir,
}

impl<'a> Session<'a> {
    pub(crate) fn new(options: &'a Options) -> std::io::Result<Self> {
        Ok(Self {
            options,
            findings: Findings::default(),
            notes: Vec::new(),
            requests: 0,
            violations: 0,
            secrets: Vec::new(),
            has_shown_secret: false,
            capabilities: ServerCapabilities::default(),
            process: None,
            configured: None,
            starts: 0,
            lines: Arc::default(),
            until: Instant::now() + options.time,
            folder: tempfile::tempdir()?,
        })
    }

    /// Returns the command that starts the program with the environment of the options.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.options.program);
        command.current_dir(self.folder.path());
        // The guard of the process repeats removals, and does not know of a cleared environment.
        for (name, _) in std::env::vars_os() {
            if !(cfg!(windows) && name.eq_ignore_ascii_case("SystemRoot")) {
                command.env_remove(name);
            }
        }
        // Hosts pass on the log level of their user, and most secrets in logs are in detailed ones.
        command.env("TF_LOG", "TRACE");
        command.envs(
            self.options
                .environment
                .iter()
                .map(|(name, value)| (name, value)),
        );
        command
    }

    /// Whether the time is over, or the user has ended the run.
    pub(crate) fn is_over(&self) -> bool {
        self.options.is_stopped() || Instant::now() >= self.until || self.starts > MOST_STARTS
    }

    /// Starts another process of the program, which the caller ends.
    pub(crate) async fn spawn(
        &self,
        versions: &[Version],
    ) -> Result<ProviderProcess, ConnectError> {
        let lines = Arc::clone(&self.lines);
        let builder = ProviderProcess::builder(self.command())
            .versions(versions.iter().map(|it| it.number()))
            .start_timeout(START)
            .guarded()
            .lines(move |pipe, line| {
                let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                lines.push((pipe, line.to_owned()));
            });
        ProviderProcess::spawn(builder).await
    }

    /// Returns the protocol versions to offer.
    pub(crate) fn offered(&self) -> Vec<Version> {
        match self.options.protocol {
            Some(version) => vec![version],
            None => Version::ALL.to_vec(),
        }
    }

    /// Returns the running process, and starts it if it does not run.
    pub(crate) async fn process(&mut self) -> Option<&ProviderProcess> {
        if self.process.is_none() && self.starts <= MOST_STARTS {
            self.starts += 1;
            match self.spawn(&self.offered()).await {
                Ok(process) => {
                    self.process = Some(process);
                    self.configure_again().await;
                }
                Err(error) => {
                    let message = format!("the program cannot be started: {error}");
                    self.report(rule::HANDSHAKE, Place::program(), message, Json::Null);
                    self.starts = MOST_STARTS + 1;
                }
            }
        }
        self.process.as_ref()
    }

    /// Ends the process, and checks its exit.
    pub(crate) async fn end(&mut self) {
        if let Some(process) = self.process.take()
            && let Ok(terrane_plugin_client::Ending::Killed) = process.kill().await
        {
            let message = "the program was asked to exit and still ran after two seconds";
            self.report(rule::SHUTDOWN, Place::program(), message, Json::Null);
        }
    }

    /// Ends the process without a check of its exit, because it may be busy.
    pub(crate) fn abandon(&mut self) {
        self.process = None;
    }

    async fn configure_again(&mut self) {
        let Some(config) = self.configured.clone() else {
            return;
        };
        if let Some(process) = &self.process {
            let provider = process.provider();
            // The result was judged when the provider was configured first.
            let call = provider.configure_provider(configure_request(config));
            let _ = timeout(self.options.deadline, call).await;
        }
    }

    /// Configures the provider, also after each restart. Returns whether it reports no error.
    pub(crate) async fn configure(
        &mut self,
        schema: &Schema,
        config: &Object,
    ) -> Option<Diagnostics> {
        let encoded = crate::subject::encode(&schema.implied_type(), Some(config));
        let place = Place::item("provider configuration");
        let asked = Asked::new(
            Rpc::ConfigureProvider,
            &place,
            shown_object(&schema.block, config),
        );
        let request = configure_request(encoded.clone());
        let answer = self
            .ask(&asked, async |it| it.configure_provider(request).await)
            .await?;
        self.diagnostics(&asked, &answer.diagnostics, Some(&schema.block));
        if !answer.diagnostics.has_errors() {
            self.configured = Some(encoded);
        }
        Some(answer.diagnostics)
    }

    /// Makes a request. Returns `None` without an answer, which is reported.
    pub(crate) async fn ask<T>(
        &mut self,
        asked: &Asked,
        call: impl AsyncFnOnce(Arc<dyn Provider>) -> Result<T, RpcError>,
    ) -> Option<T> {
        let provider = self.process().await?.provider();
        self.requests += 1;
        let deadline = if asked.is_long {
            self.options.deadline * 10
        } else {
            self.options.deadline
        };
        let stopped = stop_when_ended(self.options, Arc::clone(&provider));
        let answered = timeout(deadline, call(provider));
        let answer = match select(pin!(answered), pin!(stopped)).await {
            Either::Left((answer, _)) => answer,
            Either::Right(((), answered)) => answered.await,
        };
        match answer {
            Ok(Ok(answer)) => Some(answer),
            Ok(Err(error)) => {
                self.failed(asked, &error).await;
                None
            }
            Err(_) => {
                let seconds = deadline.as_secs();
                let message = format!("there was no answer within {seconds} s");
                self.report(
                    rule::DEADLINE,
                    asked.place.clone(),
                    message,
                    asked.request(),
                );
                self.abandon();
                None
            }
        }
    }

    /// Reports the error of a call: a crash, or an error that is no diagnostic.
    async fn failed(&mut self, asked: &Asked, error: &RpcError) {
        let crash = self.crash(error).await;
        if asked.is_probe {
            self.note(format!(
                "{}: plans are not checked, because they fail while the provider is not configured; use `--read`",
                asked.place
            ));
        } else if let Some(cause) = crash {
            let message = format!("the program ended during the request: {cause}");
            self.report(rule::CRASH, asked.place.clone(), message, asked.request());
        } else if !(asked.is_optional && error.code == RpcCode::Unimplemented) {
            let (name, code) = (asked.rpc, error.code);
            let message = format!("{name} was answered with the gRPC error {code:?}: {error}");
            self.report(rule::ANSWER, asked.place.clone(), message, asked.request());
        }
    }

    /// Returns the cause of the end of the process, if it has ended.
    pub(crate) async fn crash(&mut self, error: &RpcError) -> Option<String> {
        let process = self.process.as_ref()?;
        let is_broken = matches!(
            error.code,
            RpcCode::Unavailable | RpcCode::Unknown | RpcCode::Canceled | RpcCode::Internal
        );
        if !is_broken {
            return None;
        }
        let status = timeout(LAST_MOMENTS, process.client().exited())
            .await
            .ok()?;
        let printed = process.client().crash();
        let first = printed.as_deref().and_then(|it| it.lines().next());
        let cause = match (first, status) {
            (Some(line), _) => line.to_owned(),
            (None, Some(status)) => status.to_string(),
            (None, None) => "its exit status is unknown".to_owned(),
        };
        self.process = None;
        Some(cause)
    }

    /// Judges diagnostics. `block` is the schema that their paths refer to.
    pub(crate) fn diagnostics(
        &mut self,
        asked: &Asked,
        diagnostics: &Diagnostics,
        block: Option<&Block>,
    ) {
        for diagnostic in diagnostics {
            if diagnostic.summary.trim().is_empty() {
                let message = "a diagnostic has no summary";
                self.report(
                    rule::DIAGNOSTIC,
                    asked.place.clone(),
                    message,
                    asked.request(),
                );
            }
            if let (Some(path), Some(block)) = (&diagnostic.path, block)
                && !place::exists(block, path)
            {
                let message = "the path of a diagnostic leads to no place in the schema";
                self.report(
                    rule::DIAGNOSTIC,
                    asked.place.at(path),
                    message,
                    asked.request(),
                );
            }
            let shows = |secret: &&String| {
                diagnostic.summary.contains(&***secret) || diagnostic.detail.contains(&***secret)
            };
            if self.secrets.iter().any(|it| shows(&it)) {
                self.has_shown_secret = true;
                let message = "a diagnostic contains a sensitive value";
                let place = match &diagnostic.path {
                    Some(path) => asked.place.at(path),
                    None => asked.place.clone(),
                };
                self.report(rule::SECRET_SHOWN, place, message, asked.request());
            }
        }
    }

    /// Judges the log so far, and forgets it.
    pub(crate) fn check_log(&mut self, place: &Place) {
        let lines = std::mem::take(&mut *self.lines.lock().unwrap_or_else(PoisonError::into_inner));
        for (pipe, line) in lines {
            if pipe == Pipe::Stdout && !line.is_empty() {
                let message = "the program wrote to its standard output after the handshake line";
                self.report(rule::STDOUT, Place::program(), message, Json::Null);
            }
            let is_consequence = self.has_shown_secret && line.contains("diagnostic");
            if !is_consequence && self.secrets.iter().any(|it| line.contains(&**it)) {
                let message = "a line of the log contains a sensitive value";
                self.report(rule::SECRET_LOGGED, place.clone(), message, Json::Null);
            }
        }
        self.has_shown_secret = false;
    }

    /// Reports a violation, if its rule is to be checked.
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        place: Place,
        message: impl Into<String>,
        request: Json,
    ) {
        self.violations += 1;
        if self.options.checks(rule) {
            self.findings.add(Finding {
                rule,
                place,
                message: message.into(),
                request,
            });
        }
    }

    /// Reports a violation by the answer to a request.
    pub(crate) fn report_answer(
        &mut self,
        rule: &'static Rule,
        asked: &Asked,
        message: impl Into<String>,
    ) {
        self.report(rule, asked.place.clone(), message, asked.request());
    }

    /// Adds a note, unless it was added before.
    pub(crate) fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Returns the protocol version of the running process.
    pub(crate) fn version(&self) -> Option<Version> {
        self.process.as_ref().map(ProviderProcess::version)
    }
}
