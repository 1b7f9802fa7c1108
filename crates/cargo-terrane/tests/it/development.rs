//! `cargo terrane dev`: a package that is built and served, again after each change.

#![cfg(unix)]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use terrane_composition::ProviderProcess;
use terrane_protocol::EmptyRequest;
use terrane_test::{Host, Product};

/// The code of a program that becomes another one. So a build takes a second, and no dependency is compiled.
fn source(program: &str) -> String {
    let test = std::env::current_exe().unwrap();
    let target = test.parent().and_then(Path::parent).unwrap();
    format!(
        r#"
use std::os::unix::process::CommandExt as _;

fn main() {{
    let mut command = std::process::Command::new({:?});
    panic!("{{}}", command.args(std::env::args_os().skip(1)).exec());
}}
"#,
        target.join(program)
    )
}

const PETS: &str = "examples/pets";
const NOTES: &str = "terraform-provider-note";

/// A running command. It ends with the test.
struct Development {
    child: Child,
    lines: BufReader<ChildStdout>,
    folder: PathBuf,
}

impl Drop for Development {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Development {
    fn start(folder: &Path) -> Self {
        let path = std::env::var_os("PATH").unwrap_or_default();
        Self::start_with(folder, &[], &path)
    }

    fn start_with(folder: &Path, arguments: &[&str], path: &OsStr) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
            .args(["terrane", "dev"])
            .args(arguments)
            .current_dir(folder)
            .env("PATH", path)
            .env("CARGO_NET_OFFLINE", "true")
            .env_remove("CARGO_TARGET_DIR")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            lines,
            folder: folder.to_owned(),
        }
    }

    /// Reads the output until a line with this text.
    fn wait_for(&mut self, text: &str) -> String {
        let mut seen = String::new();
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).unwrap() == 0 {
                let mut errors = String::new();
                let stderr = self.child.stderr.take();
                stderr.unwrap().read_to_string(&mut errors).unwrap();
                panic!("{text:?} is missing in {seen}{errors}");
            }
            seen.push_str(&line);
            if line.contains(text) {
                return line;
            }
        }
    }

    /// Reads the output until an event with this name.
    fn event(&mut self, name: &str) -> serde_json::Value {
        let line = self.wait_for(&format!("\"event\":\"{name}"));
        serde_json::from_str(&line).unwrap()
    }

    fn edit(&self, code: &str) {
        fs::write(self.folder.join("src/main.rs"), code).unwrap();
    }

    /// Connects as a host does that has read the file.
    async fn host(&self) -> ProviderProcess {
        let text = fs::read_to_string(self.folder.join(".terrane/dev.env")).unwrap();
        let value = text.strip_prefix("TF_REATTACH_PROVIDERS='").unwrap();
        let value = value.trim_end().strip_suffix('\'').unwrap();
        let addresses = terrane_plugin_client::read_reattach(value).unwrap();
        let address = &addresses["registry.terraform.io/example/pets"];
        ProviderProcess::reattach(address).await.unwrap()
    }
}

/// Returns the types of resources that a host meets.
async fn types(host: &ProviderProcess) -> Vec<String> {
    let provider = host.provider();
    let schemas = provider.get_provider_schema(EmptyRequest {});
    let schemas = schemas.await.unwrap();
    schemas.resource_schemas.keys().cloned().collect()
}

fn package() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let manifest = "[package]\nname = \"terraform-provider-pets\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("src/main.rs"), source(PETS)).unwrap();
    folder
}

#[tokio::test]
async fn a_host_that_starts_after_an_edit_meets_the_new_build_at_the_same_address() {
    let folder = package();
    let mut development = Development::start(folder.path());
    let export = development.wait_for("export TF_REATTACH_PROVIDERS=");
    let first = development.host().await;
    assert_eq!(types(&first).await, ["pets_pet"]);
    development.wait_for("GetProviderSchema");

    // This host began before the edit, and keeps its build.
    development.edit(&source(NOTES));
    development.wait_for("serving build 2");
    let second = development.host().await;
    assert_eq!(types(&second).await, ["note_file"]);
    assert_eq!(types(&first).await, ["pets_pet"]);

    // A build that fails changes nothing for hosts.
    development.edit("fn main() { no }");
    development.wait_for("hosts get the build before this change");
    let third = development.host().await;
    assert_eq!(types(&third).await, ["note_file"]);
    let file = fs::read_to_string(folder.path().join(".terrane/dev.env")).unwrap();
    assert_eq!(export.trim_end(), format!("export {}", file.trim_end()));
}

/// Writes a configuration with one pet into the folder `trial` of a package.
fn configure(folder: &Path, name: &str) {
    let trial = folder.join("trial");
    fs::create_dir_all(&trial).unwrap();
    let text = format!(
        "terraform {{\n  required_providers {{\n    pets = {{\n      source = \"registry.terraform.io/example/pets\"\n    }}\n  }}\n}}\n\nresource \"pets_pet\" \"cat\" {{\n  name = {name:?}\n  chip = \"1\"\n}}\n"
    );
    fs::write(trial.join("main.tf"), text).unwrap();
}

