//! Errors of documentation.

use std::io;
use std::path::PathBuf;

use super::template::TemplateError;

/// The reason why documentation cannot be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The error names its path.
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("cannot render the template `{0}`")]
    Template(String, #[source] TemplateError),
    #[error("cannot render the page `{0}`")]
    Page(String, #[source] TemplateError),
    #[error("the template `{}` is not UTF-8 text", .0.display())]
    NotUtf8(PathBuf),
    #[error(
        "`{0}` is an example of an import by identity, but the resource `{1}` has no identity. Remove the example, or give the resource an identity."
    )]
    NoIdentity(String, String),
    #[error("the front matter of `{0}` is not YAML: {1}")]
    FrontMatter(String, String),
    #[error("cannot render the page `{0}` of the preview")]
    Preview(String, #[source] minijinja::Error),
    #[error("cannot run `{0}`")]
    Host(String, #[source] io::Error),
    #[error("`{0} validate` printed no JSON: {1}")]
    HostOutput(String, String),
}
