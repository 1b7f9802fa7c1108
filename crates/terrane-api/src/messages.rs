//! The texts of errors.

use std::fmt;
use std::time::Duration;

use http::StatusCode;
use terrane::Error;

use crate::refusal::Refusal;

/// A detail without a summary: the framework then says what it was doing, such as "Cannot create zoo_pet".
#[derive(Debug)]
pub(crate) struct Detail(pub(crate) String);

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Detail {}

/// Describes the refusal of a request in full sentences.
pub(crate) fn refused(refusal: &Refusal) -> String {
    let status = refusal.status();
    let mut text = format!("The API answered `{}` with {status}", refusal.request());
    match refusal.message() {
        "" => text.push('.'),
        message => {
            text.push_str(": ");
            text.push_str(message);
            if !message.ends_with(['.', '!', '?']) {
                text.push('.');
            }
        }
    }
    let advice = match status {
        _ if refusal.is_limited() => "The API limits the number of requests. Try again later.",
        StatusCode::UNAUTHORIZED => "Check the credentials in the configuration of the provider.",
        StatusCode::FORBIDDEN => "The credentials do not have the permission for this request.",
        StatusCode::CONFLICT | StatusCode::PRECONDITION_FAILED => {
            "The object exists already, or somebody else has changed it. Try again."
        }
        status if status.is_server_error() => "This is an error of the API. Try again later.",
        _ => "",
    };
    if let Some(wait) = refusal.retry_after() {
        text.push_str(&format!(" The API asks to wait {} s.", wait.as_secs()));
    }
    if !advice.is_empty() {
        text.push(' ');
        text.push_str(advice);
    }
    text
}

/// Creates the error for an object that exists already, with the command to import it. `resource` is the type of the resource, such as `zoo_pet`, and `id`
/// the text for its import. [`or_exists`](crate::ResultExt::or_exists) creates it after a conflict.
///
/// # Examples
///
/// ```
/// let error = terrane_api::already_exists("zoo_pet", "tom").to_string();
/// assert!(error.contains("terraform import zoo_pet.NAME 'tom'"));
/// ```
#[must_use]
pub fn already_exists(resource: &str, id: &str) -> Error {
    exists(resource, id, "The API has an object with this name.")
}

/// Creates the error for an object that exists already.
pub(crate) fn exists(resource: &str, id: &str, cause: &str) -> Error {
    let quoted = id.replace('\'', r"'\''");
    Error::new(
        "Object exists already",
        format!(
            "{cause}\n\nTo manage the object, import it: `terraform import {resource}.NAME '{quoted}'`, with the name of the resource in the configuration."
        ),
    )
}

/// Creates the error for a creation whose answer was lost, if the object was not found afterwards.
pub(crate) fn maybe_created(cause: &str, looked_up: bool) -> Error {
    let advice = if looked_up {
        "The provider has looked for the object and found none. It may appear later: look for it before the next apply, and import it if it exists."
    } else {
        "Look for the object before the next apply, and import it if it exists. Otherwise a second one is created."
    };
    Detail(format!("{cause}\n\n{advice}")).into()
}

/// Creates the error for an object that has not reached a state in time.
pub(crate) fn waited(
    object: &str,
    last: &str,
    targets: &str,
    waited: Duration,
    more: &str,
) -> Error {
    Error::new(
        format!("Gave up waiting for {object}"),
        format!(
            "After {} s, {last}. Expected: {targets}. {more}",
            waited.as_secs()
        ),
    )
}

/// Creates the error for an object that has reached a state from which it does not reach a target.
pub(crate) fn failed(object: &str, state: &str, targets: &str) -> Error {
    Error::new(
        format!("Unexpected state of {object}"),
        format!("Its state is `{state}`. Expected: {targets}."),
    )
}

/// Creates the error of one read of a batch.
pub(crate) fn batch(text: &str) -> Error {
    Detail(text.to_owned()).into()
}
