//! The formatter: the layout of `terraform fmt`.
//!
//! It works on tokens rather than on the tree: tokens keep their text, and only the blanks between them change. A few outdated forms are replaced.

mod layout;
mod piece;
mod rewrite;
mod spaces;

use crate::diagnostic::Diagnostics;
use crate::source::Source;
use crate::syntax::lexer::{Start, lex};
use crate::syntax::parse_file;

use self::piece::Piece;

/// Formats a file in native syntax as `terraform fmt` does.
///
/// The known differences are faults of `terraform fmt`: it loses a block's label that contains an escaped template sequence (`"$${x}"`), and it removes the
/// brackets around an interpolation whose only line breaks are those of comments, so that the result is invalid. This function keeps both intact.
///
/// ```
/// use terrane_hcl::{Source, syntax};
///
/// let source = Source::detached("main.tf", "a=1\nlong = \"${var.x}\"\n");
/// assert_eq!(syntax::format(&source)?, "a    = 1\nlong = var.x\n");
/// # Ok::<(), terrane_hcl::Diagnostics>(())
/// ```
///
/// # Errors
///
/// Returns the errors of the parser. What is not understood is not formatted.
pub fn format(source: &Source) -> Result<String, Diagnostics> {
    let file = parse_file(source).into_result()?;
    let tokens = lex(source.bytes(), Start::Code);
    let mut pieces = rewrite::rewrite(&file.body, &tokens, source.bytes());
    Ok(arrange_pieces(&mut pieces))
}

fn arrange_pieces(pieces: &mut [Piece<'_>]) -> String {
    layout::arrange(pieces);
    let len = pieces
        .iter()
        .map(|piece| piece.spaces + piece.text.len())
        .sum();
    let mut text = Vec::with_capacity(len);
    for piece in pieces {
        text.extend(std::iter::repeat_n(b' ', piece.spaces));
        text.extend_from_slice(&piece.text);
    }
    match String::from_utf8(text) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}
