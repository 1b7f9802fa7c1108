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
