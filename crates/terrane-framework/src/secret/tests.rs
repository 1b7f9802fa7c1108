use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use proptest::prelude::*;

use super::*;

fn secrets(values: &[&str]) -> Secrets {
    let mut secrets = Secrets::default();
    for value in values {
        secrets.add(value);
    }
    secrets
}

/// Hides the secrets `values` in a text.
fn leaves(values: &[&str], text: &str) -> String {
    let mut secrets = secrets(values);
    hidden(text, &mut [&mut secrets]).unwrap_or_else(|| text.to_owned())
}

#[test]
fn a_secret_is_hidden_at_every_position_of_a_text() {
    assert_eq!(leaves(&["s3cret"], "s3cret"), "***");
    assert_eq!(leaves(&["s3cret"], "a s3cret, s3crets"), "a ***, ***s");
    assert_eq!(leaves(&["s3cret"], "s3cre t"), "s3cre t");
    assert_eq!(leaves(&[" s3cret\n"], "token=s3cret&x"), "token=***&x");
    assert_eq!(leaves(&["12345678"], "number 12345678.5"), "number ***.5");
}

#[test]
fn nothing_known_changes_nothing() {
    assert_eq!(hidden("anything", &mut []), None);
    assert_eq!(hidden("anything", &mut [&mut Secrets::default()]), None);
    assert_eq!(leaves(&["", "abc", "true"], "abc is true"), "abc is true");
}

#[test]
fn secrets_that_overlap_leave_nothing_of_each_other() {
    assert_eq!(leaves(&["abcdef", "defghi"], "x abcdefghi y"), "x *** y");
    assert_eq!(
        leaves(&["abcd", "abcdefgh"], "abcdefgh abcdefg"),
        "*** ***efg"
    );
}

#[test]
fn secrets_of_several_sets_are_hidden_together() {
    let (mut one, mut other) = (secrets(&["abcdef"]), secrets(&["defghi"]));
    let hidden = hidden("x abcdefghi y", &mut [&mut one, &mut other]);
    assert_eq!(hidden.as_deref(), Some("x *** y"));
}

#[test]
fn a_mask_never_joins_text_to_a_secret() {
    assert_eq!(leaves(&["ab***cd", "xyzw"], "1 abxyzwcd 2"), "***");
    assert_eq!(leaves(&["****"], "*****"), "***");
}

#[test]
fn escaped_secrets_are_hidden() {
    let secret = "a\"b\\c/d\né&<\u{7f}>";
    let json = serde_json::to_string(secret).unwrap();
    let nested = serde_json::to_string(&json).unwrap();
    let of_go = r#"a\"b\\c/d\n\u00e9\u0026\u003c\u007f\u003e"#;
    let of_url = "a%22b%5Cc%2Fd%0A%C3%A9%26%3C%7F%3E";
    let partly = "a%22b%5cc/d%0a%c3%a9&%3C%7f>";
    let texts = [
        secret,
        &json,
        &nested,
        &format!("{secret:?}"),
        &format!("{json:?}"),
        of_go,
        of_url,
        &of_url.to_lowercase(),
        partly,
    ];
    for text in texts {
        let text = format!("before {text} after");
        let hidden = leaves(&[secret], &text);
        let inner = hidden
            .strip_prefix("before ")
            .and_then(|rest| rest.strip_suffix(" after"))
            .unwrap_or_else(|| panic!("{hidden}"));
        assert_eq!(inner.trim_matches(['\\', '"']), MASK, "{text}");
    }
}

#[test]
fn plus_signs_of_forms_are_decoded_as_spaces() {
    assert_eq!(leaves(&["pass word+1"], "q=pass+word%2B1&r"), "q=***&r");
    assert_eq!(leaves(&["1+1=2!"], "sum: 1+1=2!"), "sum: ***");
}

#[test]
fn secrets_in_base64_are_hidden() {
    let secret = "s3cret~token?";
    for user in ["", "u", "us", "user"] {
        for encoded in [
            STANDARD.encode(format!("{user}:{secret}")),
            URL_SAFE.encode(format!("{user}:{secret}")),
        ] {
            let hidden = leaves(&[secret], &format!("Authorization: Basic {encoded}"));
            assert!(hidden.contains(MASK), "{hidden}");
            assert!(!hidden.contains(&encoded[8..encoded.len() - 4]), "{hidden}");
        }
    }
}

