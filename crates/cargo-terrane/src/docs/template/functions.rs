//! The functions of templates, under the names that `tfplugindocs` and Go's templates have.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use minijinja::value::{Rest, Value, ValueKind};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, UndefinedBehavior};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use unicode_segmentation::UnicodeSegmentation as _;

use super::plain::plain_text;

/// Returns an environment with all functions, and with filters of the same names. Files are relative to `folder`.
pub(super) fn environment<'source>(folder: &Path) -> Environment<'source> {
    let mut environment = Environment::new();
    environment.set_keep_trailing_newline(true);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::None);
    environment.set_debug(false);
    environment.set_formatter(|output, _, value| {
        if value.is_undefined() {
            return Err(Error::from(ErrorKind::UndefinedError));
        }
        Ok(output.write_str(&shown(value))?)
    });

    environment.add_function("lower", |text: String| text.to_lowercase());
    environment.add_function("upper", |text: String| text.to_uppercase());
    environment.add_function("title", |text: String| title(&text));
    environment.add_filter("title", |text: String| title(&text));
    environment.add_function("trimspace", |text: String| text.trim().to_owned());
    environment.add_filter("trimspace", |text: String| text.trim().to_owned());
    environment.add_function("plainmarkdown", |text: String| plain_text(&text));
    environment.add_filter("plainmarkdown", |text: String| plain_text(&text));
    environment.add_function("prefixlines", |prefix: String, text: String| {
        prefix_lines(&prefix, &text)
    });
    environment.add_filter("prefixlines", |text: String, prefix: String| {
        prefix_lines(&prefix, &text)
    });
    environment.add_function("split", |text: String, separator: String| {
        split(&text, &separator)
    });
    environment.add_filter("split", |text: String, separator: String| {
        split(&text, &separator)
    });
    let own = folder.to_owned();
    environment.add_function("codefile", move |format: String, file: String| {
        code_file(&own, &format, &file)
    });
    let own = folder.to_owned();
    environment.add_function("tffile", move |file: String| {
        code_file(&own, "terraform", &file)
    });
    environment.add_function("codeblock", |format: String, code: String| {
        code_block(&format, &code)
    });

    environment.add_function("html", |text: String| {
        minijinja::HtmlEscape(&text).to_string()
    });
    environment.add_function("urlquery", |text: String| {
        utf8_percent_encode(&text, NON_ALPHANUMERIC).to_string()
    });
    environment.add_function("len", |value: Value| match value.as_str() {
        // Go counts bytes.
        Some(text) => Ok(text.len()),
        None => value
            .len()
            .ok_or_else(|| invalid(format!("{value} has no length"))),
    });
    environment.add_function("index", |value: Value, keys: Rest<Value>| {
        keys.iter()
            .try_fold(value, |value, key| value.get_item(key))
    });
    environment.add_function("slice", slice);
    environment.add_function("print", |values: Rest<Value>| print(&values));
    environment.add_function("println", |values: Rest<Value>| {
        let texts: Vec<String> = values.iter().map(shown).collect();
        format!("{}\n", texts.join(" "))
    });
    environment.add_function("printf", |format: String, values: Rest<Value>| {
        printf(&format, &values)
    });
    environment
}

/// Returns a value as Go prints it.
fn shown(value: &Value) -> String {
    match bool::try_from(value.clone()) {
        Ok(flag) if value.kind() == ValueKind::Bool => flag.to_string(),
        _ if value.is_none() => "<no value>".to_owned(),
        _ => value.to_string(),
    }
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, message)
}

/// Returns a text whose words begin with a capital letter.
fn title(text: &str) -> String {
    let mut titled = String::new();
    for word in text.split_word_bounds() {
        let mut characters = word.chars();
        if let Some(first) = characters.next() {
            titled.extend(first.to_uppercase());
            titled.push_str(&characters.as_str().to_lowercase());
        }
    }
    titled
}

fn prefix_lines(prefix: &str, text: &str) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| format!("{prefix}{line}"))
        .collect();
    lines.join("\n")
}

fn split(text: &str, separator: &str) -> Vec<String> {
    match separator.is_empty() {
        true => text.chars().map(String::from).collect(),
        false => text.split(separator).map(str::to_owned).collect(),
    }
}

/// Returns a file as a block of code. `file` is relative to `folder`.
fn code_file(folder: &Path, format: &str, file: &str) -> Result<String, Error> {
    let path: PathBuf = folder.join(file);
    let text = fs_err::read_to_string(&path).map_err(|error| invalid(error.to_string()))?;
    let text = text.replace("\r\n", "\n");
    match text.trim().is_empty() {
        true => Err(invalid(format!("`{file}` is empty"))),
        false => Ok(code_block(format, &text)),
    }
}

