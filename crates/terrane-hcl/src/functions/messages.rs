//! The texts that several functions share.

use std::fmt;

pub(super) const NULL: &str = "argument must not be null";

pub(super) const WHOLE_NUMBER: &str =
    "value must be a whole number, between -9223372036854775808 and 9223372036854775807";

pub(super) fn too_long(length: usize, max: usize) -> String {
    format!("the result would have {length} bytes, more than the {max} allowed")
}

pub(super) fn too_many_elements(length: usize, max: usize) -> String {
    format!("the result would have {length} elements, more than the {max} allowed")
}

pub(super) fn too_deep(max: usize) -> String {
    format!("the value nests deeper than the {max} levels allowed")
}

pub(super) fn too_many_steps(max: u64) -> String {
    format!("the evaluation would take more than the {max} steps allowed")
}

pub(super) fn not_enough(function: &str, wanted: usize, missing: &str) -> String {
    format!("Function \"{function}\" expects {wanted} argument(s). Missing value for \"{missing}\"")
}

pub(super) fn too_many(function: &str, wanted: usize) -> String {
    format!("Function \"{function}\" expects only {wanted} argument(s)")
}

/// Shows a value in a message, unless it is secret.
pub(super) fn unless_secret(shown: impl fmt::Display, is_secret: bool) -> String {
    if is_secret {
        "(sensitive value)".to_owned()
    } else {
        shown.to_string()
    }
}
