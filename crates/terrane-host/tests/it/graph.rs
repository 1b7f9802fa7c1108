//! The graph of a configuration has the dependencies that Terraform finds.

use std::collections::BTreeSet;

use terrane_host::config::Config;
use terrane_host::graph::config_graph;

use crate::folder::{folder, terraform_verdict};

/// Returns the dependencies of a node, by their names.
fn dependencies(files: &[(&str, &str)], name: &str) -> Vec<String> {
    let folder = folder(files);
    let config = Config::load(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let graph = config_graph(&config);
    graph.check_cycles().unwrap();
    let mut nodes = graph.nodes();
    let (id, _) = nodes.find(|(_, node)| node.to_string() == name).unwrap();
    let names = graph.dependencies(id).map(|id| graph.node(id).to_string());
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

const FILES: &[(&str, &str)] = &[
    (
        "main.tf",
        r#"
variable "v" {
  default = 1
  validation {
    condition     = var.v > 0 && var.w > 0
    error_message = "x"
  }
}
variable "w" {
  default = 1
  validation {
    condition     = var.v > 0
    error_message = "x"
  }
}
provider "zoo" {
  alias = "west"
  url   = var.w
}
resource "zoo_pet" "a" {
  provider = zoo.west
  name     = "${var.v} ${data.zoo_cage.c[0].id} ${module.net.id}"
  tags     = [for local in module.net : local]
  lifecycle {
    ignore_changes       = [zoo_pet.b]
    replace_triggered_by = [zoo_pet.trigger[count.index]]
  }
}
resource "zoo_pet" "b" {
  depends_on = [zoo_pet.a]
}
resource "zoo_pet" "trigger" {
  count = 1
}
data "zoo_cage" "c" {
  count = var.w
}
module "net" {
  source    = "./net"
  for_each  = toset([zoo_pet.trigger[0].id])
  size      = local.size
  providers = { zoo = zoo.west }
}
locals {
  size = 1
}
import {
  to = zoo_pet.b
  id = data.zoo_cage.c[0].id
}
"#,
    ),
    (
        "net/main.tf",
        "variable \"size\" {}\nresource \"zoo_pet\" \"n\" {\n  size = var.size\n}\noutput \"id\" {\n  value = zoo_pet.n.id\n}\n",
    ),
];

const WEST: &str = "provider[\"registry.terraform.io/hashicorp/zoo\"].west";

#[test]
fn objects_depend_on_what_they_refer_to() {
    for (name, expected) in [
        (
            "zoo_pet.a",
            &[
                "data.zoo_cage.c",
                "module.net (close)",
                "module.net.output.id",
                WEST,
                "var.v",
                "zoo_pet.trigger",
            ][..],
        ),
        (
            "zoo_pet.b",
            &[
                "data.zoo_cage.c",
                "provider[\"registry.terraform.io/hashicorp/zoo\"]",
                "zoo_pet.a",
            ],
        ),
        (WEST, &["var.w"]),
        ("var.v (validation)", &["var.v", "var.w"]),
        ("module.net (expand)", &["zoo_pet.trigger"]),
        (
            "module.net.var.size",
            &["local.size", "module.net (expand)"],
        ),
        (
            "module.net.zoo_pet.n",
            &["module.net (expand)", "module.net.var.size", WEST],
        ),
        (
            "module.net (close)",
            &[
                "module.net (expand)",
                "module.net.output.id",
                "module.net.var.size",
                "module.net.zoo_pet.n",
            ],
        ),
    ] {
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(dependencies(FILES, name), expected, "{name}");
    }
}

#[test]
fn json_syntax_has_the_same_dependencies() {
    let files = &[(
        "main.tf.json",
        r#"{"resource": {"zoo_pet": {"a": {"provider": "zoo.west", "name": "${zoo_pet.b.id}", "lifecycle": {"ignore_changes": ["zoo_pet.c"]}}, "b": {}, "c": {}}},
            "provider": {"zoo": [{"alias": "west"}]}}"#,
    )];
    assert_eq!(dependencies(files, "zoo_pet.a"), [WEST, "zoo_pet.b"]);
}

#[test]
fn terraform_finds_the_same_cycles() {
    let cases = [
        (
            "locals {\n  a = local.b\n  b = local.a\n}\n",
            &["local.a", "local.b"][..],
        ),
        (
            "resource \"terraform_data\" \"a\" {\n  input = terraform_data.b.id\n}\nresource \"terraform_data\" \"b\" {\n  input = local.a\n}\nlocals {\n  a = terraform_data.a.id\n}\n",
            &["local.a", "terraform_data.a", "terraform_data.b"],
        ),
    ];
    for (text, members) in cases {
        let folder = folder(&[("main.tf", text)]);
        let config = Config::load(folder.path()).unwrap();
        let error = config_graph(&config).check_cycles().unwrap_err();
        assert_eq!(error.cycles, [members]);
        if let Some(shown) = terraform_verdict(folder.path()) {
            assert!(shown.contains("Cycle: "), "{shown}");
            assert!(members.iter().all(|name| shown.contains(name)), "{shown}");
        }
    }
}
