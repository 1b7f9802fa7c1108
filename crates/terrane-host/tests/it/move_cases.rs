//! Moves to other resource types.

use crate::cases::{Case, destroy, step};

const PROVIDER: &str = "provider \"sink\" {\n  folder = \"FILES\"\n}\n";

macro_rules! sink {
    ($text:expr) => {
        &[("main.tf", $text), ("provider.tf", PROVIDER)]
    };
}

const NOTES: &str = r#"
resource "terraform_data" "a" {
  input = "salt"
}
resource "terraform_data" "b" {
  count = 2
  input = "pot ${count.index}"
}
resource "terraform_data" "c" {
  input = terraform_data.b[*].id
}
"#;

const JARS: &str = r#"
resource "sink_jar" "a" {
  label = "salt"
}
resource "sink_jar" "b" {
  count = 2
  label = count.index == 0 ? "pot 0" : "other"
}
moved {
  from = terraform_data.a
  to   = sink_jar.a
}
moved {
  from = terraform_data.b
  to   = sink_jar.b
}
"#;

const DISH: &str = r#"
resource "sink_dish" "a" {
  name = "pan"
}
"#;

const NO_JAR: &str = r#"
resource "sink_jar" "a" {
  label = "pan"
}
moved {
  from = sink_dish.a
  to   = sink_jar.a
}
"#;

const NO_NOTE: &str = r#"
resource "terraform_data" "a" {
}
moved {
  from = sink_dish.a
  to   = terraform_data.a
}
"#;

const NO_SUPPORT: &str = r#"
resource "random_id" "a" {
  byte_length = 2
}
moved {
  from = sink_dish.a
  to   = random_id.a
}
"#;

pub(crate) const MOVES: &[Case] = &[
    Case {
        name: "moves between resource types",
        steps: &[step(sink!(NOTES)), step(sink!(JARS)), destroy(sink!(JARS))],
    },
    Case {
        name: "moves that the provider refuses",
        steps: &[
            step(sink!(DISH)),
            step(sink!(NO_JAR)),
            step(sink!(NO_NOTE)),
            step(sink!(NO_SUPPORT)),
        ],
    },
];
