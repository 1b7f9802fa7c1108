//! Expressions.

use super::error;
use crate::diagnostic::Diagnostic;

const FOR: &str = "Invalid 'for' expression";
const SEPARATOR: &str = "Missing key/value separator";

pub(crate) fn missing() -> Diagnostic {
    error(
        "Missing expression",
        "The file ends where an expression must start.",
    )
}

pub(crate) fn invalid() -> Diagnostic {
    error(
        "Invalid expression",
        "An expression cannot start with this token.",
    )
}

pub(crate) fn extra() -> Diagnostic {
    error(
        "Extra characters after expression",
        "The expression is complete before this place. Remove what follows it, or put an operator between.",
    )
}

pub(crate) fn false_result() -> Diagnostic {
    error(
        "Missing false expression in conditional",
        "After the question mark, a conditional needs two results with a colon between them: condition ? a : b.",
    )
}

pub(crate) fn parentheses() -> Diagnostic {
    error(
        "Unbalanced parentheses",
        "Expected the closing parenthesis of this expression.",
    )
}

pub(crate) fn number() -> Diagnostic {
    error(
        "Invalid number literal",
        "A number consists of digits, at most one decimal point between them, and an exponent such as \"e3\".",
    )
}

pub(crate) fn legacy_index(first: &str, second: &str) -> Diagnostic {
    error(
        "Invalid legacy index syntax",
        format!(
            "Two indices with dots in a row read as one fraction. Use brackets: [{first}][{second}]."
        ),
    )
}

pub(crate) fn attribute_name() -> Diagnostic {
    error(
        "Invalid attribute name",
        "Expected the name of an attribute after the dot.",
    )
}

pub(crate) fn nested_splat() -> Diagnostic {
    error(
        "Nested splat expression not allowed",
        "After \".*\", only attributes and indices with dots apply to each element. Use \"[*]\" to apply another splat to each element.",
    )
}

pub(crate) fn splat_bracket() -> Diagnostic {
    error(
        "Missing close bracket on splat index",
        "Expected a closing bracket (\"]\") directly after the star.",
    )
}

pub(crate) fn index_bracket() -> Diagnostic {
    error(
        "Missing close bracket on index",
        "Expected the closing bracket (\"]\") of the index.",
    )
}

pub(crate) fn function_name() -> Diagnostic {
    error(
        "Missing function name",
        "Expected the name of a function after the namespace and the two colons.",
    )
}

pub(crate) fn function_parenthesis() -> Diagnostic {
    error(
        "Missing open parenthesis",
        "Two colons belong to the name of a function, so an opening parenthesis must follow.",
    )
}

pub(crate) fn unterminated_call() -> Diagnostic {
    error(
        "Unterminated function call",
        "The file ends before the closing parenthesis of this function call.",
    )
}

pub(crate) fn argument_separator() -> Diagnostic {
    error(
        "Missing argument separator",
        "Expected a comma before the next argument of the function, or the closing parenthesis.",
    )
}

pub(crate) fn after_expansion() -> Diagnostic {
    error(
        "Missing closing parenthesis",
        "An argument that is expanded with \"...\" must be the last one. No comma can follow it.",
    )
}

pub(crate) fn unterminated_tuple() -> Diagnostic {
    error(
        "Unterminated tuple constructor expression",
        "The file ends before the closing bracket of this tuple.",
    )
}

pub(crate) fn item_separator() -> Diagnostic {
    error(
        "Missing item separator",
        "Expected a comma before the next item of the tuple, or the closing bracket.",
    )
}

pub(crate) fn unterminated_object() -> Diagnostic {
    error(
        "Unterminated object constructor expression",
        "The file ends before the closing brace of this object.",
    )
}

pub(crate) fn attribute_value() -> Diagnostic {
    error(
        "Missing attribute value",
        "Expected an equals sign (\"=\") and the value of the attribute.",
    )
}

pub(crate) fn key_separator() -> Diagnostic {
    error(SEPARATOR, "Expected an equals sign (\"=\") after the key.")
}

pub(crate) fn key_separator_before_name() -> Diagnostic {
    error(
        SEPARATOR,
        "Expected an equals sign (\"=\") after the key. A key with dots or spaces must stand in quotes.",
    )
}

pub(crate) fn attribute_separator() -> Diagnostic {
    error(
        "Missing attribute separator",
        "Expected a newline or a comma before the next attribute of the object.",
    )
}

pub(crate) fn for_variable() -> Diagnostic {
    error(FOR, "Expected the name of a variable after \"for\".")
}

pub(crate) fn for_second_variable() -> Diagnostic {
    error(
        FOR,
        "Expected the name of the variable for the value after the comma.",
    )
}

pub(crate) fn for_in() -> Diagnostic {
    error(
        FOR,
        "Expected the keyword \"in\" after the names of the variables.",
    )
}

pub(crate) fn for_colon() -> Diagnostic {
    error(FOR, "Expected a colon after the collection.")
}

pub(crate) fn for_end() -> Diagnostic {
    error(FOR, "Expected the closing bracket of the 'for' expression.")
}

pub(crate) fn for_key_in_tuple() -> Diagnostic {
    error(
        FOR,
        "The elements of a tuple have no keys. Remove the key and the arrow, or use braces to build an object.",
    )
}

pub(crate) fn for_group_in_tuple() -> Diagnostic {
    error(
        FOR,
        "Only the values of an object can be grouped by their keys. Remove the ellipsis (...), or use braces to build an object.",
    )
}

pub(crate) fn for_key_required() -> Diagnostic {
    error(
        FOR,
        "An object needs a key for each value: write the key and an arrow (=>) before the value.",
    )
}

pub(crate) fn variable_required() -> Diagnostic {
    error(
        "Variable name required",
        "A reference starts with the name of a variable.",
    )
}

pub(crate) fn attribute_required() -> Diagnostic {
    error(
        "Attribute name required",
        "Expected the name of an attribute after the dot.",
    )
}

pub(crate) fn splat_in_traversal() -> Diagnostic {
    error(
        "Attribute name required",
        "A reference names one object, so it cannot contain a splat (\"*\").",
    )
}

pub(crate) fn unclosed_index() -> Diagnostic {
    error(
        "Unclosed index brackets",
        "Expected a closing bracket (\"]\") after the key.",
    )
}

pub(crate) fn index_required() -> Diagnostic {
    error(
        "Index value required",
        "The key of a reference must be a number or a quoted string without template sequences.",
    )
}

pub(crate) fn traversal_step() -> Diagnostic {
    error(
        "Invalid character",
        "Expected a dot with the name of an attribute, or brackets with a key.",
    )
}
