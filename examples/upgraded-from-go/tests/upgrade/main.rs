//! The upgrade of a Go provider under real hosts, from its own states, and the end of both programs.

#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![cfg(target_os = "linux")]

mod layout;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use terrane_composition::ProviderProcess;
use terrane_protocol::ImportResourceStateRequest;
use terrane_test::{Action, Feature, InstalledProvider, Matrix, Protocol, TestResult, Workspace};

use layout::Layout;

/// Objects of the type that has moved, and of one that has not.
const BEFORE: &str = r#"
resource "time_sleep" "stays" {
  create_duration = "1ms"
  triggers        = { pet = "rex" }
}

resource "time_sleep" "renamed" {
  destroy_duration = "1ms"
}

resource "time_static" "go" {
  rfc3339 = "2020-02-12T06:36:13Z"
}
"#;

/// Selects a version of the provider, and installs it from the mirror.
fn install(host: &mut Workspace, version: &str) -> TestResult {
    host.file(
        "versions.tf",
        format!(
            "terraform {{\n  required_providers {{\n    time = {{\n      source  = \"registry.terraform.io/hashicorp/time\"\n      version = \"{version}\"\n    }}\n  }}\n}}\n"
        ),
    )?;
    host.run(["init", "-upgrade", "-input=false"])?;
    Ok(())
}

#[test]
fn a_state_of_the_go_provider_is_used_and_objects_move_to_a_new_type_name() {
    let Some(layout) = Layout::build() else {
        return;
    };
    let provider = InstalledProvider::binary("hashicorp/time", layout.rust());
    // The installation is that of command lines.
    let matrix = Matrix::new(provider)
        .needs(Feature::CommandLine)
        .protocols([]);
    matrix
        .protocols_of_oldest_and_newest([Protocol::Newest])
        .run(|host| {
            host.env("TF_CLI_CONFIG_FILE", layout.host_settings());
            host.config(BEFORE)?;
            install(host, layout::GO_VERSION)?;
            host.apply()?;
            let written = host.state()?;

            install(host, layout::VERSION)?;
            host.plan()?.assert_empty();
            let read = host.state()?;
            for address in ["time_sleep.stays", "time_sleep.renamed", "time_static.go"] {
                assert_eq!(read[address].attributes, written[address].attributes);
            }

            // New objects of both programs, and a change of an old one.
            let later = BEFORE.replace("create_duration = \"1ms\"", "create_duration = \"2ms\"");
            host.config(&format!(
                "{later}\nresource \"time_sleep\" \"new\" {{\n  create_duration = \"1ms\"\n}}\n\nresource \"time_offset\" \"new\" {{\n  base_rfc3339 = time_static.go.rfc3339\n  offset_days  = 1\n}}\n"
            ))?;
            let plan = host.plan()?;
            assert_eq!(plan.action("time_sleep.stays")?, Action::Update);
            assert_eq!(plan.action("time_sleep.new")?, Action::Create);
            assert_eq!(plan.action("time_offset.new")?, Action::Create);
            host.apply_plan(&plan)?;
            host.plan()?.assert_empty();

            if host.host().has(Feature::MoveAcrossTypes) {
                let renamed = "resource \"time_pause\" \"renamed\" {\n  after = \"1ms\"\n}\n\nmoved {\n  from = time_sleep.renamed\n  to   = time_pause.renamed\n}\n";
                let old = "resource \"time_sleep\" \"renamed\" {\n  destroy_duration = \"1ms\"\n}\n";
                host.config(&BEFORE.replace(old, renamed))?;
                host.apply()?;
                host.plan()?.assert_empty();
                let id = &written["time_sleep.renamed"].attributes["id"];
                let state = host.state()?;
                assert_eq!(&state["time_pause.renamed"].attributes["id"], id);
                assert_eq!(state["time_pause.renamed"].attributes["after"], json!("1ms"));
            }
            host.destroy()?;
            Ok(())
        });
}

#[test]
fn a_host_installs_both_programs_from_an_archive() {
    let Some(layout) = Layout::build() else {
        return;
    };
    let settings = layout.pack();
    let provider = InstalledProvider::binary("hashicorp/time", layout.rust());
    // The installation is that of command lines.
    let matrix = Matrix::new(provider)
        .needs(Feature::CommandLine)
        .protocols([]);
    matrix
        .protocols_of_oldest_and_newest([Protocol::Newest])
        .run(|host| {
            host.env("TF_CLI_CONFIG_FILE", &settings);
            host.config(BEFORE)?;
            install(host, layout::VERSION)?;
            host.apply()?;
            host.plan()?.assert_empty();
            host.destroy()?;
            Ok(())
        });
}

/// Starts the installed provider, and lets it start its member.
async fn started(rust: &Path) -> ProviderProcess {
    let process = ProviderProcess::launch(Command::new(rust)).await.unwrap();
    let provider = process.provider();
    let import = ImportResourceStateRequest {
        type_name: "time_static".to_owned(),
        id: "2020-02-12T06:36:13Z".to_owned(),
        ..ImportResourceStateRequest::default()
    };
    let imported = provider.import_resource_state(import).await.unwrap();
    assert!(
        imported.diagnostics.is_empty(),
        "{:?}",
        imported.diagnostics
    );
    process
}

/// The folders under `/proc` of a process's children, of their children, and so on.
fn children_of(parent: u32) -> Vec<PathBuf> {
    let mut children = Vec::new();
    // Each thread has a list of the processes that it has started.
    for thread in fs::read_dir(format!("/proc/{parent}/task")).unwrap() {
        let list = fs::read_to_string(thread.unwrap().path().join("children"));
        for child in list.unwrap_or_default().split_whitespace() {
            children.push(Path::new("/proc").join(child));
            children.extend(children_of(child.parse().unwrap()));
        }
    }
    children
}

/// Whether a process runs the Go program. It runs from memory, so only its name is known.
fn is_go_program(process: &Path) -> bool {
    let name = fs::read_to_string(process.join("comm"));
    name.is_ok_and(|name| name.trim_end() == layout::GO_PROGRAM)
}

#[tokio::test]
async fn the_go_program_ends_with_the_provider_even_if_it_is_killed() {
    let Some(layout) = Layout::build() else {
        return;
    };
    for is_killed in [false, true] {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let rust = layout.place_both(folder.path());
        let process = started(&rust).await;
        let children = children_of(process.client().pid());
        let go: Vec<_> = children
            .into_iter()
            .filter(|it| is_go_program(it))
            .collect();
        assert_eq!(go.len(), 1, "{go:?}");
        if is_killed {
            let pid = process.client().pid().to_string();
            let killed = Command::new("kill").args(["-KILL", &pid]).status();
            assert!(killed.unwrap().success());
        } else {
            process.kill().await.unwrap();
        }
        let start = Instant::now();
        while go.iter().any(|it| is_go_program(it)) {
            assert!(start.elapsed() < Duration::from_secs(600), "an orphan");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
