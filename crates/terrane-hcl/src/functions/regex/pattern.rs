//! A compiled pattern.

use regex_automata::meta::{Config, Regex};
use regex_automata::util::captures::Captures;
use regex_automata::util::{interpolate, syntax};
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
            interpolate::string(
                replacement,
                |index, out: &mut String| {
                    let group = captures.get_group(index);
                    *out += group
                        .and_then(|it| text.get(it.start..it.end))
                        .unwrap_or_default();
                },
                |name| {
                    let mut groups = self.groups.iter();
                    let index =
                        groups.position(|it| it.as_ref().is_some_and(|it| it.as_str() == name));
                    index.map(|index| index + 1)
                },
                &mut replaced,
            );
            if replaced.len() > most {
                return Err(crate::functions::messages::too_long(replaced.len(), most));
            }
        }
        replaced += text.get(end..).unwrap_or_default();
        Ok(replaced)
    }
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
