//! Configurations are loaded, or refused with the place of each error.

use terrane_hcl::value::Value;
use terrane_host::address::{self, Resource};
use terrane_host::config::{Config, IgnoreChanges};
use terrane_value::Type;

use crate::folder::{folder, terraform_verdict};

const MODULES: &[(&str, &str)] = &[
    (
        "main.tf",
        r#"
terraform {
  required_version = ">= 1.6"
  required_providers {
    zoo = {
      source                = "acme/zoo"
      version               = "~> 1.0"
    }
  }
}
variable "names" {
  type        = list(string)
  default     = ["a", 1]
  description = "All names."
  nullable    = false
  validation {
    condition     = length(var.names) > 0
    error_message = "At least one name."
  }
}
variable "secret" {
  sensitive = true
  ephemeral = true
}
locals {
  first = var.names[0]
}
provider "zoo" {}
provider "zoo" {
  alias = "west"
}
resource "zoo_pet" "rex" {
  for_each = toset(var.names)
  provider = zoo.west
  name     = each.value
  lifecycle {
    create_before_destroy = true
    prevent_destroy       = false
    ignore_changes        = [tags["a"], name]
    replace_triggered_by  = [local.first]
    precondition {
      condition     = each.value != ""
      error_message = "No name."
    }
  }
  depends_on = [module.net]
}
data "zoo_cage" "c" {
  count = 2
}
module "net" {
  source    = "./net"
  size      = 1
  providers = { zoo.east = zoo.west }
}
moved {
  from = zoo_pet.old["x"]
  to   = zoo_pet.rex["x"]
}
removed {
  from = module.gone.zoo_pet.p
  lifecycle {
    destroy = false
  }
}
import {
  to = zoo_pet.rex["a"]
  id = "42"
}
check "open" {
  data "zoo_cage" "inner" {}
  assert {
    condition     = data.zoo_cage.inner.open
    error_message = "Closed."
  }
}
output "names" {
  value      = var.names
  depends_on = [zoo_pet.rex]
}
"#,
    ),
    (
        "net/main.tf.json",
        r#"{
  "terraform": {"required_providers": {"zoo": {"source": "acme/zoo", "configuration_aliases": ["zoo.east"]}}},
  "variable": {"size": {"type": "number"}},
  "resource": {"zoo_pet": {"j": {"count": "${var.size}", "lifecycle": {"ignore_changes": "all"}}}},
  "module": {"deep": {"source": "../deep"}}
}"#,
    ),
    ("deep/main.tf", "output \"o\" {\n  value = 1\n}\n"),
    ("README.md", "no configuration"),
    ("main.tftest.hcl", "no configuration either"),
];

