//! Errors of requests, and their conversion to errors of author code.

use std::fmt;

use http::StatusCode;
use terrane::ObjectModel;

use crate::fields::Fields;
use crate::messages::{self, Detail};
use crate::refusal::Refusal;

/// The result of a request.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why a request failed.
///
/// `?` converts it to a [`terrane::Error`], whose detail names the request, what happened and what to do. [`Error::fields`] also finds the attributes
/// that the API refused. [`Error::kind`] has the data.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// fn explained(error: terrane_api::Error) -> Error {
///     match error.status() {
///         Some(status) if status == 402 => Error::new("The zoo has no budget", "Pay the last invoice."),
///         _ => error.into(),
///     }
/// }
/// ```
pub struct Error(Box<ErrorKind>);

/// The kinds of [`Error`].
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The API answered with a status that is not a success.
    Refused(Refusal),
    /// The API could not be reached, so it has not carried out the request.
    Unreachable(Failure),
    /// The request was sent, and no complete answer arrived. The API may have carried it out.
    Lost(Failure),
    /// The call ended before the request was answered: its deadline has passed, or the host stops.
    Stopped(Stop),
    /// The answer cannot be used: it is too large, has another form, or redirects to an address that is not followed.
    Answer(Failure),
    /// A setting of the client cannot be used.
    Setting(String),
    /// The credentials could not be obtained.
    Credentials(Box<Error>),
    /// Another error of author code.
    Other(terrane::Error),
}

/// A request, and why it failed.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Failure {
    /// The request without its query, such as `GET https://api.example.com/pets/1`.
    pub request: String,
    /// What happened.
    pub cause: String,
}

/// The end of a call during a request.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Stop {
    /// What the call was waiting for.
    pub waiting_for: String,
    /// Whether the deadline of the call has passed. If not, the host stops.
    pub deadline: bool,
    /// Whether the API may have carried out a request that changes something.
    pub applied: bool,
}

impl Error {
    /// What happened.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0
    }

    /// The refusal of the API, if it refused the request.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal> {
        match self.kind() {
            ErrorKind::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// The status of the answer, if the API refused the request.
    #[must_use]
    pub fn status(&self) -> Option<StatusCode> {
        self.refusal().map(Refusal::status)
    }

    /// Whether the object of the request does not exist: status 404 or 410, or what [`Builder::not_found`](crate::Builder::not_found) recognises.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.refusal().is_some_and(Refusal::is_not_found)
    }

    /// Whether the request conflicts with the state of its object, which may exist already: status 409 or 412.
    #[must_use]
    pub fn is_conflict(&self) -> bool {
        matches!(
            self.status(),
            Some(StatusCode::CONFLICT | StatusCode::PRECONDITION_FAILED)
        )
    }

    /// Whether the API may have carried out the request all the same: the answer was lost, or is an error of a server.
    #[must_use]
    pub fn may_be_applied(&self) -> bool {
        match self.kind() {
            ErrorKind::Lost(_) => true,
            ErrorKind::Stopped(stop) => stop.applied,
            ErrorKind::Refused(refusal) => refusal.status().is_server_error(),
            // The status was a success.
            ErrorKind::Answer(_) => true,
            _ => false,
        }
    }

    /// Converts the error, with a diagnostic for each attribute that the API refused.
    #[must_use]
    pub fn fields(self, fields: &Fields) -> terrane::Error {
        converted(*self.0, Some(fields))
    }

    /// Converts the error as [`fields`](Self::fields) does, for an API whose names differ from those of the attributes in case and separators only.
    #[must_use]
    pub fn fields_of<M: ObjectModel>(self) -> terrane::Error {
        self.fields(&Fields::of::<M>())
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self(Box::new(kind))
    }
}

impl From<terrane::Error> for Error {
    fn from(error: terrane::Error) -> Self {
        ErrorKind::Other(error).into()
    }
}

