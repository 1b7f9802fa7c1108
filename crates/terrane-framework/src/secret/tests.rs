use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use proptest::prelude::*;

use super::forms;
use super::search::each_view;
use super::*;

fn secrets(values: &[&str]) -> Secrets {
    let mut secrets = Secrets::default();
    for value in values {
        secrets.add(value);
    }
    secrets
}

/// Hides the secrets of sets in a text.
fn hidden(text: &str, sets: &[&Secrets]) -> String {
    let mut text = text.to_owned();
    let known: KnownSecrets = sets.iter().copied().collect();
    known.hide_in(&mut text, usize::MAX);
    text
}

/// Hides the secrets `values` in a text.
fn leaves(values: &[&str], text: &str) -> String {
    hidden(text, &[&secrets(values)])
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
    assert_eq!(hidden("anything", &[]), "anything");
    assert_eq!(hidden("anything", &[&Secrets::default()]), "anything");
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
    let (one, other) = (secrets(&["abcdef"]), secrets(&["defghi"]));
    assert_eq!(hidden("x abcdefghi y", &[&one, &other]), "x *** y");
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

type Encoding = (&'static str, fn(&str) -> String);

/// The encodings in which secrets are found.
const ENCODINGS: [Encoding; 14] = [
    ("JSON", |text| serde_json::to_string(text).unwrap()),
    ("Debug", |text| format!("{text:?}")),
    ("escapes", |text| text.escape_unicode().to_string()),
    ("octal", |text| {
        text.bytes().map(|byte| format!("\\{byte:03o}")).collect()
    }),
    ("percent", |text| {
        text.bytes().map(|byte| format!("%{byte:02X}")).collect()
    }),
    ("form", |text| {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric();
        let bytes = text.bytes().map(|byte| match byte {
            b' ' => "+".to_owned(),
            byte if plain(&byte) => char::from(byte).to_string(),
            byte => format!("%{byte:02x}"),
        });
        bytes.collect()
    }),
    ("named entities", |text| {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        text.replace('"', "&quot;").replace('\'', "&apos;")
    }),
    ("entities", |text| {
        text.chars()
            .map(|c| format!("&#{};", u32::from(c)))
            .collect()
    }),
    ("Base64", |text| STANDARD.encode(text)),
    ("Base64 of URLs in lines", |text| {
        let encoded = URL_SAFE.encode(format!("x{text}x"));
        let lines = encoded.as_bytes().chunks(16).map(String::from_utf8_lossy);
        lines.collect::<Vec<_>>().join("\r\n  ")
    }),
    ("hexadecimal", |text| {
        text.bytes().map(|byte| format!("{byte:02x}")).collect()
    }),
    ("hexadecimal with colons", |text| {
        let bytes: Vec<String> = text.bytes().map(|byte| format!("{byte:02X}")).collect();
        bytes.join(":")
    }),
    ("hexadecimal numbers", |text| {
        format!("{:#x?}", text.as_bytes())
    }),
    ("bytes", |text| format!("{:?}", text.as_bytes())),
];

#[test]
fn secrets_in_three_layers_of_any_encodings_are_hidden() {
    let secrets =
        ["p<s&w\"rd'>~ü %41", "hunter2hunter2"].map(|secret| (secret, secrets(&[secret])));
    let hide = |(secret, known): &(&str, Secrets), layers: &[Encoding]| {
        let encode = |text: &str| {
            let layers = layers.iter();
            layers.fold(text.to_owned(), |text, (_, encode)| encode(&text))
        };
        let text = encode(secret);
        let shown = hidden(&text, &[known]);
        let names: Vec<_> = layers.iter().map(|(name, _)| *name).collect();
        assert!(shown.contains(MASK), "{secret} in {names:?}: {text}");
        // In Base64, the first and the last digits hold bits of the text around the secret.
        let around = encode("ab").len() + 48;
        assert!(
            shown.len() < around,
            "{secret} in {names:?}: {text} is shown as {shown}"
        );
    };
    for secret in &secrets {
        for one in ENCODINGS {
            hide(secret, &[one]);
            for two in ENCODINGS {
                hide(secret, &[one, two]);
                for three in ENCODINGS {
                    hide(secret, &[one, two, three]);
                }
            }
        }
    }
}

#[test]
fn secrets_in_utf_16_are_hidden() {
    for secret in [
        "hunter2hunter2",
        "gr\u{fc}\u{df}e aus K\u{f6}ln",
        "\u{5bc6}\u{7801}\u{662f}\u{4e00}\u{1f511}",
    ] {
        let known = secrets(&[secret]);
        for units in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = secret.encode_utf16().flat_map(units).collect();
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            let base64 = STANDARD.encode(&bytes);
            let escaped = bytes.escape_ascii().to_string();
            let text = String::from_utf8(bytes.clone()).unwrap_or_default();
            for encoded in [
                &hex,
                &base64,
                &STANDARD.encode(&base64),
                &escaped,
                &format!("{bytes:?}"),
                &text,
            ] {
                let shown = hidden(encoded, &[&known]);
                assert!(
                    shown.contains(MASK) || encoded.is_empty(),
                    "{secret}: {encoded}"
                );
            }
        }
        let units: Vec<u16> = secret.encode_utf16().collect();
        let shown = hidden(&format!("{units:?}"), &[&known]);
        assert_eq!(shown, "[***]");
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

/// Pieces of texts that decode to many views.
const HOSTILE: [&str; 6] = [
    r#"a\\\"%2522+&amp;amp;&#38;\u0026 112, 97, 115, 115 c2VjcmV0IHRva2Vu"#,
    r#"{"a\\"b":"%2522+&amp;#38; 112, 97, 115 c2VjcmV0IHRva2Vu/YWJj\n"} "#,
    r"dGhpcyBpcyBhIHRleHQgdGhhdCBp\\\\/cyBlbmNv%2F",
    "V",
    "hunter2hunter3 aHVudGVyMmh1bnRlcjM\n",
    "hunter2hunter2 ",
];

#[test]
fn hiding_takes_memory_of_some_times_the_text() {
    let secrets = secrets(&["hunter2hunter2"]);
    let known: KnownSecrets = [&secrets].into_iter().collect();
    for piece in HOSTILE {
        let mut text = piece.repeat(300_000 / piece.len());
        let length = text.len() as u64;
        let used = allocation_counter::measure(|| known.hide_in(&mut text, usize::MAX));
        assert!(used.bytes_max <= 6 * length, "{piece}: {}", used.bytes_max);
    }
}

#[test]
fn the_cost_of_hiding_is_linear() {
    let searched = |text: &str| {
        let mut bytes = 0;
        each_view(text.as_bytes(), |_, layer| bytes += layer.bytes().len());
        bytes
    };
    for piece in HOSTILE {
        let text = piece.repeat(100_000 / piece.len());
        let (once, times) = (searched(&text), searched(&text.repeat(4)));
        assert!(10 * times <= 44 * once, "{piece}: {once} and {times}");
        assert!(times <= 20 * 4 * text.len(), "{piece}: {times}");
    }
}

#[test]
fn a_text_in_pieces_is_searched_across_their_ends() {
    let secret = "hunter2 hunter2";
    let secrets = secrets(&[secret]);
    let encoded = STANDARD.encode(STANDARD.encode(secret));
    for before in (0..60_000).step_by(997) {
        for shown in [secret, &encoded] {
            let text = format!("{}{shown}{}", " ".repeat(before), ".".repeat(60_000));
            assert!(
                hidden(&text, &[&secrets]).contains(MASK),
                "{shown} at {before}"
            );
        }
    }
}

#[test]
fn a_secret_at_the_end_of_a_text_that_is_cut_is_hidden() {
    let secret = "hunter2hunter2";
    let known: KnownSecrets = [&secrets(&[secret])].into_iter().collect();
    for before in 80..=100 {
        let mut text = format!("{}{secret}{}", "x".repeat(before), "y".repeat(50));
        let length = text.len();
        known.hide_in(&mut text, 100);
        let shown = match before {
            ..=85 => format!("{MASK}{}", "y".repeat(100 - before - secret.len())),
            100 => String::new(),
            _ => MASK.to_owned(),
        };
        assert_eq!(
            text,
            format!("{}{shown}... ({length} bytes)", "x".repeat(before))
        );
    }
}

#[test]
fn a_long_secret_is_hidden_in_parts() {
    let secret: String = (0..40).map(|n| format!("{:02}ä", n)).collect();
    assert_eq!(leaves(&[&secret], &format!("x{secret}y")), "x***y");
    let shown = leaves(&[&secret], &format!("x{}", &secret[..100]));
    assert!(shown.starts_with("x***") && shown.len() < 12, "{shown}");
    let shown = leaves(&[&secret], &format!("{:?}", STANDARD.encode(&secret)));
    assert_eq!(shown, "\"***==\"");
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
fn a_short_line_of_a_secret_is_hidden_where_it_is_a_whole_line() {
    let secret = "pin: 12345678\nkey: 87654321\n{}\nend: abcdefgh";
    let shown = |text| leaves(&[secret], text);
    assert_eq!(shown("1\nkey: 87654321\n2"), "1\n***\n2");
    assert_eq!(shown("1\r\n  key: 87654321\r\n2"), "1\r\n  ***\r\n2");
    assert_eq!(shown("value=pin: 12345678\n2"), "value=***\n2");
    assert_eq!(shown("1\nend: abcdefgh.\n2"), "1\n***.\n2");
    assert_eq!(shown(r"1\nkey: 87654321\n2"), r"1***2");
    assert_eq!(shown("the key: 87654321"), "the key: 87654321");
    assert_eq!(shown("{}\n{}\n{}"), "{}\n{}\n{}");
    let indented = "1\n  pin: 12345678\n  key: 87654321\n  {}\n  end: abcdefgh\n2";
    assert_eq!(shown(indented), "1\n  ***\n2");
}

#[test]
fn a_part_of_a_text_is_hidden_with_what_is_around_it() {
    let secrets = secrets(&["one\ntwo\nten"]);
    let known: KnownSecrets = [&secrets].into_iter().collect();
    let text = "\n0\none\ntwo\nten\n9\n";
    for (part, shown) in [
        (0..3, None),
        (3..7, Some("***")),
        (7..11, Some("***")),
        (11..17, Some("***\n9\n")),
    ] {
        assert_eq!(
            known.hide(text, part.clone()).as_deref(),
            shown,
            "{:?}",
            &text[part]
        );
    }
}

#[test]
fn texts_of_many_bytes_keep_their_characters() {
    assert_eq!(leaves(&["grüße"], "ä grüße ü%20"), "ä *** ü%20");
    assert_eq!(leaves(&["grüße"], "ä gr%C3%BC%c3%9fe ü"), "ä *** ü");
}

#[test]
fn those_of_another_set_are_taken_over() {
    let mut secrets = secrets(&["abcdef"]);
    let entries = secrets.entries();
    secrets.add(" abcdef ");
    assert_eq!(secrets.entries(), entries, "known");
    let mut all = Secrets::default();
    assert!(all.is_empty());
    all.extend(&secrets);
    assert_eq!(hidden("abcdef", &[&all]), MASK);
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
        let mut has_capitals = false;
        each_view(text.as_bytes(), |_, view| has_capitals |= view.bytes().iter().any(u8::is_ascii_uppercase));
        prop_assume!(!has_capitals);
        prop_assert_eq!(leaves(&values, &text), text);
    }
}
