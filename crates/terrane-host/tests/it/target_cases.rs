//! Plans with targets and without a refresh for the comparison with Terraform.

use terrane_host::plan::Mode;

use crate::cases::{Case, Step, destroy, main, step};

pub(crate) const TARGETS: &[Case] = &[
    Case {
        name: "targets select what they depend on",
        steps: &[
            Step {
                targets: &["terraform_data.b"],
                ..step(main!(
                    "resource \"terraform_data\" \"a\" {\n  count = 2\n  input = var.used\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a[*].id\n}\nresource \"terraform_data\" \"c\" {\n  input = 1\n}\nvariable \"used\" {\n  default = 9\n  validation {\n    condition     = var.used > 5\n    error_message = \"used\"\n  }\n}\nvariable \"other\" {\n  default = 1\n  validation {\n    condition     = var.other > 5\n    error_message = \"never checked\"\n  }\n}\noutput \"b\" {\n  value = terraform_data.b.id\n}\noutput \"both\" {\n  value = [terraform_data.c.id, terraform_data.b.id]\n}\noutput \"n\" {\n  value = 2\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.c.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
                ))
            },
            Step {
                targets: &["terraform_data.b"],
                ..step(main!(
                    "resource \"terraform_data\" \"a\" {\n  count = 1\n  input = var.used\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a[*].id\n}\nresource \"terraform_data\" \"c\" {\n  input = 2\n}\nvariable \"used\" {\n  default = 9\n  validation {\n    condition     = var.used > 5\n    error_message = \"used\"\n  }\n}\nvariable \"other\" {\n  default = 1\n  validation {\n    condition     = var.other > 5\n    error_message = \"never checked\"\n  }\n}\noutput \"b\" {\n  value = terraform_data.b.id\n}\noutput \"both\" {\n  value = [terraform_data.c.id, terraform_data.b.id]\n}\noutput \"n\" {\n  value = 1\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.c.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
                ))
            },
            Step {
                targets: &["terraform_data.a[1]"],
                ..step(main!(
                    "resource \"terraform_data\" \"a\" {\n  count = 3\n  input = var.used\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a[*].id\n}\nresource \"terraform_data\" \"c\" {\n  input = 2\n}\nvariable \"used\" {\n  default = 9\n  validation {\n    condition     = var.used > 5\n    error_message = \"used\"\n  }\n}\nvariable \"other\" {\n  default = 1\n  validation {\n    condition     = var.other > 5\n    error_message = \"never checked\"\n  }\n}\noutput \"b\" {\n  value = terraform_data.b.id\n}\noutput \"both\" {\n  value = [terraform_data.c.id, terraform_data.b.id]\n}\noutput \"n\" {\n  value = 3\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.c.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
                ))
            },
            Step {
                targets: &["terraform_data.c", "terraform_data.a[0]"],
                ..step(main!(
                    "resource \"terraform_data\" \"a\" {\n  count = 3\n  input = var.used\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a[*].id\n}\nresource \"terraform_data\" \"c\" {\n  input = 2\n}\nvariable \"used\" {\n  default = 9\n  validation {\n    condition     = var.used > 5\n    error_message = \"used\"\n  }\n}\nvariable \"other\" {\n  default = 1\n  validation {\n    condition     = var.other > 5\n    error_message = \"never checked\"\n  }\n}\noutput \"b\" {\n  value = terraform_data.b.id\n}\noutput \"both\" {\n  value = [terraform_data.c.id, terraform_data.b.id]\n}\noutput \"n\" {\n  value = 3\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.c.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
                ))
            },
            Step {
                targets: &["terraform_data.nothing"],
                ..step(main!(
                    "resource \"terraform_data\" \"a\" {\n  count = 3\n  input = var.used\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a[*].id\n}\nresource \"terraform_data\" \"c\" {\n  input = 2\n}\nvariable \"used\" {\n  default = 9\n  validation {\n    condition     = var.used > 5\n    error_message = \"used\"\n  }\n}\nvariable \"other\" {\n  default = 1\n  validation {\n    condition     = var.other > 5\n    error_message = \"never checked\"\n  }\n}\noutput \"b\" {\n  value = terraform_data.b.id\n}\noutput \"both\" {\n  value = [terraform_data.c.id, terraform_data.b.id]\n}\noutput \"n\" {\n  value = 3\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.c.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
                ))
            },
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  count = 3\n  input = var.used\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a[*].id\n}\nresource \"terraform_data\" \"c\" {\n  input = 2\n}\nvariable \"used\" {\n  default = 9\n  validation {\n    condition     = var.used > 5\n    error_message = \"used\"\n  }\n}\nvariable \"other\" {\n  default = 7\n  validation {\n    condition     = var.other > 5\n    error_message = \"never checked\"\n  }\n}\noutput \"b\" {\n  value = terraform_data.b.id\n}\noutput \"both\" {\n  value = [terraform_data.c.id, terraform_data.b.id]\n}\noutput \"n\" {\n  value = 3\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.c.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
            )),
        ],
    },
    Case {
        name: "targets of modules",
        steps: &[
            Step {
                targets: &["module.m[1]"],
                ..step(&[
                    (
                        "main.tf",
                        "module \"m\" {\n  source = \"./m\"\n  count  = 2\n  text   = terraform_data.root.output\n}\nresource \"terraform_data\" \"root\" {\n  input = 1\n}\nresource \"terraform_data\" \"user\" {\n  input = module.m[*].id\n}\noutput \"user\" {\n  value = terraform_data.user.output\n}\noutput \"first\" {\n  value = module.m[0].id\n}\n",
                    ),
                    (
                        "m/main.tf",
                        "variable \"text\" {}\nresource \"terraform_data\" \"x\" {\n  input = var.text\n}\nresource \"terraform_data\" \"y\" {\n  count = 2\n  input = terraform_data.x.id\n}\noutput \"id\" {\n  value = terraform_data.x.id\n}\n",
                    ),
                ])
            },
            Step {
                targets: &["module.m"],
                ..step(&[
                    (
                        "main.tf",
                        "module \"m\" {\n  source = \"./m\"\n  count  = 2\n  text   = terraform_data.root.output\n}\nresource \"terraform_data\" \"root\" {\n  input = 2\n}\nresource \"terraform_data\" \"user\" {\n  input = module.m[*].id\n}\noutput \"user\" {\n  value = terraform_data.user.output\n}\noutput \"first\" {\n  value = module.m[0].id\n}\n",
                    ),
                    (
                        "m/main.tf",
                        "variable \"text\" {}\nresource \"terraform_data\" \"x\" {\n  input = var.text\n}\nresource \"terraform_data\" \"y\" {\n  count = 2\n  input = terraform_data.x.id\n}\noutput \"id\" {\n  value = terraform_data.x.id\n}\n",
                    ),
                ])
            },
            Step {
                targets: &["module.m[0]"],
                ..step(&[
                    (
                        "main.tf",
                        "module \"m\" {\n  source = \"./m\"\n  count  = 1\n  text   = terraform_data.root.output\n}\nresource \"terraform_data\" \"root\" {\n  input = 3\n}\nresource \"terraform_data\" \"user\" {\n  input = module.m[*].id\n}\noutput \"user\" {\n  value = terraform_data.user.output\n}\noutput \"first\" {\n  value = module.m[0].id\n}\n",
                    ),
                    (
                        "m/main.tf",
                        "variable \"text\" {}\nresource \"terraform_data\" \"x\" {\n  input = var.text\n}\nresource \"terraform_data\" \"y\" {\n  count = 2\n  input = terraform_data.x.id\n}\noutput \"id\" {\n  value = terraform_data.x.id\n}\n",
                    ),
                ])
            },
            Step {
                targets: &["module.m[0].terraform_data.y"],
                ..step(&[
                    (
                        "main.tf",
                        "module \"m\" {\n  source = \"./m\"\n  count  = 1\n  text   = terraform_data.root.output\n}\nresource \"terraform_data\" \"root\" {\n  input = 3\n}\nresource \"terraform_data\" \"user\" {\n  input = module.m[*].id\n}\noutput \"user\" {\n  value = terraform_data.user.output\n}\noutput \"first\" {\n  value = module.m[0].id\n}\n",
                    ),
                    (
                        "m/main.tf",
                        "variable \"text\" {}\nresource \"terraform_data\" \"x\" {\n  input = var.text\n}\nresource \"terraform_data\" \"y\" {\n  count = 2\n  input = terraform_data.x.id\n}\noutput \"id\" {\n  value = terraform_data.x.id\n}\n",
                    ),
                ])
            },
            Step {
                targets: &["module.m.terraform_data.y"],
                ..step(&[
                    (
                        "main.tf",
                        "module \"m\" {\n  source = \"./m\"\n  count  = 1\n  text   = terraform_data.root.output\n}\nresource \"terraform_data\" \"root\" {\n  input = 3\n}\nresource \"terraform_data\" \"user\" {\n  input = module.m[*].id\n}\noutput \"user\" {\n  value = terraform_data.user.output\n}\noutput \"first\" {\n  value = module.m[0].id\n}\n",
                    ),
                    (
                        "m/main.tf",
                        "variable \"text\" {}\nresource \"terraform_data\" \"x\" {\n  input = var.text\n}\nresource \"terraform_data\" \"y\" {\n  count = 2\n  input = terraform_data.x.id\n}\noutput \"id\" {\n  value = terraform_data.x.id\n}\n",
                    ),
                ])
            },
            Step {
                targets: &["terraform_data.user"],
                ..step(&[
                    (
                        "main.tf",
                        "module \"m\" {\n  source = \"./m\"\n  count  = 1\n  text   = terraform_data.root.output\n}\nresource \"terraform_data\" \"root\" {\n  input = 4\n}\nresource \"terraform_data\" \"user\" {\n  input = module.m[*].id\n}\noutput \"user\" {\n  value = terraform_data.user.output\n}\noutput \"first\" {\n  value = module.m[0].id\n}\n",
                    ),
                    (
                        "m/main.tf",
                        "variable \"text\" {}\nresource \"terraform_data\" \"x\" {\n  input = var.text\n}\nresource \"terraform_data\" \"y\" {\n  count = 2\n  input = terraform_data.x.id\n}\noutput \"id\" {\n  value = terraform_data.x.id\n}\n",
                    ),
                ])
            },
            step(&[
                (
                    "main.tf",
                    "module \"m\" {\n  source = \"./m\"\n  count  = 0\n  text   = terraform_data.root.output\n}\nresource \"terraform_data\" \"root\" {\n  input = 4\n}\nresource \"terraform_data\" \"user\" {\n  input = module.m[*].id\n}\noutput \"user\" {\n  value = terraform_data.user.output\n}\noutput \"first\" {\n  value = 1\n}\n",
                ),
                (
                    "m/main.tf",
                    "variable \"text\" {}\nresource \"terraform_data\" \"x\" {\n  input = var.text\n}\nresource \"terraform_data\" \"y\" {\n  count = 2\n  input = terraform_data.x.id\n}\noutput \"id\" {\n  value = terraform_data.x.id\n}\n",
                ),
            ]),
        ],
    },
    Case {
        name: "destruction of targets destroys what depends on them",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  count = 2\n  input = [terraform_data.a.id, count.index]\n}\nresource \"terraform_data\" \"c\" {\n  input = terraform_data.b[0].id\n}\nresource \"terraform_data\" \"d\" {\n  input = 1\n}\noutput \"b\" {\n  value = terraform_data.b[*].id\n}\noutput \"d\" {\n  value = terraform_data.d.id\n}\noutput \"n\" {\n  value = 1\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.d.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
            )),
            Step {
                targets: &["terraform_data.b[0]"],
                mode: Mode::Destroy,
                ..step(main!(
                    "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  count = 2\n  input = [terraform_data.a.id, count.index]\n}\nresource \"terraform_data\" \"c\" {\n  input = terraform_data.b[0].id\n}\nresource \"terraform_data\" \"d\" {\n  input = 1\n}\noutput \"b\" {\n  value = terraform_data.b[*].id\n}\noutput \"d\" {\n  value = terraform_data.d.id\n}\noutput \"n\" {\n  value = 1\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.d.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
                ))
            },
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  count = 2\n  input = [terraform_data.a.id, count.index]\n}\nresource \"terraform_data\" \"c\" {\n  input = terraform_data.b[0].id\n}\nresource \"terraform_data\" \"d\" {\n  input = 1\n}\noutput \"b\" {\n  value = terraform_data.b[*].id\n}\noutput \"d\" {\n  value = terraform_data.d.id\n}\noutput \"n\" {\n  value = 1\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.d.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
            )),
            Step {
                targets: &["terraform_data.a"],
                mode: Mode::Destroy,
                ..step(main!(
                    "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  count = 2\n  input = [terraform_data.a.id, count.index]\n}\nresource \"terraform_data\" \"c\" {\n  input = terraform_data.b[0].id\n}\nresource \"terraform_data\" \"d\" {\n  input = 1\n}\noutput \"b\" {\n  value = terraform_data.b[*].id\n}\noutput \"d\" {\n  value = terraform_data.d.id\n}\noutput \"n\" {\n  value = 1\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.d.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
                ))
            },
            Step {
                targets: &["terraform_data.d"],
                mode: Mode::Destroy,
                ..step(main!(
                    "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  count = 2\n  input = [terraform_data.a.id, count.index]\n}\nresource \"terraform_data\" \"c\" {\n  input = terraform_data.b[0].id\n}\nresource \"terraform_data\" \"d\" {\n  input = 1\n}\noutput \"b\" {\n  value = terraform_data.b[*].id\n}\noutput \"d\" {\n  value = terraform_data.d.id\n}\noutput \"n\" {\n  value = 1\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.d.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
                ))
            },
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  count = 2\n  input = [terraform_data.a.id, count.index]\n}\nresource \"terraform_data\" \"c\" {\n  input = terraform_data.b[0].id\n}\nresource \"terraform_data\" \"d\" {\n  input = 1\n}\noutput \"b\" {\n  value = terraform_data.b[*].id\n}\noutput \"d\" {\n  value = terraform_data.d.id\n}\noutput \"n\" {\n  value = 1\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.d.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
            )),
            destroy(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  count = 2\n  input = [terraform_data.a.id, count.index]\n}\nresource \"terraform_data\" \"c\" {\n  input = terraform_data.b[0].id\n}\nresource \"terraform_data\" \"d\" {\n  input = 1\n}\noutput \"b\" {\n  value = terraform_data.b[*].id\n}\noutput \"d\" {\n  value = terraform_data.d.id\n}\noutput \"n\" {\n  value = 1\n}\ncheck \"x\" {\n  assert {\n    condition     = terraform_data.d.id != \"\"\n    error_message = \"x\"\n  }\n}\n"
            )),
        ],
    },
    Case {
        name: "targets with one end of a move",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"c\" {\n  input = 1\n}\n"
            )),
            Step {
                targets: &["terraform_data.c"],
                ..step(main!(
                    "resource \"terraform_data\" \"b\" {\n  input = 1\n}\nresource \"terraform_data\" \"c\" {\n  input = 2\n}\nmoved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n"
                ))
            },
            Step {
                targets: &["terraform_data.b"],
                ..step(main!(
                    "resource \"terraform_data\" \"b\" {\n  input = 1\n}\nresource \"terraform_data\" \"c\" {\n  input = 2\n}\nmoved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n"
                ))
            },
            Step {
                targets: &["terraform_data.a", "terraform_data.b"],
                ..step(main!(
                    "resource \"terraform_data\" \"b\" {\n  input = 1\n}\nresource \"terraform_data\" \"c\" {\n  input = 2\n}\nmoved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n"
                ))
            },
            Step {
                targets: &["terraform_data.c"],
                ..step(main!("output \"n\" {\n  value = 1\n}\n"))
            },
            step(main!("locals {}\n")),
        ],
    },
    Case {
        name: "plans without a refresh",
        steps: &[
            step(main!(
                "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"c\" {\n  input = 1\n}\n"
            )),
            Step {
                refresh: false,
                ..step(main!(
                    "resource \"terraform_data\" \"b\" {\n  input = 1\n}\nresource \"terraform_data\" \"c\" {\n  input = 2\n}\nmoved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n"
                ))
            },
            Step {
                refresh: false,
                mode: Mode::Destroy,
                ..step(main!(
                    "resource \"terraform_data\" \"b\" {\n  input = 1\n}\nresource \"terraform_data\" \"c\" {\n  input = 2\n}\nmoved {\n  from = terraform_data.a\n  to   = terraform_data.b\n}\n"
                ))
            },
        ],
    },
];
