//! The tour under a real host.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// Runs the commands of the host in a folder.
pub(crate) fn tour(program: PathBuf, provider: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::write(folder.join("main.tf"), CONFIGURATION)?;
    let settings = folder.join("cli.tfrc");
    fs::write(&settings, dev_overrides(provider)?)?;
    let host = Host {
        program,
        folder,
        settings: &settings,
    };

    println!(
        "The configuration, in {}:\n{CONFIGURATION}",
        folder.display()
    );
    host.run("Plan: nothing exists yet", &["plan"])?;
    host.run("Apply", &["apply", "-auto-approve"])?;
    println!("\n=== Drift: somebody edits a file by hand\n");
    fs::write(folder.join("zoo/heron.txt"), "Feed me!\n")?;
    host.run("Plan: the provider finds the change", &["plan"])?;
    host.run("Apply: the file is corrected", &["apply", "-auto-approve"])?;
    host.run("Plan: no changes", &["plan", "-detailed-exitcode"])?;
    host.run("Destroy", &["destroy", "-auto-approve"])
}

/// A host, and the folder of the configuration.
struct Host<'a> {
    program: PathBuf,
    folder: &'a Path,
    settings: &'a Path,
}

impl Host<'_> {
    /// Runs a command and shows its output.
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

/// Makes the host use our build of the provider, so that it needs no `init`.
fn dev_overrides(provider: &Path) -> Result<String, Box<dyn Error>> {
    let folder = provider.parent().ok_or("the provider has no folder")?;
    let folder = format!("{:?}", folder.display().to_string());
    Ok(format!(
        "provider_installation {{\n  dev_overrides {{\n    \"hashicorp/local\" = {folder}\n  }}\n  direct {{}}\n}}\n"
    ))
}
