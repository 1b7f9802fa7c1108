//! A compiled pattern.

use std::sync::LazyLock;

use terrane_value::{Text, Type};

use crate::value::Value;

use super::machine::{CountSteps, Machine, Slots};
use super::names;
use super::program::Program;
use super::set::Set;
use super::syntax::{Syntax, parse};

/// The greatest number of places that all alternatives record together.
const MAX_SLOTS: usize = 1 << 22;

/// A compiled regular expression.
pub(in crate::functions) struct Pattern {
    program: Program,
    /// The names of the groups.
    groups: Vec<Option<Text>>,
}

/// The places of the groups of a match: the start and the end of each, with the whole match first.
struct Match(Slots);

impl Match {
    fn group<'t>(&self, group: usize, text: &'t str) -> Option<&'t str> {
        let (start, end) = (*self.0.get(2 * group)?, *self.0.get(2 * group + 1)?);
        text.get(start?..end?)
    }

    /// Returns the start and the end of the whole match.
    fn range(&self) -> (usize, usize) {
        let place = |slot: usize| self.0.get(slot).copied().flatten().unwrap_or(0);
        (place(0), place(1))
    }
}

impl Pattern {
    /// Compiles a pattern, or describes its first error.
    pub(in crate::functions) fn new(pattern: &str) -> Result<Self, String> {
        let Syntax { tree, groups } = parse(pattern)?;
        let program = Program::new(&tree);
        let slots = program.instructions.len().saturating_mul(groups.len() + 1);
        if slots > MAX_SLOTS {
            return Err("expression too large: it has too many groups".to_owned());
        }
        let groups = groups.into_iter().map(|it| it.map(Text::from)).collect();
        Ok(Self { program, groups })
    }

    /// Returns the number of instructions.
    pub(super) fn size(&self) -> u64 {
        u64::try_from(self.program.instructions.len()).unwrap_or(u64::MAX)
    }

    /// Returns the type of the matches of a pattern, or describes its first error.
    pub(super) fn result_type(pattern: &str) -> Result<Type, String> {
        let groups = parse(pattern)?.groups;
        let names: Vec<&String> = groups.iter().flatten().collect();
        if names.is_empty() {
            return Ok(match groups.len() {
                0 => Type::String,
                count => Type::tuple(vec![Type::String; count]),
            });
        }
        if names.len() < groups.len() {
            return Err("cannot mix both named and unnamed capture groups".to_owned());
        }
        let attributes = names.into_iter().map(|name| (name.as_str(), Type::String));
        Ok(Type::object(attributes))
    }

    /// Calls a function for each match, from left to right. Matches do not overlap, and an empty one does not follow another one directly.
    fn for_each<E>(
        &self,
        text: &str,
        count_steps: CountSteps<'_, E>,
        mut visit: impl FnMut(Match) -> Result<(), E>,
    ) -> Result<(), E> {
        let slots = 2 * (self.groups.len() + 1);
        let mut machine = Machine::new(&self.program, slots, text, count_steps);
        let (mut next, mut last_end) = (0, None);
        while next <= text.len() {
            let Some(found) = machine.find(next)?.map(Match) else {
                break;
            };
            let (start, end) = found.range();
            let is_empty = start == end;
            if !is_empty || last_end != Some(start) {
                visit(found)?;
            }
            last_end = Some(end);
            // After an empty match, the search continues after the next character.
            let character = text[end..].chars().next().map_or(1, char::len_utf8);
            next = if is_empty { end + character } else { end };
        }
        Ok(())
    }

    /// Finds the first match, as a value of the result type.
    pub(super) fn first<E>(
        &self,
        text: &str,
        count_steps: CountSteps<'_, E>,
    ) -> Result<Option<Value>, E> {
        let slots = 2 * (self.groups.len() + 1);
        let found = Machine::new(&self.program, slots, text, count_steps).find(0)?;
        Ok(found.map(|found| self.value(text, &Match(found))))
    }

    /// Finds all matches, as values of the result type, and passes them to a function.
    pub(super) fn all<E>(
        &self,
        text: &str,
        count_steps: CountSteps<'_, E>,
        mut add: impl FnMut(Value) -> Result<(), E>,
    ) -> Result<(), E> {
        self.for_each(text, count_steps, |found| add(self.value(text, &found)))
    }

    fn value(&self, text: &str, found: &Match) -> Value {
        let group = |index| {
            let part = found.group(index, text);
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

    /// Replaces all matches. `$1`, `$name` and `${name}` in the replacement stand for groups. A function checks the length of the result.
    pub(in crate::functions) fn replace_all<E>(
        &self,
        text: &str,
        replacement: &str,
        count_steps: CountSteps<'_, E>,
        check_length: impl Fn(usize) -> Result<(), E>,
    ) -> Result<String, E> {
        let mut replaced = String::new();
        let mut end = 0;
        self.for_each(text, count_steps, |found| {
            let range = found.range();
            replaced += text.get(end..range.0).unwrap_or_default();
            end = range.1;
            self.expand(replacement, text, &found, &mut replaced);
            check_length(replaced.len())
        })?;
        replaced += text.get(end..).unwrap_or_default();
        Ok(replaced)
    }

    /// Writes a replacement with the groups of a match. A group that does not exist is empty.
    fn expand(&self, replacement: &str, text: &str, found: &Match, out: &mut String) {
        let mut rest = replacement;
        while let Some((before, after)) = rest.split_once('$') {
            *out += before;
            if let Some(after) = after.strip_prefix('$') {
                out.push('$');
                rest = after;
                continue;
            }
            let Some((name, after)) = group_reference(after) else {
                out.push('$');
                rest = after;
                continue;
            };
            rest = after;
            // As in Go, "$01" is the group named "01", not group 1.
            let is_number = name.bytes().all(|it| it.is_ascii_digit());
            let part = if is_number && (name == "0" || !name.starts_with('0')) {
                let index = name.parse().ok();
                index.and_then(|index| found.group(index, text))
            } else {
                // Of several groups of a name, the first one with a match counts.
                let groups = self.groups.iter().enumerate();
                let mut named = groups.filter(|(_, it)| it.as_ref().is_some_and(|it| it == name));
                named.find_map(|(index, _)| found.group(index + 1, text))
            };
            *out += part.unwrap_or_default();
        }
        *out += rest;
    }
}

/// The characters of the names of groups in replacements, besides the underscore: letters and decimal digits, as in Go.
static NAME_CHARACTERS: LazyLock<Set> = LazyLock::new(|| {
    let mut characters = Set::empty();
    for category in ["L", "Nd"] {
        characters.union(&names::unicode(category).unwrap_or_else(Set::empty));
    }
    characters
});

/// Returns the name of a group at the start of a text after `$`, as `name` or `{name}`, and the text after it.
fn group_reference(text: &str) -> Option<(&str, &str)> {
    let is_part =
        |it: char| it == '_' || it.is_ascii_alphanumeric() || NAME_CHARACTERS.contains(it);
    let in_braces = text.strip_prefix('{');
    let start = in_braces.unwrap_or(text);
    let end = start.find(|it| !is_part(it)).unwrap_or(start.len());
    let (name, after_name) = start.split_at(end);
    let rest = match in_braces {
        Some(_) => after_name.strip_prefix('}')?,
        None => after_name,
    };
    (!name.is_empty()).then_some((name, rest))
}
