//! The order of the checks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use terrane_protocol::Version;
use terrane_protocol::schema::json::ProviderSchemas;
use terrane_protocol::schema::{Schema, TypeKind};
use terrane_value::Object;

use crate::changes::{move_given, upgrade_old};
use crate::checks::life::{self, Existing};
use crate::checks::{
    action, listing, planning, program, reading, schema, state_store, validation, wire,
};
use crate::configuration::{Configuration, ConfigurationError, Configurations, Evaluated};
use crate::finding::Place;
use crate::generate::{Generated, Target, generate, validate};
use crate::options::{DEADLINE, Options};
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
    /// The program is a file that cannot be executed.
    #[error("`{}` is not executable; build the provider, or make the file executable", .0.display())]
    NotExecutable(PathBuf),
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
    /// The provider has no type of a name.
    #[error("the provider has no type {0:?}")]
    UnknownType(String),
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
    if !is_executable(&options.program) {
        return Err(Error::NotExecutable(options.program.clone()));
    }
    if let Some(unknown) = options.rules.iter().find(|it| crate::rule(it).is_none()) {
        return Err(Error::Rule(unknown.clone()));
    }
    let files = Configurations::read(&options.program, &options.configurations, &options.examples)?;
    let mut session = Session::new(options).map_err(Error::Folder)?;
    let mut run = Run {
        written: Evaluated::default(),
        left: Vec::new(),
        applied: BTreeSet::new(),
        protocol: None,
    };
    run.check(&mut session, files).await?;
    session.end().await;
    session.check_log(&Place::program());
    Ok(Report {
        program: options.program.display().to_string(),
        protocol: run.protocol.map(Version::number),
        arguments: arguments(options),
        findings: session.findings.into_inner(),
        known: None,
        stale: Vec::new(),
        remarks: session.remarks.into_texts(),
        unchecked: session.unchecked,
        left: run.left,
        requests: session.requests,
        checked: RULES
            .iter()
            .copied()
            .filter(|it| options.checks(it) && session.judged.contains(it.id))
            .collect(),
    })
}

/// Whether a file can be executed.
#[cfg(unix)]
fn is_executable(program: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let metadata = program.metadata();
    metadata.is_ok_and(|it| it.permissions().mode() & 0o111 != 0)
}

/// Whether a file can be executed. Its name decides.
#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
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
    for path in &options.examples {
        add(format!("--examples {}", path.display()));
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
    if options.deadline != DEADLINE {
        add(format!("--deadline {}", options.deadline.as_secs()));
    }
    for argument in &options.repeat {
        add(argument.clone());
    }
    text
}

struct Run {
    written: Evaluated,
    left: Vec<String>,
    /// The types that `--apply` names and whose checks were begun.
    applied: BTreeSet<String>,
    protocol: Option<Version>,
}

