use super::{Range, Unknown};
use crate::data::Data;
use crate::error::{Error, ErrorKind};
use crate::set::Set;
use crate::ty::Type;
use crate::value::Value;

/// The largest list of unknown elements that a refinement becomes. A longer list stays an unknown value, so that a few bytes cannot fill the memory.
const MAX_ELEMENTS: u64 = 32;

impl Unknown {
    /// Converts the unknown value to a value of a type. The result is known if the refinement allows only one value.
    ///
    /// As in Terraform, a number between equal bounds becomes that number, a collection of length zero becomes an empty collection, and a list of
    /// known length becomes a list of unknown elements.
    pub fn resolve(self, ty: &Type) -> Value {
        if !self.is_not_null() {
            return Value::Unknown(self);
        }
        let known = match (self.range(), ty) {
            (
                Range::Number {
                    lower: Some(lower),
                    upper: Some(upper),
                },
                _,
            ) if lower.number == upper.number => Some(Data::Number(lower.number.clone())),
            (
                Range::Length {
                    lower,
                    upper: Some(upper),
                },
                _,
            ) if lower == upper => collection(*lower, ty),
            _ => None,
        };
        known.map_or(Value::Unknown(self), Value::Known)
    }

    /// Checks that the refinement fits the type. Every refinement fits a dynamic type, for which it is not sent.
    pub(crate) fn check(&self, ty: &Type) -> Result<(), Error> {
        if *ty == Type::Dynamic {
            return Ok(());
        }
        let (refined, fits) = match self.range() {
            Range::Any | Range::Failed { .. } => return Ok(()),
            Range::String { .. } => ("a string", matches!(ty, Type::String)),
            Range::Number { .. } => ("a number", matches!(ty, Type::Number)),
            Range::Length { .. } => (
                "a collection",
                matches!(ty, Type::List(_) | Type::Set(_) | Type::Map(_)),
            ),
        };
        if fits {
            return Ok(());
        }
        let expected = ty.kind();
        Err(Error::new(
            ErrorKind::Refinement,
            format!("expected {expected}, found an unknown value refined as {refined}"),
        ))
    }
}

fn collection(length: u64, ty: &Type) -> Option<Data> {
    match ty {
        Type::List(_) if length <= MAX_ELEMENTS => Some(Data::List(vec![
            Value::unknown();
            usize::try_from(length)
                .ok()?
        ])),
        Type::Set(_) if length <= 1 => Some(Data::Set(
            (0..length).map(|_| Value::unknown()).collect::<Set>(),
        )),
        Type::Map(_) if length == 0 => Some(Data::Map(Default::default())),
        Type::List(_)
        | Type::Set(_)
        | Type::Map(_)
        | Type::String
        | Type::Number
        | Type::Bool
        | Type::Dynamic
        | Type::Object(_)
        | Type::Tuple(_) => None,
    }
}
