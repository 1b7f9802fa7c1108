//! Provisioners. Commands print one stream each, because nobody orders two.

use crate::cases::{Case, Step, destroy, main, step};

const CREATED: &str = r#"
resource "terraform_data" "a" {
  input = "x"
  provisioner "local-exec" {
    command     = "echo one; echo; echo \"$WORD ${self.input}\" >&2"
    environment = { WORD = "bar", NONE = null }
  }
  provisioner "local-exec" {
    when        = destroy
    command     = "echo gone ${self.input}; pwd"
    working_dir = "/"
    quiet       = true
  }
}
resource "terraform_data" "b" {
  for_each = toset(["k"])
  provisioner "local-exec" {
    command     = "echo ${each.key}"
    interpreter = ["/bin/sh", "-x", "-c"]
  }
  provisioner "local-exec" {
    command    = "echo fails; exit 3"
    on_failure = continue
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo ${each.key}"
  }
}
resource "terraform_data" "c" {
  count = 2
  provisioner "local-exec" {
    when       = destroy
    command    = "echo ${count.index}; exit 1"
    on_failure = continue
  }
}
variable "hidden" {
  default   = "secret"
  sensitive = true
}
resource "terraform_data" "d" {
  provisioner "local-exec" {
    command = "echo ${var.hidden}"
  }
  provisioner "local-exec" {
    command = "echo ${terraform_data.a.input}"
  }
}
"#;

const REPLACED: &str = r#"
resource "terraform_data" "a" {
  input            = "y"
  triggers_replace = 1
  provisioner "local-exec" {
    command = "echo created ${self.input}"
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo gone ${self.input}"
  }
}
resource "terraform_data" "b" {
  for_each         = toset(["k"])
  triggers_replace = 1
  lifecycle {
    create_before_destroy = true
  }
  provisioner "local-exec" {
    command = "echo first"
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo never"
  }
}
resource "terraform_data" "c" {
  count = 1
  input = 3
  provisioner "local-exec" {
    command = "echo never"
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo bye ${count.index}"
  }
}
removed {
  from = terraform_data.d
  lifecycle {
    destroy = true
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo removed ${self.id == null}"
  }
}
"#;

const FAILS: &str = r#"
resource "terraform_data" "a" {
  provisioner "local-exec" {
    command = "echo out; exit 4"
  }
  provisioner "local-exec" {
    command = "echo never"
  }
}
resource "terraform_data" "b" {
  input = terraform_data.a.id
}
resource "terraform_data" "c" {
  provisioner "local-exec" {
    when    = destroy
    command = "exit 5"
  }
}
resource "terraform_data" "d" {
  provisioner "local-exec" {
    command = ""
  }
}
"#;

const FIXED: &str = r#"
resource "terraform_data" "a" {
  provisioner "local-exec" {
    command = "echo works"
  }
  provisioner "local-exec" {
    when    = destroy
    command = "echo not for tainted objects"
  }
}
resource "terraform_data" "b" {
  input = terraform_data.a.id
}
resource "terraform_data" "c" {
  triggers_replace = 1
  provisioner "local-exec" {
    when    = destroy
    command = "exit 5"
  }
}
"#;

const END: &str = r#"
resource "terraform_data" "a" {
  provisioner "local-exec" {
    when    = destroy
    command = "echo end"
  }
}
"#;

pub(crate) const PROVISIONERS: &[Case] = &[
    Case {
        name: "provisioners",
        steps: &[
            step(main!(CREATED)),
            step(main!(REPLACED)),
            destroy(main!(REPLACED)),
        ],
    },
    Case {
        name: "provisioners that fail",
        steps: &[
            step(main!(FAILS)),
            Step {
                replace: &["terraform_data.c"],
                ..step(main!(FIXED))
            },
            step(main!(END)),
            destroy(main!(END)),
        ],
    },
];