impl Run {
    async fn check(
        &mut self,
        session: &mut Session<'_>,
        files: Configurations,
    ) -> Result<(), Error> {
        let served = program::check(session).await;
        if served.is_empty() {
            session.omit("the provider", "its program does not start");
            return Ok(());
        }
        let schemas = schema::check(session, &served).await;
        self.protocol = session.version();
        let Some(schemas) = schemas else {
            session.omit("the provider", "it reports no schemas");
            return Ok(());
        };
        session.capabilities = schemas.schemas.server_capabilities;
        let all = subjects(&schemas);
        check_names(session, &all)?;
        self.written = files.evaluate(&schemas.schemas.provider.block, &all)?;
        if self.written.skipped > 0 {
            let count = self.written.skipped;
            session.remark(format!(
                "{count} blocks of --examples cannot be used alone and were skipped"
            ));
        }
        let subjects: Vec<Subject> = all
            .into_iter()
            .filter(|it| session.options.includes(&it.name))
            .collect();
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
                let moves = session.options.moves.iter();
                for moved in moves.filter(|it| it.target == subject.name) {
                    move_given(session, subject, moved).await;
                }
            }
            if let Some(generated) = self.check_type(session, subject).await {
                valid.push((subject.clone(), generated));
            }
            session.check_log(&subject.place());
        }
        if session.level >= Level::Read {
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
        self.list_unchecked(session);
        Ok(())
    }

    /// Lists what the options ask for and no check has begun.
    fn list_unchecked(&self, session: &mut Session<'_>) {
        let ended = session.ended();
        if let Some(reason) = ended {
            session.omit("the rest of the run", reason);
        }
        let named = session.options.apply.iter();
        for name in named.filter(|it| !self.applied.contains(*it)) {
            let what = format!("--apply {name}");
            if session.unchecked.iter().all(|it| it.what != what) {
                session.omit(what, ended.unwrap_or("--type excludes it"));
            }
        }
    }

    /// Validates the provider's own configuration, and configures the provider if the level permits it. Without success, no request needs it.
    async fn configure(&self, session: &mut Session<'_>, schema: &Schema) {
        let target = Target::Provider(&schema.block);
        let written = self.written_for(session, target);
        let generated = generate(session, target).await;
        if let Ok(generated) = &generated {
            validation::check(session, target, generated).await;
        }
        if session.level < Level::Read {
            return;
        }
        let config = match (written.into_iter().next(), generated) {
            (Some(written), _) => {
                let diagnostics = validate(session, target, &written.object).await;
                match diagnostics.as_ref().and_then(|it| it.errors().next()) {
                    Some(error) => Err(format!("{}: {error}", written.at)),
                    None => Ok(written.object),
                }
            }
            (None, Ok(generated)) => Ok(generated.minimal),
            (None, Err(problem)) => Err(format!(
                "no valid configuration was generated; write a `provider` block, and name its file by --config. The last error: {problem}"
            )),
        };
        let problem = match config {
            Ok(config) => match session.configure(schema, &config).await {
                Some(diagnostics) => diagnostics.errors().next().map(ToString::to_string),
                None => Some("there is no answer".to_owned()),
            },
            Err(problem) => Some(problem),
        };
        session.check_log(&target.place());
        if let Some(problem) = problem {
            let reason = format!("the provider was not configured: {problem}");
            session.omit("--read", reason.clone());
            for name in &session.options.apply {
                session.omit(format!("--apply {name}"), reason.clone());
            }
            // A host ends a provider that it could not configure.
            session.level = Level::Basic;
            session.end().await;
        }
    }

    /// Returns the configurations that the user has written for a target, whose sensitive values must stay secret.
    fn written_for(&self, session: &mut Session<'_>, target: Target<'_>) -> Vec<Configuration> {
        let of_target = self.written.all.iter().filter(|it| it.is_of(target));
        let found: Vec<Configuration> = of_target.cloned().collect();
        for it in &found {
            session.learn(target.block(), &it.object, |_| true);
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
        for written in self.written_for(session, target) {
            let Some(diagnostics) = validate(session, target, &written.object).await else {
                continue;
            };
            match diagnostics.errors().next() {
                None => valid.push(written.object),
                Some(error) if written.is_example => {
                    session.remark(format!("{}: the provider refuses it: {error}", written.at));
                }
                Some(error) => {
                    session.omit(written.at, format!("the provider refuses it: {error}"));
                }
            }
        }
        let is_named = session.options.apply.contains(&subject.name)
            && matches!(
                subject.kind,
                TypeKind::Resource | TypeKind::Action | TypeKind::StateStore
            );
        let generated = match (generate(session, target).await, valid.first()) {
            (Ok(generated), _) => generated,
            (Err(_), Some(config)) => Generated {
                minimal: config.clone(),
                rich: config.clone(),
            },
            (Err(problem), None) => {
                let reason = format!(
                    "no valid configuration was generated; use --config. The last error: {problem}"
                );
                session.omit_type(subject, &reason);
                if is_named {
                    session.omit(format!("--apply {}", subject.name), reason);
                }
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
        let is_written = !valid.is_empty();
        if !is_written {
            valid = vec![generated.minimal.clone(), generated.rich.clone()];
        }
        if session.level >= Level::Read {
            for config in &valid {
                match &subject.listed {
                    Some(listed) => listing::check(session, subject, listed, config).await,
                    None => reading::check(session, subject, config).await,
                }
            }
        }
        if session.level == Level::Apply && is_named && !session.is_over() {
            self.applied.insert(subject.name.clone());
            match (subject.kind, valid.first()) {
                (TypeKind::Resource, _) => {
                    let existing = life::check(session, subject, &valid, is_written).await;
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

/// Checks the names of types in the options, except in configurations.
fn check_names(session: &mut Session<'_>, subjects: &[Subject]) -> Result<(), Error> {
    let options = session.options;
    let kinds = [TypeKind::Resource, TypeKind::Action, TypeKind::StateStore];
    for name in &options.apply {
        let mut changing = subjects.iter().filter(|it| kinds.contains(&it.kind));
        if !changing.any(|it| it.name == *name) {
            return Err(Error::Type(name.clone()));
        }
    }
    let is_unknown = |name: &&String| subjects.iter().all(|it| it.name != **name);
    if let Some(unknown) = options.types.iter().find(is_unknown) {
        return Err(Error::UnknownType(unknown.clone()));
    }
    let upgraded = options.states.iter().map(|it| &it.type_name);
    for name in upgraded.chain(options.moves.iter().map(|it| &it.target)) {
        let mut resources = subjects.iter().filter(|it| it.kind == TypeKind::Resource);
        if !resources.any(|it| it.name == *name) {
            return Err(Error::UnknownType(name.clone()));
        }
    }
    Ok(())
}

/// Returns the types of the provider.
fn subjects(schemas: &ProviderSchemas) -> Vec<Subject> {
    let mut subjects = Vec::new();
    for kind in TypeKind::ALL {
        for (name, schema) in schemas.schemas.types(kind) {
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
    subjects
}
