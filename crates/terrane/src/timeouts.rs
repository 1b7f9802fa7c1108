//! Timeouts of operations, set by the user, with defaults of the author.

use std::fmt;
use std::time::Duration;

use terrane_protocol::schema::{BlockNesting, Nesting};
use terrane_value::{Data, Object, Type, Value};
use tokio::time::Instant;

use crate::attr::{Attr, BlockField, DecodeError, Field, Presence, TypeFacts};
use crate::error::Error;
use crate::path::Leaf;
use crate::schema::{Block, Member, Shape, Validator, Violation};
use crate::types::nanoseconds;

/// The timeouts of operations: `create`, `read`, `update` and `delete` of a resource, `read` of a data source, `open` of an ephemeral resource,
/// `list` of a list resource, `invoke` of an action.
///
/// A field of this type is an optional nested attribute (or a block, with `block`) with a duration for each operation that `timeouts`
/// names, such as `1h30m`, in the format of Go. When the timeout expires, `cx.cancelled()` completes. A call that does not return soon after that is answered
/// without its result, with the recorded object.
///
/// A provider for protocol 5 needs `block`, because nested attributes need protocol 6.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// /// An animal.
/// #[derive(Schema)]
/// struct Pet {
///     /// What it is called.
///     name: String,
///     #[tf(timeouts(create = "10m", update, delete))]
///     timeouts: Timeouts,
/// }
/// ```
#[derive(Clone, Default)]
pub struct Timeouts(Option<Object>);

impl Timeouts {
    /// Returns the configured timeout of an operation.
    #[must_use]
    pub fn configured(&self, operation: &str) -> Option<Duration> {
        parse(self.0.as_ref()?.get(operation)?.as_str()?)
    }
}

impl fmt::Debug for Timeouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for (name, value) in self.0.iter().flat_map(Object::iter) {
            map.entry(name, &value.as_str());
        }
        map.finish()
    }
}

/// The operations of [`Timeouts`], which the option `timeouts` names.
#[derive(Clone, Debug)]
pub struct Durations(Object);

impl Attr for Durations {
    type Draft = Self;
    type Paths = Leaf;
    type Checked = Self;
    const FACTS: TypeFacts = TypeFacts::NONE;

    fn shape() -> Shape {
        Shape::Nested {
            nesting: Nesting::Single,
            object: Block::new([]),
        }
    }

    fn decode(data: &Data) -> Result<Self, DecodeError> {
        match data {
            Data::Object(object) => Ok(Self(object.clone())),
            other => Err(DecodeError::mismatch("an object", other)),
        }
    }

    fn draft(data: &Data) -> Result<Self, DecodeError> {
        <Self as Attr>::decode(data)
    }

    fn take_value(&mut self) -> Value {
        self.0.clone().into()
    }

    fn encode_draft(draft: Self) -> Value {
        draft.0.into()
    }

    fn checked(&self) -> &Self {
        self
    }
}

macro_rules! optional {
    () => {
        fn decode(value: &Value) -> Result<Self, DecodeError> {
            match value {
                Value::Null => Ok(Self(None)),
                Value::Known(Data::Object(object)) => Ok(Self(Some(object.clone()))),
                Value::Known(other) => Err(DecodeError::mismatch("an object", other)),
                Value::Unknown(_) => Err(DecodeError::unknown()),
            }
        }

        fn take_value(&mut self) -> Value {
            self.0.take().map_or(Value::Null, Into::into)
        }

        fn blank() -> Option<Self> {
            Some(Self(None))
        }
    };
}

impl Field for Timeouts {
    type Attr = Durations;
    const PRESENCE: Presence = Presence::Optional;
    const NULLABLE: bool = true;

    optional!();
}

impl BlockField for Timeouts {
    type Attr = Durations;
    const NESTING: BlockNesting = BlockNesting::Single;
    const NULLABLE: bool = true;

    fn block() -> Block {
        Block::new([])
    }

    optional!();
}

/// An operation and its default.
pub(crate) type Timeout = (&'static str, Option<Duration>);

impl Member {
    /// Gives each of these operations an optional duration, and some a default.
    #[must_use]
    pub fn timeouts(mut self, operations: &'static [(&'static str, Option<Duration>)]) -> Self {
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
                    Some(text) if parse(text).is_none_or(|it| it.is_zero()) => Err(Violation::new(format!(
                        "expected a duration above 0 and of at most 2562047 hours, as in `90s`, `10m` or `1h30m`, found `{text}`"
                    ))),
                    _ => Ok(()),
                }))
        });
        let durations = Block::new(members);
        match &mut self.shape {
            Shape::Nested { object, .. } => *object = durations,
            Shape::Block { block, .. } => *block = durations,
            Shape::Type(_) => {}
        }
        self.options_mut().timeouts = operations;
        self
    }
}

/// The timeout of an operation on an object, from its configuration and the schema's defaults.
fn limit(block: &Block, object: &Object, operation: &str) -> Option<Limit> {
    block.members().iter().enumerate().find_map(|(at, member)| {
        let (_, default) = member
            .options()
            .timeouts
            .iter()
            .find(|(name, _)| *name == operation)?;
        let configured = object.at(at).as_object();
        let configured = configured.and_then(|it| parse(it.get(operation)?.as_str()?));
        Some(Limit {
            duration: configured.or(*default)?,
            setting: member.name().as_str().to_owned(),
            block: matches!(member.shape(), Shape::Block { .. }),
        })
    })
}

/// When the author code of a call must return.
#[derive(Debug)]
pub(crate) struct Deadline {
    operation: &'static str,
    at: Instant,
    limit: Limit,
}

impl Deadline {
    /// The deadline of an operation that starts now, if the object's timeouts or the schema's defaults set one.
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

    /// The error of author code that returned too late, or that has not returned within a grace after the deadline.
    pub(crate) fn missed(&self, grace: Option<Duration>) -> Error {
        let Self {
            operation, limit, ..
        } = self;
        let after = match grace {
            None => String::new(),
            Some(grace) => format!(
                " The provider's code was cancelled and did not return within {} s: what it has done since then is not in the state.",
                grace.as_secs()
            ),
        };
        Error::new(
            "The time is over",
            format!(
                "This did not end within {}, the time that it has to {operation}.{after} If it needs more, say so in the configuration: {}.",
                limit.shown(),
                limit.advice(operation),
            ),
        )
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
    /// Returns advice on how to raise the timeout of an operation.
    fn advice(&self, operation: &str) -> String {
        let Self { setting, .. } = self;
        let equals = if self.block { "" } else { "= " };
        let more = Shown(self.duration.saturating_mul(2));
        format!("`{setting} {equals}{{ {operation} = \"{more}\" }}`")
    }

    /// Formats the timeout.
    fn shown(&self) -> String {
        Shown(self.duration).to_string()
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

/// Parses a duration in the format of Go, such as `1h30m` or `1.5s`. Returns `None` for other texts and for negative durations.
#[must_use]
pub const fn parse(text: &str) -> Option<Duration> {
    match nanoseconds(text) {
        Some(nanoseconds @ 0..) => Some(Duration::from_nanos(nanoseconds.unsigned_abs())),
        Some(_) | None => None,
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
    fn what_is_no_duration_is_refused() {
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
