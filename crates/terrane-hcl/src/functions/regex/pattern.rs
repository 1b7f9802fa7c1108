//! A compiled pattern.

use regex_automata::meta::{Config, Regex};
use regex_automata::util::captures::Captures;
use regex_automata::util::syntax;
use terrane_value::{Text, Type};

use crate::value::Value;

use super::translate::translate;

/// How many bytes of memory a compiled pattern may take.
const MAX_SIZE: usize = 16 << 20;

/// A compiled regular expression.
pub(in crate::functions) struct Pattern {
    regex: Regex,
    /// The names of the groups.
    groups: Vec<Option<Text>>,
}

impl Pattern {
    /// Compiles a pattern, or describes its first error.
    pub(in crate::functions) fn new(pattern: &str) -> Result<Self, String> {
        let translated = translate(pattern)?;
        let regex = Regex::builder()
            // Only `\B` may match between the bytes of a character, which `utf8_empty` prevents.
            .syntax(syntax::Config::new().utf8(false))
            .configure(
                Config::new()
                    .utf8_empty(true)
                    .nfa_size_limit(Some(MAX_SIZE))
                    .onepass_size_limit(Some(MAX_SIZE)),
            )
            .build(&translated.pattern)
            .map_err(|error| describe(&error, pattern))?;
        let groups = translated.groups.into_iter().map(|it| it.map(Text::from));
        let groups = groups.collect();
        Ok(Self { regex, groups })
    }

    /// Returns the type of a match.
    pub(super) fn result_type(&self) -> Result<Type, &'static str> {
        let names: Vec<&Text> = self.groups.iter().flatten().collect();
        if names.is_empty() {
            return Ok(match self.groups.len() {
                0 => Type::String,
                count => Type::tuple(vec![Type::String; count]),
            });
        }
        if names.len() < self.groups.len() {
            return Err("cannot mix both named and unnamed capture groups");
        }
        Ok(Type::object(
            names.into_iter().map(|name| (name.clone(), Type::String)),
        ))
    }

    /// Finds all matches that do not overlap, as values of the result type.
    pub(super) fn matches<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Value> + 'a {
        let found = self.regex.captures_iter(text);
        found.map(move |captures| self.value(text, &captures))
    }

    fn value(&self, text: &str, captures: &Captures) -> Value {
        let group = |index| {
            let span = captures.get_group(index);
            let part = span.and_then(|span| text.get(span.start..span.end));
            part.map_or_else(|| Value::null(Type::String), Value::from)
        };
        if self.groups.is_empty() {
            return group(0);
        }
        let values = (1..=self.groups.len()).map(group);
        if self.groups.iter().all(Option::is_none) {
            return Value::tuple(values.collect());
        }
        let names = self.groups.iter().flatten().cloned();
        Value::object(names.zip(values))
    }

    /// Replaces all matches. `$1`, `$name` and `${name}` in the replacement stand for groups.
    pub(in crate::functions) fn replace_all(
        &self,
        text: &str,
        replacement: &str,
        most: usize,
    ) -> Result<String, String> {
        let mut replaced = String::new();
        let mut end = 0;
        for captures in self.regex.captures_iter(text) {
            let Some(span) = captures.get_group(0) else {
                continue;
            };
            replaced += text.get(end..span.start).unwrap_or_default();
            end = span.end;
            self.expand(replacement, text, &captures, &mut replaced);
            if replaced.len() > most {
                return Err(crate::functions::messages::too_long(replaced.len(), most));
            }
        }
        replaced += text.get(end..).unwrap_or_default();
        Ok(replaced)
    }

    /// Writes a replacement with the groups of a match. A group that does not exist is empty.
    fn expand(&self, replacement: &str, text: &str, captures: &Captures, out: &mut String) {
        let mut rest = replacement;
        while let Some((before, after)) = rest.split_once('$') {
            *out += before;
            if let Some(after) = after.strip_prefix('$') {
                out.push('$');
                rest = after;
                continue;
            }
            let Some((name, after)) = reference(after) else {
                out.push('$');
                rest = after;
                continue;
            };
            rest = after;
            let is_number = name.bytes().all(|it| it.is_ascii_digit());
            let span = if is_number && (name == "0" || !name.starts_with('0')) {
                let index = name.parse().ok();
                index.and_then(|index| captures.get_group(index))
            } else {
                // Of several groups of a name, the first one with a match counts.
                let groups = self.groups.iter().enumerate();
                let mut named = groups.filter(|(_, it)| it.as_ref().is_some_and(|it| it == name));
                named.find_map(|(index, _)| captures.get_group(index + 1))
            };
            *out += span
                .and_then(|it| text.get(it.start..it.end))
                .unwrap_or_default();
        }
        *out += rest;
    }
}

/// Returns the name of a group at the start of a text after `$`, as `name` or `{name}`, and the text after it.
fn reference(text: &str) -> Option<(&str, &str)> {
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    let inner = text.strip_prefix('{');
    let name = inner.unwrap_or(text);
    let (name, rest) = name.split_at(name.find(|it| !is_part(it)).unwrap_or(name.len()));
    let rest = match inner {
        Some(_) => rest.strip_prefix('}')?,
        None => rest,
    };
    (!name.is_empty()).then_some((name, rest))
}

/// Describes why a pattern does not compile.
fn describe(error: &regex_automata::meta::BuildError, pattern: &str) -> String {
    if error.size_limit().is_some() {
        return format!("expression too large in {pattern}");
    }
    let reason = error.syntax_error().map(ToString::to_string);
    let reason = reason.unwrap_or_else(|| error.to_string());
    // The library's message shows the translated pattern first, and the reason on the last line.
    let reason = reason.lines().last().unwrap_or_default();
    let reason = reason.strip_prefix("error: ").unwrap_or(reason);
    format!("{reason} in {pattern}")
}
