//! The text of every diagnostic of this crate: what happened, what was expected, and what to do next.

mod value;

use std::fmt;

use terrane_framework::DecodeError;
use terrane_framework::error::Error;
use terrane_value::Path;

pub(crate) use self::value::*;

/// The text that `--help` prints.
pub(crate) const HELP: &str = "\
This program is a provider. Terraform and OpenTofu start it without options.

  --debug                 serve without a host, and print the environment variable by which hosts attach
  --debug-env-file PATH   the same, and write the variable to a file
  schema --format FORMAT  print the schema: terraform-json (as `terraform providers schema -json` does), or terrane-json (with what hosts do not
                          print: defaults, validators, relations, and more); `cargo terrane schema print` makes other forms of it
  --version               print the address and the version
  --help                  print this text";

const NOT_AN_OBJECT: &str = "The provider's own implementation of `Attr` encoded a model as a value that is not an object. This is a bug in the provider.";

const MISSING_VALUE: &str = "Missing required value";

/// The object that a value belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ObjectRole {
    Configuration,
    ProviderConfiguration,
    Plan,
    State,
    CreatedObject,
}

impl fmt::Display for ObjectRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Configuration => "configuration",
            Self::ProviderConfiguration => "provider's configuration",
            Self::Plan => "plan",
            Self::State => "state",
            Self::CreatedObject => "created object",
        })
    }
}

/// The error for a value that does not match the model. It names the attribute and the cause.
pub(crate) fn bad_value(object: ObjectRole, error: &DecodeError) -> Error {
    let (summary, advice) = if error.is_null() && object == ObjectRole::Plan {
        (
            MISSING_VALUE,
            "Hosts refuse a configuration without this value, so the provider's code for plans set it to null. This is a bug in the provider: plan a \
             value, or keep the planned value.",
        )
    } else if error.is_null() {
        (
            MISSING_VALUE,
            "The provider needs a value here. Set it in the configuration; if it comes from another resource, check that it is not null there.",
        )
    } else if error.is_unknown() {
        (
            "Value is not known",
            "The host sent a value that is not known yet where a known value is required. This is a bug in the host, or in a module that hides the value.",
        )
    } else {
        (
            "Value does not fit the schema",
            "Change the value to what is expected.",
        )
    };
    let shown = error
        .place()
        .map_or_else(String::new, |place| format!(" at {place}"));
    let path = error.path();
    let error = Error::new(
        summary,
        format!("In the {object}{shown}: {}. {advice}", error.problem()),
    );
    at(error.unfit(), path)
}

/// Adds the path of a value to an error, unless the value is the whole object.
fn at(error: Error, path: Path) -> Error {
    if path.steps().is_empty() {
        error
    } else {
        error.at(path)
    }
}

/// The error for a read that found no object and did not get the state, which does not fit the model. `read` may have returned the missing state as its
/// result, so the object may still exist.
pub(crate) fn not_found_without_state(error: &DecodeError) -> Error {
    let detail = format!(
        "The provider found no object, but it could not use the stored state: {}. The state is kept, because the object may still exist. If it is gone, \
         remove it with `state rm`. If it exists, this is a bug in the provider: its model must accept each state that an earlier version stored.",
        error.problem()
    );
    at(
        Error::new("Object not found, and state not usable", detail),
        error.path(),
    )
}

/// The error for a state without a part of the key. `known` lists the known values of the object.
pub(crate) fn missing_key(path: Path, known: &str) -> Error {
    let detail = format!(
        "The state has no `{path}`, which identifies the object. Either the apply that created the object failed before the value was known, or the \
         state was written by another version of the provider, or by hand. Known values of the object: {known}. If the object exists, delete it by \
         other means, or note its `{path}`. Then remove it from the state with `state rm`, and import it if it still exists. If the object can be \
         found without `{path}`, the provider's author can mark the field `key(optional)`."
    );
    Error::new(MISSING_VALUE, detail).at(path)
}

/// The error for a computed attribute that is read while it is unknown.
pub(crate) fn computed_not_known(ty: &str) -> Error {
    Error::new(
        "Computed attribute is not known yet",
        format!(
            "The provider read a computed attribute of type {ty} before it was filled. This is a bug in the provider: fill it in `create` with \
             `with_computed`, and in `read`, use `known` for a field that an older state may not have."
        ),
    )
}

/// The error for a model that a hand-written `Attr` encodes as another value than an object.
pub(crate) fn not_an_object() -> Error {
    Error::new("Model is not an object", NOT_AN_OBJECT)
}

/// Like [`not_an_object`], for a model of an older version.
pub(crate) fn older_model_not_an_object() -> DecodeError {
    DecodeError::new(NOT_AN_OBJECT)
}

/// The error for a provider value of another type than the author's.
pub(crate) fn wrong_provider(expected: &str) -> Error {
    Error::new(
        "Wrong provider value",
        format!(
            "A provider of type {expected} was expected. This is a bug in terrane; please report it."
        ),
    )
}

/// The error for a call of a function that needs the configured provider.
pub(crate) fn provider_not_configured() -> Error {
    Error::new(
        "Provider is not configured",
        "The function works with the configured provider. Configure it first.",
    )
}

/// The error for the renewal of an ephemeral resource that does not implement it.
pub(crate) fn renew_not_implemented(name: &str) -> Error {
    Error::new(
        "Ephemeral Resource Renew Not Implemented",
        format!(
            "The ephemeral resource `{name}` requested a renewal, but does not implement `renew`. This is a bug in the provider."
        ),
    )
}

/// The error for a schema format that does not exist.
pub(crate) fn unknown_format(name: &str) -> String {
    format!(
        "{name:?} is not a format of schemas, expected terraform-json or terrane-json; `cargo terrane schema print` has more"
    )
}

/// The error for an option that the program does not have.
pub(crate) fn unknown_argument(argument: &str) -> String {
    format!("unknown option {argument}")
}

/// The error for an option without its path.
pub(crate) fn missing_path(argument: &str) -> String {
    format!("{argument} needs the path of a file")
}
