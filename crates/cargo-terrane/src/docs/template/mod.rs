//! Templates of pages: minijinja, and Go's language, which is translated to it.

mod error;
mod expression;
mod functions;
mod plain;
mod token;
mod translate;

use std::path::Path;

use minijinja::{Value, context};

pub(crate) use error::GoError;
pub(crate) use translate::translate;

/// The reason why a template cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TemplateError {
    #[error(transparent)]
    Go(#[from] GoError),
    #[error("{}", shown(.0))]
    Jinja(#[from] minijinja::Error),
}

fn shown(error: &minijinja::Error) -> String {
    let line = error.line().map(|line| format!("line {line}: "));
    let detail = error.detail().unwrap_or_default();
    match detail {
        "" => format!("{}{}", line.unwrap_or_default(), error.kind()),
        detail => format!("{}{detail}", line.unwrap_or_default()),
    }
}

/// The language of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Jinja,
    Go,
}

/// Renders a template. Its files are relative to `folder`.
pub(crate) fn render(
    folder: &Path,
    language: Language,
    source: &str,
    data: &Value,
) -> Result<String, TemplateError> {
    let environment = functions::environment(folder);
    let source = source.replace("\r\n", "\n");
    Ok(match language {
        Language::Jinja => environment.render_str(&source, data)?,
        Language::Go => {
            let translated = translate(&source)?;
            environment.render_str(&translated, context! { root => data })?
        }
    })
}