impl From<Error> for terrane::Error {
    fn from(error: Error) -> Self {
        converted(*error.0, None)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(&self.0))
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// The usual ends of requests: no object, an object that exists already, attributes that are refused.
///
/// # Examples
///
/// ```
/// # use terrane::prelude::*;
/// # use terrane::context::Context;
/// use terrane_api::{Client, ResultExt as _};
///
/// # #[derive(serde::Deserialize)]
/// # struct Answer;
/// async fn find(api: &Client, id: &str, cx: &Context) -> Result<Option<Answer>> {
///     Ok(api.get(["pets", id]).fetch(cx).await.found()?)
/// }
/// ```
pub trait ResultExt<T> {
    /// Turns "not found" into `None`, which ends a read.
    ///
    /// # Errors
    ///
    /// Returns every other error.
    fn found(self) -> Result<Option<T>>;

    /// Explains a conflict of a creation: the object exists already and can be imported. `resource` is the type of the resource, such as `zoo_pet`, and
    /// `id` the text for its import.
    ///
    /// # Errors
    ///
    /// Returns the error, which has the command to import the object if it was a conflict.
    fn or_exists(self, resource: &str, id: &str) -> terrane::Result<T>;

    /// Converts the error, with a diagnostic for each attribute that the API refused.
    ///
    /// # Errors
    ///
    /// Returns the error with the paths of attributes.
    fn fields(self, fields: &Fields) -> terrane::Result<T>;

    /// Converts the error as [`Error::fields_of`] does.
    ///
    /// # Errors
    ///
    /// Returns the error with the paths of attributes.
    fn fields_of<M: ObjectModel>(self) -> terrane::Result<T>;
}

impl<T> ResultExt<T> for Result<T> {
    fn found(self) -> Result<Option<T>> {
        match self {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn or_exists(self, resource: &str, id: &str) -> terrane::Result<T> {
        self.map_err(|error| {
            if error.is_conflict() {
                messages::exists(resource, id, &error.to_string())
            } else {
                error.into()
            }
        })
    }

    fn fields(self, fields: &Fields) -> terrane::Result<T> {
        self.map_err(|error| error.fields(fields))
    }

    fn fields_of<M: ObjectModel>(self) -> terrane::Result<T> {
        self.map_err(Error::fields_of::<M>)
    }
}

/// Converts the error of a request.
fn converted(kind: ErrorKind, fields: Option<&Fields>) -> terrane::Error {
    let text = text(&kind);
    let (refusal, fields) = match (kind, fields) {
        (ErrorKind::Other(error), _) => return error,
        (ErrorKind::Refused(refusal), Some(fields)) => (refusal, fields),
        _ => return Detail(text).into(),
    };
    let problems = refusal.fields().iter().map(|problem| {
        let path = fields.path(&problem.place);
        let detail = if path.is_root() {
            format!("The API refused `{}`: {}", problem.place, problem.message)
        } else {
            format!("The API refused the value: {}", problem.message)
        };
        terrane::Error::from(Detail(detail)).at(path)
    });
    problems
        .reduce(terrane::Error::and)
        .unwrap_or_else(|| Detail(text).into())
}

/// Describes an error of a request in full sentences.
fn text(kind: &ErrorKind) -> String {
    match kind {
        ErrorKind::Refused(refusal) => messages::refused(refusal),
        ErrorKind::Unreachable(Failure { request, cause }) => format!(
            "Cannot send `{request}`: {cause}. Check the address of the API, the network and the settings of a proxy."
        ),
        ErrorKind::Lost(Failure { request, cause }) => {
            format!("No answer to `{request}`: {cause}. The API may have carried out the request.")
        }
        ErrorKind::Stopped(stop) => stopped(stop),
        ErrorKind::Answer(Failure { request, cause }) => {
            format!("The answer to `{request}` cannot be used: {cause}.")
        }
        ErrorKind::Setting(text) => text.clone(),
        ErrorKind::Credentials(error) => {
            format!("Cannot obtain credentials for the API. {error}")
        }
        ErrorKind::Other(error) => error.to_string(),
    }
}

fn stopped(stop: &Stop) -> String {
    let why = if stop.deadline {
        "The timeout of the operation has passed"
    } else {
        "The host has stopped the operation"
    };
    let mut text = format!(
        "{why} while the provider was waiting for {}.",
        stop.waiting_for
    );
    if stop.applied {
        text.push_str(" The API may have carried out the request.");
    }
    text
}
