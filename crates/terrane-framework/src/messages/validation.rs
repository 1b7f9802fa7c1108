//! Diagnostics of the validation of a configuration.

use terrane_protocol::{Diagnostic, Severity};
use terrane_value::Path;

use crate::schema::Violation;

pub(crate) fn read_only(path: &Path) -> Diagnostic {
    diagnostic!(
        "Invalid Configuration for Read-Only Attribute",
        "The provider sets `{path}`; remove it from the configuration."
    )
}

pub(crate) fn required(path: &Path) -> Diagnostic {
    diagnostic!(
        "Missing Configuration for Required Attribute",
        "`{path}` must be set: give it a value that is not null."
    )
}

pub(crate) fn write_only_not_allowed(name: &str) -> Diagnostic {
    diagnostic!(
        "WriteOnly Attribute Not Allowed",
        "`{name}` is write-only: its value is stored nowhere, and this host would store it. Use Terraform 1.11 or later, or \
         OpenTofu 1.11 or later."
    )
}

pub(crate) fn computed_block_not_allowed(name: &str) -> Diagnostic {
    diagnostic!(
        "Computed Block Not Allowed",
        "The provider fills `{name}` if it is not configured. This host does not support that. Configure at least one `{name}` \
         block, or use Terraform 1.16 or later."
    )
}

pub(crate) fn missing_block(name: &str) -> Diagnostic {
    Diagnostic::error("Missing required block", format!("Add one `{name}` block."))
}

/// For a null element. An element of a set is not `addressed`: `path` is the path of the set.
pub(crate) fn null_element(path: &Path, addressed: bool) -> Diagnostic {
    let detail = if addressed {
        format!("`{path}` is null: remove the element, or give it a value.")
    } else {
        format!("An element of `{path}` is null: remove it, or give it a value.")
    };
    Diagnostic::error("Null element", detail)
}

/// For a violation without a summary of its own, the detail names the path.
pub(crate) fn violation(path: &Path, violation: Violation) -> Diagnostic {
    let is_warning = violation.is_warning();
    let mut diagnostic = match violation.summary {
        Some(summary) => Diagnostic::error(summary, violation.detail),
        None => invalid_value(format!("`{path}`: {}.", violation.detail)),
    };
    if is_warning {
        diagnostic.severity = Severity::Warning;
    }
    diagnostic
}

/// For an infinite number, as the result of a division by zero.
pub(crate) fn infinite(path: &Path) -> Diagnostic {
    invalid_value(format!(
        "`{path}`: expected a finite number, found an infinity, which hosts cannot store. A division by zero results in an infinity."
    ))
}

pub(crate) fn invalid_value(detail: String) -> Diagnostic {
    Diagnostic::error("Invalid Attribute Value", detail)
}

pub(crate) fn duration(text: &str) -> Violation {
    Violation::new(format!(
        "expected a duration above 0 and of at most 2562047 hours, as in `90s`, `10m` or `1h30m`, found `{text}`"
    ))
}

/// `what` is `Attribute ` or `Block `, or empty for a whole schema.
pub(crate) fn deprecated(what: &str, message: &str) -> Diagnostic {
    Diagnostic::warning(format!("{what}Deprecated"), message)
}

pub(crate) fn prefer_write_only(plain: &str, twin: &str) -> Diagnostic {
    Diagnostic::warning(
        "Available Write-Only Attribute Alternative",
        format!(
            "The attribute {plain} has a WriteOnly version {twin} available. Use the WriteOnly version of the attribute when possible."
        ),
    )
}
