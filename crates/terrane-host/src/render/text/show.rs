//! How differences are shown: lines with indentation and symbols, and names.

use std::fmt::Write as _;

use terrane_hcl::syntax::is_identifier;

use crate::quote::quoted;
use crate::render::diff::{Diff, Shape};
use crate::render::kind::Kind;
use crate::render::paint::{Paint, Style};

/// The columns of a level of indentation.
const INDENT: usize = 4;

/// The attributes that are shown even if they do not change, because people recognise objects by them.
const IMPORTANT: [&str; 3] = ["id", "name", "tags"];

/// How a difference is shown.
#[derive(Debug, Clone, Copy)]
pub(in crate::render) struct Show {
    pub(in crate::render) paint: Paint,
    /// Whether removed values are shown without `-> null`.
    pub(in crate::render) hides_null: bool,
    /// Whether unchanged parts are shown.
    pub(in crate::render) shows_unchanged: bool,
    /// Whether lines have no symbols.
    pub(in crate::render) hides_symbols: bool,
    /// Whether the part says that it replaces the object, although only a part around it does.
    pub(in crate::render) forces_replacement: bool,
}

impl Show {
    pub(in crate::render) const fn new(paint: Paint) -> Self {
        Self {
            paint,
            hides_null: false,
            shows_unchanged: false,
            hides_symbols: false,
            forces_replacement: false,
        }
    }

    /// Returns the manner for the parts of the shown part.
    pub(super) const fn parts(self) -> Self {
        Self {
            forces_replacement: false,
            ..self
        }
    }

    /// Returns the start of a line: the indentation and the symbol.
    pub(super) fn start(self, indent: usize, kind: Kind) -> String {
        let columns = indent * INDENT;
        let shown = if self.hides_symbols { Kind::NoOp } else { kind };
        let symbol = self.paint.symbol(shown.action());
        format!("{:columns$}{symbol} ", "")
    }

    pub(super) fn null_suffix(self, kind: Kind) -> String {
        if kind == Kind::Delete && !self.hides_null {
            format!(" {}", self.paint.text(Style::Gray, "-> null"))
        } else {
            String::new()
        }
    }

    pub(super) fn replacement(self, replaces: bool) -> String {
        if replaces || self.forces_replacement {
            format!(" {}", self.paint.text(Style::Red, "# forces replacement"))
        } else {
            String::new()
        }
    }

    pub(super) fn arrow(self) -> String {
        self.paint.text(Style::Yellow, "->")
    }

    pub(super) fn null(self) -> String {
        self.paint.text(Style::Gray, "null")
    }

    /// Writes the line that counts hidden parts, if there are any.
    pub(super) fn hidden(self, text: &mut String, indent: usize, count: usize, noun: &str) {
        if count > 0 {
            let plural = if count == 1 { "" } else { "s" };
            let note = format!("# ({count} unchanged {noun}{plural} hidden)");
            let start = self.start(indent, Kind::NoOp);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{start}{}", self.paint.text(Style::Gray, note));
        }
    }

    /// Writes the lines before a part that warn about a change of its secrecy.
    pub(super) fn warnings(self, text: &mut String, diff: &Diff<'_>, indent: usize) {
        let Shape::Sensitive {
            is_block,
            was_sensitive,
            becomes_sensitive,
            inner,
        } = &diff.shape
        else {
            return;
        };
        if matches!(diff.kind, Kind::Create | Kind::Delete) || was_sensitive == becomes_sensitive {
            return;
        }
        let columns = indent * INDENT;
        let warning = self.paint.text(Style::Yellow, "Warning");
        let part = if *is_block {
            "block"
        } else {
            "attribute value"
        };
        let (first, second) = if *was_sensitive {
            (
                "will no longer be marked as sensitive",
                "after applying this change.",
            )
        } else {
            (
                "will be marked as sensitive and will not",
                "display in UI output after applying this change.",
            )
        };
        let unchanged = if *inner == Kind::NoOp {
            " The value is unchanged."
        } else {
            ""
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{:columns$}  # {warning}: this {part} {first}", "");
        let _ = writeln!(text, "{:columns$}  # {second}{unchanged}", "");
    }
}

/// Returns the name of an attribute, in quotes if it is no identifier.
pub(in crate::render) fn name(name: &str) -> String {
    if is_identifier(name) {
        name.to_owned()
    } else {
        key(name)
    }
}

/// Returns the key of a map in quotes.
pub(super) fn key(key: &str) -> String {
    quoted(key).replace("${", "$${").replace("%{", "%%{")
}

/// Returns the columns that the longest name takes.
pub(in crate::render) fn width<'n>(names: impl Iterator<Item = &'n String>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0)
}

pub(super) fn is_important(name: &str) -> bool {
    IMPORTANT.contains(&name)
}
