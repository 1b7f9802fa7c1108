use std::borrow::Cow;

use crate::convert;
use crate::data::{Data, Typed};
use crate::error::{Error, ErrorKind};
use crate::json::lex::{Kind, Reader};
use crate::limits::{Budget, Limits};
use crate::map::Map;
use crate::number::Number;
use crate::object::Object;
use crate::object_type::ObjectType;
use crate::path::Step;
use crate::set::{SET_BYTES, SET_ELEMENT_BYTES, Set};
use crate::text::Text;
use crate::ty::{self, Type};
use crate::value::Value;

/// Chooses how JSON is decoded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether attributes that the type does not have are skipped. State from an older schema needs this.
    pub ignore_unknown_attributes: bool,
    /// How deep and large the JSON may be.
    pub limits: Limits,
}

/// Decodes a value of a type, and refuses attributes that the type does not have.
///
/// As in Terraform, a number or a bool may also be written as a string, and a string as a number or a bool.
///
/// # Errors
///
/// Fails if the bytes are not JSON or do not fit the type. The error has the path of the problem.
pub fn decode(bytes: &[u8], ty: &Type) -> Result<Value, Error> {
    decode_with(bytes, ty, &Options::default())
}

/// Decodes a value of a type, like [`decode`], with options.
///
/// # Errors
///
/// Fails if the bytes are not JSON or do not fit the type. The error has the path of the problem.
pub fn decode_with(bytes: &[u8], ty: &Type, options: &Options) -> Result<Value, Error> {
    options.limits.check_size(bytes.len())?;
    let budget = Budget::new(&options.limits, bytes.len());
    let mut reader = Reader::new(bytes, &options.limits, budget);
    let decoder = Decoder { options };
    let value = decoder.value(&mut reader, ty)?;
    reader.end()?;
    Ok(value)
}

struct Decoder<'o> {
    options: &'o Options,
}

