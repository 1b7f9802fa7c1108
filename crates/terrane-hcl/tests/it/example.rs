//! The example program that evaluates a folder.

#[expect(dead_code, reason = "the test calls what `main` prints")]
#[path = "../../examples/evaluate.rs"]
mod evaluate;

/// Evaluates a folder with these files.
fn outputs(files: &[(&str, &str)]) -> Result<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    evaluate::outputs(folder.path())
}

const MAIN: &str = r#"
variable "ports" {
  type    = list(object({ number = number, name = optional(string, "http") }))
  default = [{ number = 80 }, { number = "443", name = "https" }]
}

variable "token" {
  default   = "hunter2"
  sensitive = true
}

locals {
  urls = [for name in local.names : lower("${name}://EXAMPLE.com")]
  names = var.ports[*].name
}

output "urls" {
  value = local.urls
}

output "login" {
  value = "me:${var.token}"
}
"#;

#[test]
fn outputs_of_a_folder_are_printed() {
    let json = r#"{"output": {"first": {"value": "${local.urls[0]}"}}}"#;
    let printed = outputs(&[
        ("main.tf", MAIN),
        ("more.tf.json", json),
        ("notes.txt", "{"),
    ]);
    let expected = "first = \"http://example.com\"\nlogin = (sensitive value)\n\
                    urls = [\"http://example.com\",\"https://example.com\"]\n";
    assert_eq!(printed.as_deref(), Ok(expected));
}

#[test]
fn files_and_syntax_of_opentofu_are_errors() {
    let printed = outputs(&[("main.tofu", "")]).unwrap_err();
    assert!(printed.contains("Error: File of OpenTofu"), "{printed}");
    let text = "provider \"p\" {\n  for_each = {}\n}\n";
    let printed = outputs(&[("main.tf", text)]).unwrap_err();
    assert!(printed.contains("Error: Syntax of OpenTofu"), "{printed}");
}

#[test]
fn errors_are_shown_with_their_lines() {
    let printed = outputs(&[("main.tf", "output \"a\" {\n  value = local.b\n}\n")]);
    let expected = "Error: Unsupported attribute\n\n  on main.tf line 2:\n   2:   value = local.b\n                     ^^\n\n\
                    The object has no attribute with the name \"b\".\n";
    assert_eq!(printed, Err(expected.to_owned()));
    let printed = outputs(&[("main.tf", "locals {\n  a = local.b\n  b = local.a\n}\n")]);
    assert!(printed.unwrap_err().contains("Error: Cycle"));
}
