//! Folders with files, and Terraform's verdict on them.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Writes files into a new folder.
pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Returns what `terraform init` and `terraform validate` print, or nothing and a message if there is no `terraform`.
pub(crate) fn terraform_verdict(folder: &Path) -> Option<String> {
    let mut shown = String::new();
    for command in [
        &["init", "-backend=false", "-input=false"][..],
        &["validate"],
    ] {
        let mut terraform = Command::new("terraform");
        terraform.args(command).arg("-no-color").current_dir(folder);
        let Ok(output) = terraform.output() else {
            eprintln!("skipped the comparison: there is no `terraform` on the PATH");
            return None;
        };
        shown += &String::from_utf8_lossy(&output.stderr);
        shown += &String::from_utf8_lossy(&output.stdout);
    }
    Some(shown)
}
