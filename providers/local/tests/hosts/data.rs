//! Data sources.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::{hello, on_every_host, with};

/// Files whose bytes are no text, or not the text that hosts make of them.
pub(crate) const ODD: [(&str, &[u8], &str); 5] = [
    ("cut", b"a\xe2\x82b\xff", "a\u{fffd}\u{fffd}b\u{fffd}"),
    ("surrogate", b"\xed\xa0\x80", "\u{fffd}\u{fffd}\u{fffd}"),
    (
        "overlong",
        b"\xf0\x80\x80\xafx\xc0",
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}x\u{fffd}",
    ),
    ("decomposed", "e\u{301}".as_bytes(), "é"),
    ("zero", b"\0\r\n", "\0\r\n"),
];

/// Both data sources, for files of the given names.
pub(crate) fn sources<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let source = |name| {
        format!(
            "data \"local_file\" \"{name}\" {{\n  filename = \"{name}\"\n}}\n\
             data \"local_sensitive_file\" \"{name}\" {{\n  filename = \"{name}\"\n}}\n"
        )
    };
    names.into_iter().map(source).collect()
}

#[test]
fn files_with_any_bytes_are_read() {
    on_every_host(|host| {
        host.file("plain", "hello")?;
        for (name, bytes, _) in ODD {
            host.file(name, bytes)?;
        }
        let names = ODD.into_iter().map(|(name, ..)| name);
        host.config(&sources(names.chain(["plain"])))?;
        host.apply()?;
        let state = host.state()?;
        for kind in ["local_file", "local_sensitive_file"] {
            let attributes =
                json!({ "filename": "plain", "content": "hello", "content_base64": "aGVsbG8=" });
            let mut expected = with(hello(), attributes);
            expected.as_object_mut().unwrap().remove("source");
            let plain = &state[&format!("data.{kind}.plain")];
            assert_eq!(plain.attributes, expected, "{kind}");
            for (name, bytes, text) in ODD {
                let attributes = &state[&format!("data.{kind}.{name}")].attributes;
                assert_eq!(attributes["content"], text, "{kind} {name}");
                assert_eq!(
                    attributes["content_base64"],
                    STANDARD.encode(bytes),
                    "{kind} {name}"
                );
            }
            let cut = &state[&format!("data.{kind}.cut")].attributes;
            assert_eq!(
                cut["id"], "bd45044085d30cbd0cf9b3b7a5f07966d086db4d",
                "a hash is of the bytes"
            );
        }
        Ok(())
    });
}
