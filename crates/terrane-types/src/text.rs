//! The common part of the types: a text and its parsed value.

/// Defines a type of texts with a parsed value.
///
/// `$parse` returns the parsed value or `None`. A type with `by_meaning` compares by the parsed value. `$limit` checks
/// a text that has been parsed.
macro_rules! text_types {
    ($(
        $(#[$doc:meta])*
        $name:ident($meaning:ty), $expected:literal, $parse:expr $(=> $limit:expr)? $(, $by_meaning:ident)?;
    )*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name {
            text: String,
            meaning: $meaning,
        }

        impl $name {
            const EXPECTED: &'static str = $expected;

            /// The original text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.text
            }

            fn read(text: String) -> Result<Self, terrane::schema::Violation> {
                let parse: fn(&str) -> Option<$meaning> = $parse;
                let Some(meaning) = parse(&text) else {
                    return Err(terrane::schema::Violation::unexpected(Self::EXPECTED, &text));
                };
                $($limit(&text)?;)?
                Ok(Self { text, meaning })
            }
        }

        impl std::str::FromStr for $name {
            type Err = terrane::DecodeError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::read(text.to_owned()).map_err(|it| terrane::DecodeError::new(it.detail()))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.text)
            }
        }

        impl terrane::Attr for $name {
            type Draft = String;
            type Paths = terrane::generated::Leaf;
            type Checked = Self;

            fn shape() -> terrane::schema::Shape {
                <String as terrane::Attr>::shape()
            }

            fn validators() -> Vec<terrane::schema::Validator> {
                vec![terrane::schema::Validator::new(Self::EXPECTED, |value| match value.as_str() {
                    Some(text) => Ok(Self::read(text.to_owned()).map(drop)?),
                    None => Ok(()),
                })]
            }

            $(fn equality() -> Option<terrane::schema::Equality> {
                $crate::text::$by_meaning::<Self>()
            })?

            fn decode(data: &terrane_value::Data) -> Result<Self, terrane::DecodeError> {
                let text = <String as terrane::Attr>::decode(data)?;
                Self::read(text).map_err(|it| terrane::DecodeError::new(it.detail()))
            }

            fn draft(data: &terrane_value::Data) -> Result<String, terrane::DecodeError> {
                <String as terrane::Attr>::draft(data)
            }

            fn take_value(&mut self) -> terrane_value::Value {
                <String as terrane::Attr>::take_value(&mut self.text)
            }

            fn encode_draft(draft: String) -> terrane_value::Value {
                <String as terrane::Attr>::encode_draft(draft)
            }

            fn checked(&self) -> &Self {
                self
            }
        }

        impl terrane::generated::Nestable for $name {}
        impl terrane::generated::Plain for $name {}
    )*};
}
pub(super) use text_types;

/// The equality of a type that compares by parsed value.
pub(super) fn by_meaning<T: terrane::Equal>() -> Option<terrane::schema::Equality> {
    Some(terrane::generated::equality_of::<T>(None))
}

/// Compares by parsed values.
macro_rules! equal_by_meaning {
    ($($name:ident),*) => {$(
        impl terrane::Equal for $name {
            fn equal(&self, prior: &Self) -> bool {
                self.meaning == prior.meaning
            }
        }
    )*};
}
pub(super) use equal_by_meaning;

/// Helpers for the tests of the types.
#[cfg(test)]
pub(super) mod tests {
    use terrane::{Attr, Equal};
    use terrane_value::Value;

    /// Asserts which texts a type accepts and refuses, for both its validator and its decoder.
    pub(crate) fn takes<T: Attr>(good: &[&str], bad: &[&str]) {
        let validators = T::validators();
        let check = |text: &str| {
            let value = Value::from(text);
            let found = validators.iter().try_for_each(|it| it.check(&value));
            let decoded = T::decode(value.known().unwrap());
            assert_eq!(found.is_ok(), decoded.is_ok(), "{text:?}");
            if let (Err(violation), Err(error)) =
                (&found, decoded.as_ref().err().map_or(Ok(()), Err))
            {
                assert_eq!(violation.detail(), error.problem());
                assert!(error.problem().starts_with("expected "), "{error}");
            }
            found.is_ok()
        };
        for text in good {
            assert!(check(text), "{text:?} is right");
        }
        for text in bad {
            assert!(!check(text), "{text:?} is wrong");
        }
    }

    /// Whether two texts have the same value.
    pub(crate) fn same<T: Equal>(new: &str, prior: &str) -> bool {
        let read = |text: &str| T::decode(Value::from(text).known().unwrap()).unwrap();
        read(new).equal(&read(prior))
    }
}