/// Returns a PATH on which this host comes first.
fn path_with(host: &Host, folder: &Path) -> OsString {
    let bin = folder.join("bin");
    fs::create_dir(&bin).unwrap();
    let name = match host.product() {
        Product::Terraform => "terraform",
        Product::OpenTofu => "tofu",
    };
    std::os::unix::fs::symlink(host.program(), bin.join(name)).unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([bin].into_iter().chain(std::env::split_paths(&path))).unwrap()
}

#[test]
fn a_plan_during_a_rebuild_succeeds() {
    let Some(host) = Host::installed().last() else {
        println!("skipped: there is no host that plans");
        return;
    };
    let folder = package();
    configure(folder.path(), "Tom");
    let mut development = Development::start(folder.path());
    development.wait_for("export TF_REATTACH_PROVIDERS=");
    let file = fs::read_to_string(folder.path().join(".terrane/dev.env")).unwrap();
    let (variable, value) = file.trim_end().split_once('=').unwrap();
    let plan = || {
        let output = Command::new(host.program())
            .args(["plan", "-no-color", "-input=false", "-lock=false"])
            .current_dir(folder.path().join("trial"))
            .env(variable, value.trim_matches('\''))
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains("Plan: 1 to add"), "{text}{errors}");
    };
    plan();
    // The build takes longer than a plan needs to start.
    let slow = "fn main() { std::thread::sleep(std::time::Duration::from_secs(2)); }";
    fs::write(folder.path().join("build.rs"), slow).unwrap();
    development.edit(&format!("{}\n// Another build.\n", source(PETS)));
    plan();
    plan();
    development.wait_for("serving build 2");
    // A build that fails does not make a plan fail.
    development.edit("fn main() { no }");
    plan();
    development.wait_for("hosts get the build before this change");
    plan();
}

#[test]
fn a_shell_has_the_variable_of_hosts_and_the_command_ends_with_it() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = package();
    let shell = folder.path().join("shell");
    let script = "#!/bin/sh\nprintf %s \"$TF_REATTACH_PROVIDERS\" > seen\n";
    fs::write(&shell, script).unwrap();
    fs::set_permissions(&shell, fs::Permissions::from_mode(0o755)).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args(["terrane", "dev", "--shell"])
        .current_dir(folder.path())
        .env("SHELL", &shell)
        .env("CARGO_NET_OFFLINE", "true")
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let seen = fs::read_to_string(folder.path().join("seen")).unwrap();
    let hosts = terrane_plugin_client::read_reattach(&seen).unwrap();
    assert!(hosts.contains_key("registry.terraform.io/example/pets"));
}

/// Returns the PATH without the folders of hosts.
fn path_without_hosts() -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let has_host = |folder: &PathBuf| {
        ["terraform", "tofu"]
            .into_iter()
            .any(|it| folder.join(it).exists())
    };
    let path = std::env::split_paths(&path).filter(|it| !has_host(it));
    std::env::join_paths(path).unwrap()
}

/// A build script that stops each build while a file exists.
struct Gate(tempfile::TempDir);

impl Gate {
    /// Adds the script to a package. It runs after each change of the code.
    fn add_to(package: &Path) -> Self {
        let gate = Self(tempfile::tempdir().unwrap());
        let script = format!(
            r#"
fn main() {{
    println!("cargo::rerun-if-changed=src/main.rs");
    std::fs::write({:?}, "").unwrap();
    while std::path::Path::new({:?}).exists() {{
        std::thread::sleep(std::time::Duration::from_millis(10));
    }}
}}
"#,
            gate.reached(),
            gate.closed()
        );
        fs::write(package.join("build.rs"), script).unwrap();
        gate
    }

    fn reached(&self) -> PathBuf {
        self.0.path().join("reached")
    }

    fn closed(&self) -> PathBuf {
        self.0.path().join("closed")
    }

    fn close(&self) {
        fs::write(self.closed(), "").unwrap();
        fs::remove_file(self.reached()).unwrap();
    }