#[test]
fn configuration_with_modules_is_loaded() {
    let folder = folder(MODULES);
    let config = Config::load(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let root = &config.root;
    let modules = config.modules();
    let names: Vec<String> = modules.iter().map(|it| it.address.to_string()).collect();
    assert_eq!(names, ["", "module.net", "module.net.module.deep"]);

    let names = &root.variables["names"];
    assert_eq!(names.constraint.ty, Type::list(Type::String));
    let default = Value::list(vec!["a".into(), "1".into()]);
    assert_eq!(names.default, Some(default));
    assert!(!names.nullable && names.validations.len() == 1);
    let secret = &root.variables["secret"];
    assert!(secret.sensitive && secret.ephemeral && secret.nullable);
    assert_eq!(secret.default, None);

    let pet = &root.resources[&Resource::managed("zoo_pet", "rex")];
    let provider = pet.provider.as_ref().unwrap();
    assert_eq!(provider.alias.as_deref(), Some("west"));
    assert_eq!(pet.lifecycle.create_before_destroy, Some(true));
    assert_eq!(pet.meta.depends_on.len(), 1);
    let IgnoreChanges::Attributes(ignored) = &pet.lifecycle.ignore_changes else {
        panic!("expected attributes");
    };
    assert_eq!(ignored.len(), 2);
    assert!(
        root.resources
            .contains_key(&Resource::data("zoo_cage", "c"))
    );

    let call = &root.calls["net"];
    assert_eq!(call.arguments.keys().collect::<Vec<_>>(), ["size"]);
    assert_eq!(call.providers[0].0.alias.as_deref(), Some("east"));
    assert_eq!(root.providers.len(), 2);
    let required = &root.required_providers["zoo"];
    assert_eq!(
        required.provider.to_string(),
        "registry.terraform.io/acme/zoo"
    );
    assert_eq!(root.moved[0].from.to_string(), "zoo_pet.old[\"x\"]");
    assert!(!root.removed[0].destroy);
    assert!(root.checks["open"].data.is_some());
    assert_eq!(root.imports.len(), 1);

    let net = config
        .module(&address::Module::default().child("net"))
        .unwrap();
    let pet = &net.resources[&Resource::managed("zoo_pet", "j")];
    assert_eq!(pet.lifecycle.ignore_changes, IgnoreChanges::All);
    let required = &net.required_providers["zoo"];
    assert_eq!(required.configuration_aliases, ["east"]);
}

#[test]
fn what_is_not_supported_is_refused_with_its_place() {
    let places = |files: &[(&str, &str)]| {
        let folder = folder(files);
        let error = Config::load(folder.path()).unwrap_err();
        let mut places = Vec::new();
        for diagnostic in &*error.diagnostics {
            let subject = diagnostic.subject.unwrap();
            let source = error.sources.get(subject.source).unwrap();
            let (start, _) = source.range(subject);
            places.push(format!(
                "{}:{}: {}",
                source.name(),
                start.line,
                diagnostic.summary
            ));
        }
        places
    };
    let main = |text| places(&[("main.tf", text)]);
    assert_eq!(
        main("terraform {\n  backend \"s3\" {}\n  cloud {}\n  experiments = [a]\n}\n"),
        [
            "main.tf:2: Unsupported `backend` blocks",
            "main.tf:3: Unsupported `cloud` blocks",
            "main.tf:4: Unsupported argument `experiments`",
        ]
    );
    assert_eq!(
        main("resource \"a_b\" \"c\" {\n  provisioner \"file\" {}\n  connection {}\n}\n"),
        [
            "main.tf:3: Unsupported `connection` blocks of resources",
            "main.tf:2: Unsupported provisioner \"file\"",
        ]
    );
    assert_eq!(
        main("list \"a_b\" \"c\" {}\n"),
        ["main.tf:1: Unsupported `list` blocks"]
    );
    assert_eq!(
        main("module \"m\" {\n  source  = \"hashicorp/consul/aws\"\n  version = \"1.0\"\n}\n"),
        [
            "main.tf:3: Unsupported argument `version` of modules",
            "main.tf:2: Unsupported module source",
        ]
    );
    assert_eq!(
        places(&[("main.tf", ""), ("b.tofu", "")]),
        ["b.tofu:1: File of OpenTofu"]
    );
    assert_eq!(main("widget {}\n"), ["main.tf:1: Unsupported block type"]);
}

/// Configurations that Terraform refuses when it loads them, with its summary of the error.
const REFUSED: &[(&str, &str)] = &[
    (
        "resource \"terraform_data\" \"a\" {\n  count = 1\n  for_each = {}\n}\n",
        "Invalid combination of \"count\" and \"for_each\"",
    ),
    (
        "variable \"a\" {\n  type = number\n  default = \"x\"\n}\n",
        "Invalid default value for variable",
    ),
    (
        "variable \"a\" {\n  nullable = false\n  default = null\n}\n",
        "Invalid default value for variable",
    ),
    (
        "variable \"a\" {}\nvariable \"a\" {}\n",
        "Duplicate variable declaration",
    ),
    (
        "locals {\n  a = 1\n}\nlocals {\n  a = 1\n}\n",
        "Duplicate local value",
    ),
    (
        "output \"a\" {\n  value = 1\n}\noutput \"a\" {\n  value = 1\n}\n",
        "Duplicate output definition",
    ),
    (
        "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"a\" {}\n",
        "Duplicate resource \"terraform_data\" configuration",
    ),
    (
        "provider \"a\" {\n  alias = \"b\"\n}\nprovider \"a\" {\n  alias = \"b\"\n}\n",
        "Duplicate provider configuration",
    ),
    (
        "module \"m\" {\n  source = \"./m\"\n}\nmodule \"m\" {\n  source = \"./m\"\n}\n",
        "Duplicate module call",
    ),
    ("output \"a\" {}\n", "Missing required argument"),
    (
        "resource \"terraform_data\" \"a\" {
  provisioner \"local-exec\" {
    when    = later
    command = \"true\"
  }
}
",
        "Invalid \"when\" keyword",
    ),
    (
        "resource \"terraform_data\" \"a\" {
  provisioner \"local-exec\" {
    on_failure = ignore
    command    = \"true\"
  }
}
",
        "Invalid \"on_failure\" keyword",
    ),
    (
        "variable \"v\" {}
resource \"terraform_data\" \"a\" {
  provisioner \"local-exec\" {
    when    = destroy
    command = var.v
  }
}
",
        "Invalid reference from destroy provisioner",
    ),
    (
        "removed {
  from = terraform_data.a
  lifecycle {
    destroy = true
  }
  provisioner \"local-exec\" {
    command = \"true\"
  }
}
",
        "Invalid provisioner block",
    ),
    (
        "check \"a\" {
  data \"terraform_remote_state\" \"r\" {
    count = 1
  }
  assert {
    condition     = data.terraform_remote_state.r.id == \"\"
    error_message = \"x\"
  }
}
",
        "Invalid \"count\" attribute",
    ),
    (
        "check \"a\" {
  data \"terraform_remote_state\" \"r\" {
    lifecycle {
    }
  }
  assert {
    condition     = data.terraform_remote_state.r.id == \"\"
    error_message = \"x\"
  }
}
",
        "Invalid lifecycle block",
    ),
    ("check \"a\" {}\n", "Zero assert blocks"),
    (
        "check \"a\" {
  data \"terraform_remote_state\" \"r\" {}
  assert {
    condition = var.a
    error_message = \"x\"
  }
}
data \"terraform_remote_state\" \"r\" {}
variable \"a\" {}
",
        "Duplicate data \"terraform_remote_state\" configuration",
    ),
    (
        "module \"m\" {\n  source = \"./missing\"\n}\n",
        "Unreadable module directory",
    ),
    ("widget \"a\" {}\n", "Unsupported block type"),
    ("locals {\n  a = \n}\n", "Invalid expression"),
];

