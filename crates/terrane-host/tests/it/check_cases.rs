//! `check` blocks with data sources.

use terrane_host::plan::Mode;

use crate::cases::{Case, Step, destroy, main, step};

const FILE: &str = r#"
resource "local_file" "a" {
  filename = "FILES/a"
  content  = "hi"
}
"#;

const FAILING: &str = r#"
resource "local_file" "a" {
  filename = "FILES/a"
  content  = "hi"
}
check "missing" {
  data "local_file" "m" {
    filename = "FILES/missing"
  }
  assert {
    condition     = data.local_file.m.content == "x"
    error_message = "There is no file."
  }
}
check "other" {
  data "local_file" "o" {
    filename = local_file.a.filename
  }
  assert {
    condition     = data.local_file.o.content == "x"
    error_message = "Found ${data.local_file.o.content}."
  }
  assert {
    condition     = length(local_file.a.id) > 3
    error_message = "The identifier is short."
  }
}
"#;

const SCOPED: &str = r#"
check "a" {
  data "local_file" "m" {
    filename = "FILES/a"
  }
  assert {
    condition     = data.local_file.m.content == "hi"
    error_message = "Wrong content."
  }
}
output "content" {
  value = data.local_file.m.content
}
"#;

const OTHER_SCOPE: &str = r#"
check "a" {
  data "local_file" "m" {
    filename = "FILES/a"
  }
  assert {
    condition     = data.local_file.m.content == "hi"
    error_message = "Wrong content."
  }
}
check "b" {
  assert {
    condition     = data.local_file.m.content == "hi"
    error_message = "Wrong content."
  }
}
"#;

const MODULE: &[(&str, &str)] = &[
    (
        "main.tf",
        r#"
module "m" {
  source   = "./m"
  for_each = toset(["x", "y"])
  name     = each.key
}
"#,
    ),
    (
        "m/main.tf",
        r#"
variable "name" {}
resource "local_file" "f" {
  filename = "FILES/${var.name}"
  content  = var.name
}
check "c" {
  data "local_file" "d" {
    filename = "FILES/${local_file.f.content}"
  }
  assert {
    condition     = data.local_file.d.content == "x"
    error_message = "This is ${var.name}."
  }
}
"#,
    ),
];

pub(crate) const CHECKS: &[Case] = &[
    Case {
        name: "data sources in checks",
        steps: &[
            step(main!(FAILING)),
            step(main!(FAILING)),
            Step {
                mode: Mode::RefreshOnly,
                ..step(main!(FAILING))
            },
            Step {
                edits: &[("a", Some("x")), ("missing", Some("x"))],
                ..step(main!(FAILING))
            },
            step(main!(FILE)),
            destroy(main!(FAILING)),
        ],
    },
    Case {
        name: "data sources in checks of modules",
        steps: &[step(MODULE), step(MODULE), destroy(MODULE)],
    },
    Case {
        name: "data sources in checks are not visible elsewhere",
        steps: &[
            Step {
                edits: &[("a", Some("hi"))],
                ..step(main!(SCOPED))
            },
            step(main!(OTHER_SCOPE)),
        ],
    },
];
