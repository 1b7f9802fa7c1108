//! Packages of filesystem mirrors are chosen and checked as Terraform does.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use terrane_host::address::Provider;
use terrane_host::providers::{FindError, Finder, Form, Installation, LockFile, Mirror};

pub(crate) fn zoo() -> Provider {
    "acme/zoo".parse().unwrap()
}

pub(crate) fn platform() -> String {
    let system = std::env::consts::OS.replace("macos", "darwin");
    let processor = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("{system}_{processor}")
}

/// Adds a package of the provider `acme/zoo` to a mirror: a folder or an archive.
pub(crate) fn add_package(mirror: &Path, version: &str, is_archive: bool) -> PathBuf {
    let provider = mirror.join("registry.terraform.io/acme/zoo");
    let program = format!(
        "terraform-provider-zoo_v{version}{}",
        std::env::consts::EXE_SUFFIX
    );
    let files = [(program.as_str(), version), ("docs/README.md", "Zoo.")];
    if !is_archive {
        let package = provider.join(version).join(platform());
        fs::create_dir_all(package.join("docs")).unwrap();
        for (name, text) in files {
            fs::write(package.join(name), text).unwrap();
        }
        return package;
    }
    fs::create_dir_all(&provider).unwrap();
    let path = provider.join(format!(
        "terraform-provider-zoo_{version}_{}.zip",
        platform()
    ));
    let mut writer = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    for (name, text) in files {
        let options = zip::write::SimpleFileOptions::default().unix_permissions(0o755);
        writer.start_file(name, options).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap();
    path
}

fn version(finder: &Finder, constraints: &[&str]) -> Result<String, FindError> {
    let location = finder.find(&zoo(), constraints.iter().copied())?;
    let Form::Package { program, version } = location.form else {
        panic!("{location:?}");
    };
    assert_eq!(fs::read_to_string(program).unwrap(), version.to_string());
    Ok(version.to_string())
}

/// Runs `terraform init` for the provider with one mirror.
fn terraform_init(folder: &Path, mirror: &Path, constraint: &str) -> Option<()> {
    let text = format!(
        "terraform {{\n  required_providers {{\n    zoo = {{\n      source  = \"acme/zoo\"\n      version = \"{constraint}\"\n    }}\n  }}\n}}\n"
    );
    fs::write(folder.join("main.tf"), text).unwrap();
    let text = format!(
        "provider_installation {{\n  filesystem_mirror {{\n    path = {mirror:?}\n  }}\n}}\n"
    );
    fs::write(folder.join("cli.tfrc"), text).unwrap();
    let mut init = Command::new("terraform");
    init.arg("init").current_dir(folder);
    init.env("TF_CLI_CONFIG_FILE", folder.join("cli.tfrc"));
    let Ok(output) = init.output() else {
        eprintln!("skipped the comparison: there is no `terraform` on the PATH");
        return None;
    };
    assert!(output.status.success(), "{output:?}");
    Some(())
}

#[test]
fn newest_accepted_version_of_a_mirror_is_found_and_checked_with_the_lock_of_terraform() {
    for is_archive in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let mirror = folder.path().join("mirror");
        let mut packages = BTreeMap::new();
        for version in ["1.0.0", "1.2.0", "1.10.0", "2.0.0", "2.1.0-beta1"] {
            packages.insert(version, add_package(&mirror, version, is_archive));
        }
        let finder = || {
            let finder = Finder::new(folder.path()).unwrap();
            finder.mirror(Mirror::new(&mirror))
        };
        assert_eq!(version(&finder(), &[]).unwrap(), "2.0.0");
        assert_eq!(
            version(&finder(), &["= 2.1.0-beta1"]).unwrap(),
            "2.1.0-beta1"
        );
        assert_eq!(version(&finder(), &["~> 1.0", "< 1.10"]).unwrap(), "1.2.0");
        assert_eq!(version(&finder(), &["~> 1.0"]).unwrap(), "1.10.0");
        let error = version(&finder(), &["~> 3.0"]).unwrap_err().to_string();
        assert!(
            error.contains("~> 3.0") && error.contains("1.10.0"),
            "{error}"
        );
        let place = format!("{:?}", mirror.join("registry.terraform.io/acme/zoo"));
        assert!(error.contains(&place), "{error}");

        fs::remove_dir_all(folder.path().join(".terraform")).ok();
        if terraform_init(folder.path(), &mirror, "~> 1.0").is_none() {
            continue;
        }
        let lock = LockFile::load(folder.path()).unwrap();
        let text = fs::read_to_string(folder.path().join(LockFile::NAME)).unwrap();
        let location = finder().find(&zoo(), ["~> 1.0"]).unwrap();
        for finder in [finder(), Finder::default()] {
            let locked = finder.locked(&location, ["~> 1.0"]).unwrap().unwrap();
            let providers = [(zoo(), locked)].into();
            assert_eq!(LockFile { providers }.to_string(), text);
        }
        assert_eq!(lock.providers[&zoo()].version.to_string(), "1.10.0");
        fs::remove_dir_all(folder.path().join(".terraform")).unwrap();
        assert_eq!(version(&finder(), &["~> 1.0"]).unwrap(), "1.10.0");
        // The lock fixes the version.
        assert_eq!(version(&finder(), &[]).unwrap(), "1.10.0");
        assert!(matches!(
            version(&finder(), &["~> 2.0"]),
            Err(FindError::NotFound { .. })
        ));

        fs::remove_dir_all(folder.path().join(".terraform")).ok();
        let package = &packages["1.10.0"];
        if is_archive {
            fs::copy(&packages["1.2.0"], package).unwrap();
        } else {
            fs::write(package.join("docs/README.md"), "Other.").unwrap();
        }
        let error = version(&finder(), &["~> 1.0"]).unwrap_err();
        assert!(matches!(error, FindError::Hash { .. }), "{error}");
    }
}

#[test]
fn mirrors_serve_the_providers_of_their_patterns() {
    let folder = tempfile::tempdir().unwrap();
    add_package(&folder.path().join("one"), "1.0.0", false);
    add_package(&folder.path().join("two"), "0.9.0", false);
    let find = |patterns: &str| {
        let text = format!(
            "provider_installation {{\n  filesystem_mirror {{\n    path = {:?}\n    {patterns}\n  }}\n  filesystem_mirror {{\n    path = {:?}\n  }}\n  direct {{}}\n}}\n",
            folder.path().join("one"),
            folder.path().join("two")
        );
        let installation = Installation::parse(&text).unwrap().unwrap();
        let finder = Finder::new(folder.path()).unwrap();
        version(&finder.installation(installation), &[]).unwrap()
    };
    assert_eq!(find(""), "1.0.0");
    assert_eq!(find("include = [\"acme/*\"]"), "1.0.0");
    assert_eq!(find("include = [\"registry.terraform.io/*/*\"]"), "1.0.0");
    assert_eq!(find("include = [\"example.com/*/*\"]"), "0.9.0");
    assert_eq!(find("exclude = [\"acme/zoo\"]"), "0.9.0");
}
