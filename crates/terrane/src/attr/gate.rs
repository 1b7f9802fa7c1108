//! Gates that reduce the compile errors of a wrong field type to one.
//!
//! Generated code names a field's type in dozens of places, and the compiler reports each. So the derive first checks with a constant whether the
//! type has the traits of a field. If not, [`Refused`] replaces it everywhere except in one assertion, which reports the type.

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;
use terrane_protocol::schema::BlockNesting;
use terrane_value::{Data, Type, Value};

use super::{
    Adapter, Attr, BlockField, DecodeError, Element, Field, Fill, ObjectField, Scalar, Text,
};
use crate::model::KeyField;
use crate::path::Leaf;
use crate::schema::Shape;

/// Detects the traits of a field type.
///
/// Of two constants with one name the inherent one wins, if its bound holds. Otherwise the constant of [`NoField`] is used.
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

impl<T: Field> Probe<T> {
    /// Whether it can be an attribute.
    pub const IS_FIELD: bool = true;
}

impl<T: BlockField> Probe<T> {
    /// Whether it can be a nested block.
    pub const IS_BLOCK: bool = true;
}

impl<T: ObjectField> Probe<T> {
    /// Whether it can be a field of an object that is one value.
    pub const IS_OBJECT_FIELD: bool = true;
}

impl<T: KeyField> Probe<T> {
    /// Whether it can be part of a key.
    pub const IS_KEY: bool = true;
}

impl<T: Fill> Probe<T> {
    /// Whether it is computed.
    pub const IS_FILLED: bool = true;
}

impl<T> Probe<T>
where
    Text<T>: Adapter,
{
    /// Whether it has `FromStr` and `Display`.
    pub const IS_TEXT: bool = true;
}

impl<T: Serialize> Probe<T> {
    /// Whether serde can write it.
    pub const IS_SERIALIZE: bool = true;
}

impl<T: DeserializeOwned> Probe<T> {
    /// Whether serde can read it.
    pub const IS_DESERIALIZE: bool = true;
}

/// The constants of types without the traits: see [`Probe`].
pub trait NoField {
    /// Whether it can be an attribute.
    const IS_FIELD: bool = false;
    /// Whether it can be a nested block.
    const IS_BLOCK: bool = false;
    /// Whether it can be a field of an object that is one value.
    const IS_OBJECT_FIELD: bool = false;
    /// Whether it can be part of a key.
    const IS_KEY: bool = false;
    /// Whether it is computed.
    const IS_FILLED: bool = false;
    /// Whether it has `FromStr` and `Display`.
    const IS_TEXT: bool = false;
    /// Whether serde can write it.
    const IS_SERIALIZE: bool = false;
    /// Whether serde can read it.
    const IS_DESERIALIZE: bool = false;
}

impl<T> NoField for Probe<T> {}

/// Reports a type that cannot be an attribute.
pub const fn is_field<T: Field>() {}

/// Reports a duration of the standard library.
pub const fn is_duration<T: DurationField>() {}

/// Reports a path of the standard library.
pub const fn is_file_path<T: PathField>() {}

/// Reports a value of `serde_json`.
pub const fn is_json<T: JsonField>() {}

/// A type called `Duration` that can be an attribute.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of an attribute: write `terrane_types::GoDuration`, which is text such as `1h30m`",
    label = "not an attribute's type",
    note = "`GoDuration::duration` returns the standard library's type; a number of seconds is an `i64`"
)]
pub trait DurationField {}

#[diagnostic::do_not_recommend]
impl<T: Attr> DurationField for T {}

/// A type called `PathBuf` that can be an attribute.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of an attribute: write `String`, because hosts have no type for paths",
    label = "not an attribute's type"
)]
pub trait PathField {}

#[diagnostic::do_not_recommend]
impl<T: Attr> PathField for T {}

/// A type called `Value` that can be an attribute.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of an attribute: write `terrane_types::Json` for JSON text, or `terrane::Dynamic` for a value of any type",
    label = "not an attribute's type"
)]
pub trait JsonField {}

#[diagnostic::do_not_recommend]
impl<T: Attr> JsonField for T {}

