//! The order of the checks.

use std::path::PathBuf;

use terrane_protocol::Version;
use terrane_protocol::schema::json::ProviderSchemas;
use terrane_protocol::schema::{Schema, TypeKind};
use terrane_value::Object;

use crate::changes::upgrade_old;
use crate::checks::life::{self, Existing};
use crate::checks::{
    action, listing, planning, program, reading, schema, state_store, validation, wire,
};
use crate::configuration::{ConfigurationError, Configurations};
use crate::finding::Place;
use crate::generate::{Generated, Target, generate, secret, validate};
use crate::options::Options;
use crate::report::Report;
use crate::rule::{Level, RULES};
use crate::session::Session;
use crate::subject::Subject;

/// The error of a run that could not be made. Problems of the provider are findings instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program does not exist.
    #[error("there is no program `{}`", .0.display())]
    NoProgram(PathBuf),
    /// The working directory of the program cannot be created.
    #[error("cannot create a folder for the program")]
    Folder(#[source] std::io::Error),
    /// A file with configurations cannot be used.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    /// A rule does not exist.
    #[error("{0:?} is no rule")]
    Rule(String),
    /// The provider has no resource, no action and no state store of a name.
    #[error("the provider has no resource, no action and no state store {0:?}")]
    Type(String),
}

/// Checks a provider.
///
/// The future must run to its end, also after [`Options::stop`] was set: it destroys what it has created.
///
/// # Errors
///
/// Fails if the options are wrong. A provider that does not even start is a finding.
pub async fn run(options: &Options) -> Result<Report, Error> {
    if !options.program.is_file() {
        return Err(Error::NoProgram(options.program.clone()));
    }
    if let Some(unknown) = options.rules.iter().find(|it| crate::rule(it).is_none()) {
        return Err(Error::Rule(unknown.clone()));
    }
    let written = Configurations::read(&options.program, &options.configurations)?;
    let mut session = Session::new(options).map_err(Error::Folder)?;
    session.secrets.push(secret(options.seed));
    let mut run = Run {
        written,
        left: Vec::new(),
        protocol: None,
    };
    run.check(&mut session).await?;
    session.end().await;
    session.check_log(&Place::program());
    Ok(Report {
        program: options.program.display().to_string(),
        protocol: run.protocol.map(Version::number),
        arguments: arguments(options),
        findings: session.findings.into_inner(),
        known: 0,
        notes: session.notes,
        left: run.left,
        requests: session.requests,
        checked: RULES
            .iter()
            .copied()
            .filter(|it| options.checks(it))
            .collect(),
    })
}

/// Returns the arguments that repeat a run.
fn arguments(options: &Options) -> String {
    let mut text = options.program.display().to_string();
    let mut add = |argument: String| {
        text.push(' ');
        text.push_str(&argument);
    };
    match options.level {
        Level::Basic => {}
        Level::Read => add("--read".to_owned()),
        Level::Apply => {
            for name in &options.apply {
                add(format!("--apply {name}"));
            }
        }
    }
    for (name, _) in &options.environment {
        add(format!("--env {name}"));
    }
    for path in &options.configurations {
        add(format!("--config {}", path.display()));
    }
    if let Some(version) = options.protocol {
        add(format!("--protocol {}", version.number()));
    }
    for name in &options.types {
        add(format!("--type {name}"));
    }
    if options.seed != 0 {
        add(format!("--seed {}", options.seed));
    }
    text
}

struct Run {
    written: Configurations,
    left: Vec<String>,
    protocol: Option<Version>,
}

impl Run {
    async fn check(&mut self, session: &mut Session<'_>) -> Result<(), Error> {
        let served = program::check(session).await;
        if served.is_empty() {
            return Ok(());
        }
        let schemas = schema::check(session, &served).await;
        self.protocol = session.version();
        let Some(schemas) = schemas else {
            return Ok(());
        };
        session.capabilities = schemas.schemas.server_capabilities;
        let subjects = subjects(&schemas, session.options);
        let missing = session.options.apply.iter().find(|name| {
            let schemas = &schemas.schemas;
            let has = |kind| schemas.types(kind).contains_key(*name);
            ![TypeKind::Resource, TypeKind::Action, TypeKind::StateStore]
                .into_iter()
                .any(has)
        });
        if let Some(missing) = missing {
            return Err(Error::Type(missing.clone()));
        }
        self.configure(session, &schemas.schemas.provider).await;
        let mut valid = Vec::new();
        for subject in &subjects {
            if session.is_over() {
                break;
            }
            if subject.kind == TypeKind::Resource {
                let states = session.options.states.iter();
                for state in states.filter(|it| it.type_name == subject.name) {
                    upgrade_old(session, subject, state).await;
                }
            }
            if let Some(generated) = self.check_type(session, subject).await {
                valid.push((subject.clone(), generated));
            }
            session.check_log(&subject.place());
        }
        if session.options.level >= Level::Read {
            for (name, function) in &schemas.schemas.functions {
                if session.is_over() {
                    break;
                }
                reading::function(session, name, function).await;
            }
        }
        wire::check(session, &subjects).await;
        wire::large(session, &valid).await;
        wire::many(session, &valid).await;
        let minimal: Vec<(Subject, Object)> = valid
            .into_iter()
            .map(|(subject, generated)| (subject, generated.minimal))
            .collect();
        wire::concurrency(session, &minimal).await;
        program::stop(session).await;
        if session.is_over() {
            session.note("not everything was checked, because the run has ended early");
        }
        Ok(())
    }

