//! `cargo terrane conform`.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};
use terrane_conform::{Baseline, Level, Options, RULES, Severity};
use terrane_protocol::Version;

use crate::cli::{Conform, ConformDeny};
use crate::error::Error;
use crate::gate::{State, moved, recorded};
use crate::output::Output;

pub(crate) async fn run(arguments: Conform, output: &Output) -> Result<ExitCode, Error> {
    let Some(binary) = arguments.binary.as_ref().filter(|_| !arguments.list) else {
        list(output);
        return Ok(ExitCode::SUCCESS);
    };
    let baseline = match &arguments.baseline {
        Some(path) => {
            let text = fs_err::read_to_string(path)?;
            let baseline: Result<Baseline, _> = text.parse();
            let wrong = |error| Error::Baseline(path.clone(), error);
            let baseline = baseline.map_err(wrong)?;
            baseline.check_program(binary).map_err(wrong)?;
            Some(baseline)
        }
        None => None,
    };
    if !binary.is_file() {
        return Err(terrane_conform::Error::NoProgram(binary.clone()).into());
    }
    let mut options = Options::new(binary);
    options.level = match (arguments.read, arguments.apply.is_empty()) {
        (_, false) => Level::Apply,
        (true, true) => Level::Read,
        (false, true) => Level::Basic,
    };
    options.apply = arguments.apply;
    options.environment = arguments
        .env
        .iter()
        .map(|it| variable(it))
        .collect::<Result<_, Error>>()?;
    options.configurations = arguments.configs;
    options.examples.extend(arguments.examples);
    if let Some(folder) = &arguments.states {
        let states = recorded(existing(folder)?)?.into_iter();
        options.states = states.map(State::into_old).collect();
        let repeat = format!("--states {}", folder.display());
        options.repeat.push(repeat);
    }
    if let Some(folder) = &arguments.moves {
        options.moves = moved(existing(folder)?)?;
        let repeat = format!("--moves {}", folder.display());
        options.repeat.push(repeat);
    }
    options.protocol = arguments.protocol.and_then(Version::from_number);
    options.rules = arguments.rules;
    options.types = arguments.types;
    options.seed = arguments.seed;
    options.time = Duration::from_secs(arguments.minutes.saturating_mul(60));
    options.deadline = Duration::from_secs(arguments.deadline);

    let stop = Arc::clone(&options.stop);
    let interrupted = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let step = output.step(format!("checking {}", binary.display()));
    let report = terrane_conform::run(&options).await;
    drop(step);
    interrupted.abort();
    let mut report = report?;
    if let Some(baseline) = &baseline {
        report.subtract(baseline);
    }
    if let Some(path) = &arguments.junit {
        fs_err::write(path, report.junit())?;
        output.note(&format!("wrote {}", path.display()));
    }
    output.result(&report.text());
    output.document(report.json());
    let least = match arguments.deny {
        ConformDeny::Errors => Severity::Error,
        ConformDeny::Warnings => Severity::Warning,
        ConformDeny::Notes => Severity::Note,
    };
    Ok(ExitCode::from(u8::from(report.fails(least))))
}

/// Returns a folder, if it exists.
fn existing(folder: &Path) -> Result<&Path, Error> {
    if folder.is_dir() {
        Ok(folder)
    } else {
        Err(Error::NoFolder(folder.to_owned()))
    }
}

/// Lists the rules.
fn list(output: &Output) {
    let mut rules = Vec::new();
    for rule in RULES {
        let (severity, level) = (rule.severity.name(), rule.level.option());
        output.result(&format!(
            "{} {severity:<7} {} ({level}; {})",
            rule.id, rule.summary, rule.source
        ));
        rules.push(json!({
            "rule": rule.id,
            "severity": severity,
            "level": level,
            "source": rule.source,
            "summary": rule.summary,
        }));
    }
    output.document(Value::Array(rules));
}

/// Returns a variable of the environment: with the value after `=`, or with the value of this process.
fn variable(argument: &str) -> Result<(String, OsString), Error> {
    match argument.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.into())),
        None => {
            let value =
                env::var_os(argument).ok_or_else(|| Error::MissingVariable(argument.to_owned()))?;
            Ok((argument.to_owned(), value))
        }
    }
}
