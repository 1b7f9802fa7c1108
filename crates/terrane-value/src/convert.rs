//! Conversion of texts, such as those of environment variables and ids.

use crate::data::{Data, Typed};
use crate::error::Error;
use crate::text::Text;
use crate::ty::Type;
use crate::value::Value;

impl Value {
    /// Converts a text to a string, number or bool, as Terraform converts what a practitioner wrote. A place of dynamic type gets a string.
    ///
    /// ```
    /// # use terrane_value::{Type, Value};
    /// assert_eq!(Value::parse("8080", &Type::Number)?, 8080.into());
    /// let error = Value::parse("http", &Type::Number).unwrap_err();
    /// assert_eq!(error.to_string(), "expected a number, found other text");
    /// # Ok::<(), terrane_value::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the text is no value of the type, or the type has no values that are texts.
    pub fn parse(text: &str, ty: &Type) -> Result<Self, Error> {
        Ok(match ty {
            Type::String => text.into(),
            Type::Number => Value::Known(Data::Number(text.parse()?)),
            Type::Bool => parse_bool(text)?.into(),
            Type::Dynamic => Value::from(Typed {
                ty: Type::String,
                value: text.into(),
            }),
            Type::List(_) | Type::Set(_) | Type::Map(_) | Type::Object(_) | Type::Tuple(_) => {
                return Err(Error::mismatch(ty.kind(), Type::String.kind()));
            }
        })
    }
}

/// Returns the text of a bool.
pub(crate) fn bool_text(value: bool) -> Text {
    Text::from_static(if value { "true" } else { "false" })
}

/// Reads a bool from text.
pub(crate) fn parse_bool(text: &str) -> Result<bool, Error> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ if text.eq_ignore_ascii_case("true") => {
            Err(Error::mismatch("a bool", "text: use lower-case \"true\""))
        }
        _ if text.eq_ignore_ascii_case("false") => {
            Err(Error::mismatch("a bool", "text: use lower-case \"false\""))
        }
        _ => Err(Error::mismatch("a bool", "other text")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_scalars() {
        for (text, ty, expected) in [
            (
                "1.50",
                Type::Number,
                Value::from("1.5".parse::<crate::Number>().unwrap()),
            ),
            ("0", Type::Bool, false.into()),
            ("7", Type::String, "7".into()),
        ] {
            assert_eq!(Value::parse(text, &ty), Ok(expected));
        }
        let typed = Typed {
            ty: Type::String,
            value: "a".into(),
        };
        assert_eq!(Value::parse("a", &Type::Dynamic), Ok(typed.into()));
        for (text, ty, message) in [
            ("x", Type::Number, "expected a number, found other text"),
            (
                "True",
                Type::Bool,
                "expected a bool, found text: use lower-case \"true\"",
            ),
            (
                "x",
                Type::list(Type::String),
                "expected a list, found a string",
            ),
        ] {
            assert_eq!(Value::parse(text, &ty).unwrap_err().to_string(), message);
        }
    }
}
