//! The example program that renames a variable.

#[expect(dead_code, reason = "the test calls what `main` calls")]
#[path = "../../examples/rename_variable.rs"]
mod rename_variable;

use std::path::Path;

/// Renames `old` to `new` in a module of one file.
fn renamed(name: &str, text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("a file");
    rename_variable::rename(folder.path(), "old", "new").expect("a module");
    std::fs::read_to_string(path).expect("a file")
}

const NATIVE: &str = r#"# The variable old, var.old
variable "old" { // var.old
  description = "old, not ${"$"}{var.old}"
  validation {
    condition     = var.old != "" # old
    error_message = "wrong: ${var.old}"
  }
}

variable "older" {
  default = "old"
}

locals {
  old    = var.old
  other  = [var.older, local.old, "var.old", data.var.old, { old = 1, var = 2 }.old]
  nested = [for old in var.old : { (var . old) = old, (old) = [for var in [1] : var.old] }]
  after  = var /* here */ .old[*].id
  text   = <<-EOT
    ${var.old} %{for var in var.old}${var.old}%{endfor} $${var.old}
      %{if var.old == "\"${var.old}"}é ${var.old["old"]}%{endif}
  EOT
}

module "old" {
  source = "./old"
  old    = try(var.old, provider::var::old(var.old...))
  dynamic "old" {
    for_each = var.old
    content {
      old = old.value + -var.old.old
    }
  }
}
"#;

#[test]
fn the_variable_is_renamed_in_native_syntax_and_everything_else_is_kept() {
    let expected = NATIVE
        .replace("variable \"old\" {", "variable \"new\" {")
        .replace("var.old != ", "var.new != ")
        .replace("wrong: ${var.old}", "wrong: ${var.new}")
        .replace("  old    = var.old\n", "  old    = var.new\n")
        .replace("for old in var.old", "for old in var.new")
        .replace("(var . old)", "(var .new)")
        .replace("/* here */ .old", "/* here */ .new")
        .replace(
            "    ${var.old} %{for var in var.old}",
            "    ${var.new} %{for var in var.new}",
        )
        .replace(
            "var.old == \"\\\"${var.old}\"",
            "var.new == \"\\\"${var.new}\"",
        )
        .replace("${var.old[\"old\"]}", "${var.new[\"old\"]}")
        .replace(
            "try(var.old, provider::var::old(var.old...))",
            "try(var.new, provider::var::old(var.new...))",
        )
        .replace("for_each = var.old", "for_each = var.new")
        .replace("-var.old.old", "-var.new.old");
    for name in ["main.tf", "main.tofu", "override.tf"] {
        assert_eq!(renamed(name, NATIVE), expected);
        assert_eq!(
            renamed(name, &NATIVE.replace('\n', "\r\n")),
            expected.replace('\n', "\r\n")
        );
    }
    assert_eq!(renamed("notes.txt", NATIVE), NATIVE);
}

const JSON: &str = r#"{
  "//": "The variable ${var.old}",
  "variable": {
    "older": {"default": "${var.old}"},
    "old": {
      "description": "${var.old}",
      "validation": {"condition": "${var.old != \"\"}", "error_message": "\u00e9 ${var.old}"}
    }
  },
  "locals": [{"old": "\"\t${var.old}\" ${[for var in var.old : var.old]} $${var.old} var.old", "${var.old}": 1}],
  "resource": {"a": {"b": {"depends_on": ["var.old", "old.var"], "default": "${upper(\"${var.old}\")}"}}},
  "output": {"variable": {"value": "\\${var.\u006fld}"}}
}
"#;

#[test]
fn the_variable_is_renamed_in_json_syntax_and_everything_else_is_kept() {
    let expected = JSON
        .replace("    \"old\": {\n", "    \"new\": {\n")
        .replace("var.old != ", "var.new != ")
        .replace("\\u00e9 ${var.old}", "\\u00e9 ${var.new}")
        .replace(
            "\\t${var.old}\\\" ${[for var in var.old",
            "\\t${var.new}\\\" ${[for var in var.new",
        )
        .replace("\"${var.old}\": 1", "\"${var.new}\": 1")
        .replace("[\"var.old\"", "[\"var.new\"")
        .replace("upper(\\\"${var.old}\\\")", "upper(\\\"${var.new}\\\")")
        .replace("${var.\\u006fld}", "${var.new}");
    for name in ["main.tf.json", "main.tofu.json"] {
        assert_eq!(renamed(name, JSON), expected);
    }
}

#[test]
fn a_module_of_several_files_is_renamed_as_a_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        (
            "variables.tf",
            "variable \"old\" {}\n",
            "variable \"new\" {}\n",
        ),
        (
            "main.tf.json",
            "{\"locals\": {\"a\": \"${var.old}\"}}",
            "{\"locals\": {\"a\": \"${var.new}\"}}",
        ),
        (
            "b.tofu",
            "locals {\n  b = var.old # old\n}\n",
            "locals {\n  b = var.new # old\n}\n",
        ),
    ];
    let path = |name: &str| folder.path().join(Path::new(name));
    for (name, before, _) in files {
        std::fs::write(path(name), before).expect("a file");
    }
    rename_variable::rename(folder.path(), "old", "new").expect("a module");
    for (name, _, after) in files {
        assert_eq!(std::fs::read_to_string(path(name)).expect("a file"), after);
    }
}

#[test]
fn a_file_with_errors_prevents_all_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = folder.path().join("a.tf");
    std::fs::write(&good, "variable \"old\" {}\n").expect("a file");
    std::fs::write(folder.path().join("b.tf"), "a = \n").expect("a file");
    let error = rename_variable::rename(folder.path(), "old", "new").expect_err("an error");
    assert!(error.to_string().contains("b.tf"), "{error}");
    assert_eq!(
        std::fs::read_to_string(good).expect("a file"),
        "variable \"old\" {}\n"
    );
}

#[test]
fn the_example_has_at_most_sixty_lines_without_comments_and_blanks() {
    let source = include_str!("../../examples/rename_variable.rs");
    let lines = source.lines().map(str::trim);
    let code = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    assert!(code.count() <= 60);
}
