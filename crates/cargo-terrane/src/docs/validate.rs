//! Validating the examples of a provider by a host.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::thread;

use fs_err as fs;
use serde_json::Value;
use terrane_release::Address;

use super::error::Error;
use super::folders::{Folders, files};
use super::host::Host;

/// What a host says about an example.
#[derive(Debug)]
pub(crate) enum Verdict {
    Valid,
    /// The problems, each with its place.
    Invalid(Vec<String>),
    /// The example was not validated.
    Skipped(String),
}

/// How many hosts run at once.
const HOSTS: usize = 4;

/// Validates all examples with the program of the provider. Returns the verdict on each, by its path.
pub(crate) fn validate(
    folders: &Folders,
    host: &Host,
    address: &str,
    program: &Path,
) -> Result<Vec<(String, Verdict)>, Error> {
    let examples = files(&folders.examples)?;
    let scratch = tempfile::tempdir()?;
    let name = address.rsplit('/').next().unwrap_or(address);
    let cli_config = install_provider(scratch.path(), program, address, name, &examples)?;
    let relative = folders
        .examples
        .strip_prefix(&folders.provider)
        .unwrap_or(&folders.examples);
    let setup = Setup {
        host,
        address,
        name,
        cli_config: &cli_config,
        scratch: scratch.path(),
        shown: relative.display().to_string(),
        examples: &examples,
    };
    let paths: Vec<&String> = examples
        .keys()
        .filter(|path| path.ends_with(".tf") || path.ends_with(".tfquery.hcl"))
        .collect();
    let size = paths.len().div_ceil(HOSTS).max(1);
    let verdicts = thread::scope(|scope| {
        let setup = &setup;
        let threads: Vec<_> = paths
            .chunks(size)
            .enumerate()
            .map(|(index, paths)| {
                scope.spawn(move || {
                    let folder = setup.scratch.join(index.to_string());
                    let all = paths.iter().map(|path| {
                        let verdict = setup.example(&folder, path)?;
                        Ok((format!("{}/{path}", setup.shown), verdict))
                    });
                    all.collect::<Result<Vec<_>, Error>>()
                })
            })
            .collect();
        let joined = threads.into_iter().map(|thread| {
            let panicked = || std::io::Error::other("the validation of an example panicked");
            thread.join().unwrap_or_else(|_| Err(Error::Io(panicked())))
        });
        joined.collect::<Result<Vec<_>, Error>>()
    })?;
    Ok(verdicts.into_iter().flatten().collect())
}

/// Installs the program under the name by which hosts find it, and returns the path of the CLI configuration.
fn install_provider(
    scratch: &Path,
    program: &Path,
    address: &str,
    name: &str,
    examples: &BTreeMap<String, Vec<u8>>,
) -> Result<PathBuf, Error> {
    let folder = scratch.join("program");
    fs::create_dir(&folder)?;
    let suffix = std::env::consts::EXE_SUFFIX;
    let installed = folder.join(format!("terraform-provider-{name}{suffix}"));
    // Another file system has no hard links to the program.
    if fs::hard_link(program, &installed).is_err() {
        fs::copy(program, &installed)?;
    }
    // Examples may name the provider by the address of another registry or namespace.
    let mut addresses = BTreeSet::from([address.to_owned()]);
    for contents in examples.values() {
        let text = String::from_utf8_lossy(contents);
        let quoted = text.split('"').skip(1).step_by(2);
        let other = quoted.filter(|it| {
            let address = it.parse::<Address>();
            address.is_ok_and(|address| address.type_name == name)
        });
        addresses.extend(other.map(str::to_owned));
    }
    let overrides: Vec<String> = addresses
        .iter()
        .map(|address| format!("    {address:?} = {:?}\n", folder.display().to_string()))
        .collect();
    let config = scratch.join("terraform.rc");
    fs::write(
        &config,
        format!(
            "provider_installation {{\n  dev_overrides {{\n{}  }}\n  direct {{}}\n}}\n",
            overrides.concat()
        ),
    )?;
    Ok(config)
}

