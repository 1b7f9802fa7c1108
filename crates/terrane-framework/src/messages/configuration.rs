//! Diagnostics of the provider's configuration and of `provider_meta`.

use std::borrow::Cow;
use std::fmt::Display;

use terrane_protocol::Diagnostic;
use terrane_value::Path;

use crate::error::Error;

pub(crate) fn unknown(doing: &str, settings: &[Path]) -> Diagnostic {
    let names: Vec<String> = settings.iter().map(|path| format!("`{path}`")).collect();
    let (depend, them) = match names.as_slice() {
        [_] => ("depends", "it to a known value"),
        _ => ("depend", "them to known values"),
    };
    let names = names.join(", ");
    diagnostic!(
        doing,
        "The provider's configuration is not known yet: {names} {depend} on something that is only known after apply. Apply that \
         first (with -target), or set {them}."
    )
}

pub(crate) fn deferred(doing: &str) -> Diagnostic {
    Diagnostic::error(
        doing,
        "The provider defers its work until more is known, and the host does not support deferral. Apply first what the provider's \
         configuration depends on (with -target).",
    )
}

pub(crate) fn missing_setting(setting: &str, variables: &[Cow<'static, str>]) -> Diagnostic {
    let variables = variables.join(" or ");
    diagnostic!(
        "Missing provider setting",
        "Set `{setting}` in the provider's configuration, or the environment variable {variables}."
    )
}

pub(crate) fn variable_error(variable: &str, setting: &str, why: impl Display) -> Diagnostic {
    diagnostic!(
        format!("Cannot read the environment variable {variable}"),
        "The value of {variable}, used for `{setting}`, is not valid: {why}."
    )
}

pub(crate) fn unreadable_meta(model: &str, error: impl Display) -> Error {
    error!(
        "Cannot read the module's provider_meta",
        "The `provider_meta` block does not match {model}: {error}. If the block is right, register this model with `Registry::meta`."
    )
}
