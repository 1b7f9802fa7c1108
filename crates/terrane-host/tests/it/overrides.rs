//! Override files change what other files declare, as Terraform merges them.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use terrane_hcl::syntax::BodySchema;
use terrane_hcl::syntax::ast::Expression;
use terrane_hcl::{Scope, evaluate};
use terrane_host::address::Resource;
use terrane_host::config::{Config, IgnoreChanges};

use crate::folder::{folder, terraform_verdict};

const FILES: &[(&str, &str)] = &[
    (
        "main.tf",
        r#"
terraform {
  required_version = ">= 99"
}
variable "a" {
  type    = string
  default = "base"
}
variable "b" {
  default = "base"
}
locals {
  a = "base"
  b = "base"
}
resource "terraform_data" "a" {
  input            = "base"
  triggers_replace = "base"
}
resource "terraform_data" "b" {
  for_each = {}
  input    = "base"
  lifecycle {
    create_before_destroy = true
    prevent_destroy       = true
    ignore_changes        = [input]
  }
}
resource "terraform_data" "c" {
  input = "base"
}
module "m" {
  source = "./m"
  a      = "base"
  b      = "base"
}
output "a" {
  value       = "base"
  description = "Base."
}
output "b" {
  value = "base"
}
"#,
    ),
    (
        "m/main.tf",
        "variable \"a\" {}\nvariable \"b\" {}\noutput \"a\" {\n  value = var.a\n}\n",
    ),
    (
        "a_override.tf",
        r#"
terraform {
  required_version = ">= 1.2"
}
variable "a" {
  default = "a"
}
locals {
  a = "a"
}
resource "terraform_data" "a" {
  input = "a"
}
resource "terraform_data" "b" {
  count = 2
  lifecycle {
    prevent_destroy = false
    ignore_changes  = []
  }
}
module "m" {
  a = "a"
}
output "a" {
  value = "a"
}
"#,
    ),
    (
        "override.tf",
        "variable \"a\" {\n  default = \"override\"\n}\n",
    ),
    (
        "z_override.tf.json",
        r#"{
  "variable": {"b": {"default": "json"}},
  "locals": {"b": "json"},
  "resource": {"terraform_data": {"a": {"input": "json"}, "c": {"triggers_replace": "json"}}},
  "module": {"m": {"b": "json"}},
  "output": {"b": {"value": "json"}}
}"#,
    ),
];

fn text(expression: &Expression) -> String {
    let (value, diagnostics) = evaluate(expression, &Scope::new());
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    value.as_text().unwrap().to_string()
}

/// Returns the constant values of the merged configuration by their names.
fn merged(config: &Config) -> BTreeMap<String, String> {
    let root = &config.root;
    let mut merged = BTreeMap::new();
    for (name, output) in &root.outputs {
        merged.insert(format!("output.{name}"), text(&output.value));
    }
    for (name, variable) in &root.variables {
        let default = variable.default.as_ref().unwrap();
        merged.insert(
            format!("var.{name}"),
            default.as_text().unwrap().to_string(),
        );
    }
    for (name, argument) in &root.calls["m"].arguments {
        merged.insert(format!("module.m.{name}"), text(&argument.expression));
    }
    let schema = BodySchema::default()
        .attribute("input", false)
        .attribute("triggers_replace", false);
    for (address, resource) in &root.resources {
        let (content, _) = resource.body.partial_content(&schema);
        for attribute in &content.attributes {
            let name = format!("{address}.{}", attribute.name.name);
            merged.insert(name, text(&attribute.expression));
        }
    }
    merged
}

/// Returns the same values by Terraform's view of the configuration, or nothing without a `terraform`.
fn merged_by_terraform(folder: &Path) -> Option<BTreeMap<String, String>> {
    let shown = terraform_verdict(folder)?;
    assert!(shown.contains("Success!"), "{shown}");
    let run = |arguments: &[&str]| {
        let mut terraform = Command::new("terraform");
        let output = terraform.args(arguments).current_dir(folder).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{output:?}");
        output.stdout
    };
    run(&["plan", "-out=plan"]);
    let plan: serde_json::Value = serde_json::from_slice(&run(&["show", "-json", "plan"])).unwrap();
    let root = &plan["configuration"]["root_module"];
    let constant = |value: &serde_json::Value| value["constant_value"].as_str().unwrap().to_owned();
    let mut merged = BTreeMap::new();
    for (name, output) in root["outputs"].as_object().unwrap() {
        merged.insert(format!("output.{name}"), constant(&output["expression"]));
    }
    for (name, variable) in root["variables"].as_object().unwrap() {
        let default = variable["default"].as_str().unwrap().to_owned();
        merged.insert(format!("var.{name}"), default);
    }
    for (name, value) in root["module_calls"]["m"]["expressions"]
        .as_object()
        .unwrap()
    {
        merged.insert(format!("module.m.{name}"), constant(value));
    }
    for resource in root["resources"].as_array().unwrap() {
        for (name, value) in resource["expressions"].as_object().unwrap() {
            let address = resource["address"].as_str().unwrap();
            merged.insert(format!("{address}.{name}"), constant(value));
        }
    }
    let count = &root["resources"][1]["count_expression"]["constant_value"];
    assert_eq!(count.as_u64(), Some(2));
    Some(merged)
}

