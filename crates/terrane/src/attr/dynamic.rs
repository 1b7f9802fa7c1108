//! Values whose type the configuration decides.

use terrane_value::{Data, Type, Typed, Value};

use super::{Attr, DecodeError, Inside};
use crate::path::Leaf;
use crate::schema::Shape;

/// A value of any type: the configuration, or the provider, decides which.
///
/// Hosts refuse it inside the collections of attributes, so there it stands alone or in a tuple. A function may take a `Vec<Dynamic>`, whose
/// elements are then all of one type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dynamic(Typed);

impl Dynamic {
    /// Makes a value together with its type.
    #[must_use]
    pub fn new(ty: Type, value: Value) -> Self {
        Self(Typed { ty, value })
    }

    /// The type that was decided.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.0.ty
    }

    /// The value, which is of that type.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.0.value
    }
}

impl Attr for Dynamic {
    type Draft = Self;
    type Paths = Leaf;
    type Checked = Self;
    const INSIDE: Inside = Inside::DYNAMIC;

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
