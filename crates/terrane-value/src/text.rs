use std::borrow::{Borrow, Cow};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

use bytes::Bytes;
use bytestring::ByteString;

use crate::error::Error;
use crate::nfc;

/// A string in UTF-8 and normalisation form C, in which Terraform compares strings.
///
/// Cloning is cheap. Text that is decoded from a message is a slice of that message, so the message stays in memory as long as the text. Attribute
/// names and map keys have the same type, see [`Name`].
///
/// ```
/// # use terrane_value::Text;
/// assert_eq!(Text::from("e\u{301}"), Text::from("\u{e9}"));
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text(ByteString);

/// The name of an attribute.
pub type Name = Text;

impl Text {
    /// Wraps a constant. The constant is copied only if it must be normalised.
    pub fn from_static(text: &'static str) -> Self {
        Self::normalised(ByteString::from_static(text))
    }

    /// Wraps a slice of a message. The slice is copied only if it must be normalised.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not UTF-8.
    pub fn from_utf8(bytes: Bytes) -> Result<Self, Error> {
        match ByteString::try_from(bytes) {
            Ok(text) => Ok(Self::normalised(text)),
            Err(_) => Err(Error::syntax("expected text in UTF-8, found other bytes")),
        }
    }

    /// Returns the text as a slice.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn normalised(text: ByteString) -> Self {
        match nfc::normalised(&text) {
            None => Self(text),
            Some(normalised) => Self(normalised.into()),
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        match nfc::normalised(text) {
            None => Self(text.into()),
            Some(normalised) => Self(normalised.into()),
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self::normalised(text.into())
    }
}

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Self {
        match text {
            Cow::Borrowed(text) => text.into(),
            Cow::Owned(text) => text.into(),
        }
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<&Text> for Text {
    fn from(text: &Text) -> Self {
        text.clone()
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.as_str().to_owned()
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalises_however_it_is_made() {
        let composed = "caf\u{e9} \u{ac01}";
        let decomposed = "cafe\u{301} \u{1100}\u{1161}\u{11a8}";
        assert_eq!(Text::from(decomposed).as_str(), composed);
        assert_eq!(Text::from(decomposed.to_owned()).as_str(), composed);
        assert_eq!(Text::from_static("e\u{301}").as_str(), "\u{e9}");
        assert_eq!(
            Text::from_utf8(Bytes::from(decomposed)).unwrap().as_str(),
            composed
        );
    }

    #[test]
    fn slices_the_message() {
        let message = Bytes::from_static(b"\xa5hello");
        let text = Text::from_utf8(message.slice(1..)).unwrap();
        assert_eq!(text.as_ptr(), message[1..].as_ptr());
    }

    #[test]
    fn refuses_other_bytes() {
        assert!(Text::from_utf8(Bytes::from_static(b"a\xff")).is_err());
    }
}