#[test]
fn override_files_are_merged_as_terraform_merges_them() {
    let folder = folder(FILES);
    let config = Config::load(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let merged = merged(&config);
    assert_eq!(merged["var.a"], "override");
    assert_eq!(merged["terraform_data.a.triggers_replace"], "base");
    if let Some(expected) = merged_by_terraform(folder.path()) {
        assert_eq!(merged, expected);
    }

    let root = &config.root;
    let versions: Vec<&str> = root.required_versions.iter().map(|it| &*it.0).collect();
    assert_eq!(versions, [">= 1.2"]);
    let locals: Vec<String> = root
        .locals
        .values()
        .map(|it| text(&it.expression))
        .collect();
    assert_eq!(locals, ["a", "json"]);
    assert_eq!(root.outputs["a"].description.as_deref(), Some("Base."));
    let resource = &root.resources[&Resource::managed("terraform_data", "b")];
    assert!(resource.meta.count.is_some() && resource.meta.for_each.is_none());
    assert_eq!(resource.lifecycle.create_before_destroy, Some(true));
    assert!(!resource.lifecycle.prevent_destroy);
    assert!(
        matches!(&resource.lifecycle.ignore_changes, IgnoreChanges::Attributes(it) if it.len() == 1)
    );
    // Each value keeps its place.
    let place = root.outputs["a"].value.span;
    assert_eq!(
        config.sources.get(place.source).unwrap().name(),
        "a_override.tf"
    );
}

type Refused = (&'static str, &'static str, &'static [(&'static str, usize)]);

/// Pairs of files that Terraform refuses, with the summaries and lines of its errors. Line 0 stands for an error in the first file.
const REFUSED: &[Refused] = &[
    (
        "",
        "resource \"terraform_data\" \"a\" {}\ndata \"terraform_remote_state\" \"a\" {}\n",
        &[
            ("Missing resource to override", 1),
            ("Missing data resource to override", 2),
        ],
    ),
    (
        "",
        "variable \"a\" {}\noutput \"a\" {\n  value = 1\n}\n",
        &[
            ("Missing base variable declaration to override", 1),
            ("Missing base output definition to override", 2),
        ],
    ),
    (
        "",
        "locals {\n  a = 1\n}\nmodule \"a\" {\n  source = \"./a\"\n}\n",
        &[
            ("Missing module call to override", 4),
            ("Missing base local value definition to override", 2),
        ],
    ),
    (
        "",
        "provider \"terraform\" {\n  alias = \"a\"\n}\n",
        &[("Missing base provider configuration for override", 1)],
    ),
    (
        "",
        "moved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n",
        &[("Cannot override 'moved' blocks", 1)],
    ),
    (
        "resource \"terraform_data\" \"a\" {}\n",
        "import {\n  to = terraform_data.a\n  id = \"b\"\n}\n",
        &[("Cannot override 'import' blocks", 1)],
    ),
    (
        "check \"a\" {\n  assert {\n    condition     = 1 + local.a > 0\n    error_message = \"b\"\n  }\n}\nlocals {\n  a = 1\n}\n",
        "check \"a\" {\n  assert {\n    condition     = local.a == 1\n    error_message = \"b\"\n  }\n}\n",
        &[("Can't override check blocks", 1)],
    ),
    (
        "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"b\" {}\n",
        "resource \"terraform_data\" \"a\" {\n  depends_on = [terraform_data.b]\n  lifecycle {\n    precondition {\n      condition     = terraform_data.b.id != \"\"\n      error_message = \"b\"\n    }\n  }\n}\n",
        &[
            ("Unsupported override", 2),
            ("Can't override precondition blocks", 4),
        ],
    ),
    (
        "variable \"a\" {\n  default = \"a\"\n}\n",
        "variable \"a\" {\n  type = number\n}\n",
        &[("Invalid default value for variable", 0)],
    ),
    (
        "output \"a\" {}\n",
        "output \"a\" {\n  value = 1\n}\n",
        &[("Missing required argument", 0)],
    ),
];

#[test]
fn overrides_without_a_base_and_of_fixed_parts_are_refused_as_in_terraform() {
    for (base, over, expected) in REFUSED {
        let folder = folder(&[("main.tf", *base), ("override.tf", *over)]);
        let error = Config::load(folder.path()).unwrap_err();
        let shown: Vec<(&str, usize)> = error
            .diagnostics
            .iter()
            .map(|it| {
                let subject = it.subject.unwrap();
                let source = error.sources.get(subject.source).unwrap();
                let is_override = source.name() == "override.tf";
                let line = source.range(subject).0.line;
                (&*it.summary, if is_override { line } else { 0 })
            })
            .collect();
        assert_eq!(shown, *expected, "{error}");
        let Some(printed) = terraform_verdict(folder.path()) else {
            continue;
        };
        for (summary, line) in *expected {
            assert!(printed.contains(summary), "{printed}");
            let place = format!("override.tf line {line}");
            assert!(*line == 0 || printed.contains(&place), "{printed}");
        }
    }
}

#[test]
fn source_of_a_module_may_be_overridden() {
    let folder = folder(&[
        ("main.tf", "module \"m\" {\n  source = \"acme/m/zoo\"\n}\n"),
        ("override.tf", "module \"m\" {\n  source = \"./m\"\n}\n"),
        ("m/main.tf", "locals {\n  a = 1\n}\n"),
    ]);
    let config = Config::load(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(config.root.calls["m"].source, "./m");
}
