//! Configurations for the comparison with Terraform.

use std::fs;
use std::path::Path;

use terrane_host::plan::Mode;

/// A life of an infrastructure.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) steps: &'static [Step],
}

/// A configuration that is planned and applied.
pub(crate) struct Step {
    pub(crate) files: &'static [(&'static str, &'static str)],
    pub(crate) mode: Mode,
    pub(crate) replace: &'static [&'static str],
    /// The files of the providers that somebody writes or removes before the plan.
    pub(crate) edits: &'static [(&'static str, Option<&'static str>)],
    pub(crate) targets: &'static [&'static str],
    pub(crate) refresh: bool,
}

pub(crate) const fn step(files: &'static [(&'static str, &'static str)]) -> Step {
    Step {
        files,
        mode: Mode::Normal,
        replace: &[],
        edits: &[],
        targets: &[],
        refresh: true,
    }
}

pub(crate) const fn destroy(files: &'static [(&'static str, &'static str)]) -> Step {
    Step {
        mode: Mode::Destroy,
        ..step(files)
    }
}

/// Writes the files of a step, and edits the files of the providers.
pub(crate) fn write(folder: &Path, step: &Step, files: &Path) {
    fs::create_dir_all(files).unwrap();
    for (name, text) in step.files {
        let text = text.replace("FILES", &files.to_string_lossy());
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    for (name, text) in step.edits {
        match text {
            Some(text) => fs::write(files.join(name), text).unwrap(),
            None => fs::remove_file(files.join(name)).unwrap(),
        }
    }
}

macro_rules! main {
    ($text:expr) => {
        &[("main.tf", $text)]
    };
}
pub(crate) use main;

pub(crate) const CASES: &[Case] = &[
    Case {
        name: "create, change, replace, destroy",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = \"x\"\n}\noutput \"id\" {\n  value = terraform_data.a.id\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = { b = 1, c = [true, null] }\n}\noutput \"id\" {\n  value = terraform_data.a.id\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = \"x\"\n  triggers_replace = [1]\n}\noutput \"other\" {\n  value = terraform_data.a.output\n}\n"
            )),
            destroy(main!(
                "resource \"terraform_data\" \"a\" {\n  input = \"x\"\n  triggers_replace = [1]\n}\noutput \"other\" {\n  value = terraform_data.a.output\n}\n"
            )),
        ],
    },
    Case {
        name: "count, for_each and shrinking",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  count = 3\n  input = count.index\n}\nresource \"terraform_data\" \"b\" {\n  for_each = { p = 1, q = \"two\" }\n  input = [each.key, each.value]\n}\nresource \"terraform_data\" \"c\" {\n  input = { n = length(terraform_data.a), ids = [for it in terraform_data.b : it.id] }\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  count = 1\n  input = count.index\n}\nresource \"terraform_data\" \"b\" {\n  for_each = { q = \"two\", r = 3 }\n  input = [each.key, each.value]\n}\nresource \"terraform_data\" \"c\" {\n  input = { n = length(terraform_data.a), ids = [for it in terraform_data.b : it.id] }\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"b\" {\n  count = 1\n  input = 1\n}\n"
            )),
        ],
    },
    Case {
        name: "variables, locals and sensitive values",
        steps: &[
            step(main!(
                "variable \"s\" {\n  default = \"secret\"\n  sensitive = true\n}\nvariable \"o\" {\n  type = object({ a = string, b = optional(number, 3) })\n  default = { a = \"x\" }\n}\nlocals {\n  all = merge(var.o, { s = var.s })\n}\nresource \"terraform_data\" \"a\" {\n  input = local.all\n}\nresource \"terraform_data\" \"b\" {\n  input = [var.s, \"plain\"]\n}\noutput \"s\" {\n  value = local.all\n  sensitive = true\n}\n"
            )),
            step(main!(
                "variable \"s\" {\n  default = \"secret\"\n}\nvariable \"o\" {\n  type = object({ a = string, b = optional(number, 3) })\n  default = { a = \"x\" }\n}\nlocals {\n  all = merge(var.o, { s = var.s })\n}\nresource \"terraform_data\" \"a\" {\n  input = local.all\n}\nresource \"terraform_data\" \"b\" {\n  input = [var.s, \"plain\"]\n}\noutput \"s\" {\n  value = local.all\n}\n"
            )),
        ],
    },
    Case {
        name: "modules with count and outputs",
        steps: &[
            step(&[
                (
                    "main.tf",
                    "module \"m\" {\n  source = \"./m\"\n  count = 2\n  name = \"n${count.index}\"\n}\nmodule \"one\" {\n  source = \"./m\"\n  name = module.m[1].id\n}\nresource \"terraform_data\" \"r\" {\n  input = module.m[*].name\n  depends_on = [module.one]\n}\noutput \"all\" {\n  value = module.m[*].id\n}\n",
                ),
                (
                    "m/main.tf",
                    "variable \"name\" {\n  type = string\n}\nresource \"terraform_data\" \"x\" {\n  input = var.name\n}\noutput \"id\" {\n  value = terraform_data.x.id\n}\noutput \"name\" {\n  value = upper(var.name)\n}\n",
                ),
            ]),
            step(&[
                (
                    "main.tf",
                    "module \"m\" {\n  source = \"./m\"\n  count = 1\n  name = \"n${count.index}\"\n}\nresource \"terraform_data\" \"r\" {\n  input = module.m[*].name\n}\noutput \"all\" {\n  value = module.m[*].id\n}\n",
                ),
                (
                    "m/main.tf",
                    "variable \"name\" {\n  type = string\n}\nresource \"terraform_data\" \"x\" {\n  input = var.name\n}\noutput \"id\" {\n  value = terraform_data.x.id\n}\noutput \"name\" {\n  value = upper(var.name)\n}\n",
                ),
            ]),
        ],
    },
    Case {
        name: "create before destroy spreads to dependencies",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n  triggers_replace = 1\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n  triggers_replace = 1\n  lifecycle {\n    create_before_destroy = true\n  }\n}\nresource \"terraform_data\" \"c\" {\n  input = terraform_data.b.id\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n  triggers_replace = 2\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n  triggers_replace = 2\n  lifecycle {\n    create_before_destroy = true\n  }\n}\nresource \"terraform_data\" \"c\" {\n  input = terraform_data.b.id\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"c\" {\n  input = 5\n}\n"
            )),
        ],
    },
    Case {
        name: "ignore_changes and replace_triggered_by",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  input = \"one\"\n  lifecycle {\n    ignore_changes = [input]\n    replace_triggered_by = [terraform_data.a]\n  }\n}\nresource \"terraform_data\" \"c\" {\n  input = \"one\"\n  lifecycle {\n    ignore_changes = all\n  }\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  input = \"two\"\n  lifecycle {\n    ignore_changes = [input]\n    replace_triggered_by = [terraform_data.a]\n  }\n}\nresource \"terraform_data\" \"c\" {\n  input = \"two\"\n  triggers_replace = 4\n  lifecycle {\n    ignore_changes = all\n  }\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 2\n}\nresource \"terraform_data\" \"b\" {\n  input = \"three\"\n  lifecycle {\n    ignore_changes = [input]\n    replace_triggered_by = [terraform_data.a.output]\n  }\n}\nresource \"terraform_data\" \"c\" {\n  input = \"one\"\n  lifecycle {\n    ignore_changes = all\n  }\n}\n"
            )),
        ],
    },
    Case {
        name: "moves",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  input = 2\n}\nresource \"terraform_data\" \"c\" {\n  count = 2\n  input = count.index\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  count = 1\n  input = 1\n}\nresource \"terraform_data\" \"d\" {\n  input = 3\n}\nresource \"terraform_data\" \"e\" {\n  for_each = toset([\"x\", \"y\"])\n  input = each.key\n}\nmoved {\n  from = terraform_data.b\n  to = terraform_data.bb\n}\nmoved {\n  from = terraform_data.bb\n  to = terraform_data.d\n}\nmoved {\n  from = terraform_data.c[0]\n  to = terraform_data.e[\"x\"]\n}\nmoved {\n  from = terraform_data.c[1]\n  to = terraform_data.e[\"z\"]\n}\n"
            )),
        ],
    },
    Case {
        name: "moves into a module",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\n"
            )),
            step(&[
                (
                    "main.tf",
                    "module \"m\" {\n  source = \"./m\"\n}\nmoved {\n  from = terraform_data.a\n  to = module.m.terraform_data.x\n}\n",
                ),
                (
                    "m/main.tf",
                    "resource \"terraform_data\" \"x\" {\n  input = 1\n}\n",
                ),
            ]),
            step(&[
                (
                    "main.tf",
                    "module \"n\" {\n  source = \"./m\"\n  for_each = toset([\"k\"])\n}\nmoved {\n  from = module.m\n  to = module.n[\"k\"]\n}\n",
                ),
                (
                    "m/main.tf",
                    "resource \"terraform_data\" \"y\" {\n  input = 1\n}\nmoved {\n  from = terraform_data.x\n  to = terraform_data.y\n}\n",
                ),
            ]),
        ],
    },
    Case {
        name: "removed without destruction, and import",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  input = 1\n}\n"
            )),
            step(main!(
                "removed {\n  from = terraform_data.a\n  lifecycle {\n    destroy = false\n  }\n}\nremoved {\n  from = terraform_data.b\n  lifecycle {\n    destroy = true\n  }\n}\n"
            )),
            step(main!(
                "import {\n  to = terraform_data.i\n  id = \"known\"\n}\nresource \"terraform_data\" \"i\" {\n}\nimport {\n  for_each = { a = \"1\", b = \"2\" }\n  to = terraform_data.j[each.key]\n  id = each.value\n}\nresource \"terraform_data\" \"j\" {\n  for_each = toset([\"a\", \"b\"])\n  input = each.key\n}\n"
            )),
        ],
    },
    Case {
        name: "conditions and checks",
        steps: &[
            step(main!(
                "variable \"n\" {\n  default = 2\n  validation {\n    condition = var.n > 1\n    error_message = \"too few\"\n  }\n}\nresource \"terraform_data\" \"a\" {\n  count = var.n\n  input = count.index\n  lifecycle {\n    precondition {\n      condition = count.index < 5\n      error_message = \"too many\"\n    }\n    postcondition {\n      condition = self.output == count.index\n      error_message = \"wrong\"\n    }\n  }\n}\noutput \"o\" {\n  value = terraform_data.a[0].id\n  precondition {\n    condition = length(terraform_data.a) == 2\n    error_message = \"no\"\n  }\n}\ncheck \"c\" {\n  assert {\n    condition = terraform_data.a[0].id == \"never\"\n    error_message = \"as expected\"\n  }\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n  lifecycle {\n    precondition {\n      condition = 1 > length([1, 2])\n      error_message = \"never\"\n    }\n  }\n}\n"
            )),
            step(main!(
                "variable \"n\" {\n  default = 1\n  validation {\n    condition = var.n > 1\n    error_message = \"too few\"\n  }\n}\n"
            )),
        ],
    },
    Case {
        name: "postcondition that fails in the apply",
        steps: &[step(main!(
            "resource \"terraform_data\" \"a\" {\n  input = 1\n  lifecycle {\n    postcondition {\n      condition = self.id == \"no\"\n      error_message = \"bad id\"\n    }\n  }\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n}\nresource \"terraform_data\" \"c\" {\n  input = 1\n}\noutput \"b\" {\n  value = terraform_data.b.id\n}\noutput \"c\" {\n  value = terraform_data.c.id\n}\n"
        ))],
    },
    Case {
        name: "replacement by request, and prevent_destroy",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n  triggers_replace = 1\n  lifecycle {\n    prevent_destroy = true\n  }\n}\n"
            )),
            Step {
                replace: &["terraform_data.a"],
                ..step(main!(
                    "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n  triggers_replace = 1\n  lifecycle {\n    prevent_destroy = true\n  }\n}\n"
                ))
            },
            step(main!(
                "resource \"terraform_data\" \"b\" {\n  input = 1\n  triggers_replace = 2\n  lifecycle {\n    prevent_destroy = true\n  }\n}\n"
            )),
        ],
    },
    Case {
        name: "null inputs and types that change",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n}\nresource \"terraform_data\" \"b\" {\n  input = tolist([\"a\"])\n}\nresource \"terraform_data\" \"c\" {\n  input = { x = terraform_data.a.id, y = toset([\"b\", \"a\"]) }\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1.5\n}\nresource \"terraform_data\" \"b\" {\n  input = [\"a\"]\n}\nresource \"terraform_data\" \"c\" {\n}\n"
            )),
        ],
    },
    Case {
        name: "outputs alone, and nothing",
        steps: &[
            step(main!(
                "output \"a\" {\n  value = 1\n}\noutput \"n\" {\n  value = null\n}\noutput \"f\" {\n  value = [path.module, path.root, terraform.workspace, basename(path.cwd) == \"x\"]\n}\n"
            )),
            step(main!(
                "output \"a\" {\n  value = [1]\n}\noutput \"b\" {\n  value = true\n}\n"
            )),
            step(main!("locals {\n  x = 1\n}\n")),
        ],
    },
    Case {
        name: "errors of expressions",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = var.missing\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  count = terraform_data.b.output\n}\nresource \"terraform_data\" \"b\" {\n  input = 1\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  for_each = [1]\n}\n"
            )),
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  other = 1\n}\n"
            )),
            step(main!(
                "variable \"s\" {\n  default = 1\n  sensitive = true\n}\noutput \"s\" {\n  value = var.s\n}\n"
            )),
            step(main!("variable \"needed\" {\n  type = number\n}\n")),
        ],
    },
    Case {
        name: "functions of the provider that hosts contain",
        steps: &[step(main!(
            "terraform {\n  required_providers {\n    terraform = {\n      source = \"terraform.io/builtin/terraform\"\n    }\n  }\n}\nresource \"terraform_data\" \"a\" {\n  input = provider::terraform::encode_expr({ a = 1 })\n}\n"
        ))],
    },
];
