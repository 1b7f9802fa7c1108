//! The private state of a request.

use serde::de::IgnoredAny;
use terrane_protocol::{Diagnostic, Opaque};

use crate::context::Private;
use crate::messages::private::ignored;

/// Decodes private state. Private state of another toolkit is dropped. A JSON object is dropped without a warning, because the older Go toolkit
/// stores only its own data there.
pub(crate) fn read_private(bytes: &Opaque) -> (Private, Option<Diagnostic>) {
    match Private::from_wire(bytes) {
        Ok(private) => (private, None),
        Err(why) if is_json_object(bytes) => {
            tracing::warn!("{why}");
            (Private::default(), None)
        }
        Err(why) => (Private::default(), Some(ignored(why))),
    }
}

fn is_json_object(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
        && serde_json::from_slice::<IgnoredAny>(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ps1_private_state_of_another_toolkit_is_dropped_without_a_warning() {
        for (stored, warns) in [
            (r#""#, false),
            (r#"null"#, false),
            (r#"{"schema_version":"1"}"#, false),
            (
                r#"{"e2bfb730-ecaa-11e6-8f88-34363bc7c4c0":{"create":60}}"#,
                false,
            ),
            (r#"[]"#, true),
            ("\u{1}", true),
        ] {
            let stored = Opaque::from(stored.as_bytes().to_vec());
            let (private, warning) = read_private(&stored);
            assert_eq!(private, Private::default());
            assert_eq!(warning.is_some(), warns, "{stored:?}");
        }
    }
}
