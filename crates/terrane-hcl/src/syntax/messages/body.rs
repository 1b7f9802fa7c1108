//! Arguments and blocks.

use super::error;
use crate::diagnostic::Diagnostic;

const ITEM_REQUIRED: &str = "Argument or block definition required";
const BLOCK: &str = "Invalid block definition";
const SINGLE: &str = "Invalid single-argument block definition";

pub(crate) fn quoted_name() -> Diagnostic {
    error(
        "Invalid argument name",
        "The name of an argument stands without quotes.",
    )
}

pub(crate) fn unclosed_block() -> Diagnostic {
    error(
        "Unclosed configuration block",
        "The file ends before the closing brace of this block. A brace may be missing here or in a block before.",
    )
}

pub(crate) fn item_required() -> Diagnostic {
    error(
        ITEM_REQUIRED,
        "Expected the name of an argument or the type of a block.",
    )
}

pub(crate) fn item_required_after_name() -> Diagnostic {
    error(
        ITEM_REQUIRED,
        "A name alone has no meaning. For an argument, write an equals sign (\"=\") and the value after the name. For a block, write its labels and \
         an opening brace on the same line.",
    )
}

pub(crate) fn nested_in_single_line(name: &str) -> Diagnostic {
    error(
        "Argument definition required",
        format!(
            "A block on a single line can contain only one argument. To set the argument \"{name}\", write an equals sign after its name. A nested \
             block must stand on lines of its own."
        ),
    )
}

pub(crate) fn redefined(name: &str, first: &str) -> Diagnostic {
    error(
        "Attribute redefined",
        format!(
            "The argument \"{name}\" is already set at {first}. An argument can be set only once."
        ),
    )
}

pub(crate) fn newline_after_argument() -> Diagnostic {
    error(
        "Missing newline after argument",
        "The next argument or block must start on a new line.",
    )
}

pub(crate) fn comma_after_argument() -> Diagnostic {
    error(
        "Unexpected comma after argument",
        "Arguments are separated by newlines. Remove the comma, and start a new line.",
    )
}

pub(crate) fn equals_in_block() -> Diagnostic {
    error(
        BLOCK,
        "An equals sign (\"=\") introduces the value of an argument. The header of a block must not contain it.",
    )
}

pub(crate) fn newline_in_header() -> Diagnostic {
    error(
        BLOCK,
        "The opening brace (\"{\") of a block must stand on the line of its type and labels.",
    )
}

pub(crate) fn label_or_brace() -> Diagnostic {
    error(
        BLOCK,
        "Expected another label, or the opening brace (\"{\") of the block.",
    )
}

pub(crate) fn second_argument() -> Diagnostic {
    error(
        SINGLE,
        "A block on a single line can contain only one argument. Write several arguments on lines of their own.",
    )
}

pub(crate) fn brace_on_next_line() -> Diagnostic {
    error(
        SINGLE,
        "The block starts with an argument on the line of its header, so its closing brace must stand on that line too. To use several lines, \
         start a new line after the opening brace.",
    )
}

pub(crate) fn brace_after_argument() -> Diagnostic {
    error(
        SINGLE,
        "Expected the closing brace after the only argument of this block.",
    )
}

pub(crate) fn newline_after_block() -> Diagnostic {
    error(
        "Missing newline after block definition",
        "The next argument or block must start on a new line.",
    )
}

pub(crate) fn several_items() -> Diagnostic {
    Diagnostic::error(
        "Not one item",
        "The text must be exactly one argument of the given name, or exactly one block.",
    )
}
