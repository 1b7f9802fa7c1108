//! Colours of a terminal, and the symbols of actions.

use std::fmt;

use crate::plan::Action;

/// Writes text with colours, or leaves the colours out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Paint {
    pub(super) has_colors: bool,
}

/// How a text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Bold,
    BoldRed,
    BoldGreen,
    BoldCyan,
    Red,
    Green,
    Yellow,
    Cyan,
    Gray,
}

impl Style {
    /// Returns the parameters of the escape sequence that starts the style.
    const fn code(self) -> &'static str {
        match self {
            Self::Bold => "1",
            Self::BoldRed => "1;31",
            Self::BoldGreen => "1;32",
            Self::BoldCyan => "1;36",
            Self::Red => "31",
            Self::Green => "32",
            Self::Yellow => "33",
            Self::Cyan => "36",
            Self::Gray => "90",
        }
    }
}

impl Paint {
    /// Returns the text in a style.
    pub(super) fn text(self, style: Style, text: impl fmt::Display) -> String {
        if self.has_colors {
            format!("\u{1b}[{}m{text}\u{1b}[0m", style.code())
        } else {
            text.to_string()
        }
    }

    /// Returns the symbol of an action, which is three columns wide.
    pub(super) fn symbol(self, action: Action) -> String {
        let plus = || self.text(Style::Green, "+");
        let minus = || self.text(Style::Red, "-");
        match action {
            Action::NoOp => "   ".to_owned(),
            Action::Create => format!("  {}", plus()),
            Action::Read => format!(" {}", self.text(Style::Cyan, "<=")),
            Action::Update => format!("  {}", self.text(Style::Yellow, "~")),
            Action::DeleteThenCreate => format!("{}/{}", minus(), plus()),
            Action::CreateThenDelete => format!("{}/{}", plus(), minus()),
            Action::Delete => format!("  {}", minus()),
            Action::Forget => format!(" {}", self.text(Style::Red, ".")),
        }
    }
}
