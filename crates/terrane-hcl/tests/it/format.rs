//! The formatter against `terraform fmt`, on the vectors, the files of this repository and generated files.

use crate::support::{files, generator, texts};

use std::path::PathBuf;
use std::process::Command;

use generator::Generator;
use terrane_hcl::{Source, syntax};

/// The number of generated files.
const GENERATED: u64 = 2000;

#[test]
fn format_equals_terraform_fmt() {
    if !has_terraform() {
        assert_ne!(
            std::env::var("CI").as_deref(),
            Ok("true"),
            "terraform is missing"
        );
        println!("skipped: there is no terraform on the PATH");
        return;
    }
    let mut texts = texts::vectors();
    texts.extend(texts::repository());
    let providers = providers();
    println!("{} files of Go modules", providers.len());
    texts.extend(providers);
    texts.extend((0..GENERATED).map(|seed| Generator(seed + 1).file()));
    let (texts, invalid): (Vec<String>, Vec<String>) =
        texts.into_iter().partition(|text| texts::is_valid(text));
    assert!(texts.len() > 2500, "{} files are valid", texts.len());
    let (formatted, errors) = terraform_fmt(&texts);
    assert!(!errors.contains("Error: "), "{errors}");
    for (text, expected) in texts.iter().zip(formatted) {
        let formatted = syntax::format(&Source::detached("x", text.clone())).expect("no errors");
        assert_eq!(formatted, expected, "of {text:?}");
    }
    // Terraform must refuse the files that the parser refuses.
    let (_, errors) = terraform_fmt(&invalid);
    for (number, text) in invalid.iter().enumerate() {
        let name = format!("/{number}.tf line ");
        assert!(errors.contains(&name), "terraform accepts {text:?}");
    }
}

/// Returns what `terraform fmt` makes of texts, and its errors.
fn terraform_fmt(texts: &[String]) -> (Vec<String>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |number: usize| folder.path().join(format!("{number}.tf"));
    for (number, text) in texts.iter().enumerate() {
        std::fs::write(path(number), text).expect("a file");
    }
    let output = Command::new("terraform")
        .args(["fmt", "-no-color"])
        .arg(folder.path())
        .env_remove("TF_CLI_CONFIG_FILE")
        .output()
        .expect("terraform");
    let formatted = (0..texts.len())
        .map(|number| std::fs::read_to_string(path(number)).expect("a file"))
        .collect();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (formatted, errors)
}

#[test]
fn invalid_files_are_not_formatted() {
    let errors = syntax::format(&Source::detached("x", "a = \n")).expect_err("an error");
    assert_eq!(errors[0].summary, "Invalid expression");
}

fn has_terraform() -> bool {
    Command::new("terraform")
        .arg("version")
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Returns the `.tf` files of HashiCorp's modules in Go's cache: those of the providers with which tests compare, and of their dependencies.
fn providers() -> Vec<String> {
    let Ok(output) = Command::new("go").args(["env", "GOMODCACHE"]).output() else {
        return Vec::new();
    };
    let cache = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let owners = ["hashicorp", "terraform-providers"].iter();
    let folders = owners.map(|owner| cache.join("github.com").join(owner));
    folders.flat_map(|folder| files::below(&folder)).collect()
}