#[test]
fn terraform_refuses_the_same_configurations() {
    for (text, summary) in REFUSED {
        let folder = folder(&[("main.tf", *text)]);
        let error = Config::load(folder.path()).unwrap_err();
        let ours: Vec<&str> = error.diagnostics.iter().map(|it| &*it.summary).collect();
        assert!(ours.contains(summary), "{text}: {ours:?}");
        let shown = terraform_verdict(folder.path());
        assert!(shown.is_none_or(|shown| shown.contains(summary)), "{text}");
    }
}

#[test]
fn module_that_calls_itself_is_refused() {
    let files = &[
        ("main.tf", "module \"m\" {\n  source = \"./m\"\n}\n"),
        ("m/main.tf", "module \"n\" {\n  source = \"../m\"\n}\n"),
    ];
    let folder = folder(files);
    let error = Config::load(folder.path()).unwrap_err();
    assert_eq!(error.diagnostics[0].summary, "Module calls itself");
}

#[test]
fn arguments_of_modules_must_be_those_of_their_variables() {
    let folder = folder(&[
        (
            "main.tf",
            "module \"m\" {\n  source = \"./m\"\n  b = 1\n}\n",
        ),
        ("m/main.tf", "variable \"a\" {}\n"),
    ]);
    let error = Config::load(folder.path()).unwrap_err();
    let summaries: Vec<&str> = error.diagnostics.iter().map(|it| &*it.summary).collect();
    assert_eq!(
        summaries,
        ["Unsupported argument", "Missing required argument"]
    );
    let shown = error.to_string();
    assert!(shown.contains("main.tf line 3"), "{shown}");
    let printed = terraform_verdict(folder.path());
    assert!(printed.is_none_or(|it| summaries.iter().all(|summary| it.contains(summary))));
}

#[test]
fn folder_without_a_configuration_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = Config::load(folder.path()).unwrap_err();
    assert_eq!(error.diagnostics[0].summary, "No configuration files");
    let error = Config::load(folder.path().join("missing")).unwrap_err();
    assert!(
        error.to_string().contains("Unreadable module directory"),
        "{error}"
    );
}
