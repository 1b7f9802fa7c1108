//! `cargo terrane lint`.

use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::{Value, json};
use terrane_composition::ProviderProcess;
use terrane_protocol::Version;
use terrane_release::Package;

use crate::cli::{Lint, LintFormat};
use crate::error::Error;
use crate::lint::{self, RULES, Settings, Sources, Subject};
use crate::output::Output;
use crate::source::{self, Program};

pub(crate) async fn run(arguments: Lint, output: &Output) -> Result<ExitCode, Error> {
    if arguments.list {
        let mut rules = Vec::new();
        for rule in &RULES {
            let (id, level, name) = (rule.id, rule.level.name(), rule.name);
            output.result(&format!("{id} {level:<7} {name}: {}", rule.summary));
            rules
                .push(json!({ "rule": id, "name": name, "level": level, "summary": rule.summary }));
        }
        output.document(Value::Array(rules));
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(rule) = &arguments.explain {
        explain(rule, output)?;
        return Ok(ExitCode::SUCCESS);
    }
    let package = match source::package_folder(Path::new(&arguments.provider)) {
        Some(folder) => Some(source::package(
            &folder,
            arguments.package.as_deref(),
            output,
        )?),
        None => None,
    };
    let mut settings = match &package {
        Some(package) => Settings::read(&package.settings()["lint"])
            .map_err(|problem| Error::Settings(package.folder.join("Cargo.toml"), problem))?,
        None => Settings::default(),
    };
    settings
        .add(&arguments.allow, &arguments.deny)
        .map_err(Error::UnknownRule)?;
    let (described, program) = match (&package, &arguments.binary) {
        (_, Some(binary)) => described(source::existing(binary), output).await?,
        (Some(package), None) => described(source::built(package, output)?, output).await?,
        (None, None) => source::describe(&arguments.provider, output).await?,
    };
    let serves_6 = match &program {
        Some(program) => {
            let _step = output.step("starting the provider with protocol 6");
            Some(serves_6(program).await)
        }
        None if arguments.protocols.is_empty() => None,
        None => Some(arguments.protocols.contains(&6)),
    };
    let own_examples = package.as_ref().map(|it| it.folder.join("examples"));
    let subject = Subject {
        described,
        serves_6,
        examples: arguments.examples.or(own_examples),
        sources: package.as_ref().map_or_else(Vec::new, sources),
    };
    let step = output.step("checking the rules");
    let report = lint::check(&subject, &settings);
    drop(step);
    let by_default = if output.is_json() {
        LintFormat::Json
    } else {
        LintFormat::Text
    };
    match arguments.format.unwrap_or(by_default) {
        LintFormat::Text => output.result(&report.text()),
        LintFormat::Json => output.verbatim(&format!("{:#}", report.json())),
        LintFormat::Sarif => {
            let artifact = match &package {
                Some(package) => package.folder.join("Cargo.toml").display().to_string(),
                None => arguments.provider,
            };
            output.verbatim(&format!("{:#}", lint::sarif(&report, &artifact)));
        }
    }
    Ok(ExitCode::from(u8::from(report.has_errors())))
}

/// Reads the code of a package, and of the packages in the same workspace that it uses. Terrane's own crates define no types of a provider.
fn sources(package: &Package) -> Vec<Sources> {
    let own = fs_err::canonicalize(&package.folder).ok();
    let is_own = |folder: &&Path| fs_err::canonicalize(folder).ok() == own;
    let others = package
        .local_folders()
        .filter(|it| !is_own(it))
        .filter(|it| it.starts_with(&package.workspace) && !is_terrane(it));
    let folders = std::iter::once(package.folder.as_path()).chain(others);
    folders.map(|it| Sources::read(&it.join("src"))).collect()
}

fn is_terrane(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(b"terrane")
}

async fn described(
    program: Program,
    output: &Output,
) -> Result<(source::Described, Option<Program>), Error> {
    Ok((program.describe(output).await?, Some(program)))
}

fn explain(rule: &str, output: &Output) -> Result<(), Error> {
    let rule = lint::find(rule).ok_or_else(|| {
        Error::UnknownRule(format!(
            "{rule:?} is not a rule; `cargo terrane lint --list` lists them"
        ))
    })?;
    output.result(&format!(
        "{} {} ({})\n\n{}\n\n{}",
        rule.id,
        rule.name,
        rule.level.name(),
        rule.summary,
        rule.explanation
    ));
    output.document(json!({
        "rule": rule.id,
        "name": rule.name,
        "level": rule.level.name(),
        "summary": rule.summary,
        "explanation": rule.explanation,
    }));
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
