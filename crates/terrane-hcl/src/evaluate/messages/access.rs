//! Variables, attributes, indices and splats.

use terrane_value::{Error, Text, Type};

use super::suggestion;
use crate::diagnostic::Diagnostic;
use crate::value::Value;

const INDEX: &str = "Invalid index";

pub(in crate::evaluate) fn variables_not_allowed() -> Diagnostic {
    Diagnostic::error(
        "Variables not allowed",
        "The value must be constant here, so it cannot refer to other values.",
    )
}

pub(in crate::evaluate) fn unknown_variable<'n>(
    name: &str,
    names: impl Iterator<Item = &'n Text>,
) -> Diagnostic {
    let hint = suggestion(name, names.map(Text::as_str));
    Diagnostic::error(
        "Unknown variable",
        format!("No variable has the name \"{name}\" here.{hint}"),
    )
}

pub(in crate::evaluate) fn attribute_of_null() -> Diagnostic {
    Diagnostic::error(
        "Attempt to get attribute from null value",
        "The value before this attribute is null. Null has no attributes.",
    )
}

pub(in crate::evaluate) fn missing_attribute(ty: &Type, name: &str) -> Diagnostic {
    let detail = match ty {
        Type::Map(_) => {
            return Diagnostic::error(
                "Missing map element",
                format!("The map has no element with the key \"{name}\"."),
            );
        }
        Type::Object(_) => format!("The object has no attribute with the name \"{name}\"."),
        Type::List(element) if matches!(**element, Type::Object(_)) => format!(
            "The value is a list of objects. Select one element with an index, or use [*] to get \"{name}\" of all elements."
        ),
        Type::Set(element) if matches!(**element, Type::Object(_)) => {
            format!("The value is a set of objects. Use [*] to get \"{name}\" of all elements.")
        }
        ty => format!("The value is {}, which has no attributes.", ty.kind()),
    };
    Diagnostic::error("Unsupported attribute", detail)
}

pub(in crate::evaluate) fn index_of_null() -> Diagnostic {
    Diagnostic::error(
        "Attempt to index null value",
        "The value before this index is null. Null has no elements.",
    )
}

pub(in crate::evaluate) fn null_key() -> Diagnostic {
    Diagnostic::error(
        INDEX,
        "The key in the brackets is null, which selects no element.",
    )
}

pub(in crate::evaluate) fn index_of_set() -> Diagnostic {
    Diagnostic::error(
        INDEX,
        "Elements of a set have no index. Use a for expression, or convert the set with tolist.",
    )
}

pub(in crate::evaluate) fn not_indexable(ty: &Type) -> Diagnostic {
    Diagnostic::error(
        INDEX,
        format!("The value is {}, which has no elements.", ty.kind()),
    )
}

pub(in crate::evaluate) fn wrong_key(error: &Error) -> Diagnostic {
    Diagnostic::error(
        INDEX,
        format!("The key in the brackets has the wrong type: {error}."),
    )
}

/// A key that selects no element. The key itself may be a secret, and is not shown.
pub(in crate::evaluate) fn missing_key(value: &Value, key: &Value) -> Diagnostic {
    let length = value.elements().map(<[_]>::len);
    let detail = match (value.ty(), key.as_number(), length) {
        (Type::Object(_), _, _) => "The object has no attribute with this name.",
        (Type::Map(_), _, _) => "The map has no element with this key.",
        (_, Some(number), _) if !number.is_integer() => {
            "An index must be a whole number, but this one has a fraction. The function floor removes it."
        }
        (_, Some(number), _) if number.is_negative() => {
            "An index must not be negative. The first element has the index 0."
        }
        (_, _, Some(0)) => "The value before this index has no elements.",
        _ => "The index is not less than the number of elements.",
    };
    Diagnostic::error(INDEX, detail)
}

pub(in crate::evaluate) fn splat_of_null() -> Diagnostic {
    Diagnostic::error(
        "Splat of null value",
        "The value before [*] is a null list, set or tuple. Use a conditional to replace it with an empty one.",
    )
}

pub(in crate::evaluate) fn nested_splat() -> Diagnostic {
    Diagnostic::error(
        "Invalid nested splat expressions",
        "The inner [*] gives values of different types, which cannot be elements of one list. Use a for expression, whose result is a tuple.",
    )
}
