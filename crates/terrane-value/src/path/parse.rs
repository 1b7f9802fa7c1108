use std::str::FromStr;

use super::print::continues_identifier;
use super::{Path, Step};
use crate::error::Error;
use crate::json::Reader;
use crate::limits::{Budget, Limits};
use crate::number::Number;
use crate::text::Text;
use crate::value::Value;

impl FromStr for Path {
    type Err = Error;

    /// Parses the text form of a path, which [`Display`](std::fmt::Display) writes.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a path. The error gives the position of the problem in bytes.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut rest = text;
        let mut path = Self::root();
        while !rest.is_empty() {
            let (step, after) = match rest.strip_prefix('[') {
                Some(inside) => read_brackets(inside),
                None if path.is_root() => read_attribute(rest),
                None => rest.strip_prefix('.').and_then(read_attribute),
            }
            .ok_or_else(|| {
                let at = text.len() - rest.len();
                Error::syntax(format!(
                    "expected a path like items[0].labels[\"x\"], found other text at byte {at}"
                ))
            })?;
            path.push(step);
            rest = after;
        }
        Ok(path)
    }
}

fn read_attribute(text: &str) -> Option<(Step, &str)> {
    if text.starts_with('"') {
        let (name, after) = read_quoted(text)?;
        return Some((Step::Attribute(name), after));
    }
    let end = text
        .find(|c| !continues_identifier(c))
        .unwrap_or(text.len());
    let (name, after) = text.split_at(end);
    super::print::is_identifier(name).then(|| (Step::Attribute(name.into()), after))
}

fn read_brackets(text: &str) -> Option<(Step, &str)> {
    if text.starts_with('"') {
        let (key, after) = read_quoted(text)?;
        return Some((Step::Key(key), after.strip_prefix(']')?));
    }
    if let Some(element) = text.strip_prefix('=') {
        let (element, after) = read_element(element)?;
        return Some((Step::Element(Box::new(element)), after));
    }
    let (index, after) = text.split_once(']')?;
    if !index.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((Step::Index(index.parse().ok()?), after))
}

fn read_element(text: &str) -> Option<(Value, &str)> {
    if text.starts_with('"') {
        let (text, after) = read_quoted(text)?;
        return Some((text.into(), after.strip_prefix(']')?));
    }
    let (scalar, after) = text.split_once(']')?;
    let value = match scalar {
        "true" => true.into(),
        "false" => false.into(),
        number => number.parse::<Number>().ok()?.into(),
    };
    Some((value, after))
}

fn read_quoted(text: &str) -> Option<(Text, &str)> {
    let limits = Limits::default();
    let budget = Budget::new(&limits, text.len());
    let mut reader = Reader::new(text.as_bytes(), &limits, budget);
    let quoted = reader.string().ok()?;
    Some((quoted.into(), text.get(reader.position()..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_text_that_it_writes() {
        for text in [
            "",
            "a",
            "items[0].labels[\"x\"].name",
            "[0]",
            "[\"k\"].a",
            "a[\"b]\\\"c\"]",
            "tags[=\"x\"]",
            "tags[=1.5]",
            "tags[=true].a",
            "\"1 odd name\".\"\"[\"\"]",
            "naïve-name_1",
        ] {
            let path: Path = text.parse().unwrap();
            assert_eq!(path.to_string(), text);
        }
    }

    #[test]
    fn reports_where_it_stops_being_a_path() {
        for (text, at) in [
            (".a", 0),
            ("a.", 1),
            ("a..b", 1),
            ("a[", 1),
            ("a[x]", 1),
            ("a[-1]", 1),
            ("a[+1]", 1),
            ("a[]", 1),
            ("a b", 1),
            ("a[0]b", 4),
            ("a[\"b]", 1),
            ("a[=(a list)]", 1),
            ("1a", 0),
            ("a[99999999999999999999999]", 1),
        ] {
            let error = text.parse::<Path>().unwrap_err().to_string();
            assert!(error.ends_with(&format!("at byte {at}")), "{text}: {error}");
        }
    }
}
