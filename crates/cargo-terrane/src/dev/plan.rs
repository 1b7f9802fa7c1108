//! The plan of the watched configuration, after each build.

use std::env;
use std::path::{Path, PathBuf};

use similar::{ChangeTag, TextDiff};
use tokio::process::Command;

use crate::error::Error;

/// The names of hosts on the PATH, the preferred one first.
const HOSTS: [&str; 2] = ["terraform", "tofu"];

/// Returns the host on the PATH.
pub(super) fn find_host() -> Result<PathBuf, Error> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&path).collect();
    let mut programs = HOSTS.iter().flat_map(|name| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(move |folder| folder.join(&file))
    });
    programs
        .find(|program| program.is_file())
        .ok_or(Error::NoHost)
}

/// Plans the configuration in a folder, with an environment variable. Returns the output of the host, also if it fails.
pub(super) async fn plan(
    host: PathBuf,
    folder: PathBuf,
    variable: &'static str,
    value: String,
) -> Result<String, Error> {
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
