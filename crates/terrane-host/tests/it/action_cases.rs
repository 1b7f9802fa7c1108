//! Actions that changes of resources trigger.

use crate::cases::{Case, destroy, step};

const PROVIDER: &str = "provider \"sink\" {\n  folder = \"FILES\"\n}\n";

macro_rules! sink {
    ($text:expr) => {
        &[("main.tf", $text), ("provider.tf", PROVIDER)]
    };
}

macro_rules! triggers {
    ($input:expr, $times:expr) => {
        concat!(
            r#"
resource "terraform_data" "a" {
  count            = 2
  input            = "#,
            $input,
            r#"
  lifecycle {
    action_trigger {
      events    = [before_update]
      condition = terraform_data.c.input == "c"
      actions   = [action.sink_rinse.r]
    }
    action_trigger {
      events  = [before_create, after_create, after_update]
      actions = [action.sink_rinse.r]
    }
    action_trigger {
      events    = [after_create, after_update]
      condition = count.index == 1
      actions   = [action.sink_rinse.s["k"], action.sink_rinse.n[count.index], action.sink_rinse.r]
    }
  }
}
resource "terraform_data" "b" {
  input = terraform_data.a[0].id
}
resource "terraform_data" "c" {
  input            = "c"
  triggers_replace = "#,
            $input,
            r#"
  lifecycle {
    create_before_destroy = true
    action_trigger {
      events  = [after_create]
      actions = [action.sink_rinse.r]
    }
  }
}
action "sink_rinse" "r" {
  config {
    times = "#,
            $times,
            r#"
  }
}
action "sink_rinse" "s" {
  for_each = toset(["k"])
  config {
    times = length(terraform_data.a[0].id) > 3 ? 1 : 3
  }
}
action "sink_rinse" "n" {
  count = 2
  config {
  }
}
"#
        )
    };
}

macro_rules! refused {
    ($trigger:expr, $times:expr) => {
        concat!(
            "resource \"terraform_data\" \"x\" {\n  count = 1\n  input = terraform_data.y.id\n  lifecycle {\n    action_trigger {\n",
            $trigger,
            "    }\n  }\n}\nresource \"terraform_data\" \"y\" {\n}\naction \"sink_rinse\" \"r\" {\n  config {\n    times = ",
            $times,
            "\n  }\n}\n"
        )
    };
}

const MODULE: &[(&str, &str)] = &[
    (
        "main.tf",
        "module \"m\" {\n  source = \"./m\"\n  for_each = toset([\"x\", \"y\"])\n  name = each.key\n}\n",
    ),
    ("provider.tf", PROVIDER),
    (
        "m/main.tf",
        r#"
variable "name" {}
resource "terraform_data" "f" {
  input = var.name
  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.sink_rinse.r]
    }
  }
}
action "sink_rinse" "r" {
  config {
    times = length(var.name)
  }
}
"#,
    ),
];

pub(crate) const ACTIONS: &[Case] = &[
    Case {
        name: "actions before and after changes",
        steps: &[
            step(sink!(triggers!("\"x\"", "2"))),
            step(sink!(triggers!("\"y\"", "2"))),
            step(sink!(triggers!("\"y\"", "3"))),
            step(sink!(triggers!("\"z\"", "9"))),
            step(sink!(triggers!("\"z\"", "1"))),
            destroy(sink!(triggers!("\"z\"", "1"))),
        ],
    },
    Case {
        name: "actions in modules",
        steps: &[step(MODULE), destroy(MODULE)],
    },
    Case {
        name: "actions that are refused",
        steps: &[
            step(sink!(refused!(
                "events = [after_create]\nactions = [action.sink_rinse.r]\n",
                "8"
            ))),
            step(sink!(refused!(
                "events = [after_create]\nactions = [action.sink_rinse.r]\n",
                "7"
            ))),
            step(sink!(refused!(
                "events = [after_create]\ncondition = terraform_data.y.id == \"\"\nactions = [action.sink_rinse.r]\n",
                "1"
            ))),
            step(sink!(refused!(
                "events = [before_create]\ncondition = count.index == 1\nactions = [action.sink_rinse.r]\n",
                "1"
            ))),
            step(sink!(refused!(
                "events = [after_create]\ncondition = self.id == 1\nactions = [action.sink_rinse.r]\n",
                "1"
            ))),
            step(sink!(refused!(
                "events = [after_create]\nactions = [action.sink_rinse.none]\n",
                "1"
            ))),
            step(sink!(refused!(
                "events = [after_create]\nactions = [action.sink_rinse.r[0]]\n",
                "1"
            ))),
        ],
    },
];
