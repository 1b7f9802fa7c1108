//! Providers are found where Terraform finds them, and started.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use terrane_host::address::{Module, Provider};
use terrane_host::config::Config;
use terrane_host::providers::{
    FindError, Finder, Form, Installation, LockFile, Mirror, provider_config, requirements,
};
use terrane_host::state::State;
use terrane_protocol::GetProviderSchemaRequest;

use crate::folder::{folder, terraform_verdict};

const PASSED: &[(&str, &str)] = &[
    (
        "main.tf",
        r#"
terraform {
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
provider "terraform" {
  alias = "a"
}
provider "terraform" {
  alias = "b"
}
resource "terraform_data" "default" {}
resource "terraform_data" "a" {
  provider = terraform.a
}
module "m" {
  source    = "./m"
  providers = { terraform = terraform.a, terraform.inner = terraform.b }
}
module "plain" {
  source = "./renamed"
}
module "own" {
  source = "./own"
}
"#,
    ),
    (
        "m/main.tf",
        r#"
terraform {
  required_providers {
    terraform = {
      source                = "terraform.io/builtin/terraform"
      configuration_aliases = [terraform.inner]
    }
  }
}
resource "terraform_data" "default" {}
resource "terraform_data" "inner" {
  provider = terraform.inner
}
module "deep" {
  source = "../renamed"
}
module "passed" {
  source    = "../renamed"
  providers = { tf = terraform.inner }
}
"#,
    ),
    (
        "renamed/main.tf",
        r#"
terraform {
  required_providers {
    tf = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
resource "terraform_data" "renamed" {
  provider = tf
}
"#,
    ),
    (
        "own/main.tf",
        r#"
terraform {
  required_providers {
    terraform = {
      source = "terraform.io/builtin/terraform"
    }
  }
}
provider "terraform" {
  alias = "own"
}
resource "terraform_data" "own" {
  provider = terraform.own
}
"#,
    ),
];

#[test]
fn resources_use_the_provider_configurations_that_terraform_stores() {
    let folder = folder(PASSED);
    let config = Config::load(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let mut found = BTreeMap::new();
    for module in config.modules() {
        for (address, resource) in &module.resources {
            let provider = provider_config(&config, &module.address, resource).unwrap();
            found.insert(
                format!("{} {address}", module.address),
                provider.to_string(),
            );
        }
    }
    assert!(found["module.m.module.deep terraform_data.renamed"].ends_with("].a"));
    assert_eq!(found.len(), 8);
    let (required, errors) = requirements(&config);
    assert!(errors.is_empty());
    assert_eq!(required.keys().collect::<Vec<_>>(), [&Provider::built_in()]);

    let Some(shown) = terraform_verdict(folder.path()) else {
        return;
    };
    let mut apply = Command::new("terraform");
    apply
        .args(["apply", "-auto-approve"])
        .current_dir(folder.path());
    let output = apply.output().unwrap();
    assert!(output.status.success(), "{shown}{output:?}");
    let state = fs::read(folder.path().join("terraform.tfstate")).unwrap();
    let state = State::parse(&state).unwrap().unwrap();
    let stored: BTreeMap<String, String> = state
        .resources
        .values()
        .map(|resource| {
            let module = Module(
                resource
                    .address
                    .module
                    .0
                    .iter()
                    .map(|step| step.name.clone())
                    .collect(),
            );
            let address = format!("{module} {}", resource.address.resource);
            (address, resource.provider.to_string())
        })
        .collect();
    assert_eq!(found, stored);
}

#[test]
fn missing_provider_configuration_is_an_error() {
    let folder = folder(&[(
        "main.tf",
        "resource \"zoo_pet\" \"rex\" {\n  provider = zoo.west\n}\n",
    )]);
    let config = Config::load(folder.path()).unwrap();
    let resource = config.root.resources.values().next().unwrap();
    let error = provider_config(&config, &Module::default(), resource).unwrap_err();
    assert_eq!(error.summary, "Provider configuration not present");
}

fn zoo() -> Provider {
    "acme/zoo".parse().unwrap()
}

fn platform() -> String {
    let system = std::env::consts::OS.replace("macos", "darwin");
    let processor = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("{system}_{processor}")
}

/// Adds a package of the provider `acme/zoo` to a mirror: a folder or an archive.
fn add_package(mirror: &Path, version: &str, is_archive: bool) -> PathBuf {
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
    for wrong in [
        "provider_installation {\n  ftp {}\n}\n",
        "provider_installation {\n  filesystem_mirror {}\n}\n",
        "provider_installation {}\nprovider_installation {}\n",
        "provider_installation = 1\n",
    ] {
        assert!(Installation::parse(wrong).is_err(), "{wrong}");
    }
}

/// Prints where the environment says that the provider is, as another process. Without a variable the test does nothing.
#[test]
fn process_finds_the_provider_that_the_environment_names() {
    let Ok(folder) = std::env::var("TERRANE_HOST_TEST_FOLDER") else {
        return;
    };
    let finder = Finder::from_environment(folder).unwrap();
    match finder.find(&zoo(), []) {
        Ok(location) => eprintln!("{:?}", location.form),
        Err(error) => eprintln!("{error}"),
    }
}

#[test]
fn environment_names_files_and_folders_with_providers() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    fs::create_dir(&home).unwrap();
    let find = |variables: &[(&str, &str)]| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        let test = "providers::process_finds_the_provider_that_the_environment_names";
        command.args(["--exact", test, "--nocapture"]);
        for name in ["TF_CLI_CONFIG_FILE", "TF_REATTACH_PROVIDERS", "TF_DATA_DIR"] {
            command.env_remove(name);
        }
        for name in ["XDG_DATA_HOME", "XDG_DATA_DIRS"] {
            command.env_remove(name);
        }
        command.env("HOME", &home).envs(variables.iter().copied());
        command.env("TERRANE_HOST_TEST_FOLDER", folder.path());
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    let found = find(&[]);
    assert!(found.contains("Cannot find the provider"), "{found}");
    let folders = match std::env::consts::OS {
        "linux" => &[
            "terraform.d/plugins",
            "home/.terraform.d/plugins",
            "home/.local/share/terraform/plugins",
        ][..],
        _ => &["terraform.d/plugins"],
    };
    for place in folders {
        let shown = folder.path().join(place);
        assert!(found.contains(shown.to_str().unwrap()), "{found}");
    }
    add_package(&folder.path().join("terraform.d/plugins"), "1.0.0", false);
    assert!(find(&[]).contains("zoo_v1.0.0"));
    if cfg!(unix) {
        let package = add_package(&folder.path().join("other"), "3.0.0", false);
        let text = format!(
            "provider_installation {{\n  dev_overrides {{\n    \"acme/zoo\" = {package:?}\n  }}\n}}\n"
        );
        fs::write(home.join(".terraformrc"), &text).unwrap();
        assert!(find(&[]).contains("zoo_v3.0.0"));
    }
    let file = folder.path().join("empty");
    fs::write(&file, "").unwrap();
    let file = file.to_str().unwrap();
    assert!(find(&[("TF_CLI_CONFIG_FILE", file)]).contains("zoo_v1.0.0"));
    let running = r#"{"registry.terraform.io/acme/zoo":{"Protocol":"grpc","ProtocolVersion":6,"Pid":7,"Test":true,"Addr":{"Network":"unix","String":"/tmp/x"}}}"#;
    assert!(find(&[("TF_REATTACH_PROVIDERS", running)]).contains("Running"));
}

/// Returns the program of one of the providers of this workspace, which a test of the whole workspace has built next to this one.
fn random_program() -> PathBuf {
    let name = "terraform-provider-random";
    let test = std::env::current_exe().unwrap();
    let programs = test.parent().unwrap().parent().unwrap();
    let program = programs.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if !program.is_file() {
        let mut build = terrane_test::cargo::command();
        build.args(["build", "--quiet", "--locked", "--package", name]);
        assert!(build.status().unwrap().success());
    }
    program
}

async fn resource_types(finder: &Finder, provider: &str) -> Vec<String> {
    let location = finder.find(&provider.parse().unwrap(), []).unwrap();
    let process = location
        .start()
        .await
        .unwrap_or_else(|error| panic!("{error}"));
    let schemas = process
        .provider()
        .get_provider_schema(GetProviderSchemaRequest {})
        .await
        .unwrap();
    let names = schemas.resource_schemas.keys().map(ToString::to_string);
    let names = names.collect();
    if !matches!(location.form, Form::Running(_)) {
        process.kill().await.unwrap();
    }
    names
}

#[tokio::test]
async fn provider_of_this_workspace_is_started_from_each_place() {
    let program = random_program();
    let random: Provider = "hashicorp/random".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let finder = || Finder::new(folder.path()).unwrap();
    let by_path = finder().program(random.clone(), &program);
    let mut overrides = Installation::default();
    let parent = program.parent().unwrap().to_owned();
    overrides.dev_overrides.insert(random.clone(), parent);
    let mirror = folder
        .path()
        .join("mirror/registry.terraform.io/hashicorp/random/3.9.0");
    fs::create_dir_all(mirror.join(platform())).unwrap();
    let name = program.file_name().unwrap();
    fs::copy(&program, mirror.join(platform()).join(name)).unwrap();
    let by_mirror = finder().mirror(Mirror::new(folder.path().join("mirror")));

    let mut debug = Command::new(&program);
    debug.arg("-debug").stdout(Stdio::piped());
    let mut debug = debug.spawn().unwrap();
    let lines = BufReader::new(debug.stdout.take().unwrap()).lines();
    let variable = lines.map_while(Result::ok).find_map(|line| {
        let (_, value) = line.split_once("TF_REATTACH_PROVIDERS='")?;
        Some(value.trim_end_matches('\'').to_owned())
    });
    let running = finder().reattach(&variable.unwrap()).unwrap();

    for finder in [
        by_path,
        finder().installation(overrides),
        by_mirror,
        running,
    ] {
        let types = resource_types(&finder, "hashicorp/random").await;
        assert!(types.iter().any(|name| name == "random_pet"), "{types:?}");
    }
    debug.kill().unwrap();
    debug.wait().unwrap();
}

#[tokio::test]
async fn provider_in_go_is_started() {
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../go/awkward");
    let Some(program) = terrane_test::go::program(module, "terrane/go/awkward/framework") else {
        return eprintln!("skipped: there is no Go");
    };
    let folder = tempfile::tempdir().unwrap();
    let finder = Finder::new(folder.path()).unwrap();
    let finder = finder.program("acme/zoo".parse().unwrap(), program);
    assert!(!resource_types(&finder, "acme/zoo").await.is_empty());
}

#[tokio::test]
async fn program_that_is_no_provider_is_an_error_with_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("terraform-provider-zoo");
    let finder = Finder::new(folder.path()).unwrap();
    let finder = finder.program(zoo(), &program);
    let location = finder.find(&zoo(), []).unwrap();
    let error = location.start().await.unwrap_err().to_string();
    assert!(error.contains(program.to_str().unwrap()), "{error}");
}