impl Decoder<'_> {
    fn value(&self, reader: &mut Reader<'_>, ty: &Type) -> Result<Value, Error> {
        let kind = reader.peek()?;
        let data = match (ty, kind) {
            (_, Kind::Null) => {
                reader.null()?;
                return Ok(Value::Null);
            }
            (Type::Dynamic, Kind::Object) => return self.dynamic(reader),
            (Type::String, Kind::String) => {
                let text = reader.string()?;
                Data::String(copied(text, reader)?)
            }
            (Type::String, Kind::Number) => {
                let text = reader.number()?;
                Data::String(copied(text.into(), reader)?)
            }
            (Type::String, Kind::Bool) => Data::String(convert::bool_text(reader.bool()?)),
            (Type::Number, Kind::Number) => {
                let number = reader.number()?.parse()?;
                Data::Number(counted(number, reader)?)
            }
            (Type::Number, Kind::String) => {
                let number = finite(reader.string()?.parse()?)?;
                Data::Number(counted(number, reader)?)
            }
            (Type::Bool, Kind::Bool) => Data::Bool(reader.bool()?),
            (Type::Bool, Kind::String) => Data::Bool(convert::parse_bool(&reader.string()?)?),
            (Type::List(element), Kind::Array) => Data::List(self.elements(reader, element)?),
            (Type::Set(element), Kind::Array) => Data::Set(self.set(reader, element)?),
            (Type::Map(element), Kind::Object) => Data::Map(self.map(reader, element)?),
            (Type::Object(ty), Kind::Object) => Data::Object(self.object(reader, ty)?),
            (Type::Tuple(types), Kind::Array) => Data::Tuple(self.tuple(reader, types)?),
            (_, kind) => return Err(Error::mismatch(ty.kind(), kind.name())),
        };
        Ok(Value::Known(data))
    }

    fn elements(&self, reader: &mut Reader<'_>, element: &Type) -> Result<Vec<Value>, Error> {
        let mut elements = Vec::new();
        reader.array(|reader, index| {
            let element = self
                .value(reader, element)
                .map_err(|error| error.inside(index))?;
            reader.budget.push(&mut elements, element)
        })?;
        reader.budget.shrink(&mut elements);
        Ok(elements)
    }

    fn set(&self, reader: &mut Reader<'_>, element: &Type) -> Result<Set, Error> {
        reader.budget.take(SET_BYTES)?;
        let elements = self.elements(reader, element)?;
        reader.budget.release(elements.len() * size_of::<Value>());
        reader.budget.take_each(elements.len(), SET_ELEMENT_BYTES)?;
        Ok(elements.into_iter().collect())
    }

    fn map(&self, reader: &mut Reader<'_>, element: &Type) -> Result<Map, Error> {
        let mut elements = Vec::new();
        reader.object(|reader, key| {
            let key = copied(key, reader)?;
            match self.value(reader, element) {
                Ok(value) => reader.budget.push(&mut elements, (key, value)),
                Err(error) => Err(error.inside(Step::Key(key))),
            }
        })?;
        reader.budget.shrink(&mut elements);
        Ok(Map::from_elements(elements))
    }

    fn object(&self, reader: &mut Reader<'_>, ty: &ObjectType) -> Result<Object, Error> {
        let mut values = reader.budget.vec(ty.len())?;
        values.resize(ty.len(), Value::Null);
        // An encoded object contains all names, even those that this JSON leaves out.
        let mut absent = ty.name_bytes();
        reader.object(|reader, key| {
            let Some(index) = ty
                .index_of(&key)
                .or_else(|| ty.index_of(&Text::from(&*key)))
            else {
                if self.options.ignore_unknown_attributes {
                    return reader.skip();
                }
                let error = Error::new(ErrorKind::Attribute, "expected no attribute of this name");
                return Err(error.inside(Step::Attribute(key.into())));
            };
            let value = self.value(reader, &ty.types()[index]);
            absent = absent.saturating_sub(key.len());
            values[index] =
                value.map_err(|error| error.inside(Step::Attribute(ty.names()[index].clone())))?;
            Ok(())
        })?;
        reader.budget.take(absent)?;
        Ok(Object::aligned(ty, values))
    }

    fn tuple(&self, reader: &mut Reader<'_>, types: &[Type]) -> Result<Vec<Value>, Error> {
        let mut elements = reader.budget.vec(types.len())?;
        let mut length = 0;
        reader.array(|reader, index| {
            length += 1;
            let Some(ty) = types.get(index) else {
                return reader.skip();
            };
            elements.push(
                self.value(reader, ty)
                    .map_err(|error| error.inside(index))?,
            );
            Ok(())
        })?;
        ty::check_length(types.len(), length)?;
        Ok(elements)
    }

    fn dynamic(&self, reader: &mut Reader<'_>) -> Result<Value, Error> {
        let mut ty = None;
        let mut value = None;
        reader.object(|reader, key| {
            match &*key {
                "type" => ty = Some(ty::read_type(reader)?),
                "value" => value = Some(reader.raw()?),
                _ => {
                    return Err(Error::mismatch(
                        "a dynamic value's `type` and `value`",
                        format!("`{key}`"),
                    ));
                }
            }
            Ok(())
        })?;
        let (Some(ty), Some(raw)) = (ty, value) else {
            return Err(Error::syntax(
                "expected a dynamic value's `type` and `value`, found one of them at most",
            ));
        };
        reader.budget.take(size_of::<Typed>())?;
        let mut inner = raw.reader(reader.budget);
        let value = self.value(&mut inner, &ty)?;
        reader.budget = inner.budget;
        Ok(Typed { ty, value }.flatten())
    }
}

/// Makes text of what the reader has read, which is a copy.
fn copied(text: Cow<'_, str>, reader: &mut Reader<'_>) -> Result<Text, Error> {
    let text = Text::from(text);
    reader.budget.take(text.len())?;
    Ok(text)
}

fn counted(number: Number, reader: &mut Reader<'_>) -> Result<Number, Error> {
    reader.budget.take(number.extra_bytes())?;
    Ok(number)
}

