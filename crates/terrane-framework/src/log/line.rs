//! One log line: the JSON of hclog, which hosts of go-plugin parse.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::SystemTime;

use serde::Serializer as _;
use serde_json::Value;
use tracing::Level;

use super::clock::rfc_3339;
use super::fields::Fields;
use crate::text::{cut, start, whole_length};

/// The maximum length of a line, with its line break. Hosts split longer lines into fragments of plain text.
pub(super) const MAX_LENGTH: usize = 64 << 10;

/// The minimum length to which texts are shortened. If the line is still too long, fields are omitted.
const MIN_CUT: usize = 64;

/// The prefixes of messages that hosts take for the crash of the provider.
const EXIT_MESSAGES: [&str; 2] = ["panic: ", "fatal error: "];

/// A line before it is encoded.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub(super) timestamp: SystemTime,
    pub(super) level: Level,
    pub(super) module: &'a str,
    /// Source file and line.
    pub(super) caller: Option<String>,
    pub(super) message: String,
    pub(super) fields: Fields,
}

impl Line<'_> {
    /// Encodes the line with its line break.
    ///
    /// The host crashes on a message, level or timestamp that is not a string, so no field can take these keys. A line that is too long is shortened:
    /// the longest texts first, then all fields without `@`.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        let mut entries = BTreeMap::new();
        for (key, value) in self.fields {
            entries.insert(field_key(key), value);
        }
        if let Some(caller) = self.caller {
            entries.insert("@caller".to_owned(), caller.into());
        }
        entries.insert("@level".to_owned(), level_name(self.level).into());
        entries.insert("@message".to_owned(), harmless(self.message).into());
        entries.insert("@module".to_owned(), self.module.into());
        entries.insert("@timestamp".to_owned(), rfc_3339(self.timestamp).into());

        let mut bytes = encode(&entries, "", usize::MAX);
        let mut length = MAX_LENGTH / 2;
        while bytes.len() > MAX_LENGTH && length >= MIN_CUT {
            bytes = encode(&entries, "", length);
            length /= 2;
        }
        if bytes.len() > MAX_LENGTH {
            bytes = encode(&entries, "@", MIN_CUT);
        }
        bytes
    }
}

/// Encodes the entries whose keys start with `start`. Texts are cut to about `length` bytes.
fn encode(entries: &BTreeMap<String, Value>, start: &str, length: usize) -> Vec<u8> {
    let entries = entries.iter().filter(|(key, _)| key.starts_with(start));
    let mut bytes = Vec::new();
    // This cannot fail, because keys are text and numbers are finite. A failure would lose only the rest of the line.
    let _ = serde_json::Serializer::new(&mut bytes)
        .collect_map(entries.map(|(key, value)| (key, shortened(value, length))));
    bytes.push(b'\n');
    bytes
}

/// Renames the author's fields that start with `@`, because the host reads these keys.
fn field_key(name: &str) -> String {
    match name.strip_prefix('@') {
        Some(rest) => format!("_{rest}"),
        None => name.to_owned(),
    }
}

/// Changes a message that hosts would take for a crash: `panic: ` becomes `PANIC: `, as in the hosts' own logs.
fn harmless(mut message: String) -> String {
    if let Some(start) = EXIT_MESSAGES
        .into_iter()
        .find(|start| message.starts_with(start))
    {
        message.replace_range(..start.len(), &start.to_ascii_uppercase());
    }
    message
}

/// Shortens a text, and appends its original length.
fn shortened(value: &Value, length: usize) -> Cow<'_, Value> {
    match value.as_str() {
        Some(text) if text.len() > length => {
            Cow::Owned(cut(start(text, length), whole_length(text)).into())
        }
        _ => Cow::Borrowed(value),
    }
}

