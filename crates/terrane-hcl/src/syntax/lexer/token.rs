//! Tokens.

/// A token of native syntax. Blanks between tokens are not tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    OpenParenthesis,
    CloseParenthesis,
    OpenQuote,
    CloseQuote,
    /// `<<EOT` or `<<-EOT`, with the line break.
    OpenHeredoc,
    /// The line of the end marker, without the line break.
    CloseHeredoc,
    Star,
    Slash,
    Plus,
    Minus,
    Percent,
    Equal,
    EqualEqual,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
    Bang,
    Dot,
    Comma,
    Ellipsis,
    FatArrow,
    Question,
    Colon,
    DoubleColon,
    /// `${` or `${~`.
    Interpolation,
    /// `%{` or `%{~`.
    Directive,
    /// `}` or `~}` at the end of a template sequence.
    SequenceEnd,
    /// Text between quotes.
    QuotedText,
    /// Text of a heredoc or of a bare template: at most one line.
    Text,
    Number,
    Identifier,
    /// A comment. If it ends with its line, the line break belongs to it.
    Comment,
    Newline,
    EndOfFile,
    // Kinds that no program can contain: the lexer accepts them for the sake of good errors.
    Ampersand,
    Pipe,
    Caret,
    Tilde,
    Backtick,
    Apostrophe,
    Semicolon,
    QuotedNewline,
    Invalid,
    BadUtf8,
}

impl TokenKind {
    /// Returns the bracket at the other end.
    pub(crate) fn opposite(self) -> Option<Self> {
        Some(match self {
            Self::OpenBrace => Self::CloseBrace,
            Self::CloseBrace => Self::OpenBrace,
            Self::OpenBracket => Self::CloseBracket,
            Self::CloseBracket => Self::OpenBracket,
            Self::OpenParenthesis => Self::CloseParenthesis,
            Self::CloseParenthesis => Self::OpenParenthesis,
            Self::OpenQuote => Self::CloseQuote,
            Self::CloseQuote => Self::OpenQuote,
            Self::OpenHeredoc => Self::CloseHeredoc,
            Self::CloseHeredoc => Self::OpenHeredoc,
            Self::Interpolation | Self::Directive => Self::SequenceEnd,
            Self::SequenceEnd => Self::Interpolation,
            _ => return None,
        })
    }
}

impl Token {
    pub(crate) fn text<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        &source[index(self.start)..index(self.end)]
    }
}

/// Converts an offset. A source text is shorter than 4 GiB, so every offset fits on platforms with 32 bits too.
pub(crate) fn index(offset: u32) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}