/// Returns a secret in other encodings, each with its name.
fn encodings(secret: &str) -> Vec<(&'static str, String)> {
    let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
    let decimal: String = secret
        .chars()
        .map(|c| format!("&#{};", u32::from(c)))
        .collect();
    let entities: String = secret
        .chars()
        .map(|c| format!("&#x{:X};", u32::from(c)))
        .collect();
    let named = secret
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&apos;");
    let json = |text: &str| serde_json::to_string(text).unwrap();
    let once = STANDARD.encode(format!("user:{secret}:and more"));
    let twice = STANDARD.encode(format!("key={once}"));
    let wrapped = |text: &str, end: &str| {
        let lines = text.as_bytes().chunks(16).map(String::from_utf8_lossy);
        lines.collect::<Vec<_>>().join(end)
    };
    let percent: String = secret.bytes().map(|byte| format!("%{byte:02X}")).collect();
    vec![
        ("hexadecimal", hex.clone()),
        ("hexadecimal in capitals", hex.to_uppercase()),
        ("decimal entities", decimal),
        ("hexadecimal entities", entities),
        ("named entities", named.clone()),
        ("named entities twice", named.replace('&', "&amp;")),
        ("Debug of bytes", format!("{:?}", secret.as_bytes())),
        ("pretty Debug of bytes", format!("{:#?}", secret.as_bytes())),
        (
            "JSON of bytes",
            serde_json::to_string(secret.as_bytes()).unwrap(),
        ),
        (
            "Debug of a byte string",
            secret.as_bytes().escape_ascii().to_string(),
        ),
        ("Base64 twice", twice.clone()),
        ("Base64 twice in JSON", json(&twice)),
        (
            "Base64 of URLs twice",
            URL_SAFE.encode(URL_SAFE.encode(format!("x{secret}?~"))),
        ),
        ("Base64 in lines", wrapped(&once, "\n")),
        ("Base64 in lines of Windows", wrapped(&once, "\r\n")),
        ("Base64 in indented lines", wrapped(&once, "\n    ")),
        ("Base64 in lines in JSON", json(&wrapped(&once, "\n"))),
        ("Base64 twice in lines", wrapped(&twice, "\n")),
        (
            "Base64 of JSON",
            STANDARD.encode(format!("{{\"key\":{}}}", json(secret))),
        ),
        (
            "hexadecimal in Base64",
            STANDARD.encode(format!("key={hex}")),
        ),
        ("JSON three times", json(&json(&json(secret)))),
        ("percent three times", percent.replace('%', "%2525")),
        (
            "JSON in a URL in JSON",
            json(&json(secret).replace('\\', "%5C").replace('"', "%22")),
        ),
        ("entities in JSON", json(&json(&named))),
    ]
}

#[test]
fn secrets_in_other_encodings_are_hidden() {
    for secret in ["p<s&w\"rd'>~ü?", "hunter2hunter2", "s3cr\\et/+= x"] {
        for (name, encoded) in encodings(secret) {
            let text = format!("before: {encoded} after");
            let shown = leaves(&[secret], &text);
            assert!(shown.contains(MASK), "{name}: {text} is shown as {shown}");
            assert!(
                shown.starts_with("before: ") || shown == MASK,
                "{name}: {shown}"
            );
            // In Base64, the first and last digits hold bits of the text around the secret.
            let left = shown
                .len()
                .saturating_sub("before:  after".len() + MASK.len());
            assert!(
                left <= 40,
                "{name}: {left} bytes are left of {text}: {shown}"
            );
            for part in ["hunter", "6875", "104, 117", "cGFz"] {
                assert!(!shown.contains(part), "{name}: {shown}");
            }
        }
    }
}

#[test]
fn a_plus_sign_is_decoded_as_a_space_inside_other_encodings() {
    for (secret, text) in [
        ("pass word+1", "q=pass+word%2B1&r"),
        ("pass word+1", "q=pass+word+1&r"),
        ("pass word", "{\"url\":\"q=pass+word\"}"),
        ("pass \"word", "q=pass+%5C%22word&r"),
    ] {
        let shown = leaves(&[secret], text);
        assert!(!shown.contains("pass"), "{shown}");
    }
}

