//! Diagnostics of syntax that only OpenTofu has.

use crate::diagnostic::Diagnostic;

const SYNTAX: &str = "Syntax of OpenTofu";

pub(super) fn file(name: &str) -> Diagnostic {
    Diagnostic::error(
        "File of OpenTofu",
        format!(
            "Only OpenTofu reads \"{name}\", and the names of Terraform's files end with \".tf\" or \".tf.json\". Rename the file, or remove it."
        ),
    )
}

pub(super) fn provider_for_each() -> Diagnostic {
    Diagnostic::error(
        SYNTAX,
        "Only OpenTofu has \"for_each\" in provider blocks. Write one provider block with its own alias for each configuration.",
    )
}

pub(super) fn enabled() -> Diagnostic {
    Diagnostic::error(
        SYNTAX,
        "Only OpenTofu has \"enabled\" in lifecycle blocks. Use \"count\" with the value 0 or 1.",
    )
}
