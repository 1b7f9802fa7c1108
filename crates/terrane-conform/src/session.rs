//! A running provider, its restarts, and the judgement of every answer.

use std::collections::BTreeSet;
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
use crate::finding::{Finding, Findings, Place, Remarks, Unchecked};
use crate::host::{configure_request, stop_when_ended};
use crate::log::{Line, Secret, environment_secrets, log_level};
use crate::options::Options;
use crate::place;
use crate::rule::{self, Level, Rule};
use crate::subject::{Subject, is_sensitive, shown_object};

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
    pub(crate) remarks: Remarks,
    /// What the options ask for and was not checked.
    pub(crate) unchecked: Vec<Unchecked>,
    /// What checks may do: the level of the options, or less if the provider is not configured.
    pub(crate) level: Level,
    /// The numbers of the rules by which an answer was judged.
    pub(crate) judged: BTreeSet<&'static str>,
    pub(crate) requests: usize,
    /// The number of violations so far, with those that are not reported.
    pub(crate) violations: usize,
    /// Values that no log line and no message may have.
    secrets: Vec<Secret>,
    /// Whether a diagnostic has shown a secret since the log was checked. SDKs in Go log each diagnostic.
    has_shown_secret: bool,
    /// The optional features of the provider.
    pub(crate) capabilities: ServerCapabilities,
    process: Option<ProviderProcess>,
    /// The configuration of the provider that was sent, to be sent again after a restart.
    configured: Option<DynamicValue>,
    starts: usize,
    lines: Arc<Mutex<Vec<Line>>>,
    /// The last request.
    current: Arc<Mutex<Json>>,
    until: Instant,
    /// The working directory of the program.
    folder: TempDir,
}

impl<'a> Session<'a> {
    pub(crate) fn new(options: &'a Options) -> std::io::Result<Self> {
        Ok(Self {
            options,
            findings: Findings::default(),
            remarks: Remarks::default(),
            unchecked: Vec::new(),
            level: options.level,
            judged: BTreeSet::new(),
            requests: 0,
            violations: 0,
            secrets: environment_secrets(options),
            has_shown_secret: false,
            capabilities: ServerCapabilities::default(),
            process: None,
            configured: None,
            starts: 0,
            lines: Arc::default(),
            current: Arc::default(),
            until: Instant::now() + options.time,
            folder: tempfile::tempdir()?,
        })
    }

    /// Returns the command that starts the program with the environment of the options.
    pub(crate) fn command(&self) -> Command {
        // A relative path is one from the folder of this process, and the program runs in another one.
        let program = &self.options.program;
        let absolute = std::path::absolute(program);
        let mut command = Command::new(absolute.as_ref().unwrap_or(program));
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
        self.ended().is_some()
    }

