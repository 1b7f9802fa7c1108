//! Nested blocks.

use std::collections::BTreeMap;

use terrane_protocol::schema::BlockNesting;
use terrane_value::Value;

use super::fields::{Fields, Source};
use super::{Attr, Computed, DecodeError, Set, known};
use crate::model::{Model, ObjectModel};
use crate::schema::{Member, Shape};

/// Creates the nested block of a field of type `F`.
fn block_member<F: BlockField>(name: &'static str) -> Member {
    let shape = Shape::Block {
        nesting: F::NESTING,
        block: F::Model::block().clone(),
        min_items: F::MIN_ITEMS,
        max_items: F::MAX_ITEMS,
    };
    Member::block_of_type(name, shape, F::COMPUTED, F::NULLABLE)
}

/// A type that a field with `#[tf(block)]` can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a nested block",
    label = "not a block's type",
    note = "a block is a model `M` (exactly one), `Option<M>` (at most one), `Vec<M>`, `Set<M>` or `BTreeMap<String, M>`, where `M` derives `Model`",
    note = "a collection of blocks is empty, never null: write `Vec<M>`, not `Option<Vec<M>>`",
    note = "a block that the provider fills if none is configured is one of these types in `Computed<..>`"
)]
pub trait BlockField: Sized + Send + Sync + 'static {
    /// The attribute type with the facts about the contents of the blocks.
    type Attr: Attr;

    /// The contents of each block.
    type Model: ObjectModel;

    /// The collection of the blocks: a single one, a list, a set or a map.
    const NESTING: BlockNesting;

    /// The least number of blocks; 0 for no limit.
    const MIN_ITEMS: u64 = 0;

    /// The largest number of blocks; 0 for no limit.
    const MAX_ITEMS: u64 = 0;

    /// Whether the value is null if no block is configured.
    const NULLABLE: bool;

    /// Whether the provider fills the blocks if none is configured.
    const COMPUTED: bool = false;

    /// Returns the nested block of the schema for the field.
    #[must_use]
    fn member(name: &'static str) -> Member {
        block_member::<Self>(name)
    }

    /// Decodes the field from a value.
    ///
    /// # Errors
    ///
    /// Fails if the value has another type, or is null or unknown where the type does not allow it. The error has the path.
    fn decode(value: &Value) -> Result<Self, DecodeError>;

    /// Encodes the field, and leaves any value in its place.
    fn take_value(&mut self) -> Value;

    /// Returns a cheap placeholder for the field until it is decoded, if the type has one.
    #[must_use]
    fn blank() -> Option<Self>;

    /// Returns the first value of the field: its placeholder or the decoded value.
    #[doc(hidden)]
    #[inline(always)]
    fn first(source: Source<'_>, at: usize) -> Result<Self, DecodeError> {
        source.first(at, Self::blank(), Self::decode)
    }

    /// Decodes or encodes the field, by the direction of the visit.
    #[doc(hidden)]
    #[inline(never)]
    fn visit(&mut self, fields: &mut Fields<'_>) {
        let is_blank = Self::blank().is_some();
        fields.visit(self, is_blank, Self::decode, Self::take_value);
    }
}

#[diagnostic::do_not_recommend]
impl<M: Model> BlockField for M {
    type Attr = M;
    type Model = M;
    const NESTING: BlockNesting = BlockNesting::Single;
    const MIN_ITEMS: u64 = 1;
    const MAX_ITEMS: u64 = 1;
    const NULLABLE: bool = false;

    fn decode(value: &Value) -> Result<Self, DecodeError> {
        Attr::decode(known(value)?)
    }

    fn take_value(&mut self) -> Value {
        Attr::take_value(self)
    }

    fn blank() -> Option<Self> {
        None
    }
}

impl<M: Model> BlockField for Option<M> {
    type Attr = M;
    type Model = M;
    const NESTING: BlockNesting = BlockNesting::Single;
    const NULLABLE: bool = true;

    fn decode(value: &Value) -> Result<Self, DecodeError> {
        match value {
            Value::Null => Ok(None),
            value => Attr::decode(known(value)?).map(Some),
        }
    }

    fn take_value(&mut self) -> Value {
        self.as_mut().map_or(Value::Null, Attr::take_value)
    }

    #[inline]
    fn blank() -> Option<Self> {
        Some(None)
    }
}

macro_rules! collections {
    ($($ty:ty => $nesting:ident, $empty:expr;)*) => {$(
        impl<M: Model> BlockField for $ty {
            type Attr = $ty;
            type Model = M;
            const NESTING: BlockNesting = BlockNesting::$nesting;
            const NULLABLE: bool = false;


            fn decode(value: &Value) -> Result<Self, DecodeError> {
                match value {
                    Value::Null => Ok($empty),
                    value => Attr::decode(known(value)?),
                }
            }

            fn take_value(&mut self) -> Value {
                Attr::take_value(self)
            }

            #[inline]
            fn blank() -> Option<Self> {
                Some($empty)
            }
        }
    )*};
}

collections! {
    Vec<M> => List, Vec::new();
    Set<M> => Set, Set::new();
    BTreeMap<String, M> => Map, BTreeMap::new();
}

macro_rules! computed {
    ($($ty:ty;)*) => {$(
        impl<M: Model> BlockField for Computed<$ty> {
            type Attr = <$ty as BlockField>::Attr;
            type Model = M;
            const NESTING: BlockNesting = <$ty as BlockField>::NESTING;
            const NULLABLE: bool = <$ty as BlockField>::NULLABLE;
            const COMPUTED: bool = true;


            fn decode(value: &Value) -> Result<Self, DecodeError> {
                match value {
                    Value::Unknown(unknown) => Ok(Self::of_unknown(unknown.clone())),
                    value => <$ty as BlockField>::decode(value).map(Self::from),
                }
            }

            fn take_value(&mut self) -> Value {
                self.value_with(<$ty as BlockField>::take_value)
            }

            #[inline]
            fn blank() -> Option<Self> {
                Some(Self::unknown())
            }
        }
    )*};
}

computed! {
    M;
    Option<M>;
    Vec<M>;
    Set<M>;
    BTreeMap<String, M>;
}
