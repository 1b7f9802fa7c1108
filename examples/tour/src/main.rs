//! Builds `providers/local` and takes a real configuration through a real host: plan, apply, drift, plan, apply, destroy.
//!
//! `cargo run -p tour` uses the `terraform` or `tofu` on the PATH; `TERRANE_TOUR_HOST` names another program.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a tour is told on the terminal"
)]

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use fs_err as fs;

const CONFIGURATION: &str = r#"
terraform {
  required_providers {
    local = { source = "hashicorp/local" }
  }
}

variable "animals" {
  default = ["cat", "heron"]
}

resource "local_file" "sign" {
  for_each = toset(var.animals)
  filename = "${path.module}/zoo/${each.key}.txt"
  content  = "Do not feed the ${each.key}.\n"
}

resource "local_sensitive_file" "key" {
  filename        = "${path.module}/zoo/key"
  content         = "hunter2"
  file_permission = "0600"
}

data "local_file" "cat" {
  filename   = local_file.sign["cat"].filename
  depends_on = [local_file.sign]
}

output "cat" {
  value = { text = data.local_file.cat.content, sha256 = local_file.sign["cat"].content_sha256 }
}
"#;

fn main() -> ExitCode {
    match tour() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tour: {error}");
            ExitCode::FAILURE
        }
    }
}

fn tour() -> Result<(), Box<dyn Error>> {
    let host = find_host()?;
    let provider = build_provider()?;
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("main.tf"), CONFIGURATION)?;
    let settings = folder.path().join("cli.tfrc");
    fs::write(&settings, dev_overrides(&provider)?)?;
    let stop = Host {
        program: host,
        folder: folder.path(),
        settings: &settings,
    };

    println!(
        "The configuration, in {}:\n{CONFIGURATION}",
        folder.path().display()
    );
    stop.run("Plan: nothing is there yet", &["plan"])?;
    stop.run("Apply", &["apply", "-auto-approve"])?;
    println!("\n=== Drift: somebody changes a file by hand\n");
    fs::write(folder.path().join("zoo/heron.txt"), "Feed me!\n")?;
    stop.run("Plan: the change was noticed", &["plan"])?;
    stop.run("Apply: it is repaired", &["apply", "-auto-approve"])?;
    stop.run(
        "Plan: nothing is left to do",
        &["plan", "-detailed-exitcode"],
    )?;
    stop.run("Destroy", &["destroy", "-auto-approve"])?;
    println!("\nThe tour is over: every command did what it should.");
    Ok(())
}

/// A host and where it works.
struct Host<'a> {
    program: PathBuf,
    folder: &'a Path,
    settings: &'a Path,
}

impl Host<'_> {
    /// Runs a command and shows what the host says.
    fn run(&self, title: &str, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
        let shown = arguments.join(" ");
        println!("\n=== {title}\n\n$ {} {shown}", self.program.display());
        let status = Command::new(&self.program)
            .args(arguments)
            .current_dir(self.folder)
            .env("TF_CLI_CONFIG_FILE", self.settings)
            .env("CHECKPOINT_DISABLE", "1")
            .env("TF_INPUT", "0")
            .status()
            .map_err(|error| format!("cannot run {}: {error}", self.program.display()))?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("`{shown}` ended with {status}").into())
        }
    }
}

fn find_host() -> Result<PathBuf, Box<dyn Error>> {
    if let Some(program) = env::var_os("TERRANE_TOUR_HOST") {
        return Ok(program.into());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    ["terraform", "tofu"]
        .iter()
        .flat_map(|name| env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|program| program.is_file())
        .ok_or_else(|| {
            "there is no `terraform` and no `tofu` on the PATH: install one of them".into()
        })
}

fn build_provider() -> Result<PathBuf, Box<dyn Error>> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(&cargo)
        .args(["build", "--package", "terraform-provider-local"])
        .status()
        .map_err(|error| format!("cannot run {}: {error}", cargo.display()))?;
    if !status.success() {
        return Err("the provider does not build".into());
    }
    let here = env::current_exe()?;
    let target = here.parent().ok_or("the program has no folder")?;
    Ok(target.join(format!(
        "terraform-provider-local{}",
        env::consts::EXE_SUFFIX
    )))
}

/// Tells the host to use our build of the provider, so that no `init` is needed.
fn dev_overrides(provider: &Path) -> Result<String, Box<dyn Error>> {
    let folder = provider.parent().ok_or("the provider has no folder")?;
    let folder = format!("{:?}", folder.display().to_string());
    Ok(format!(
        "provider_installation {{\n  dev_overrides {{\n    \"hashicorp/local\" = {folder}\n  }}\n  direct {{}}\n}}\n"
    ))
}