    /// Returns why the run has ended before its last check.
    pub(crate) fn ended(&self) -> Option<&'static str> {
        if self.options.is_stopped() {
            Some("it was interrupted")
        } else if self.starts > MOST_STARTS {
            Some("the program ended too often")
        } else if Instant::now() >= self.until {
            Some("the time of --minutes is over")
        } else {
            None
        }
    }

    /// Starts another process of the program, which the caller ends.
    pub(crate) async fn spawn(
        &self,
        versions: &[Version],
    ) -> Result<ProviderProcess, ConnectError> {
        let lines = Arc::clone(&self.lines);
        let current = Arc::clone(&self.current);
        let builder = ProviderProcess::builder(self.command())
            .versions(versions.iter().map(|it| it.number()))
            .start_timeout(START)
            .guarded()
            .lines(move |pipe, line| {
                let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                let request = current.lock().unwrap_or_else(PoisonError::into_inner);
                lines.push(Line {
                    pipe,
                    text: line.to_owned(),
                    request: request.clone(),
                });
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
        if self.process.is_some() {
            self.judge(&[rule::SHUTDOWN]);
        }
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
        *self.current.lock().unwrap_or_else(PoisonError::into_inner) = asked.request();
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
            Ok(Ok(answer)) => {
                self.judge(&[rule::CRASH, rule::ANSWER, rule::DEADLINE]);
                Some(answer)
            }
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
            let text = "plans are not checked, because they fail while the provider is not configured; use `--read`";
            self.remark_at(&asked.place, text);
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
            self.judge(&[rule::DIAGNOSTIC]);
            if !self.secrets.is_empty() {
                self.judge(&[rule::SECRET_SHOWN]);
            }
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
            let shows = |secret: &Secret| {
                secret.is_in(&diagnostic.summary) || secret.is_in(&diagnostic.detail)
            };
            if let Some(secret) = self.secrets.iter().find(|it| shows(it)) {
                let message = format!(
                    "a diagnostic contains the sensitive value of `{}`",
                    secret.name
                );
                self.has_shown_secret = true;
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
        self.judge(&[rule::STDOUT]);
        for line in lines {
            if line.pipe == Pipe::Stdout && !line.text.is_empty() {
                let message = "the program wrote to its standard output after the handshake line";
                self.report(rule::STDOUT, Place::program(), message, Json::Null);
            }
            if !self.secrets.is_empty() {
                self.judge(&[rule::SECRET_LOGGED]);
            }
            if self.has_shown_secret && line.text.contains("diagnostic") {
                // A consequence of the diagnostic, which was reported.
                continue;
            }
            if let Some(secret) = self.secrets.iter().find(|it| it.is_in(&line.text)) {
                let level = match log_level(&line.text) {
                    Some(level) => format!(" at the level {level}"),
                    None => String::new(),
                };
                let name = secret.name.clone();
                let message =
                    format!("a line of the log{level} contains the sensitive value of `{name}`");
                self.report(rule::SECRET_LOGGED, place.at(name), message, line.request);
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
        self.judge(&[rule]);
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

    /// Records that an answer was judged by rules.
    pub(crate) fn judge(&mut self, rules: &[&'static Rule]) {
        self.judged.extend(rules.iter().map(|it| it.id));
    }

    /// Adds a remark about the run, unless it was added before.
    pub(crate) fn remark(&mut self, remark: impl Into<String>) {
        self.remarks.add(None, remark.into());
    }

    /// Adds a remark about a place, unless it was added before.
    pub(crate) fn remark_at(&mut self, place: &Place, remark: impl Into<String>) {
        self.remarks.add(Some(place), remark.into());
    }

    /// Records that something that the options ask for was not checked.
    pub(crate) fn omit(&mut self, what: impl Into<String>, reason: impl Into<String>) {
        let unchecked = Unchecked {
            what: what.into(),
            reason: reason.into(),
        };
        if !self.unchecked.contains(&unchecked) {
            self.unchecked.push(unchecked);
        }
    }

    /// Records that a type was not checked, or not as a whole. Types that the options name must be.
    pub(crate) fn omit_type(&mut self, subject: &Subject, reason: &str) {
        let place = subject.place();
        if self.options.types.contains(&subject.name) {
            self.omit(place.to_string(), reason);
        } else {
            self.remark_at(&place, reason);
        }
    }

    /// Searches logs and messages for the sensitive texts of a configuration from now on.
    pub(crate) fn learn(&mut self, block: &Block, config: &Object, is_secret: fn(&str) -> bool) {
        let members = place::members(block, config);
        for member in members.iter().filter(|it| is_sensitive(it.attribute)) {
            let name = member.path.to_string();
            member.value.walk(|_, value| {
                if let Some(text) = value.as_str().filter(|it| is_secret(it))
                    && let Some(secret) = Secret::new(&name, text)
                    && !self.secrets.contains(&secret)
                {
                    self.secrets.push(secret);
                }
                true
            });
        }
    }

    /// Returns the protocol version of the running process.
    pub(crate) fn version(&self) -> Option<Version> {
        self.process.as_ref().map(ProviderProcess::version)
    }
}
