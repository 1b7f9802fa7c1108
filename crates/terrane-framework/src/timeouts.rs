//! Timeouts of operations: their attributes in a schema, and the deadline of a call.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use terrane_value::{Object, Type};
use tokio::time::Instant;

use crate::duration::parse;
use crate::error::Error;
use crate::messages;
use crate::schema::{Block, Member, Shape, Validator};

impl Member {
    /// Defines the nested attributes: an optional timeout for each operation, some with a default.
    #[must_use]
    pub fn timeouts(
        mut self,
        operations: impl Into<Cow<'static, [(&'static str, Option<Duration>)]>>,
    ) -> Self {
        let operations = operations.into();
        let members = operations.iter().map(|(operation, default)| {
            let default = match default {
                Some(default) => format!(" Without it, {}.", Shown(*default)),
                None => String::new(),
            };
            Member::new(*operation, Shape::Type(Type::String))
                .description(format!(
                    "How long to wait for it to {operation}: numbers with units, as in `90s`, `10m` or `1h30m`.{default}"
                ))
                .validator(Validator::new("a duration", |value| match value.as_str() {
                    Some(text) if parse(text).is_none_or(|it| it.is_zero()) => Err(messages::validation::duration(text)),
                    _ => Ok(()),
                }))
        });
        self.set_durations(Block::new(members));
        self.options_mut().timeouts = operations;
        self
    }

    /// Replaces the descriptions of all [`timeouts`](Self::timeouts), as the schema of another provider has them.
    #[must_use]
    pub fn timeout_description(mut self, text: &str, plain: bool) -> Self {
        let durations: Vec<Member> = self
            .shape
            .nested()
            .into_iter()
            .flat_map(Block::members)
            .map(|duration| {
                if plain || text.is_empty() {
                    duration.clone().plain_description(text)
                } else {
                    duration.clone().description(text)
                }
            })
            .collect();
        self.set_durations(Block::new(durations));
        self
    }

    fn set_durations(&mut self, durations: Block) {
        match &mut self.shape {
            Shape::Nested { object, .. } => *object = durations,
            Shape::Block { block, .. } => *block = durations,
            Shape::Type(_) => {}
        }
    }
}

/// Returns the timeout of an operation on an object, from its configuration or the schema's defaults.
fn limit(block: &Block, object: &Object, operation: &str) -> Option<Limit> {
    block.members().iter().enumerate().find_map(|(at, member)| {
        let (_, default) = member
            .options()
            .timeouts
            .iter()
            .find(|(name, _)| *name == operation)?;
        let configured = object
            .at(at)
            .as_object()
            .and_then(|it| parse(it.get(operation)?.as_str()?));
        Some(Limit {
            duration: configured.or(*default)?,
            setting: member.name().as_str().to_owned(),
            block: matches!(member.shape(), Shape::Block { .. }),
        })
    })
}

/// The time by which the author code of a call must return.
#[derive(Debug)]
pub(crate) struct Deadline {
    operation: &'static str,
    at: Instant,
    limit: Limit,
}

impl Deadline {
    /// Returns the deadline of an operation that starts now. `None` if neither the object's timeouts nor the schema's defaults set one.
    pub(crate) fn of(block: &Block, object: &Object, operation: &'static str) -> Option<Self> {
        let limit = limit(block, object, operation)?;
        let at = Instant::now().checked_add(limit.duration)?;
        Some(Self {
            operation,
            at,
            limit,
        })
    }

    pub(crate) fn at(&self) -> Instant {
        self.at
    }

    pub(crate) fn has_passed(&self) -> bool {
        Instant::now() >= self.at
    }

    /// Creates the error for author code that has not returned within a grace after the deadline.
    pub(crate) fn missed(&self, grace: Duration) -> Error {
        messages::calls::timed_out(self.explanation(Some(grace)))
    }

    /// Describes the timeout. `grace` is set if the code has not returned within it after the deadline.
    pub(crate) fn explanation(&self, grace: Option<Duration>) -> String {
        let Self {
            operation, limit, ..
        } = self;
        let setting = limit.doubled(operation);
        messages::calls::timeout(operation, Shown(limit.duration), grace, &setting)
    }
}

/// The timeout of one operation, and the path of its attribute.
#[derive(Debug, Clone)]
struct Limit {
    duration: Duration,
    setting: String,
    block: bool,
}

impl Limit {
    /// Returns the configuration that doubles the timeout of an operation.
    fn doubled(&self, operation: &str) -> String {
        let Self { setting, .. } = self;
        let equals = if self.block { "" } else { "= " };
        let more = Shown(self.duration.saturating_mul(2));
        format!("{setting} {equals}{{ {operation} = \"{more}\" }}")
    }
}

struct Shown(Duration);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, nanos) = (self.0.as_secs(), self.0.subsec_nanos());
        for (unit, amount) in [("h", seconds / 3600), ("m", seconds / 60 % 60)] {
            if amount > 0 {
                write!(f, "{amount}{unit}")?;
            }
        }
        let rest = Duration::new(seconds % 60, nanos);
        if !rest.is_zero() || seconds == 0 {
            write!(f, "{rest:?}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_go_writes_them() {
        for (text, nanos) in [
            ("0", 0),
            ("1ns", 1),
            ("1.5us", 1_500),
            ("2µs", 2_000),
            ("2μs", 2_000),
            ("90s", 90_000_000_000),
            ("1h30m", 5_400_000_000_000),
            (".5m", 30_000_000_000),
            ("+1m", 60_000_000_000),
            ("1m1ms", 60_001_000_000),
        ] {
            assert_eq!(parse(text), Some(Duration::from_nanos(nanos)), "{text}");
        }
    }

    #[test]
    fn an_invalid_duration_is_refused() {
        for text in [
            "",
            "+",
            "1",
            "s",
            ".s",
            "-1s",
            "1d",
            "1 s",
            "1s ",
            "ten minutes",
            "9999999999h",
            "1..5s",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn durations_are_shown_as_they_are_read() {
        for text in ["1h30m", "10m", "90ms", "1m1s", "0ns"] {
            assert_eq!(Shown(parse(text).unwrap()).to_string(), text);
        }
    }
}
