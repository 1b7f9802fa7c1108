//! Dynamic values.

use terrane_value::{Data, Type, Typed, Value};

use super::element::{Nestable, Plain, Scalar};
use super::{Attr, DecodeError, TypeFacts};
use crate::path::Leaf;
use crate::schema::Shape;

/// A value whose type the configuration or the provider decides.
///
/// Hosts refuse attributes that are collections of dynamic values, so it is the type of an attribute or of an element of a tuple. A function may accept a `Vec<Dynamic>`, whose
/// elements have one type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dynamic(Typed);

impl Dynamic {
    /// Creates a value with its type.
    #[must_use]
    pub fn new(ty: Type, value: Value) -> Self {
        Self(Typed { ty, value })
    }

    /// Returns the type of the value.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.0.ty
    }

    /// Returns the value.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.0.value
    }
}

impl Attr for Dynamic {
    type Draft = Self;
    type Paths = Leaf;
    type Checked = Self;
    const FACTS: TypeFacts = TypeFacts::DYNAMIC;

    fn shape() -> Shape {
        Shape::Type(Type::Dynamic)
    }

    fn decode(data: &Data) -> Result<Self, DecodeError> {
        let dynamic = Self::draft(data)?;
        if dynamic.0.value.is_wholly_known() {
            Ok(dynamic)
        } else {
            Err(DecodeError::unknown())
        }
    }

    fn draft(data: &Data) -> Result<Self, DecodeError> {
        match data {
            Data::Dynamic(typed) => Ok(Self(Typed::clone(typed))),
            other => Err(DecodeError::mismatch("a dynamic value", other)),
        }
    }

    fn take_value(&mut self) -> Value {
        let nothing = Typed {
            ty: Type::Dynamic,
            value: Value::Null,
        };
        Value::Known(Data::Dynamic(Box::new(std::mem::replace(
            &mut self.0,
            nothing,
        ))))
    }

    fn encode_draft(draft: Self) -> Value {
        Attr::encode(draft)
    }

    fn checked(&self) -> &Self::Checked {
        self
    }
}

impl Nestable for Dynamic {}
impl Plain for Dynamic {}
impl Scalar for Dynamic {}