/// Returns the name of the provider in an example without `required_providers`: that by which hosts find the provider of its items. The types of a provider
/// `big-zoo` begin with `bigzoo`.
fn local_name(name: &str, text: &str) -> String {
    let plain = name.replace('-', "");
    let uses = [format!("\"{plain}_"), format!("provider::{plain}::")];
    if uses.iter().any(|used| text.contains(used)) {
        plain
    } else {
        name.to_owned()
    }
}

struct Setup<'a> {
    host: &'a Host,
    address: &'a str,
    name: &'a str,
    cli_config: &'a Path,
    scratch: &'a Path,
    /// The folder of examples, as users know it.
    shown: String,
    examples: &'a BTreeMap<String, Vec<u8>>,
}

impl Setup<'_> {
    /// Validates an example in an empty folder, with the other files that it may read.
    fn example(&self, folder: &Path, path: &str) -> Result<Verdict, Error> {
        if let Some(needed) = self.missing_feature(path) {
            return Ok(Verdict::Skipped(format!("needs {needed}")));
        }
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        let (parent, file) = path.rsplit_once('/').unwrap_or(("", path));
        let is_import = file.starts_with("import-by-");
        let mut text = String::new();
        for (other, contents) in self.examples {
            let Ok(own) = Path::new(other).strip_prefix(parent) else {
                continue;
            };
            let is_configuration = other.ends_with(".tf") || other.ends_with(".tfquery.hcl");
            // An import needs the resource that it imports.
            let is_imported = is_import && own == Path::new("resource.tf");
            let belongs = other == path || !is_configuration || is_imported;
            if !belongs {
                continue;
            }
            let target = folder.join(own);
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(&target, contents)?;
            if is_configuration {
                text.push_str(&String::from_utf8_lossy(contents));
            }
        }
        if !text.contains("required_providers") {
            let block = format!(
                "terraform {{\n  required_providers {{\n    {} = {{\n      source = {:?}\n    }}\n  }}\n}}\n",
                local_name(self.name, &text),
                self.address
            );
            fs::write(folder.join("terrane_required_providers.tf"), block)?;
        }
        let query: &[&str] = if path.ends_with(".tfquery.hcl") {
            &["-query"]
        } else {
            &[]
        };
        let diagnostics = self.host.validate(folder, self.cli_config, query)?;
        Ok(self.verdict(parent, &diagnostics))
    }

    fn verdict(&self, parent: &str, diagnostics: &[Value]) -> Verdict {
        let errors: Vec<&Value> = diagnostics
            .iter()
            .filter(|it| it["severity"] == "error")
            .collect();
        let other_provider = |error: &&Value| {
            let detail = error["detail"].as_str().unwrap_or_default();
            error["summary"] == "Missing required provider" && !detail.contains(self.address)
        };
        if errors.is_empty() {
            return Verdict::Valid;
        }
        if errors.iter().all(other_provider) {
            return Verdict::Skipped("needs another provider".to_owned());
        }
        let error_lines = errors.iter().map(|error| {
            let range = &error["range"];
            let place = match (range["filename"].as_str(), range["start"]["line"].as_u64()) {
                (Some(file), Some(line)) => format!("{}/{parent}/{file}:{line}: ", self.shown),
                _ => String::new(),
            };
            let text = |key: &str| {
                error[key]
                    .as_str()
                    .unwrap_or_default()
                    .replace('\n', "\n  ")
            };
            format!("{place}{}\n  {}", text("summary"), text("detail"))
        });
        Verdict::Invalid(error_lines.collect())
    }

    /// Returns the release that the kind of an example needs, if the host is older.
    fn missing_feature(&self, path: &str) -> Option<&'static str> {
        let kind = path.split('/').next().unwrap_or(path);
        let (terraform, tofu, needed) = match kind {
            "functions" => (8, Some(7), "Terraform 1.8 or OpenTofu 1.7"),
            "ephemeral-resources" => (10, Some(11), "Terraform 1.10 or OpenTofu 1.11"),
            "actions" | "list-resources" => (14, None, "Terraform 1.14"),
            "state-stores" => return Some("a host with state stores"),
            _ => return None,
        };
        if self.host.is_at_least(terraform, tofu) {
            None
        } else {
            Some(needed)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ADDRESS: &str = "registry.terraform.io/example/zoo";

    fn with_host<T>(host: &Host, check: impl Fn(&Setup<'_>) -> T) -> T {
        check(&Setup {
            host,
            address: ADDRESS,
            name: "zoo",
            cli_config: Path::new(""),
            scratch: Path::new(""),
            shown: "examples".to_owned(),
            examples: &BTreeMap::new(),
        })
    }

    #[test]
    fn an_example_is_skipped_on_hosts_without_the_feature() {
        let missing = |is_tofu: bool, minor: u64, kind: &str| {
            let host = Host::of_version(is_tofu, 1, minor);
            with_host(&host, |setup| {
                setup.missing_feature(&format!("{kind}/zoo_pet/example.tf"))
            })
        };
        // The last release without the feature, of Terraform and of OpenTofu.
        for (kind, terraform, tofu) in [
            ("functions", 7, 6),
            ("ephemeral-resources", 9, 10),
            ("actions", 13, 99),
            ("list-resources", 13, 99),
            ("state-stores", 99, 99),
        ] {
            assert!(missing(false, terraform, kind).is_some(), "{kind}");
            assert!(missing(true, tofu, kind).is_some(), "{kind}");
            if terraform < 99 {
                assert_eq!(missing(false, terraform + 1, kind), None, "{kind}");
            }
            if tofu < 99 {
                assert_eq!(missing(true, tofu + 1, kind), None, "{kind}");
            }
        }
        for kind in ["resources", "data-sources", "provider"] {
            assert_eq!(missing(false, 0, kind), None, "{kind}");
            assert_eq!(missing(true, 6, kind), None, "{kind}");
        }
    }

    #[test]
    fn errors_are_shown_with_their_place_and_other_diagnostics_are_not() {
        let error = json!({ "severity": "error", "summary": "Unsupported argument", "detail": "One.\nTwo.",
            "range": { "filename": "resource.tf", "start": { "line": 3 } } });
        let plain = json!({ "severity": "error", "summary": "Failed" });
        let warning = json!({ "severity": "warning", "summary": "Old", "detail": "It is old." });
        let other = json!({ "severity": "error", "summary": "Missing required provider", "detail": "registry.terraform.io/hashicorp/aws" });
        let own = json!({ "severity": "error", "summary": "Missing required provider", "detail": ADDRESS });
        let host = Host::of_version(false, 1, 14);
        let verdict = |diagnostics: &[&Value]| {
            let diagnostics: Vec<Value> = diagnostics.iter().copied().cloned().collect();
            with_host(&host, |setup| {
                setup.verdict("resources/zoo_pet", &diagnostics)
            })
        };
        let problems = |diagnostics: &[&Value]| match verdict(diagnostics) {
            Verdict::Invalid(problems) => problems,
            verdict => panic!("{verdict:?}"),
        };
        assert!(matches!(verdict(&[]), Verdict::Valid));
        assert!(matches!(verdict(&[&warning]), Verdict::Valid));
        assert!(matches!(verdict(&[&other, &warning]), Verdict::Skipped(_)));
        assert_eq!(problems(&[&own]).len(), 1);
        assert_eq!(problems(&[&other, &plain]).len(), 2);
        assert_eq!(
            problems(&[&error, &warning, &plain]),
            [
                "examples/resources/zoo_pet/resource.tf:3: Unsupported argument\n  One.\n  Two.",
                "Failed\n  "
            ]
        );
    }

    #[test]
    fn a_provider_with_dashes_has_the_name_that_its_items_use() {
        for (text, expected) in [
            ("resource \"bigzoo_pet\" \"rex\" {\n}\n", "bigzoo"),
            (
                "output \"x\" {\n  value = provider::bigzoo::slug(\"x\")\n}\n",
                "bigzoo",
            ),
            ("provider \"big-zoo\" {\n}\n", "big-zoo"),
        ] {
            assert_eq!(local_name("big-zoo", text), expected, "{text}");
        }
    }
}
