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

/// The text as it leaves the process.
fn leaves(values: &[&str], text: &str) -> String {
    let mut secrets = secrets(values);
    hidden(text, &mut [&mut secrets]).unwrap_or_else(|| text.to_owned())
}

#[test]
fn a_secret_is_hidden_wherever_it_stands() {
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
fn a_mask_never_makes_a_secret_of_what_is_left() {
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
fn spaces_of_forms_are_read_as_such() {
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

/// Pieces of which secrets and texts are made, so that the ones are often in the others.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[ab*\\\\%+\"41cu{}\n é]{1,4}",
        1 => any::<String>(),
    ]
}

fn secret() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 1..5).prop_map(|pieces| pieces.concat())
}

/// The ways in which a text repeats a secret.
fn told(secret: &str, how: usize) -> String {
    match how {
        0 => secret.to_owned(),
        1 => serde_json::to_string(secret).unwrap(),
        2 => format!("{secret:?}"),
        3 => secret.bytes().map(|byte| format!("%{byte:02X}")).collect(),
        4 => secret.bytes().map(|byte| format!("%{byte:02x}")).collect(),
        _ => serde_json::to_string(&format!("{secret:?}")).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_leaves_with_a_secret(
        values in prop::collection::vec(secret(), 1..4),
        parts in prop::collection::vec((piece(), any::<prop::sample::Index>(), 0_usize..12), 0..6),
    ) {
        let mut text = String::new();
        for (piece, which, how) in parts {
            text += &piece;
            if how < 6 {
                text += &told(which.get::<String>(&values), how);
            }
        }
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let shown = leaves(&values, &text);
        for secret in values.iter().filter_map(|value| forms::essence(value)) {
            prop_assert!(!shown.contains(secret), "{secret:?} in {shown:?}");
            for how in 1..6 {
                let told = told(secret, how);
                prop_assert!(!shown.contains(told.trim_matches('"')), "{told:?} in {shown:?}");
            }
        }
    }

    #[test]
    fn text_without_secrets_leaves_as_it_is(
        values in prop::collection::vec("[A-Z]{4,12}", 1..5),
        text in "[a-z0-9 .\\\\%+\"{}äß\n]{0,200}",
    ) {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        // Escapes can spell capital letters.
        prop_assume!(View::all(text.as_bytes()).iter().all(|view| !view.bytes().iter().any(u8::is_ascii_uppercase)));
        prop_assert_eq!(leaves(&values, &text), text);
    }
}
