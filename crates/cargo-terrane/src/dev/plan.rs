//! The plan of the watched configuration, after each build.

use std::env;
use std::path::{Path, PathBuf};

use similar::{ChangeTag, TextDiff};
use terrane_host::config::Config;
use terrane_host::engine::{Engine, PlanOptions};
use terrane_host::factory::Factories;
use terrane_host::providers::Finder;
use terrane_host::render::Renderer;
use terrane_host::state::StateFile;
use tokio::process::Command;

use crate::error::Error;

/// The names of hosts on the PATH, the preferred one first.
const HOSTS: [&str; 2] = ["terraform", "tofu"];

/// The host that plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Host {
    /// A program on the PATH.
    Program(PathBuf),
    /// The host in this process, if there is no program.
    Embedded,
}

/// Returns the host on the PATH, or the host in this process.
pub(super) fn find_host() -> Host {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&path).collect();
    let mut programs = HOSTS.iter().flat_map(|name| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(move |folder| folder.join(&file))
    });
    let program = programs.find(|program| program.is_file());
    program.map_or(Host::Embedded, Host::Program)
}

/// Plans the configuration in a folder, with an environment variable. Returns the output of the host, also if it fails.
pub(super) async fn plan(
    host: Host,
    folder: PathBuf,
    variable: &'static str,
    value: String,
) -> Result<String, Error> {
    let host = match host {
        Host::Program(program) => program,
        Host::Embedded => return Ok(embedded(&folder, &value).await),
    };
    // Another run may hold the lock, and the plan changes nothing.
    let output = Command::new(&host)
        .args(["plan", "-no-color", "-input=false", "-lock=false"])
        .current_dir(folder)
        .env(variable, value)
        .kill_on_drop(true)
        .output()
        .await
        .map_err(|error| Error::Run(program_name(&host), error))?;
    let printed = [output.stdout, output.stderr].concat();
    Ok(String::from_utf8_lossy(&printed).trim().to_owned())
}

/// Plans in this process. `running` is the value of `TF_REATTACH_PROVIDERS`.
async fn embedded(folder: &Path, running: &str) -> String {
    let config = match Config::load(folder) {
        Ok(config) => config,
        Err(error) => return error.to_string(),
    };
    let finder = Finder::from_environment(folder).and_then(|it| it.reattach(running));
    let finder = match finder {
        Ok(finder) => finder,
        Err(error) => return format!("Error: {error}"),
    };
    let state = match StateFile::open(folder.join("terraform.tfstate")) {
        Ok(file) => file.state().cloned().unwrap_or_default(),
        Err(error) => return format!("Error: {error}"),
    };
    let (renderer, sources) = (Renderer::new(), config.sources.clone());
    let found = match Factories::new().find(&config, &state, &finder) {
        Ok(found) => found,
        Err(reports) => return renderer.reports(&reports, &sources),
    };
    let engine = Engine::new(config, folder, found.factories);
    let text = match engine.plan(&state, PlanOptions::default()).await {
        Ok(plan) => renderer.plan(&plan),
        Err(reports) => renderer.reports(&reports, &sources),
    };
    let warnings = renderer.reports(&found.warnings, &sources);
    format!("{warnings}{text}").trim().to_owned()
}

fn program_name(program: &Path) -> String {
    let stem = program.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// Returns the lines that differ between two plans: `<` marks lines of the first, `>` lines of the second.
pub(super) fn difference(before: &str, after: &str) -> Vec<String> {
    let lines = TextDiff::from_lines(before, after);
    let changes = lines.iter_all_changes().filter_map(|change| {
        let sign = match change.tag() {
            ChangeTag::Equal => return None,
            ChangeTag::Delete => '<',
            ChangeTag::Insert => '>',
        };
        Some(format!("{sign} {}", change.value().trim_end()))
    });
    changes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_differ_are_shown() {
        let before = "a\n  + legs = 4\nPlan: 1 to add\n";
        let after = "a\n  + legs = 6\nPlan: 1 to add\n";
        assert_eq!(
            difference(before, after),
            ["<   + legs = 4", ">   + legs = 6"]
        );
        assert!(difference(before, before).is_empty());
    }
}
