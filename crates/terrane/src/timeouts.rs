//! Timeouts of operations, set by the user, with defaults of the author.

use std::fmt;
use std::time::Duration;

pub use terrane_framework::duration::parse;
use terrane_protocol::schema::{BlockNesting, Nesting};
use terrane_value::{Data, Object, Value};

use crate::attr::{Attr, BlockField, DecodeError, Field, Presence, TypeFacts};
use crate::path::Leaf;
use crate::schema::{Block, Shape};

/// The timeouts of operations: `create`, `read`, `update` and `delete` of a resource, `read` of a data source, `open` of an ephemeral resource,
/// `list` of a list resource, `invoke` of an action.
///
/// A field of this type is an optional nested attribute, or a block with the option `block`. It has a duration for each operation that `timeouts`
/// names. Durations have the format of Go, such as `1h30m`. When the timeout expires, `cx.cancelled()` completes. If the call does not return soon
/// after that, the host gets the recorded object without the call's result.
///
/// A provider for protocol 5 needs `block`, because nested attributes need protocol 6.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// /// An animal.
/// #[derive(Model)]
/// struct Pet {
///     /// The name.
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
    type Model = ();
    const NESTING: BlockNesting = BlockNesting::Single;
    const NULLABLE: bool = true;

    optional!();
}
