//! The tokens of Go's template language.

/// A token, with the line where it starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) line: usize,
}

/// The kind of a token, with its text where it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// Text outside of actions.
    Text(&'a str),
    /// `{{`.
    Open,
    /// `}}`.
    Close,
    /// White space between the operands of an action.
    Space,
    Pipe,
    /// `:=`.
    Declare,
    /// `=`.
    Assign,
    Comma,
    OpenParenthesis,
    CloseParenthesis,
    /// The name of a function, or a keyword.
    Name(&'a str),
    Bool(bool),
    Nil,
    Dot,
    /// The name after a dot.
    Field(&'a str),
    /// The name after `$`, which may be empty.
    Variable(&'a str),
    Number(&'a str),
    /// A character with its quotes.
    Character(&'a str),
    /// A text with its quotes, which are double ones or backquotes.
    Quoted(&'a str),
    End,
}

impl Kind<'_> {
    /// Describes the token in messages.
    pub(super) fn describe(self) -> String {
        let text = match self {
            Self::Text(_) => return "text".to_owned(),
            Self::Open => "{{",
            Self::Close => return "the end of the action".to_owned(),
            Self::Space => return "white space".to_owned(),
            Self::Pipe => "|",
            Self::Declare => ":=",
            Self::Assign => "=",
            Self::Comma => ",",
            Self::OpenParenthesis => "(",
            Self::CloseParenthesis => ")",
            Self::Bool(true) => "true",
            Self::Bool(false) => "false",
            Self::Nil => "nil",
            Self::Dot => ".",
            Self::Field(name) => return format!("`.{name}`"),
            Self::Variable(name) => return format!("`${name}`"),
            Self::Name(text) | Self::Number(text) | Self::Character(text) | Self::Quoted(text) => {
                text
            }
            Self::End => return "the end of the template".to_owned(),
        };
        format!("`{text}`")
    }
}
