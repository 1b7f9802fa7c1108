//! Calls of objects that grow, answered by the provider [`Growing`](bench_provider::Growing) within this process.

use bench_provider::Growing;
use bytes::Bytes;
use terrane_protocol::*;
use terrane_value::{Value, json};

use super::values::{items, nested, wide};
use super::{Call, Error, Items, Request, Types};

/// The part of an object that grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grown {
    /// Items in a list, a set or a map.
    Items(Items),
    /// Attributes.
    Attributes,
}

/// The operation that the provider is called for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A plan of its creation.
    Plan,
    /// Its creation.
    Apply,
    /// A read that finds it unchanged.
    Read,
    /// An upgrade of its state, from the present version.
    Upgrade,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Plan, Self::Apply, Self::Read, Self::Upgrade];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Apply => "apply",
            Self::Read => "read",
            Self::Upgrade => "upgrade",
        }
    }
}

impl Grown {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Items(Items::List),
        Self::Items(Items::Set),
        Self::Items(Items::Map),
        Self::Attributes,
    ];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Items(Items::List) => "list",
            Self::Items(Items::Set) => "set",
            Self::Items(Items::Map) => "map",
            Self::Attributes => "attributes",
        }
    }

    /// The measured sizes, each ten times the previous one.
    #[must_use]
    pub const fn sizes(self) -> &'static [usize] {
        match self {
            Self::Items(_) => &[100, 1000, 10_000, 100_000],
            Self::Attributes => &Growing::ATTRIBUTES,
        }
    }

    fn type_name(self, size: usize) -> String {
        match self {
            Self::Items(kind) => kind.type_name().to_owned(),
            Self::Attributes => format!("bench_wide_{size}"),
        }
    }

    fn config(self, size: usize) -> Value {
        match self {
            Self::Items(kind) => nested(Value::Null, items::configured(kind, size)),
            Self::Attributes => wide::config(size),
        }
    }

    fn planned(self, size: usize) -> Value {
        match self {
            Self::Items(kind) => nested(Value::unknown(), items::planned(kind, size)),
            Self::Attributes => wide::planned(size),
        }
    }

    fn state(self, size: usize) -> Value {
        match self {
            Self::Items(kind) => nested(self.name().into(), items::planned(kind, size)),
            Self::Attributes => wide::created(size, &format!("wide_{size}")),
        }
    }
}

impl Call {
    /// Creates the call of an operation on an object of a size.
    ///
    /// # Errors
    ///
    /// Fails if the schema is not that of [`Growing`].
    pub fn grown(
        types: &Types,
        operation: Operation,
        grown: Grown,
        size: usize,
    ) -> Result<Self, Error> {
        let type_name = grown.type_name(size);
        let ty = types.resource(&type_name)?;
        let encode = |value: &Value| DynamicValue::encode(value, ty);
        match operation {
            Operation::Plan => {
                let planned = grown.planned(size);
                Self::plan(types, &type_name, &grown.config(size), planned)
            }
            Operation::Apply => {
                let planned = encode(&grown.planned(size))?;
                let request = ApplyResourceChangeRequest {
                    prior_state: encode(&Value::Null)?,
                    planned_state: planned.clone(),
                    config: encode(&grown.config(size))?,
                    type_name,
                    ..ApplyResourceChangeRequest::default()
                };
                Self::new(Request::Apply(request), planned, grown.state(size), ty)
            }
            Operation::Read => {
                let stored = encode(&grown.state(size))?;
                let request = ReadResourceRequest {
                    current_state: stored.clone(),
                    type_name,
                    ..ReadResourceRequest::default()
                };
                Self::new(Request::Read(request), stored, grown.state(size), ty)
            }
            Operation::Upgrade => {
                let stored = Bytes::from(json::encode(&grown.state(size), ty)?);
                let request = UpgradeRequest {
                    raw_state: RawState::from_json(stored.clone()),
                    type_name,
                    version: 0,
                };
                let stored = DynamicValue::from_json(stored);
                Self::new(Request::Upgrade(request), stored, grown.state(size), ty)
            }
        }
    }
}
