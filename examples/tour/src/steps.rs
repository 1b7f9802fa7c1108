//! The steps of the tour, which are the same for every host.

use std::env;
use std::error::Error;
use std::path::Path;

use fs_err as fs;

/// The configuration.
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

/// The number of steps.
const STEPS: usize = 8;

/// What a plan is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Change,
    RefreshOnly,
    Destroy,
}

/// A host that plans and applies the configuration in the current folder, and prints both.
pub(crate) trait Host {
    /// Plans. Returns whether the plan changes something.
    fn plan(&mut self, purpose: Purpose) -> Result<bool, Box<dyn Error>>;

    /// Applies the last plan.
    fn apply(&mut self) -> Result<(), Box<dyn Error>>;
}

/// Runs all steps in a new folder, which becomes the current one.
pub(crate) fn run(host: &mut impl Host) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    env::set_current_dir(&folder)?;
    let done = steps(host);
    // Another folder must be the current one before some systems can remove this one.
    env::set_current_dir(env::temp_dir())?;
    done
}

fn steps(host: &mut impl Host) -> Result<(), Box<dyn Error>> {
    fs::write("main.tf", CONFIGURATION)?;
    println!("\nThe configuration:\n{CONFIGURATION}");

    title(1, "Plan: nothing exists yet");
    host.plan(Purpose::Change)?;
    title(2, "Apply the plan");
    host.apply()?;
    show_files()?;

    title(
        3,
        "Drift: somebody edits a file by hand, and a plan finds the change",
    );
    fs::write("zoo/heron.txt", "Feed me!\n")?;
    host.plan(Purpose::RefreshOnly)?;
    title(4, "Plan: the file is corrected");
    host.plan(Purpose::Change)?;
    title(5, "Apply the plan");
    host.apply()?;
    show_files()?;

    title(6, "Plan again: no changes");
    if host.plan(Purpose::Change)? {
        return Err("the last plan still has changes".into());
    }

    title(7, "Plan to destroy everything");
    host.plan(Purpose::Destroy)?;
    title(8, "Apply the plan");
    host.apply()?;
    show_files()
}

fn title(number: usize, title: &str) {
    println!("\n=== Step {number} of {STEPS}. {title}");
}

/// Prints the files of the provider and their content.
fn show_files() -> Result<(), Box<dyn Error>> {
    let zoo = Path::new("zoo");
    let mut names = Vec::new();
    if zoo.is_dir() {
        for entry in fs::read_dir(zoo)? {
            names.push(entry?.file_name());
        }
    }
    names.sort();
    println!("\nFiles:");
    if names.is_empty() {
        println!("  none");
    }
    for name in names {
        let content = fs::read_to_string(zoo.join(&name))?;
        println!("  zoo/{}: {content:?}", name.display());
    }
    Ok(())
}
