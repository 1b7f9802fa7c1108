//! Configurations with providers that are programs.

use crate::cases::{Case, Step, destroy, main, step};
use terrane_host::plan::Mode;

pub(crate) const WITH_PROVIDERS: &[Case] = &[
    Case {
        name: "random values with keepers and imports",
        steps: &[
            step(main!(
                "resource \"random_id\" \"a\" {\n  byte_length = 4\n  keepers = {\n    k = \"1\"\n  }\n}\nresource \"random_password\" \"p\" {\n  length = 12\n}\nresource \"random_integer\" \"i\" {\n  min = 1\n  max = length(random_id.a.hex)\n}\noutput \"p\" {\n  value = random_password.p.result\n  sensitive = true\n}\n"
            )),
            step(main!(
                "resource \"random_id\" \"a\" {\n  byte_length = 4\n  keepers = {\n    k = \"2\"\n  }\n}\nresource \"random_password\" \"p\" {\n  length = 12\n}\nresource \"random_integer\" \"i\" {\n  min = 1\n  max = 9\n  lifecycle {\n    create_before_destroy = true\n  }\n}\nresource \"random_uuid\" \"u\" {\n  count = 2\n  keepers = { p = random_id.a.hex }\n}\nimport {\n  to = random_id.z\n  id = \"p-9hg\"\n}\nresource \"random_id\" \"z\" {\n  byte_length = 1\n}\n"
            )),
            step(main!("resource \"random_uuid\" \"u\" {\n  count = 1\n}\n")),
            destroy(main!("resource \"random_uuid\" \"u\" {\n  count = 1\n}\n")),
        ],
    },
    Case {
        name: "files and data sources",
        steps: &[
            step(main!(
                "resource \"local_file\" \"a\" {\n  filename = \"FILES/a\"\n  content = \"hello\"\n}\ndata \"local_file\" \"a\" {\n  filename = local_file.a.filename\n}\nresource \"local_sensitive_file\" \"s\" {\n  filename = \"FILES/s\"\n  content = data.local_file.a.content\n}\noutput \"a\" {\n  value = data.local_file.a.content_sha256\n}\n"
            )),
            step(main!(
                "resource \"local_file\" \"a\" {\n  filename = \"FILES/a\"\n  content = \"hello\"\n}\ndata \"local_file\" \"a\" {\n  filename = local_file.a.filename\n  depends_on = [local_file.b]\n}\nresource \"local_file\" \"b\" {\n  filename = \"FILES/b\"\n  content = \"b\"\n}\noutput \"a\" {\n  value = data.local_file.a.content_sha256\n}\n"
            )),
            step(main!(
                "data \"local_file\" \"a\" {\n  filename = local_file.b.filename\n  depends_on = [local_file.b]\n}\nresource \"local_file\" \"b\" {\n  filename = \"FILES/b\"\n  content = \"b\"\n}\n"
            )),
            destroy(main!(
                "data \"local_file\" \"a\" {\n  filename = local_file.b.filename\n}\nresource \"local_file\" \"b\" {\n  filename = \"FILES/b\"\n  content = \"b\"\n}\n"
            )),
        ],
    },
    Case {
        name: "ephemeral resources",
        steps: &[
            step(main!(
                "ephemeral \"random_password\" \"p\" {\n  length = 8\n}\nresource \"random_id\" \"a\" {\n  byte_length = 4\n  depends_on  = [ephemeral.random_password.p]\n}\nlocals {\n  size = length(ephemeral.random_password.p.result)\n}\n"
            )),
            step(main!(
                "ephemeral \"random_password\" \"p\" {\n  length = 8\n}\nresource \"random_id\" \"a\" {\n  byte_length = length(ephemeral.random_password.p.result)\n}\n"
            )),
            step(main!(
                "ephemeral \"random_password\" \"p\" {\n  length = 8\n}\noutput \"p\" {\n  value = ephemeral.random_password.p.length\n}\n"
            )),
        ],
    },
    Case {
        name: "creation that fails, and what depends on it",
        steps: &[step(main!(
            "resource \"local_file\" \"ok\" {\n  filename = \"FILES/ok\"\n  content = \"x\"\n}\nresource \"local_file\" \"bad\" {\n  filename = \"${local_file.ok.filename}/below\"\n  content = \"x\"\n}\nresource \"local_file\" \"after\" {\n  filename = \"FILES/after\"\n  content = local_file.bad.id\n}\noutput \"after\" {\n  value = local_file.after.id\n}\noutput \"ok\" {\n  value = local_file.ok.id\n}\n"
        ))],
    },
    Case {
        name: "refresh only",
        steps: &[
            step(main!(
                "resource \"random_id\" \"a\" {\n  byte_length = 4\n}\noutput \"x\" {\n  value = 1\n}\n"
            )),
            Step {
                mode: Mode::RefreshOnly,
                ..step(main!(
                    "resource \"random_id\" \"a\" {\n  byte_length = 5\n}\noutput \"x\" {\n  value = 2\n}\n"
                ))
            },
        ],
    },
    Case {
        name: "provider configuration that does not fit",
        steps: &[
            step(main!(
                "provider \"random\" {\n  nothing = 1\n}\nresource \"random_id\" \"a\" {\n  byte_length = 4\n}\n"
            )),
            step(main!(
                "resource \"random_id\" \"a\" {\n  byte_length = \"x\"\n}\n"
            )),
            step(main!("resource \"random_nothing\" \"a\" {\n}\n")),
            step(main!(
                "resource \"random_integer\" \"a\" {\n  min = 5\n  max = 1\n}\n"
            )),
        ],
    },
    Case {
        name: "aliases and providers of modules",
        steps: &[
            step(&[
                (
                    "main.tf",
                    "provider \"random\" {\n  alias = \"other\"\n}\nresource \"random_id\" \"a\" {\n  provider = random.other\n  byte_length = 4\n}\nmodule \"m\" {\n  source = \"./m\"\n  providers = {\n    random = random.other\n  }\n}\nmodule \"n\" {\n  source = \"./m\"\n}\n",
                ),
                (
                    "m/main.tf",
                    "resource \"random_id\" \"x\" {\n  byte_length = 2\n}\n",
                ),
            ]),
            step(main!("provider \"random\" {\n  alias = \"other\"\n}\n")),
        ],
    },
    Case {
        name: "functions of providers and data sources with count",
        steps: &[
            step(main!(
                "terraform {\n  required_providers {\n    local = {\n      source = \"hashicorp/local\"\n    }\n  }\n}\nlocals {\n  is_there = provider::local::direxists(\"/\")\n}\nresource \"local_file\" \"a\" {\n  count = 2\n  filename = \"FILES/${count.index}\"\n  content = local.is_there ? \"yes\" : \"no\"\n}\ndata \"local_file\" \"a\" {\n  count = 2\n  filename = local_file.a[count.index].filename\n}\noutput \"sizes\" {\n  value = data.local_file.a[*].content\n}\n"
            )),
            step(main!(
                "resource \"local_file\" \"a\" {\n  count = 1\n  filename = \"FILES/${count.index}\"\n  content = \"yes\"\n}\ndata \"local_file\" \"a\" {\n  for_each = { x = local_file.a[0].filename }\n  filename = each.value\n}\noutput \"sizes\" {\n  value = data.local_file.a[\"x\"].content\n}\n"
            )),
        ],
    },
    Case {
        name: "sensitive arguments and sensitive attributes",
        steps: &[
            step(main!(
                "variable \"k\" {\n  default = \"1\"\n  sensitive = true\n}\nresource \"random_password\" \"p\" {\n  length = 8\n  keepers = {\n    k = var.k\n  }\n}\nresource \"terraform_data\" \"t\" {\n  input = { p = random_password.p.result, all = [var.k] }\n}\n"
            )),
            step(main!(
                "variable \"k\" {\n  default = \"2\"\n  sensitive = true\n}\nresource \"random_password\" \"p\" {\n  length = 8\n  keepers = {\n    k = var.k\n  }\n}\nresource \"terraform_data\" \"t\" {\n  input = { p = nonsensitive(random_password.p.result), all = [var.k] }\n}\n"
            )),
        ],
    },
    Case {
        name: "data source in a module with depends_on",
        steps: &[
            step(&[
                (
                    "main.tf",
                    "resource \"local_file\" \"a\" {\n  filename = \"FILES/a\"\n  content = \"a\"\n}\nmodule \"m\" {\n  source = \"./m\"\n  depends_on = [local_file.a]\n}\noutput \"c\" {\n  value = module.m.content\n}\n",
                ),
                (
                    "m/main.tf",
                    "data \"local_file\" \"x\" {\n  filename = \"FILES/a\"\n}\noutput \"content\" {\n  value = data.local_file.x.content\n}\n",
                ),
            ]),
            step(&[
                (
                    "main.tf",
                    "resource \"local_file\" \"a\" {\n  filename = \"FILES/a\"\n  content = \"a\"\n}\nmodule \"m\" {\n  source = \"./m\"\n  depends_on = [local_file.a]\n}\noutput \"c\" {\n  value = module.m.content\n}\n",
                ),
                (
                    "m/main.tf",
                    "data \"local_file\" \"x\" {\n  filename = \"FILES/a\"\n}\noutput \"content\" {\n  value = data.local_file.x.content\n}\n",
                ),
            ]),
        ],
    },
    Case {
        name: "create before destroy of files in modules",
        steps: &[
            step(&[
                (
                    "main.tf",
                    "module \"m\" {\n  source = \"./m\"\n  for_each = toset([\"x\", \"y\"])\n  text = each.key\n}\n",
                ),
                (
                    "m/main.tf",
                    "variable \"text\" {}\nresource \"random_id\" \"i\" {\n  byte_length = 3\n  keepers = { text = var.text }\n}\nresource \"local_file\" \"f\" {\n  filename = \"FILES/${var.text}\"\n  content = random_id.i.hex\n  lifecycle {\n    create_before_destroy = true\n  }\n}\n",
                ),
            ]),
            step(&[
                (
                    "main.tf",
                    "module \"m\" {\n  source = \"./m\"\n  for_each = toset([\"x\"])\n  text = \"${each.key}2\"\n}\n",
                ),
                (
                    "m/main.tf",
                    "variable \"text\" {}\nresource \"random_id\" \"i\" {\n  byte_length = 3\n  keepers = { text = var.text }\n}\nresource \"local_file\" \"f\" {\n  filename = \"FILES/${var.text}\"\n  content = random_id.i.hex\n  lifecycle {\n    create_before_destroy = true\n  }\n}\n",
                ),
            ]),
        ],
    },
];
