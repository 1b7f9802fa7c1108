//! Configurations whose plans show every form of a value.

use crate::cases::{Case, Step, destroy, main, step};
use terrane_host::plan::Mode;

pub(crate) const RENDERED: &[Case] = &[
    Case {
        name: "texts on several lines and in JSON",
        steps: &[
            step(main!(TEXTS)),
            step(main!(OTHER_TEXTS)),
            step(main!(NO_TEXTS)),
            destroy(main!(NO_TEXTS)),
        ],
    },
    Case {
        name: "lists, sets, maps and objects of dynamic type",
        steps: &[
            step(main!(VALUES)),
            step(main!(OTHER_VALUES)),
            step(main!("output \"u\" {\n  value = 1\n}\n")),
        ],
    },
    Case {
        name: "files that somebody has changed",
        steps: &[
            step(main!(
                "resource \"local_file\" \"a\" {\n  filename = \"FILES/a\"\n  content = \"hello\"\n}\nresource \"terraform_data\" \"edit\" {\n  input = \"x\"\n}\noutput \"id\" {\n  value = local_file.a.id\n}\n"
            )),
            Step {
                mode: Mode::RefreshOnly,
                edits: &[("a", Some("changed"))],
                ..step(main!(
                    "resource \"local_file\" \"a\" {\n  filename = \"FILES/a\"\n  content = \"hello\"\n}\nresource \"terraform_data\" \"edit\" {\n  input = \"x\"\n}\noutput \"id\" {\n  value = local_file.a.id\n}\n"
                ))
            },
            Step {
                edits: &[("a", None)],
                ..step(main!(
                    "resource \"local_file\" \"a\" {\n  filename = \"FILES/a\"\n  content = \"hello\"\n}\nresource \"terraform_data\" \"edit\" {\n  input = local_file.a.content_md5\n}\n"
                ))
            },
        ],
    },
];

const TEXTS: &str = r##"
resource "terraform_data" "a" {
  input = {
    json  = jsonencode({ a = [1, 2, { b = null }], c = "x" })
    lines = "one\ntwo\nthree\n"
    list  = ["a\nb", "c"]
    other = "quote \" back \\ dollar $${x} tab \t bell \u0007 accent \u00e9 zero \u200b"
  }
}
resource "local_file" "f" {
  filename = "FILES/f"
  content  = "one\ntwo\nthree\nfour\n"
}
resource "local_file" "j" {
  filename = "FILES/j"
  content  = jsonencode({ a = { b = [1, 2, 3] }, c = true, n = 1.50 })
}
resource "local_file" "m" {
  filename = "FILES/m"
  content  = "one line"
}
output "lines" {
  value = "one\ntwo\n"
}
output "json" {
  value = "{\"a\":1}"
}
output "EOT" {
  value = ["EOT\nx", { "k k" = "a\nb" }]
}
"##;

const OTHER_TEXTS: &str = r##"
resource "terraform_data" "a" {
  input = {
    json  = jsonencode({ a = [1, { b = 2 }], d = "x" })
    lines = "one\n2\nthree\nfour\n"
    list  = ["a\nb\nc", "c"]
    other = "plain"
  }
}
resource "local_file" "f" {
  filename = "FILES/f"
  content  = "one\nthree\nfour\nfive\n"
}
resource "local_file" "j" {
  filename = "FILES/j"
  content  = "{ \"a\": { \"b\": [1, 2, 3] }, \"c\": true, \"n\": 1.5 }"
}
resource "local_file" "m" {
  filename = "FILES/m"
  content  = "{\"json\":true}"
}
output "lines" {
  value = "one\nthree\n"
}
output "json" {
  value = "{\"a\":2}"
}
output "EOT" {
  value = []
}
"##;

const NO_TEXTS: &str = r##"
resource "terraform_data" "a" {
}
resource "local_file" "f" {
  filename = "FILES/f"
  content  = "x"
}
"##;

const VALUES: &str = r#"
resource "terraform_data" "a" {
  input = {
    list   = tolist(["a", "b", "c", "d", "e", "f", "g"])
    set    = toset(["a", "b", "c"])
    map    = tomap({ a = 1, "b c" = 2 })
    object = { a = null, b = { c = [] }, d = {} }
    tuple  = [1, "x", true, null, [1, [2]]]
    same   = { a = 1 }
    "odd name" = 1
  }
}
resource "terraform_data" "b" {
  triggers_replace = ["a", { b = 1 }]
}
resource "terraform_data" "c" {
  input = [for n in range(9) : { name = "n${n}", value = n }]
}
output "list" {
  value = tolist(["a", "b"])
}
output "set" {
  value = toset(["b", "a"])
}
output "map" {
  value = tomap({ a = 1 })
}
output "object" {
  value = { a = null, b = [], c = {}, d = tolist([]), e = tomap({}), f = toset([]), g = 1.5e3 }
}
output "unknown" {
  value = { id = terraform_data.a.id, fixed = 1 }
}
output "secret" {
  value     = "s"
  sensitive = true
}
output "null_list" {
  value = [tolist(null), tostring(null), null]
}
"#;

const OTHER_VALUES: &str = r#"
resource "terraform_data" "a" {
  input = {
    list   = tolist(["a", "c", "d", "X", "e", "f", "g", "h"])
    set    = toset(["d", "b", "c"])
    map    = tomap({ a = 3, d = 2 })
    object = { a = 1, b = { c = [1] }, d = null }
    tuple  = [1, "y", false, 0, [1, [3]], 7]
    same   = { a = 1 }
    "odd name" = terraform_data.b.id
  }
}
resource "terraform_data" "b" {
  triggers_replace = ["a", { b = 2 }]
}
resource "terraform_data" "c" {
  input = [for n in range(9) : { name = "n${n}", value = n == 4 ? 40 : n } if n != 6]
}
output "list" {
  value = tolist(["b", "a", "b"])
}
output "set" {
  value = toset(["b", "c"])
}
output "map" {
  value = tomap({ b = 1 })
}
output "object" {
  value = "text"
}
output "unknown" {
  value = { id = terraform_data.b.id, fixed = 1 }
}
output "secret" {
  value     = "t"
  sensitive = true
}
output "null_list" {
  value = [null]
}
"#;