    /// Returns when a build has come to the closed gate.
    fn wait(&self) {
        while !self.reached().exists() {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }

    fn open(&self) {
        fs::remove_file(self.closed()).unwrap();
    }
}

#[test]
fn an_edit_during_a_build_leads_to_one_more_build_other_files_to_none_and_each_build_to_a_plan() {
    let folder = package();
    configure(folder.path(), "Tom");
    let gate = Gate::add_to(folder.path());
    let arguments = ["--watch", "trial", "--json"];
    let mut development = Development::start_with(folder.path(), &arguments, &path_without_hosts());
    let first = development.event("building");
    assert_eq!(first["changed"], serde_json::json!([]));
    assert_eq!(development.event("serving")["build"], 1);
    development.event("plan");

    gate.close();
    fs::write(folder.path().join("hello.txt"), "Hello!").unwrap();
    development.edit(&format!("{}// Two.\n", source(PETS)));
    let second = development.event("building");
    assert_eq!(second["build"], 2);
    assert_eq!(second["changed"], serde_json::json!(["src/main.rs"]));
    gate.wait();
    development.edit(&format!("{}// Three.\n", source(PETS)));
    fs::write(folder.path().join("hello.txt"), "Hello again!").unwrap();
    development.edit(&format!("{}// Three, again.\n", source(PETS)));
    gate.open();

    assert_eq!(development.event("serving")["build"], 2);
    let mut events = Vec::new();
    while events.len() < 4 {
        let event = development.event("");
        let name = event["event"].as_str().unwrap().to_owned();
        if name != "call" {
            events.push(name);
        }
    }
    // The plan of the second build runs while the third is built.
    events[..2].sort();
    assert_eq!(events, ["building", "plan", "serving", "plan"]);

    // The next build is about the next edit.
    fs::write(folder.path().join("src/extra.rs"), "").unwrap();
    let fourth = development.event("building");
    assert_eq!(fourth["build"], 4);
    assert_eq!(fourth["changed"], serde_json::json!(["src/extra.rs"]));
    assert_eq!(development.event("unchanged")["build"], 3);
}

#[test]
fn a_request_to_end_during_a_build_ends_cargo_and_removes_the_socket() {
    let folder = package();
    let gate = Gate::add_to(folder.path());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut development = Development::start_with(folder.path(), &["--json"], &path);
    let serving = development.event("serving");
    let hosts = terrane_plugin_client::read_reattach(serving["value"].as_str().unwrap()).unwrap();
    let address = &hosts["registry.terraform.io/example/pets"].address;
    let terrane_plugin::Address::Unix(socket) = address else {
        panic!("{address:?} is no socket");
    };
    assert!(socket.exists());
    let program = folder.path().join("target/debug/terraform-provider-pets");
    let written = || fs::metadata(&program).unwrap().modified().unwrap();
    let before = written();
    gate.close();
    development.edit(&format!("{}// Two.\n", source(PETS)));
    gate.wait();
    let id = development.child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(sent.success());
    assert!(development.child.wait().unwrap().success());
    assert!(!socket.parent().unwrap().exists());
    // Cargo has the same output. If it went on, it would build the program now.
    gate.open();
    development
        .lines
        .read_to_string(&mut String::new())
        .unwrap();
    assert_eq!(written(), before);
}

#[test]
fn a_plan_needs_no_host_on_the_path_and_events_are_lines_of_json() {
    let folder = package();
    configure(folder.path(), "Tom");
    let arguments = ["--watch", "trial", "--json"];
    let mut development = Development::start_with(folder.path(), &arguments, &path_without_hosts());
    let serving = development.event("serving");
    assert_eq!(serving["variable"], "TF_REATTACH_PROVIDERS");
    assert_eq!(serving["build"], 1);
    let call = development.event("call");
    assert!(call["seconds"].as_f64().unwrap() > 0.0, "{call}");
    let plan = development.event("plan");
    let text = plan["text"].as_str().unwrap();
    assert!(
        text.contains("Plan: 1 to add, 0 to change, 0 to destroy."),
        "{text}"
    );
    development.edit("fn main() { no }");
    let failed = development.event("failed");
    assert_eq!(failed["serving"], true);
}

#[test]
fn the_plan_of_a_configuration_is_shown_after_each_change() {
    let Some(host) = Host::installed().last() else {
        println!("skipped: there is no host that plans");
        return;
    };
    let folder = package();
    configure(folder.path(), "Tom");
    let path = path_with(host, folder.path());
    let mut development = Development::start_with(folder.path(), &["--watch", "trial"], &path);
    development.wait_for("Plan: 1 to add, 0 to change, 0 to destroy.");
    configure(folder.path(), "Felix");
    let before = development.wait_for("\"Tom\"");
    assert!(before.starts_with('<'), "{before}");
    let after = development.wait_for("\"Felix\"");
    assert!(after.starts_with('>'), "{after}");
    // The state has changed.
    let file = fs::read_to_string(folder.path().join(".terrane/dev.env")).unwrap();
    let (variable, value) = file.trim_end().split_once('=').unwrap();
    let applied = Command::new(host.program())
        .args(["apply", "-no-color", "-input=false", "-auto-approve"])
        .current_dir(folder.path().join("trial"))
        .env(variable, value.trim_matches('\''))
        .output()
        .unwrap();
    assert!(applied.status.success(), "{applied:?}");
    development.wait_for("> No changes.");
}
