//! The diagnostics of the parsers.
//!
//! The summaries are HashiCorp's, because users search for them. The details are ours.

pub(crate) mod body;
pub(crate) mod content;
pub(crate) mod expression;
pub(crate) mod json;
pub(crate) mod lexical;
pub(crate) mod statics;
pub(crate) mod template;

use std::borrow::Cow;

use crate::diagnostic::Diagnostic;

/// The number of errors after which a parser reports no more. Each byte of a file that is no configuration may be an error.
pub(crate) const MAX_ERRORS: usize = 1000;

/// A file that is too large for the offsets of spans.
pub(crate) fn too_large() -> Diagnostic {
    error(
        "Source text too large",
        "A source text must be shorter than 4 GiB. Split the configuration into several files.",
    )
}

/// Nesting that is too deep for recursive functions over the tree.
pub(crate) fn too_deep(limit: usize) -> Diagnostic {
    error(
        "Nesting too deep",
        format!(
            "Blocks, brackets, templates, conditionals and unary operators can be nested {limit} levels deep. Move inner parts to local values."
        ),
    )
}

fn error(
    summary: impl Into<Cow<'static, str>>,
    detail: impl Into<Cow<'static, str>>,
) -> Diagnostic {
    Diagnostic::error(summary, detail)
}
