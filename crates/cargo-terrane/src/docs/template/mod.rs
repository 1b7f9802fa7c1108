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

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(source: &str) -> Result<String, String> {
        let rendered = render(Path::new(""), Language::Go, source, &Value::UNDEFINED);
        rendered.map_err(|error| error.to_string())
    }

    #[test]
    fn deep_parentheses_are_an_error() {
        let nested = |depth| format!("{{{{ {}1{} }}}}", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(rendered(&nested(20)).unwrap(), "1");
        let error = rendered(&nested(100_000)).unwrap_err();
        assert!(error.contains("nested too deeply"), "{error}");
    }

    #[test]
    fn printf_formats_as_go_does() {
        for (call, expected) in [
            (r#"printf "%3s%.1f" "a" 1.0"#, "  a1.0"),
            (r#"printf "%-3s|" "a""#, "a  |"),
            (r#"printf "%.2s" "abc""#, "ab"),
            (r#"printf "%05d %05d" 42 -42"#, "00042 -0042"),
            (r#"printf "%.f" 1.7"#, "2"),
        ] {
            assert_eq!(rendered(&format!("{{{{ {call} }}}}")).unwrap(), expected);
        }
    }

    #[test]
    fn a_width_or_precision_that_rust_cannot_format_is_an_error() {
        for format in ["%70000s", "%.70000s", "%.1.2s"] {
            let error = rendered(&format!("{{{{ printf \"{format}\" \"a\" }}}}")).unwrap_err();
            assert!(error.contains("printf cannot format"), "{error}");
        }
    }
}