fn level_name(level: Level) -> &'static str {
    match level {
        Level::TRACE => "trace",
        Level::DEBUG => "debug",
        Level::INFO => "info",
        Level::WARN => "warn",
        Level::ERROR => "error",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;
    use serde_json::{Map, json};

    use super::*;

    /// Parses a line by the rules of go-plugin's hosts.
    fn read(bytes: &[u8]) -> Map<String, Value> {
        assert!(bytes.len() <= MAX_LENGTH, "{} bytes", bytes.len());
        let (end, text) = bytes.split_last().unwrap();
        assert_eq!(*end, b'\n');
        assert!(!text.contains(&b'\n'));
        let entries: Map<String, Value> = serde_json::from_slice(text).unwrap();
        for key in ["@level", "@message", "@module", "@timestamp"] {
            assert!(entries[key].is_string(), "{key}");
        }
        assert!(
            ["trace", "debug", "info", "warn", "error"]
                .contains(&entries["@level"].as_str().unwrap())
        );
        // The format that the host parses is `2006-01-02T15:04:05.000000Z07:00` in Go's notation.
        let timestamp = entries["@timestamp"].as_str().unwrap();
        let shape: String = timestamp
            .chars()
            .map(|char| if char.is_ascii_digit() { '0' } else { char })
            .collect();
        assert_eq!(shape, "0000-00-00T00:00:00.000000Z");
        for start in EXIT_MESSAGES {
            assert!(!entries["@message"].as_str().unwrap().starts_with(start));
        }
        entries
    }

    fn line(message: &str, fields: Fields) -> Line<'static> {
        Line {
            timestamp: SystemTime::UNIX_EPOCH,
            level: Level::INFO,
            module: "zoo",
            caller: None,
            message: message.to_owned(),
            fields,
        }
    }

    fn fields(entries: Vec<(&'static str, Value)>) -> Fields {
        entries.into_iter().collect()
    }

    #[test]
    fn entries_are_sorted_and_complete() {
        let line = Line {
            timestamp: SystemTime::UNIX_EPOCH + Duration::from_millis(1_767_319_445_100),
            level: Level::WARN,
            module: "sdk.proto",
            caller: Some("src/pet.rs:7".to_owned()),
            message: "tab\tand \u{2028}".to_owned(),
            fields: fields(vec![
                ("tf_rpc", json!("Read")),
                ("n", json!(1.5)),
                ("N", json!(true)),
            ]),
        };
        assert_eq!(
            String::from_utf8(line.into_bytes()).unwrap(),
            concat!(
                r#"{"@caller":"src/pet.rs:7","@level":"warn","@message":"tab\tand "#,
                "\u{2028}",
                r#"","@module":"sdk.proto","@timestamp":"2026-01-02T02:04:05.100000Z","N":true,"n":1.5,"tf_rpc":"Read"}"#,
                "\n"
            )
        );
    }

    #[test]
    fn fields_cannot_take_the_keys_of_the_host() {
        let entries = vec![
            ("@level", json!(7)),
            ("@message", json!(null)),
            ("@timestamp", json!(0)),
            ("@", json!(1)),
        ];
        let entries = read(&line("hello", fields(entries)).into_bytes());
        assert_eq!(entries["@message"], "hello");
        assert_eq!(
            (&entries["_level"], &entries["_timestamp"], &entries["_"]),
            (&json!(7), &json!(0), &json!(1))
        );
    }

    #[test]
    fn message_of_a_live_provider_is_no_crash() {
        let cases = [
            ("panic: at the zoo", "PANIC: at the zoo"),
            ("fatal error: no food", "FATAL ERROR: no food"),
            ("panic at the zoo", "panic at the zoo"),
            ("no panic: at all", "no panic: at all"),
        ];
        for (message, shown) in cases {
            assert_eq!(
                read(&line(message, Fields::default()).into_bytes())["@message"],
                shown
            );
        }
    }

    #[test]
    fn longest_line_is_whole_and_a_byte_more_is_cut() {
        let empty = line("", Fields::default()).into_bytes().len();
        let fits = "x".repeat(MAX_LENGTH - empty);
        let bytes = line(&fits, Fields::default()).into_bytes();
        assert_eq!(bytes.len(), MAX_LENGTH);
        assert_eq!(read(&bytes)["@message"], fits);

        let message =
            &read(&line(&(fits.clone() + "x"), Fields::default()).into_bytes())["@message"];
        let (kept, note) = message.as_str().unwrap().split_once("...").unwrap();
        assert_eq!(kept, "x".repeat(MAX_LENGTH / 2));
        assert_eq!(note, format!(" ({} bytes)", fits.len() + 1));
    }

    #[test]
    fn short_fields_stay_whole_next_to_a_long_one() {
        let entries = vec![
            ("body", json!("\u{1}é".repeat(100_000))),
            ("status", json!("not found")),
            ("took", json!(3)),
        ];
        let entries = read(&line("called", fields(entries)).into_bytes());
        assert_eq!(
            (&entries["@message"], &entries["status"], &entries["took"]),
            (&json!("called"), &json!("not found"), &json!(3))
        );
        assert!(
            entries["body"]
                .as_str()
                .unwrap()
                .ends_with("... (300000 bytes)")
        );
    }

    #[test]
    fn too_many_fields_are_left_out() {
        let keys: Vec<&'static str> = (0..9000).map(|n| &*format!("key{n}").leak()).collect();
        let entries = read(
            &line(
                &"m".repeat(99),
                fields(keys.into_iter().map(|key| (key, json!(1))).collect()),
            )
            .into_bytes(),
        );
        assert_eq!(
            entries.keys().collect::<Vec<_>>(),
            ["@level", "@message", "@module", "@timestamp"]
        );
    }

    /// Texts of all kinds, some of them long.
    fn text() -> impl Strategy<Value = String> {
        (
            any::<String>(),
            prop::sample::select(vec![1, 1, 1, 50, 1000]),
        )
            .prop_map(|(text, times)| text.repeat(times))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn anything_is_one_line(message in text(), texts in prop::collection::vec(text(), 3), float in any::<f64>(), int in any::<i64>()) {
            let mut fields = fields(vec![("int", json!(int)), ("float", json!(float))]);
            for (key, text) in ["a", "@message", "é\n\""].into_iter().zip(texts) {
                fields.extend([(key, json!(text))].into_iter().collect());
            }
            let entries = read(&line(&message, fields).into_bytes());
            prop_assert_eq!(&entries["int"], &json!(int));
        }
    }
}
