//! Strings, bools and numbers.

use terrane_value::{Data, Number, Type, Unknown, Value};

use super::{Attr, DecodeError};
use crate::messages;
use crate::path::Leaf;
use crate::schema::{Equality, Shape, Validator, Violation};

/// The items of an attribute whose draft is the value itself.
macro_rules! scalar {
    ($checked:ty, $ty:ident, $blank:expr) => {
        type Draft = Self;
        type Paths = Leaf;
        type Checked = $checked;

        fn shape() -> Shape {
            Shape::Type(Type::$ty)
        }

        #[inline]
        fn blank() -> Option<Self> {
            Some($blank)
        }

        fn draft(data: &Data) -> Result<Self, DecodeError> {
            Self::decode(data)
        }

        fn encode_draft(draft: Self) -> Value {
            Attr::encode(draft)
        }

        fn checked(&self) -> &Self::Checked {
            self
        }
    };
}

impl Attr for String {
    scalar!(str, String, Self::new());

    fn decode(data: &Data) -> Result<Self, DecodeError> {
        match data {
            Data::String(text) => Ok(text.as_str().to_owned()),
            other => Err(DecodeError::mismatch("a string", other)),
        }
    }

    fn take_value(&mut self) -> Value {
        Value::Known(Data::String(std::mem::take(self).into()))
    }
}

impl Attr for bool {
    scalar!(Self, Bool, false);

    fn decode(data: &Data) -> Result<Self, DecodeError> {
        match data {
            Data::Bool(value) => Ok(*value),
            other => Err(DecodeError::mismatch("a bool", other)),
        }
    }

    fn take_value(&mut self) -> Value {
        Value::Known(Data::Bool(*self))
    }
}

impl Attr for Number {
    scalar!(Self, Number, Self::default());

    fn decode(data: &Data) -> Result<Self, DecodeError> {
        match data {
            Data::Number(number) => Ok(number.clone()),
            other => Err(DecodeError::mismatch("a number", other)),
        }
    }

    fn take_value(&mut self) -> Value {
        Value::Known(Data::Number(std::mem::take(self)))
    }
}

/// Returns a validator of the range of a number's Rust type. So the error of a number out of range has its path.
fn in_range<T: Attr>() -> Validator {
    Validator::new("", |value| match value {
        Value::Known(data) => match T::decode(data) {
            Ok(_) => Ok(()),
            Err(error) => Err(Violation::new(error.problem())),
        },
        Value::Null | Value::Unknown(_) => Ok(()),
    })
}

macro_rules! integers {
    ($($int:ty),*) => {$(
        impl Attr for $int {
            scalar!(Self, Number, 0);
            const WHOLE: Option<(i128, i128)> = Some((<$int>::MIN as i128, <$int>::MAX as i128));

            fn validators() -> Vec<Validator> {
                vec![in_range::<Self>()]
            }

            fn decode(data: &Data) -> Result<Self, DecodeError> {
                let number = Number::decode(data)?;
                let signed = number.to_i64().and_then(|int| Self::try_from(int).ok());
                signed.or_else(|| number.to_u64().and_then(|int| Self::try_from(int).ok())).ok_or_else(|| {
                    messages::not_in_integer_range(<$int>::MIN.into(), <$int>::MAX.into(), &number)
                })
            }

            fn take_value(&mut self) -> Value {
                Value::Known(Data::Number((*self).into()))
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);

macro_rules! floats {
    ($($float:ty, $bits:literal, $nearest:expr, $number:expr;)*) => {$(
        impl Attr for $float {
            scalar!(Self, Number, 0.0);

            fn validators() -> Vec<Validator> {
                vec![in_range::<Self>()]
            }

            fn decode(data: &Data) -> Result<Self, DecodeError> {
                let number = Number::decode(data)?;
                let float: Self = $nearest(&number);
                if !float.is_finite() {
                    Err(messages::not_in_float_range($bits, &number))
                } else if float == 0.0 && number != Number::default() {
                    Err(messages::too_close_to_zero($bits, &number))
                } else {
                    Ok(float)
                }
            }

            /// Numbers with the same nearest float are equal, because a float cannot hold further digits.
            fn equality() -> Option<Equality> {
                Some(Equality::of_form(|data| {
                    Self::decode(data).ok().map(Attr::encode)
                }))
            }

            /// NaN does not exist in the type system. An infinite number does, but hosts cannot store it.
            fn take_value(&mut self) -> Value {
                let number = $number(*self);
                match number.filter(Number::is_finite) {
                    Some(number) => Value::Known(Data::Number(number)),
                    None => Value::Unknown(Unknown::failed(messages::not_finite(self.is_nan()))),
                }
            }
        }
    )*};
}

floats! {
    f64, 64, Number::to_f64_lossy, |float: f64| Number::try_from(float).ok();
    f32, 32, nearest_f32, shortest;
}

/// Returns the float that is nearest to a number. A conversion through `f64` would round twice and could return an adjacent float.
fn nearest_f32(number: &Number) -> f32 {
    number.to_string().parse().unwrap_or(f32::NAN)
}

/// Returns the shortest decimal whose nearest float is this one, such as 0.1. Users expect this number instead of the float's exact value.
fn shortest(float: f32) -> Option<Number> {
    float.to_string().parse().ok()
}
