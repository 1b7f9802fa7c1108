//! JSON syntax.

use super::error;
use crate::diagnostic::Diagnostic;
use crate::syntax::json::JsonTokenKind;

const COLON: &str = "Missing property value colon";
const WRONG_TYPE: &str = "Incorrect JSON value type";

pub(crate) fn extraneous() -> Diagnostic {
    error(
        "Extraneous data after value",
        "The file continues after the end of its JSON value.",
    )
}

pub(crate) fn root() -> Diagnostic {
    error(
        "Root value must be object",
        "A configuration file in JSON syntax contains one object, or an array of objects.",
    )
}

pub(crate) fn no_value(kind: JsonTokenKind) -> Diagnostic {
    match kind {
        JsonTokenKind::CloseBrace => error(
            "Missing JSON value",
            "Expected a value before the closing brace.",
        ),
        JsonTokenKind::CloseBracket => error(
            "Missing array element value",
            "Expected a value before the closing bracket.",
        ),
        JsonTokenKind::EndOfFile => {
            error("Missing value", "The file ends where a value must start.")
        }
        _ => error(
            "Invalid start of value",
            "A value is an object, an array, a number, a string in double quotes, true, false or null.",
        ),
    }
}

pub(crate) fn property_name() -> Diagnostic {
    error(
        "Invalid object property name",
        "The name of a property is a string in double quotes.",
    )
}

pub(crate) fn no_colon(found: JsonTokenKind) -> Diagnostic {
    match found {
        JsonTokenKind::CloseBrace | JsonTokenKind::Comma => error(
            "Missing object value",
            "Expected a colon and a value after the name of the property. A list of values stands in brackets.",
        ),
        JsonTokenKind::Equals => error(
            COLON,
            "JSON uses a colon after the name of a property, not an equals sign.",
        ),
        _ => error(COLON, "Expected a colon after the name of the property."),
    }
}

pub(crate) fn trailing_comma(place: &str) -> Diagnostic {
    let summary = format!("Trailing comma in {place}");
    error(
        summary,
        "In JSON, no comma stands after the last item. Remove it.",
    )
}

/// Terraform's summary names an object in both cases.
pub(crate) fn unclosed(place: &str) -> Diagnostic {
    error(
        "Unclosed object",
        format!("The file ends before the end of this {place}."),
    )
}

pub(crate) fn mismatched(brackets: &str) -> Diagnostic {
    let summary = format!("Mismatched {brackets}");
    error(
        summary,
        "An object ends with a brace, and an array with a bracket.",
    )
}

/// The misspelling is Terraform's.
pub(crate) fn separator() -> Diagnostic {
    error(
        "Missing attribute seperator comma",
        "Expected a comma before the next item.",
    )
}

pub(crate) fn colon_in_array() -> Diagnostic {
    error(
        "Invalid array value",
        "The items of an array have no names. Use braces for an object.",
    )
}

pub(crate) fn number() -> Diagnostic {
    error(
        "Invalid JSON number",
        "A number consists of digits without a leading zero, a fraction after a point, and an exponent such as \"e3\".",
    )
}

pub(crate) fn string() -> Diagnostic {
    error(
        "Invalid JSON string",
        "A string ends with a quote on the same line. The escapes of JSON are \\\", \\\\, \\/, \\b, \\f, \\n, \\r, \\t and \\u with four digits.",
    )
}

pub(crate) fn keyword(given: &str) -> Diagnostic {
    error(
        "Invalid JSON keyword",
        format!(
            "\"{given}\" is not a keyword of JSON. The keywords are true, false and null. Strings need double quotes."
        ),
    )
}

pub(crate) fn object_expected(purpose: &str) -> Diagnostic {
    error(
        WRONG_TYPE,
        format!("Expected an object, or an array of objects, {purpose}."),
    )
}

pub(crate) fn block_expected(kind: &str) -> Diagnostic {
    error(
        WRONG_TYPE,
        format!(
            "Expected an object or an array, with the content of one or several blocks of type \"{kind}\"."
        ),
    )
}

pub(crate) fn label_missing(kind: &str, label: &str) -> Diagnostic {
    error(
        "Missing block label",
        format!(
            "Expected at least one property, whose name is the {label} of a block of type \"{kind}\"."
        ),
    )
}

pub(crate) fn duplicate_argument(name: &str) -> Diagnostic {
    error("Duplicate argument", already_set(name))
}

pub(crate) fn duplicate_definition(name: &str) -> Diagnostic {
    error("Duplicate attribute definition", already_set(name))
}

fn already_set(name: &str) -> String {
    format!(
        "The argument \"{name}\" is already set in this body. An argument can be set only once."
    )
}

pub(crate) fn extraneous_property(name: &str) -> Diagnostic {
    error(
        "Extraneous JSON object property",
        format!("There is no argument and no type of block with the name \"{name}\" here."),
    )
}
