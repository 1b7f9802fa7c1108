//! Examples that a host validates.

use std::path::Path;
use std::process::Command;

use terrane_test::go;

use crate::docs::{docs, program, read, succeed, write};

/// Whether a host of the name is on the PATH.
fn has_host(name: &str) -> bool {
    Command::new(name).arg("version").output().is_ok()
}

#[test]
fn an_invalid_example_is_named_with_its_line() {
    if !has_host("terraform") && !has_host("tofu") {
        println!("skipped: there is no terraform or tofu on the PATH");
        return;
    }
    let local = program("terraform-provider-local").display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let example = "examples/resources/local_file/resource.tf";
    write(
        folder,
        example,
        "resource \"local_file\" \"a\" {\n  filename = \"a\"\n  content  = \"a\"\n}\n",
    );
    write(folder, "examples/resources/local_file/data.txt", "text");
    write(
        folder,
        "examples/data-sources/local_file/data-source.tf",
        "terraform {\n  required_providers {\n    local = {\n      source = \"hashicorp/local\"\n    }\n  }\n}\n\ndata \"local_file\" \"a\" {\n  filename = \"${path.module}/a\"\n}\n",
    );
    write(
        folder,
        "examples/provider/provider.tf",
        "resource \"aws_thing\" \"a\" {\n}\n",
    );
    let text = succeed(folder, &["--from", &local]);
    assert!(text.contains("2 examples are valid ("), "{text}");
    assert!(
        text.contains("examples/provider/provider.tf: not validated: needs another provider"),
        "{text}"
    );

    write(
        folder,
        example,
        "resource \"local_file\" \"a\" {\n  filename = \"a\"\n  contents = \"a\"\n}\n",
    );
    let output = docs(folder, &["--from", &local, "--check"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let expected = "examples/resources/local_file/resource.tf:3: Unsupported argument";
    assert!(text.contains(expected), "{text}");
    let text = succeed(folder, &["--from", &local, "--no-validate"]);
    assert!(!text.contains("Unsupported"), "{text}");
}

#[test]
fn each_example_is_validated_with_the_files_that_it_may_read_and_no_other_example() {
    if !has_host("terraform") && !has_host("tofu") {
        println!("skipped: there is no terraform or tofu on the PATH");
        return;
    }
    let local = program("terraform-provider-local").display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // All examples have the same resource, so a host refuses two of them together.
    let example = "resource \"local_file\" \"a\" {\n  filename = \"a\"\n  content  = file(\"${path.module}/data/text.txt\")\n}\n";
    let of_another_registry = format!(
        "terraform {{\n  required_providers {{\n    local = {{\n      source = \"example.com/acme/local\"\n    }}\n  }}\n}}\n\n{example}"
    );
    for (file, text) in [
        ("resource.tf", example),
        ("resource_again.tf", example),
        ("resource_other.tf", of_another_registry.as_str()),
        ("data/text.txt", "text"),
        (
            "import-by-string-id.tf",
            "import {\n  to = local_file.a\n  id = \"a\"\n}\n",
        ),
    ] {
        write(
            folder,
            &format!("examples/resources/local_file/{file}"),
            text,
        );
    }
    let text = succeed(folder, &["--from", &local]);
    assert!(text.contains("4 examples are valid ("), "{text}");
}

#[test]
fn examples_are_not_validated_without_a_host() {
    let local = program("terraform-provider-local").display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let example = "examples/resources/local_file/resource.tf";
    write(
        folder.path(),
        example,
        "resource \"local_file\" \"a\" {\n}\n",
    );
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-terrane"))
        .args(["terrane", "docs", "--from", &local, "--folder"])
        .arg(folder.path())
        .env("PATH", folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let expected =
        "The examples are not validated, because there is no `terraform` or `tofu` on the PATH.";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_provider_in_go_is_described_by_its_schema_and_its_examples_are_validated() {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../go/time");
    let Some(time) = go::program(module, "github.com/hashicorp/terraform-provider-time") else {
        return;
    };
    let time = time.display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let example = "examples/resources/time_sleep/resource.tf";
    write(
        folder,
        example,
        "resource \"time_sleep\" \"a\" {\n  create_duration = \"soon\"\n}\n",
    );
    let output = docs(
        folder,
        &[
            "--from",
            &time,
            "--address",
            "registry.terraform.io/hashicorp/time",
        ],
    );
    let page = read(folder, "docs/resources/sleep.md");
    assert!(
        page.contains("- `create_duration` (String) [Time duration]"),
        "{page}"
    );
    assert!(page.contains("  create_duration = \"soon\"\n"), "{page}");
    if has_host("terraform") || has_host("tofu") {
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.contains("examples/resources/time_sleep/resource.tf:2: "),
            "{text}"
        );
    }
}