    /// Validates the provider's own configuration, and configures the provider if the level permits it.
    async fn configure(&self, session: &mut Session<'_>, schema: &Schema) {
        let target = Target::Provider(&schema.block);
        let written = self.written_for(session, target);
        let generated = generate(session, target).await;
        if let Ok(generated) = &generated {
            validation::check(session, target, generated).await;
        }
        if session.options.level < Level::Read {
            return;
        }
        let is_written = !written.is_empty();
        let config = written
            .into_iter()
            .next()
            .or_else(|| generated.ok().map(|it| it.minimal));
        let Some(config) = config else {
            session.note("the provider is not configured, because no valid configuration was generated; use `--config`");
            return;
        };
        if is_written {
            // The answer about a configuration of the user is judged like any other.
            let _ = validate(session, target, &config).await;
        }
        if let Some(diagnostics) = session.configure(schema, &config).await
            && let Some(error) = diagnostics.errors().next()
        {
            session.note(format!("the provider was not configured: {error}"));
        }
        session.check_log(&target.place());
    }

    /// Returns the configurations that the user has written for a target.
    fn written_for(&self, session: &mut Session<'_>, target: Target<'_>) -> Vec<Object> {
        let mut found = Vec::new();
        for config in self.written.of(target) {
            match config {
                Ok(config) => found.push(config),
                Err(problem) => session.note(format!("{}: {problem}", target.place())),
            }
        }
        found
    }

    /// Checks a type. Returns its valid configurations.
    async fn check_type(
        &mut self,
        session: &mut Session<'_>,
        subject: &Subject,
    ) -> Option<Generated> {
        let target = Target::Type(subject);
        let mut valid = Vec::new();
        for config in self.written_for(session, target) {
            let diagnostics = validate(session, target, &config).await;
            if diagnostics.is_some_and(|it| !it.has_errors()) {
                valid.push(config);
            }
        }
        let generated = match (generate(session, target).await, valid.first()) {
            (Ok(generated), _) => generated,
            (Err(_), Some(config)) => Generated {
                minimal: config.clone(),
                rich: config.clone(),
            },
            (Err(problem), None) => {
                session.note(format!(
                    "{}: no valid configuration was generated; use `--config`. The last error: {problem}",
                    subject.place()
                ));
                return None;
            }
        };
        validation::check(session, target, &generated).await;
        for config in &valid {
            let written = Generated {
                minimal: config.clone(),
                rich: config.clone(),
            };
            validation::check(session, target, &written).await;
        }
        if subject.kind == TypeKind::Resource {
            planning::check(session, subject, &generated).await;
        }
        if valid.is_empty() {
            valid = vec![generated.minimal.clone(), generated.rich.clone()];
        }
        if session.options.level >= Level::Read {
            for config in &valid {
                match &subject.listed {
                    Some(listed) => listing::check(session, subject, listed, config).await,
                    None => reading::check(session, subject, config).await,
                }
            }
        }
        let is_named = session.options.apply.contains(&subject.name);
        if session.options.level == Level::Apply && is_named {
            match (subject.kind, valid.first()) {
                (TypeKind::Resource, _) => {
                    let existing = life::check(session, subject, &valid).await;
                    self.destroy(session, existing).await;
                }
                (TypeKind::Action, Some(config)) => action::check(session, subject, config).await,
                (TypeKind::StateStore, Some(config)) => {
                    let left = state_store::check(session, subject, config).await;
                    self.left.extend(left);
                }
                _ => {}
            }
        }
        Some(generated)
    }

    /// Tries once more to destroy an object, and lists it if it remains.
    async fn destroy(&mut self, session: &mut Session<'_>, existing: Option<Existing>) {
        let Some(Existing {
            subject,
            mut stored,
        }) = existing
        else {
            return;
        };
        if !life::destroy(session, &subject, &mut stored).await {
            let shown = subject.shown(Some(&stored.object));
            self.left.push(format!("{} {shown}", subject.place()));
        }
    }
}

/// Returns the types to check.
fn subjects(schemas: &ProviderSchemas, options: &Options) -> Vec<Subject> {
    let mut subjects = Vec::new();
    for kind in TypeKind::ALL {
        for (name, schema) in schemas.schemas.types(kind) {
            if options.includes(name) {
                let identity = schemas.identities.get(name);
                let has_identity = matches!(kind, TypeKind::Resource | TypeKind::List);
                let identity = identity.filter(|_| has_identity);
                let mut subject = Subject::new(kind, name, schema, identity);
                if kind == TypeKind::List {
                    let listed = schemas.schemas.resource_schemas.get(name);
                    subject.listed = listed.map(Schema::implied_type);
                }
                subjects.push(subject);
            }
        }
    }
    subjects
}
