use crate::data::Data;
use crate::error::Error;
use crate::text::Text;
use crate::ty::Type;

/// Converts to a string, a number or a bool.
pub(super) fn convert(data: Data, to: &Type) -> Result<Data, Error> {
    match (to, data) {
        (Type::String, data @ Data::String(_))
        | (Type::Number, data @ Data::Number(_))
        | (Type::Bool, data @ Data::Bool(_)) => Ok(data),
        (Type::String, Data::Number(number)) => Ok(Data::String(number.to_string().into())),
        (Type::String, Data::Bool(bool)) => Ok(Data::String(bool_text(bool))),
        (Type::Number, Data::String(text)) => Ok(Data::Number(text.parse()?)),
        (Type::Bool, Data::String(text)) => Ok(Data::Bool(parse_bool(&text)?)),
        (to, data) => Err(Error::mismatch(to.kind(), data.kind())),
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