fn code_block(format: &str, code: &str) -> String {
    format!("```{format}\n{}\n```", code.trim())
}

/// Returns a part of a text, by bytes, or of a list.
fn slice(value: Value, bounds: Rest<usize>) -> Result<Value, Error> {
    let length = value.as_str().map(str::len).or_else(|| value.len());
    let start = bounds.first().copied().unwrap_or_default();
    let end = bounds.get(1).copied().or(length).unwrap_or_default();
    let out_of_range = || invalid(format!("{value} has no part from {start} to {end}"));
    match value.as_str() {
        Some(text) => Ok(text.get(start..end).ok_or_else(out_of_range)?.into()),
        None => {
            let elements: Vec<Value> = value.try_iter()?.collect();
            let part = elements.get(start..end).ok_or_else(out_of_range)?;
            Ok(part.to_vec().into())
        }
    }
}

/// Joins values as Go does: with a space between two values that are both no text.
fn print(values: &[Value]) -> String {
    let mut text = String::new();
    for (index, value) in values.iter().enumerate() {
        let is_text = |value: &Value| value.as_str().is_some();
        if index > 0 && !is_text(value) && !is_text(&values[index - 1]) {
            text.push(' ');
        }
        text.push_str(&shown(value));
    }
    text
}

/// Reads the width or the precision of a verb. None of its digits means 0, as in Go.
fn size(digits: &str) -> Result<usize, Error> {
    if digits.is_empty() {
        return Ok(0);
    }
    let size = digits.parse::<u16>();
    let size = size.map_err(|_| invalid(format!("printf cannot format {digits} characters")))?;
    Ok(size.into())
}

/// Formats values by the verbs of Go that apply to texts, numbers and bools.
fn printf(format: &str, values: &[Value]) -> Result<String, Error> {
    let mut text = String::new();
    let mut values = values.iter();
    let mut rest = format;
    while let Some(position) = rest.find('%') {
        text.push_str(&rest[..position]);
        rest = &rest[position + 1..];
        let flags_end = rest
            .find(|it: char| !(it.is_ascii_digit() || matches!(it, '-' | '+' | '.' | '#' | ' ')))
            .ok_or_else(|| invalid(format!("\"{format}\" ends within a verb")))?;
        let (flags, after) = rest.split_at(flags_end);
        let mut characters = after.chars();
        let verb = characters.next().unwrap_or('%');
        rest = characters.as_str();
        if verb == '%' {
            text.push('%');
            continue;
        }
        let value = values
            .next()
            .ok_or_else(|| invalid(format!("\"{format}\" needs more values")))?;
        let (width, precision) = match flags.split_once('.') {
            Some((width, precision)) => (width, Some(size(precision)?)),
            None => (flags, None),
        };
        let shown = match verb {
            's' => shown(value)
                .chars()
                .take(precision.unwrap_or(usize::MAX))
                .collect(),
            'v' | 'd' | 't' => shown(value),
            'q' => serde_json::Value::from(value.to_string()).to_string(),
            'x' => match value.as_str() {
                Some(text) => text.bytes().fold(String::new(), |mut hex, byte| {
                    // Writing to a text does not fail.
                    let _ = write!(hex, "{byte:02x}");
                    hex
                }),
                None => format!("{:x}", i64::try_from(value.clone())?),
            },
            'f' | 'g' => {
                let number = f64::try_from(value.clone())?;
                match precision {
                    Some(digits) => format!("{number:.digits$}"),
                    None if verb == 'f' => format!("{number:.6}"),
                    None => number.to_string(),
                }
            }
            verb => return Err(invalid(format!("printf has no verb %{verb} here"))),
        };
        let digits = width.trim_start_matches(['-', '+', '#', ' ', '0']);
        let flags = &width[..width.len() - digits.len()];
        let is_left = flags.contains('-');
        let is_filled = flags.contains('0') && !matches!(verb, 's' | 'q');
        let width = size(digits)?;
        text.push_str(&match shown.strip_prefix('-') {
            _ if is_left => format!("{shown:<width$}"),
            Some(number) if is_filled => format!("-{number:0>0$}", width.saturating_sub(1)),
            None if is_filled => format!("{shown:0>width$}"),
            _ => format!("{shown:>width$}"),
        });
    }
    text.push_str(rest);
    match values.next() {
        None => Ok(text),
        Some(value) => Err(invalid(format!("\"{format}\" has no verb for {value}"))),
    }
}
