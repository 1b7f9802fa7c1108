//! Finds hosts: next to the build, on the `PATH`, and in the folders of `TERRANE_HOSTS`.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use semver::Version;

use super::{Host, Product};
use crate::process::without_host_settings;

/// The names of a host's program.
const PROGRAMS: [&str; 2] = ["terraform", "tofu"];

/// Finds the hosts of [`Host::installed`].
fn find() -> &'static [Host] {
    static HOSTS: OnceLock<Vec<Host>> = OnceLock::new();
    HOSTS.get_or_init(|| {
        let mut seen = BTreeSet::new();
        let mut hosts: Vec<Host> = host_candidates()
            .into_iter()
            .filter(|(_, program)| {
                seen.insert(program.canonicalize().unwrap_or_else(|_| program.clone()))
            })
            .filter_map(|(name, program)| match Host::named(name, program.clone()) {
                Ok(host) => Some(host),
                Err(problem) => {
                    print_line(&format!("no host: {}: {problem}", program.display()));
                    None
                }
            })
            .collect();
        hosts.sort_by(|a, b| {
            (a.product, &a.version, &a.name).cmp(&(b.product, &b.version, &b.name))
        });
        hosts
    })
}

#[expect(
    clippy::print_stdout,
    reason = "a test's output is where its author looks"
)]
fn print_line(line: &str) {
    println!("{line}");
}

/// Lists the names and programs of possible hosts.
fn host_candidates() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for place in host_folders() {
        if place.is_file() {
            found.push((name_of(place.parent()), place));
        } else {
            let mut folders: Vec<PathBuf> = fs::read_dir(&place)
                .into_iter()
                .flatten()
                .filter_map(|entry| Some(entry.ok()?.path()))
                .filter(|path| !name_of(Some(path)).starts_with('.'))
                .collect();
            folders.sort();
            for folder in folders {
                for program in PROGRAMS.map(|program| folder.join(program)) {
                    if program.is_file() {
                        found.push((name_of(Some(&folder)), program));
                    }
                }
            }
        }
    }
    let path = env::var_os("PATH").unwrap_or_default();
    for program in PROGRAMS {
        if let Some(file) = env::split_paths(&path)
            .map(|folder| folder.join(program))
            .find(|file| file.is_file())
        {
            found.push((program.to_owned(), file));
        }
    }
    found
}

fn name_of(path: Option<&Path>) -> String {
    let name = path.and_then(Path::file_name).unwrap_or(OsStr::new("host"));
    name.to_string_lossy().into_owned()
}

/// Returns the entries of `TERRANE_HOSTS`, or the nearest `target/hosts`.
fn host_folders() -> Vec<PathBuf> {
    if let Some(list) = env::var_os("TERRANE_HOSTS") {
        return env::split_paths(&list)
            .filter(|path| !path.as_os_str().is_empty())
            .collect();
    }
    let start = env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .or_else(|| env::current_dir().ok())
        .unwrap_or_default();
    start
        .ancestors()
        .map(|folder| folder.join("target/hosts"))
        .find(|folder| folder.is_dir())
        .into_iter()
        .collect()
}

impl Host {
    /// Returns every installed host, oldest first. The search runs once in a process.
    ///
    /// It searches, in this order:
    /// - `TERRANE_HOSTS`: like `PATH`, a list; each entry is a program, or a folder with one folder for each host. Without
    ///   it, the `target/hosts` of the package's folder or of one above it.
    /// - `terraform` and `tofu` on the `PATH`.
    ///
    /// A program that does not report its version is skipped, with a line on the standard output.
    #[must_use]
    pub fn installed() -> &'static [Host] {
        find()
    }

    /// Creates a host from a program, which reports its name and version.
    ///
    /// The report is the file `version` next to the program, if the installer wrote one, otherwise the output of its command `version`.
    ///
    /// # Errors
    ///
    /// Fails if the program does not run, or does not report that it is Terraform or OpenTofu.
    pub fn open(program: impl AsRef<Path>) -> io::Result<Self> {
        let path = std::path::absolute(program)?;
        Self::named(name_of(path.parent()), path)
    }

    fn named(name: String, program: PathBuf) -> io::Result<Self> {
        let noted = fs::read_to_string(program.with_file_name("version")).ok();
        let (product, version) = match noted.and_then(|banner| parse_banner(&banner).ok()) {
            Some(noted) => noted,
            None => parse_banner(&version_banner(&program)?).map_err(io::Error::other)?,
        };
        Ok(Self {
            name,
            program: Some(program),
            product,
            version,
        })
    }
}

/// Runs `version` without the caller's settings.
fn version_banner(program: &Path) -> io::Result<String> {
    let mut command = Command::new(program);
    command.arg("version").env("CHECKPOINT_DISABLE", "1");
    without_host_settings(&mut command);
    let output = command.output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!(
            "`version` failed: {}",
            output.status
        )));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Reads the first line of `version`, such as `Terraform v1.11.4`.
fn parse_banner(text: &str) -> Result<(Product, Version), String> {
    let line = text.lines().next().unwrap_or_default().trim();
    let problem =
        || format!("`version` says {line:?}, expected \"Terraform v…\" or \"OpenTofu v…\"");
    let (product, version) = line.split_once(" v").ok_or_else(problem)?;
    let known_product = match product {
        "Terraform" => Product::Terraform,
        "OpenTofu" => Product::OpenTofu,
        _ => return Err(problem()),
    };
    Ok((
        known_product,
        Version::parse(version).map_err(|_| problem())?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_banner_names_kind_and_version() {
        let (product, version) = parse_banner("Terraform v1.16.0-rc2\non linux_amd64\n").unwrap();
        assert_eq!(
            (product, version.to_string().as_str()),
            (Product::Terraform, "1.16.0-rc2")
        );
        let (product, version) = parse_banner("OpenTofu v1.11.1\n").unwrap();
        assert_eq!((product, version.minor), (Product::OpenTofu, 11));
    }

    #[test]
    fn another_banner_is_refused_with_the_expected_one() {
        for text in ["", "Packer v1.9.0", "Terraform 1.9.0", "Terraform vnext"] {
            let problem = parse_banner(text).unwrap_err();
            assert!(
                problem.contains("expected \"Terraform v"),
                "{text:?}: {problem}"
            );
        }
    }

    #[test]
    fn a_program_that_is_no_host_is_refused() {
        assert!(Host::open("/bin/false").is_err());
        let problem = Host::open("/bin/true").unwrap_err().to_string();
        assert!(problem.contains("expected \"Terraform v"), "{problem}");
        assert!(Host::open("/nowhere/terraform").is_err());
    }
}
