//! What a document consists of, and what is wrong with it.

use std::borrow::Cow;

use super::cursor::Place;
use super::scalar::Style;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum YamlTokenKind<'a> {
    StreamEnd,
    /// `%YAML 1.1`: the version.
    Version(u8, u8),
    /// `%TAG !handle! prefix`.
    TagDirective(&'a str, String),
    DocumentStart,
    DocumentEnd,
    SequenceStart,
    MappingStart,
    /// The end of a sequence or mapping in block style.
    BlockEnd,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    /// `-`.
    Entry,
    Comma,
    /// `?`, or the place before a key on a single line.
    Key,
    /// `:`.
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    /// `!handle!suffix`. A tag in its full form has no handle.
    Tag(&'a str, String),
    Scalar(Cow<'a, str>, Style),
}

#[derive(Debug, Clone)]
pub(super) struct Token<'a> {
    pub(super) kind: YamlTokenKind<'a>,
    pub(super) place: Place,
}

/// An error with its place.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) place: Place,
    pub(super) message: Cow<'static, str>,
}

impl Failure {
    pub(super) fn new(place: Place, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            place,
            message: message.into(),
        }
    }
}
