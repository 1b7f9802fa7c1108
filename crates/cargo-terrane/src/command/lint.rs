//! `cargo terrane lint`.

use std::path::Path;
use std::process::{Command, ExitCode};

use terrane_composition::ProviderProcess;
use terrane_protocol::Version;
use terrane_release::Package;

use crate::cli::{Lint, LintFormat};
use crate::error::Error;
use crate::lint::{self, RULES, Settings, Subject};
use crate::print::line;
use crate::source::{self, Program};

pub(crate) async fn run(arguments: Lint) -> Result<ExitCode, Error> {
    if arguments.list {
        for rule in &RULES {
            let (id, level, name) = (rule.id, rule.level.name(), rule.name);
            line(&format!("{id} {level:<7} {name}: {}", rule.summary));
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(rule) = &arguments.explain {
        explain(rule)?;
        return Ok(ExitCode::SUCCESS);
    }
    let folder = Path::new(&arguments.provider);
    let package = if folder.join("Cargo.toml").is_file() {
        Some(Package::read_unlocked(
            folder,
            arguments.package.as_deref(),
        )?)
    } else {
        None
    };
    let mut settings = match &package {
        Some(package) => Settings::read(&package.settings()["lint"])
            .map_err(|problem| Error::Settings(package.folder.join("Cargo.toml"), problem))?,
        None => Settings::default(),
    };
    settings
        .add(&arguments.allow, &arguments.deny)
        .map_err(Error::Rule)?;
    let (described, program) = match (&package, &arguments.binary) {
        (_, Some(binary)) => described(source::existing(binary)).await?,
        (Some(package), None) => described(source::built(package)?).await?,
        (None, None) => source::describe(&arguments.provider).await?,
    };
    let serves_6 = match &program {
        Some(program) => Some(serves_6(program).await),
        None if arguments.protocols.is_empty() => None,
        None => Some(arguments.protocols.contains(&6)),
    };
    let own_examples = package.as_ref().map(|it| it.folder.join("examples"));
    let subject = Subject {
        described,
        serves_6,
        examples: arguments.examples.or(own_examples),
    };
    let report = lint::check(&subject, &settings);
    match arguments.format {
        LintFormat::Text => line(&report.text()),
        LintFormat::Json => line(&format!("{:#}", report.json())),
        LintFormat::Sarif => {
            let artifact = match &package {
                Some(package) => package.folder.join("Cargo.toml").display().to_string(),
                None => arguments.provider,
            };
            line(&format!("{:#}", lint::sarif(&report, &artifact)));
        }
    }
    Ok(ExitCode::from(u8::from(report.has_errors())))
}

async fn described(program: Program) -> Result<(source::Described, Option<Program>), Error> {
    Ok((program.describe().await?, Some(program)))
}

fn explain(rule: &str) -> Result<(), Error> {
    let known = lint::find(rule);
    let rule = known.ok_or_else(|| {
        Error::Rule(format!(
            "{rule:?} is no rule; `cargo terrane lint --list` lists them"
        ))
    })?;
    line(&format!(
        "{} {} ({})",
        rule.id,
        rule.name,
        rule.level.name()
    ));
    line("");
    line(rule.summary);
    line("");
    line(rule.explanation);
    Ok(())
}

/// Whether the program serves protocol 6.
async fn serves_6(program: &Program) -> bool {
    let Ok(path) = fs_err::canonicalize(&program.path) else {
        return false;
    };
    let builder = ProviderProcess::builder(Command::new(path)).versions([Version::V6.number()]);
    match ProviderProcess::spawn(builder).await {
        Ok(process) => {
            let version = process.version();
            // The answer does not depend on the end of the process.
            let _ = process.kill().await;
            version == Version::V6
        }
        Err(_) => false,
    }
}
