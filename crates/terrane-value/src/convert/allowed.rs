//! Which conversions exist, judged by the types alone.

use crate::error::{Error, ErrorKind};
use crate::path::Step;
use crate::ty::{self, Type};
use crate::unify::unify_with;

/// Returns whether conversions count that fail for some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// They do: text may become a number, for example.
    Allowed,
    /// They do not.
    Refused,
}

/// Checks that values of one type can be converted to another one.
pub(crate) fn check(from: &Type, to: &Type, loss: Loss) -> Result<(), Error> {
    let lossy = loss == Loss::Allowed;
    match (from, to) {
        (_, Type::Dynamic) => Ok(()),
        (from, to) if from == to => Ok(()),
        (Type::Dynamic, _) | (Type::String, Type::Number | Type::Bool) if lossy => Ok(()),
        (Type::Number | Type::Bool, Type::String) => Ok(()),
        (Type::List(_), Type::Set(_)) | (Type::Map(_), Type::Object(_)) if !lossy => {
            Err(refused(from, to))
        }
        (Type::List(a) | Type::Set(a), Type::List(b) | Type::Set(b))
        | (Type::Map(a), Type::Map(b)) => check(a, b, loss),
        (Type::Tuple(types), Type::List(element) | Type::Set(element)) => {
            let element = &common(types, element, loss)?;
            if *element == Type::Dynamic && types.iter().any(|ty| *ty != Type::Dynamic) {
                return Err(no_common_type());
            }
            let mut types = types.iter().enumerate();
            types.try_for_each(|(index, ty)| {
                check(ty, element, loss).map_err(|error| error.inside(index))
            })
        }
        (Type::Object(object), Type::Map(element)) => {
            let element = &common(object.types(), element, loss)?;
            object.iter().try_for_each(|(name, ty)| {
                check(ty, element, loss).map_err(|error| in_attribute(error, name))
            })
        }
        (Type::Object(a), Type::Object(b)) => {
            b.iter()
                .enumerate()
                .try_for_each(|(index, (name, ty))| match a.attribute(name) {
                    Some(mine) => check(mine, ty, loss).map_err(|error| in_attribute(error, name)),
                    None if b.optional(index) => Ok(()),
                    None => {
                        let error = Error::new(
                            ErrorKind::Attribute,
                            "expected an attribute of this name, found none",
                        );
                        Err(in_attribute(error, name))
                    }
                })
        }
        (Type::Map(element), Type::Object(object)) => {
            object
                .iter()
                .enumerate()
                .try_for_each(|(index, (name, ty))| match check(element, ty, loss) {
                    Err(error) if !object.optional(index) => Err(in_attribute(error, name)),
                    _ => Ok(()),
                })
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            ty::check_length(b.len(), a.len())?;
            let mut pairs = a.iter().zip(b.iter()).enumerate();
            pairs.try_for_each(|(index, (a, b))| {
                check(a, b, loss).map_err(|error| error.inside(index))
            })
        }
        _ => Err(refused(from, to)),
    }
}

/// Returns the type that the parts of a tuple or an object get as elements of a collection.
fn common(types: &[Type], element: &Type, loss: Loss) -> Result<Type, Error> {
    if *element != Type::Dynamic || types.is_empty() {
        return Ok(element.clone());
    }
    let parts: Vec<&Type> = types.iter().collect();
    unify_with(&parts, loss).ok_or_else(no_common_type)
}

/// Says that the elements of what is to become a collection have no type in common.
pub(super) fn no_common_type() -> Error {
    Error::new(
        ErrorKind::Mismatch,
        "expected elements of one type, found some that have none in common",
    )
}

fn refused(from: &Type, to: &Type) -> Error {
    Error::mismatch(to, from)
}

fn in_attribute(error: Error, name: &crate::text::Text) -> Error {
    error.inside(Step::Attribute(name.clone()))
}