fn finite(number: Number) -> Result<Number, Error> {
    if number.is_finite() {
        Ok(number)
    } else {
        Err(Error::mismatch("a number", "an infinity"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pet() -> Type {
        Type::object([
            ("legs", Type::Number),
            ("tags", Type::map(Type::list(Type::Bool))),
        ])
    }

    #[test]
    fn missing_attributes_are_null() {
        assert_eq!(
            decode(b"{}", &pet()),
            Ok(Value::object([
                ("legs", Value::Null),
                ("tags", Value::Null)
            ]))
        );
    }

    #[test]
    fn unknown_attributes_are_errors_unless_ignored() {
        let text = br#"{"wings": [{"a": 1}, "x"], "legs": 4}"#;
        let error = decode(text, &pet()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "wings: expected no attribute of this name"
        );
        let options = Options {
            ignore_unknown_attributes: true,
            ..Options::default()
        };
        let value = decode_with(text, &pet(), &options).unwrap();
        assert_eq!(
            value,
            Value::object([("legs", Value::from(4)), ("tags", Value::Null)])
        );
    }

    #[test]
    fn errors_name_the_place() {
        for (text, expected) in [
            (
                r#"{"tags":{"a":[true,1]}}"#,
                "tags[\"a\"][1]: expected a bool, found a number",
            ),
            (r#"{"tags":[]}"#, "tags: expected a map, found an array"),
            (
                r#"{"legs":"four"}"#,
                "legs: expected a number, found other text",
            ),
            (
                r#"{"legs":"Inf"}"#,
                "legs: expected a number, found an infinity",
            ),
            (
                r#"{"legs":4"#,
                "expected `,` or the closing bracket at byte 9 of the JSON, found the end",
            ),
            (
                r#"{"legs":4,}"#,
                "expected a string at byte 10 of the JSON, found `}`",
            ),
            (
                r#"{"legs":01}"#,
                "expected `,` or the closing bracket at byte 9 of the JSON, found `1`",
            ),
            (
                r#"{"legs":-}"#,
                "legs: expected a digit at byte 9 of the JSON, found `}`",
            ),
            (r#"{"legs":tru}"#, "legs: expected a number, found a bool"),
            ("{} x", "expected the end at byte 3 of the JSON, found `x`"),
            ("nul", "expected null at byte 0 of the JSON, found `n`"),
        ] {
            assert_eq!(
                decode(text.as_bytes(), &pet()).unwrap_err().to_string(),
                expected,
                "{text}"
            );
        }
        let short = decode(b"[1]", &Type::tuple([Type::Number, Type::Bool])).unwrap_err();
        assert_eq!(
            short.to_string(),
            "expected a tuple of 2 elements, found one of 1"
        );
        let long = decode(b"[1,2]", &Type::tuple([Type::Number])).unwrap_err();
        assert_eq!(
            long.to_string(),
            "expected a tuple of 1 elements, found one of 2"
        );
    }

    #[test]
    fn the_size_is_limited() {
        let options = Options {
            limits: Limits {
                size: 3,
                ..Limits::default()
            },
            ..Options::default()
        };
        assert_eq!(
            decode_with(b"true", &Type::Bool, &options)
                .unwrap_err()
                .kind(),
            ErrorKind::Limit
        );
    }

    #[test]
    fn attributes_that_are_left_out_take_memory_like_others() {
        let pets = Type::list(Type::object([("legs", Type::Number)]));
        let pet = 2 * size_of::<Value>() + "legs".len();
        let options = Options {
            limits: Limits {
                memory: 8 * pet,
                ..Limits::default()
            },
            ..Options::default()
        };
        let decode_all = |count: usize| {
            let text = format!("[{}]", vec!["{}"; count].join(","));
            decode_with(text.as_bytes(), &pets, &options)
        };
        assert!(decode_all(8).is_ok());
        assert_eq!(decode_all(9).unwrap_err().kind(), ErrorKind::Limit);
    }

    #[test]
    fn errors_show_bytes_that_no_screen_shows_as_numbers() {
        for (text, found) in [(&b"\x07"[..], "the byte 0x07"), (b"\xff", "the byte 0xff")] {
            let error = decode(text, &Type::Bool).unwrap_err().to_string();
            assert!(error.ends_with(&format!("found {found}")), "{error}");
        }
    }

    #[test]
    fn numbers_keep_their_digits() {
        let digits = "123456789012345678901234567890.000000000000000000001";
        assert_eq!(
            decode(digits.as_bytes(), &Type::Number)
                .unwrap()
                .as_number()
                .unwrap()
                .to_string(),
            digits
        );
    }
}
