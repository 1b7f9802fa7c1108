//! Providers are found where Terraform finds them, and started.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use terrane_host::address::{Module, Provider};
use terrane_host::config::Config;
use terrane_host::engine::{ApplyOptions, Engine, PlanOptions};
use terrane_host::factory::Factories;
use terrane_host::providers::{
    Finder, Form, Installation, LockFile, Mirror, provider_config, requirements,
};
use terrane_host::state::{State, StateFile};
use terrane_protocol::EmptyRequest;

use crate::folder::{folder, terraform_verdict};
use crate::mirrors::{add_package, platform, zoo};

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

/// Prints where the environment says that the provider is, as another process. Without a variable the test does nothing.
#[test]
fn process_finds_the_provider_that_the_environment_names() {
    let Ok(folder) = std::env::var("TERRANE_HOST_TEST_FOLDER") else {
        return;
    };
    let finder = match Finder::from_environment(&folder) {
        Ok(finder) => finder,
        Err(error) => return eprintln!("{error}"),
    };
    match finder.find(&zoo(), []) {
        Ok(location) => eprintln!("{:?}", location.form),
        Err(error) => eprintln!("{error}"),
    }
    let module = Path::new(&folder).join("module");
    fs::create_dir_all(&module).unwrap();
    fs::write(module.join("main.tf"), "").unwrap();
    let config = Config::load(&module).unwrap();
    let found = Factories::new().find(&config, &State::default(), &finder);
    for warning in found.unwrap().warnings {
        eprintln!("{warning}");
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
        for name in [
            "TF_CLI_CONFIG_FILE",
            "TERRAFORM_CONFIG",
            "TF_REATTACH_PROVIDERS",
            "TF_DATA_DIR",
        ] {
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
        let more = home.join(".terraform.d/overrides.tfrc");
        fs::create_dir_all(home.join(".terraform.d/folder.tfrc")).unwrap();
        fs::write(&more, &text).unwrap();
        assert!(find(&[]).contains("zoo_v3.0.0"));
        fs::write(home.join(".terraformrc"), &text).unwrap();
        let found = find(&[]);
        let refused = format!("{more:?}: no more than one provider_installation block");
        assert!(found.contains(&refused), "{found}");
        fs::remove_file(more).unwrap();
        assert!(find(&[]).contains("zoo_v3.0.0"));
    }
    let empty = folder.path().join("empty");
    fs::write(&empty, "").unwrap();
    let empty = empty.to_str().unwrap();
    let missing = folder.path().join("missing");
    let missing = missing.to_str().unwrap();
    for variable in ["TF_CLI_CONFIG_FILE", "TERRAFORM_CONFIG"] {
        let found = find(&[(variable, empty)]);
        assert!(found.contains("zoo_v1.0.0"), "{found}");
        assert!(!found.contains("Unable to open"), "{found}");
        let found = find(&[(variable, missing)]);
        assert!(found.contains("zoo_v1.0.0"), "{found}");
        let warning = "Unable to open CLI configuration file";
        assert!(found.contains(warning), "{found}");
    }
    // The newer name of the variable counts.
    let both = [("TF_CLI_CONFIG_FILE", empty), ("TERRAFORM_CONFIG", missing)];
    assert!(!find(&both).contains("Unable to open"));
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
        .get_provider_schema(EmptyRequest {})
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
    // The process ends if nobody can read what it prints.
    let mut lines = BufReader::new(debug.stdout.take().unwrap()).lines();
    let variable = lines.by_ref().map_while(Result::ok).find_map(|line| {
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
    drop(lines);
}

#[tokio::test]
async fn configuration_is_planned_and_applied_with_the_providers_that_are_found() {
    let program = random_program();
    let folder = folder(&[(
        "main.tf",
        "terraform {\n  required_providers {\n    random = {\n      source  = \"hashicorp/random\"\n      version = \">=3.0\"\n    }\n  }\n}\nresource \"random_id\" \"a\" {\n  byte_length = 4\n}\n",
    )]);
    let mirror = folder
        .path()
        .join("mirror/registry.terraform.io/hashicorp/random/3.9.0");
    fs::create_dir_all(mirror.join(platform())).unwrap();
    let name = program.file_name().unwrap();
    fs::copy(&program, mirror.join(platform()).join(name)).unwrap();

    let config = Config::load(folder.path()).unwrap();
    let state = State::default();
    let nowhere = Finder::new(folder.path()).unwrap();
    let errors = Factories::new()
        .find(&config, &state, &nowhere)
        .unwrap_err();
    assert_eq!(errors[0].diagnostic.summary, "Provider cannot be found");
    let finder = nowhere.mirror(Mirror::new(folder.path().join("mirror")));
    let found = Factories::new().find(&config, &state, &finder).unwrap();
    found.lock.save(folder.path()).unwrap();
    let lock = LockFile::load(folder.path()).unwrap();
    assert_eq!(lock, found.lock);
    let random = &lock.providers[&"hashicorp/random".parse().unwrap()];
    assert_eq!(random.constraints, ">= 3.0.0");

    let engine = Engine::new(config, folder.path(), found.factories);
    let plan = engine.plan(&state, PlanOptions::default()).await.unwrap();
    let mut file = StateFile::open(folder.path().join("terraform.tfstate")).unwrap();
    let applied = engine.apply(plan, &mut file, ApplyOptions::default(), &|_| {});
    let state = applied.await.into_result().unwrap();
    assert_eq!(state.resources.len(), 1);
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