/// Reports a type that cannot be a nested block.
pub const fn is_block<T: BlockField>() {}

/// Reports a type that cannot be a field of an object.
pub const fn is_object_field<T: ObjectField>() {}

/// Reports a type that cannot be part of a key.
pub const fn is_key<T: KeyField>() {}

/// Reports a type that is not computed.
pub const fn is_filled<T: Fill>() {}

/// Reports a type that cannot be an element of a collection.
pub const fn is_element<T: Element>() {}

/// Reports a type that cannot be a part of a tuple.
pub const fn is_part<T: Element<Attr: Scalar>>() {}

/// Reports a type without `FromStr` and `Display`.
pub const fn is_text<T>()
where
    Text<T>: Adapter,
{
}

/// Maps a field's type to itself, if it has the traits of a field.
#[derive(Debug)]
pub enum Gate<const PASSES: bool> {}

/// The type that replaces a field's type `T` in generated code.
pub trait Pass<T> {
    /// The type itself, or [`Refused`].
    type Or;

    /// Borrows the field.
    fn borrow(field: &mut T) -> &mut Self::Or;

    /// Moves the field.
    fn take(field: T) -> Self::Or;

    /// Creates the field.
    fn field(or: Self::Or) -> T;
}

impl<T> Pass<T> for Gate<true> {
    type Or = T;

    #[inline(always)]
    fn borrow(field: &mut T) -> &mut T {
        field
    }

    #[inline(always)]
    fn take(field: T) -> T {
        field
    }

    #[inline(always)]
    fn field(or: T) -> T {
        or
    }
}

/// Never runs: a program with a type that is refused does not compile.
impl<T> Pass<T> for Gate<false> {
    type Or = Refused;

    fn borrow(_: &mut T) -> &mut Refused {
        unreachable!()
    }

    fn take(_: T) -> Refused {
        Refused
    }

    fn field(_: Refused) -> T {
        unreachable!()
    }
}

/// Replaces a type that cannot be a field's type.
#[derive(Debug, Clone)]
pub struct Refused;

impl Attr for Refused {
    type Draft = ();
    type Paths = Leaf;
    type Checked = Self;

    fn shape() -> Shape {
        Shape::Type(Type::Dynamic)
    }

    fn decode(_: &Data) -> Result<Self, DecodeError> {
        Ok(Self)
    }

    fn draft(_: &Data) -> Result<(), DecodeError> {
        Ok(())
    }

    fn take_value(&mut self) -> Value {
        Value::Null
    }

    fn encode_draft((): ()) -> Value {
        Value::Null
    }

    fn checked(&self) -> &Self {
        self
    }
}

impl BlockField for Refused {
    type Attr = Self;
    type Model = ();
    const NESTING: BlockNesting = BlockNesting::Single;
    const NULLABLE: bool = false;

    fn decode(_: &Value) -> Result<Self, DecodeError> {
        Ok(Self)
    }

    fn take_value(&mut self) -> Value {
        Value::Null
    }

    fn blank() -> Option<Self> {
        None
    }
}

impl Fill for Refused {
    type Filled = ();

    fn fill(&mut self, (): ()) {}

    fn fill_draft(_: &mut Value<()>, (): ()) {}
}

/// The adapter of a type with `#[tf(as = String)]`.
pub trait PassText<T> {
    /// The adapter, or [`RefusedText`].
    type Adapter: Adapter<Rust = T>;
}

impl<T> PassText<T> for Gate<true>
where
    Text<T>: Adapter<Rust = T>,
{
    type Adapter = Text<T>;
}

impl<T: Send + Sync + 'static> PassText<T> for Gate<false> {
    type Adapter = RefusedText<T>;
}

/// Replaces the adapter of a type without `FromStr` and `Display`.
#[derive(Debug)]
pub struct RefusedText<T>(PhantomData<T>);

/// Never runs: a program with a type that is refused does not compile.
impl<T: Send + Sync + 'static> Adapter for RefusedText<T> {
    type Rust = T;
    type Attr = String;

    fn decode(_: String) -> Result<T, String> {
        unreachable!()
    }

    fn encode(_: &T) -> String {
        String::new()
    }
}