#[test]
fn the_cost_of_hiding_is_linear() {
    let mut secrets = secrets(&["hunter2hunter2"]);
    let piece = r#"{"a\\"b":"%2522+&amp;#38; 112, 97, 115 c2VjcmV0IHRva2Vu/YWJj\n"} "#;
    let mut time = |times: usize| {
        let text = piece.repeat(times);
        let started = std::time::Instant::now();
        assert_eq!(hidden(&text, &mut [&mut secrets]), None);
        started.elapsed()
    };
    time(10);
    let (small, large) = (time(200), time(2000));
    assert!(large < 30 * small, "{small:?} for a tenth, {large:?}");
}

#[test]
fn a_secret_of_many_lines_is_hidden_in_parts() {
    let key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nAQEFAASCBKcwggSjAgEAAoIB\n-----END KEY-----\n";
    assert_eq!(leaves(&[key], &format!("key: {key}.")), "key: ***\n.");
    assert_eq!(leaves(&[key], &format!("{key:?}")), "\"***\\n\"");
    assert_eq!(
        leaves(&[key], "line 2 is AQEFAASCBKcwggSjAgEAAoIB"),
        "line 2 is ***"
    );
}

#[test]
fn texts_of_many_bytes_keep_their_characters() {
    assert_eq!(leaves(&["grüße"], "ä grüße ü%20"), "ä *** ü%20");
    assert_eq!(leaves(&["grüße"], "ä gr%C3%BC%c3%9fe ü"), "ä *** ü");
}

#[test]
fn those_of_another_set_are_taken_over() {
    let mut secrets = secrets(&["abcdef"]);
    assert!(!secrets.add(" abcdef "), "known");
    let mut all = Secrets::default();
    assert!(all.is_empty());
    all.extend(secrets);
    assert_eq!(hidden("abcdef", &mut [&mut all]).as_deref(), Some(MASK));
}

/// Generates the pieces of secrets and texts, so that texts often contain secrets.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[ab*\\\\%+\"41cu{}\n é]{1,4}",
        1 => any::<String>(),
    ]
}

fn secret() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 1..5).prop_map(|pieces| pieces.concat())
}

/// Returns a text that repeats a secret in one of several encodings.
fn shown_in(secret: &str, how: usize) -> String {
    match how {
        0 => secret.to_owned(),
        1 => serde_json::to_string(secret).unwrap(),
        2 => format!("{secret:?}"),
        3 => secret.bytes().map(|byte| format!("%{byte:02X}")).collect(),
        4 => secret.bytes().map(|byte| format!("%{byte:02x}")).collect(),
        5 => serde_json::to_string(&format!("{secret:?}")).unwrap(),
        6 => secret.bytes().map(|byte| format!("{byte:02x}")).collect(),
        7 => secret
            .chars()
            .map(|c| format!("&#{};", u32::from(c)))
            .collect(),
        8 => format!("{:?}", secret.as_bytes()),
        _ => {
            let escaped = |text: &str| serde_json::to_string(text).unwrap();
            escaped(&escaped(&escaped(secret)))
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_is_sent_with_a_secret(
        values in prop::collection::vec(secret(), 1..4),
        parts in prop::collection::vec((piece(), any::<prop::sample::Index>(), 0_usize..16), 0..6),
    ) {
        let mut text = String::new();
        for (piece, which, how) in parts {
            text += &piece;
            if how < 10 {
                text += &shown_in(which.get::<String>(&values), how);
            }
        }
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let shown = leaves(&values, &text);
        for secret in values.iter().filter_map(|value| forms::essence(value)) {
            prop_assert!(!shown.contains(secret), "{secret:?} in {shown:?}");
            for how in 1..10 {
                let line = shown_in(secret, how);
                let unquoted = line.strip_prefix('"').and_then(|line| line.strip_suffix('"'));
                prop_assert!(!shown.contains(unquoted.unwrap_or(&line)), "{line:?} in {shown:?}");
            }
        }
    }

    #[test]
    fn text_without_secrets_is_unchanged(
        values in prop::collection::vec("[A-Z]{4,12}", 1..5),
        text in "[a-z0-9 .\\\\%+\"{}äß\n]{0,200}",
    ) {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        // Escapes can decode to capital letters.
        prop_assume!(View::all(text.as_bytes()).iter().all(|view| !view.bytes().iter().any(u8::is_ascii_uppercase)));
        prop_assert_eq!(leaves(&values, &text), text);
    }
}
