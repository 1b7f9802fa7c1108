//! The JSON lines of hclog, HashiCorp's log library. Plugins write them to their standard error.

use serde_json::{Map, Value};
use tracing::Level;

/// One line of a plugin's log.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// The level.
    pub(crate) level: Level,
    /// The name of the logger. Empty for the plugin itself.
    pub(crate) module: String,
    /// The text of the record.
    pub(crate) message: String,
    /// The time, in the plugin's format.
    pub(crate) timestamp: String,
    /// All other fields.
    pub(crate) fields: Map<String, Value>,
}

impl Record {
    /// Parses a line. Returns `None` for lines that are not hclog's, which are shown verbatim.
    ///
    /// As in go-plugin, a JSON line without a known level is not hclog's.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        if !line.starts_with('{') {
            return None;
        }
        let mut fields: Map<String, Value> = serde_json::from_str(line).ok()?;
        let level = level_of_name(fields.get("@level")?.as_str()?)?;
        let mut take = |key| match fields.remove(key) {
            Some(Value::String(text)) => Some(text),
            None => Some(String::new()),
            Some(_) => None,
        };
        take("@level")?;
        Some(Self {
            level,
            module: take("@module")?,
            message: take("@message")?,
            timestamp: take("@timestamp")?,
            fields,
        })
    }
}

/// Reads hclog's name of a level.
fn level_of_name(name: &str) -> Option<Level> {
    match name.trim().to_ascii_lowercase().as_str() {
        "trace" => Some(Level::TRACE),
        "debug" => Some(Level::DEBUG),
        "info" => Some(Level::INFO),
        "warn" => Some(Level::WARN),
        "error" => Some(Level::ERROR),
        _ => None,
    }
}

/// Returns the level of a plain line: that of its prefix, or `DEBUG`.
pub(crate) fn plain_level(line: &str) -> Level {
    level_prefix(line).unwrap_or(Level::DEBUG)
}

/// Reads the level of a plain line from the prefix that older Go loggers write, such as `[WARN]`.
pub(crate) fn level_prefix(line: &str) -> Option<Level> {
    line.strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
        .filter(|(name, _)| name.bytes().all(|byte| byte.is_ascii_uppercase()))
        .and_then(|(name, _)| level_of_name(name))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn line_of_hclog_is_parsed() {
        let line = r#"{"@level":"warn","@message":"slow","@module":"zoo.http","@timestamp":"2026-01-02T03:04:05.000006Z","took":1.5,"tags":["a"]}"#;
        let record = Record::parse(line).unwrap();
        assert_eq!(record.level, Level::WARN);
        assert_eq!(record.module, "zoo.http");
        assert_eq!(record.message, "slow");
        assert_eq!(record.timestamp, "2026-01-02T03:04:05.000006Z");
        assert_eq!(
            Value::Object(record.fields),
            json!({"took": 1.5, "tags": ["a"]})
        );
    }

    #[test]
    fn only_the_level_is_needed() {
        let record = Record::parse(r#"{"@level":" INFO "}"#).unwrap();
        assert_eq!((record.level, record.message.as_str()), (Level::INFO, ""));
    }

    #[test]
    fn other_lines_are_left_alone() {
        for line in [
            "",
            "panic: oh",
            "{",
            "[]",
            r#"{"message":"hello"}"#,
            r#"{"@level":"loud","@message":"hello"}"#,
            r#"{"@level":3}"#,
            r#"{"@level":"info","@message":{"nested":true}}"#,
            r#"{"@level":"info","@module":null}"#,
        ] {
            assert_eq!(Record::parse(line), None, "{line}");
        }
    }

    #[test]
    fn prefixes_of_plain_lines_give_the_level() {
        let cases = [
            ("[TRACE] x", Level::TRACE),
            ("[INFO]", Level::INFO),
            ("[WARN] x", Level::WARN),
            ("[ERROR] x", Level::ERROR),
            ("[error] x", Level::DEBUG),
            ("[ERROR", Level::DEBUG),
            ("ERROR", Level::DEBUG),
        ];
        for (line, level) in cases {
            assert_eq!(plain_level(line), level, "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_survived(line in "\\PC*") {
            let _ = (Record::parse(&line), plain_level(&line));
        }

        #[test]
        fn any_json_is_survived(line in r#"\{("@(level|message|module|timestamp)"|"k"):("info"|"é\\n"|-?[0-9]{1,30}|\[+\]*|null|\{\})(,"@message":("x"|1))?\}"#) {
            if let Some(record) = Record::parse(&line) {
                prop_assert!(!record.fields.contains_key("@level"));
                prop_assert!(!record.fields.contains_key("@message"));
            }
        }

        #[test]
        fn any_record_survives_a_round_trip(
            name in prop::sample::select(vec!["trace", "debug", "info", "warn", "error"]),
            message in any::<String>(), module in any::<String>(), key in "[a-z]{1,9}", value in any::<String>(),
        ) {
            let line = json!({"@level": name, "@message": message, "@module": module, key.clone(): value}).to_string();
            let record = Record::parse(&line).unwrap();
            prop_assert_eq!(record.level.to_string().to_lowercase(), name);
            prop_assert_eq!(record.message, message);
            prop_assert_eq!(record.module, module);
            prop_assert_eq!(&record.fields[&key], &Value::String(value));
        }
    }
}
