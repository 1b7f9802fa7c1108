//! Conversion between types, by Terraform's rules.

use crate::error::Error;
use crate::text::Text;
use crate::ty::Type;
use crate::value::Value;

/// Returns the text of a bool.
pub(crate) fn bool_text(value: bool) -> Text {
    Text::from_static(if value { "true" } else { "false" })
}

/// Reads a bool from text.
pub(crate) fn parse_bool(text: &str) -> Result<bool, Error> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(Error::mismatch("a bool", "other text")),
    }
}

impl Value {
    /// Converts the value to a type.
    ///
    /// # Errors
    ///
    /// Fails with the path of what cannot be converted.
    pub fn convert(self, ty: &Type) -> Result<Self, Error> {
        ty.conforms(&self)?;
        Ok(self)
    }
}
