//! Templates of pages, in Go's language and in that of minijinja.

mod functions;
mod go;
mod jinja;
mod plain;

use std::path::Path;

use serde_json::Value;

/// The reason why a template cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TemplateError {
    #[error(transparent)]
    Go(#[from] go::GoError),
    #[error("{}", error_with_line(.0))]
    Jinja(#[from] minijinja::Error),
}

fn error_with_line(error: &minijinja::Error) -> String {
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

/// Renders a template. Its files are relative to `folder`. The data are an object, or null for a page without data.
pub(crate) fn render(
    folder: &Path,
    language: Language,
    source: &str,
    data: &Value,
) -> Result<String, TemplateError> {
    let template = source.replace("\r\n", "\n");
    Ok(match language {
        Language::Jinja => jinja::render(folder, &template, data)?,
        Language::Go => go::render(folder, &template, data)?,
    })
}
