//! Templates of minijinja.

use std::path::Path;

use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior};

use super::functions;

/// Renders a template. Its files are relative to `folder`.
pub(super) fn render(
    folder: &Path,
    source: &str,
    data: &serde_json::Value,
) -> Result<String, Error> {
    environment(folder).render_str(source, Value::from_serialize(data))
}

/// Returns an environment with all functions, and with filters of the same names.
fn environment<'source>(folder: &Path) -> Environment<'source> {
    let mut environment = Environment::new();
    environment.set_keep_trailing_newline(true);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.set_debug(false);

    environment.add_function("lower", |text: String| functions::lower(&text));
    environment.add_function("upper", |text: String| functions::upper(&text));
    environment.add_function("title", |text: String| functions::title(&text));
    environment.add_filter("title", |text: String| functions::title(&text));
    environment.add_function("trimspace", |text: String| text.trim().to_owned());
    environment.add_filter("trimspace", |text: String| text.trim().to_owned());
    environment.add_function("plainmarkdown", |text: String| functions::plain_text(&text));
    environment.add_filter("plainmarkdown", |text: String| functions::plain_text(&text));
    environment.add_function("prefixlines", |prefix: String, text: String| {
        functions::prefix_lines(&prefix, &text)
    });
    environment.add_filter("prefixlines", |text: String, prefix: String| {
        functions::prefix_lines(&prefix, &text)
    });
    environment.add_function("split", |text: String, separator: String| {
        functions::split(&text, &separator)
    });
    environment.add_filter("split", |text: String, separator: String| {
        functions::split(&text, &separator)
    });
    let own = folder.to_owned();
    environment.add_function("codefile", move |format: String, file: String| {
        functions::code_file(&own, &format, &file).map_err(invalid_operation)
    });
    let own = folder.to_owned();
    environment.add_function("tffile", move |file: String| {
        functions::code_file(&own, "terraform", &file).map_err(invalid_operation)
    });
    environment.add_function("codeblock", |format: String, code: String| {
        functions::code_block(&format, &code)
    });
    environment
}

fn invalid_operation(message: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, message)
}
