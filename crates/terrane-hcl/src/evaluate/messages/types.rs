//! Type expressions.

use terrane_value::Error;

use crate::diagnostic::Diagnostic;

fn invalid(detail: impl Into<std::borrow::Cow<'static, str>>) -> Diagnostic {
    Diagnostic::error("Invalid type specification", detail)
}

pub(in crate::evaluate) fn no_type() -> Diagnostic {
    invalid(
        "A type is string, number, bool or any, or a constructor with its argument, such as list(string).",
    )
}

pub(in crate::evaluate) fn unknown_keyword(word: &str) -> Diagnostic {
    invalid(format!(
        "There is no type \"{word}\". A type is string, number, bool or any, or a constructor with its argument, such as list(string)."
    ))
}

pub(in crate::evaluate) fn unknown_constructor(name: &str) -> Diagnostic {
    invalid(format!(
        "There is no type constructor \"{name}\". The constructors are list, set, map, object and tuple."
    ))
}

pub(in crate::evaluate) fn no_arguments(name: &str) -> Diagnostic {
    invalid(format!("The type {name} has no arguments."))
}

pub(in crate::evaluate) fn argument_missing(name: &str) -> Diagnostic {
    let argument = match name {
        "object" => "the attributes with their types, such as object({name = string})",
        "tuple" => "the list of the types of the elements, such as tuple([string, number])",
        _ => "the type of the elements, such as list(string)",
    };
    invalid(format!(
        "The type constructor {name} needs one argument: {argument}."
    ))
}

pub(in crate::evaluate) fn object_argument() -> Diagnostic {
    invalid("The argument of object must be attributes with their types: {name = string}.")
}

pub(in crate::evaluate) fn tuple_argument() -> Diagnostic {
    invalid("The argument of tuple must be a list of types: [string, number].")
}

pub(in crate::evaluate) fn attribute_name() -> Diagnostic {
    invalid("The key must be the name of an attribute, without quotes.")
}

pub(in crate::evaluate) fn duplicate_attribute() -> Diagnostic {
    invalid("The object type has an attribute with this name already.")
}

pub(in crate::evaluate) fn misplaced_optional() -> Diagnostic {
    invalid("Only attributes of an object type can be optional.")
}

pub(in crate::evaluate) fn optional_without_type() -> Diagnostic {
    invalid("The first argument of optional must be the type of the attribute.")
}

pub(in crate::evaluate) fn optional_arguments() -> Diagnostic {
    invalid("The arguments of optional are the type of the attribute and, if wanted, a default.")
}

pub(in crate::evaluate) fn wrong_default(error: &Error) -> Diagnostic {
    Diagnostic::error(
        "Invalid default value for optional attribute",
        format!("The default does not convert to the type of the attribute: {error}."),
    )
}
