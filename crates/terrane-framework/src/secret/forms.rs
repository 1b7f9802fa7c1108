//! The forms of a secret that are searched for.

use super::index::SHORTEST;
use super::view::decode_all;

/// Common values of settings. If they were hidden, ordinary text would be unreadable, and no secret would be protected.
const COMMON: [&str; 8] = [
    "true", "false", "null", "none", "default", "unknown", "enabled", "disabled",
];

/// The minimum length of a line of a secret that is searched for within other lines.
const LINE: usize = 16;

/// The number of layers of escapes within a secret that are decoded.
const DEPTH: usize = 3;

/// Returns the trimmed text of a value. `None` if it is too short or too common to be recognized as this secret.
pub(super) fn essence(value: &str) -> Option<&str> {
    let text = value.trim();
    let common = || COMMON.iter().any(|word| text.eq_ignore_ascii_case(word));
    (text.len() >= SHORTEST && !common()).then_some(text)
}

/// Calls `form` with each form of a secret: the secret, its lines, and what the search makes of these.
///
/// Most encodings need no form, because the search decodes them in the text.
pub(super) fn each(secret: &str, mut form: impl FnMut(&[u8])) {
    each_of(secret, &mut form);
    if !secret.contains('\n') {
        return;
    }
    let lines: Vec<&str> = secret.lines().map(str::trim_end).collect();
    let joined = lines.join("\n");
    if joined != secret {
        each_of(&joined, &mut form);
    }
    for (number, line) in lines.iter().enumerate() {
        let line = line.trim_start();
        // The first and last line of a PEM file are not secret.
        if line.starts_with("-----") {
            continue;
        }
        if line.len() >= LINE {
            each_of(line, &mut form);
        } else if essence(line).is_some() && line.contains(char::is_alphanumeric) {
            // A short line is too common to be hidden within other lines.
            let (before, after) = (number > 0, number + 1 < lines.len());
            form(format!("\n{line}\n").as_bytes());
            if !before {
                form(format!("{line}\n").as_bytes());
            }
            if !after {
                form(format!("\n{line}").as_bytes());
            }
        }
    }
}

fn each_of(text: &str, form: &mut impl FnMut(&[u8])) {
    each_with_blanks(text.as_bytes(), form);
    // The search decodes all escapes in a text, also those of a secret that looks as if it had some.
    let mut decoded = decode_all(text.as_bytes());
    for _ in 0..DEPTH {
        let Some(bytes) = decoded.take() else { break };
        if let Ok(text) = std::str::from_utf8(&bytes)
            && essence(text).is_none()
        {
            break;
        }
        each_with_blanks(&bytes, form);
        decoded = decode_all(&bytes);
    }
    if !text.is_ascii() {
        // The search omits null bytes, so UTF-16 of ASCII needs no form.
        for units in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = text
                .encode_utf16()
                .flat_map(units)
                .filter(|byte| *byte != 0)
                .collect();
            form(&bytes);
        }
    }
}

/// Adds the form of web forms, in which a plus sign is a blank.
fn each_with_blanks(text: &[u8], form: &mut impl FnMut(&[u8])) {
    form(text);
    if text.contains(&b' ') {
        let plus = |byte: &u8| if *byte == b' ' { b'+' } else { *byte };
        form(&text.iter().map(plus).collect::<Vec<_>>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(secret: &str) -> Vec<String> {
        let mut forms = Vec::new();
        each(secret, |form| forms.push(form.escape_ascii().to_string()));
        forms
    }

    #[test]
    fn short_and_common_values_are_not_hidden() {
        for value in ["", "abc", " abc\n", "true", "NULL", "Default"] {
            assert_eq!(essence(value), None, "{value}");
        }
        for (value, text) in [
            ("abcd", "abcd"),
            (" abcd\n", "abcd"),
            ("é1é", "é1é"),
            ("truely", "truely"),
        ] {
            assert_eq!(essence(value), Some(text));
        }
    }

    #[test]
    fn most_secrets_have_one_form() {
        assert_eq!(forms("s3cr~t?>+"), ["s3cr~t?>+"]);
        assert_eq!(forms("pass word+1"), ["pass word+1", "pass+word+1"]);
        assert_eq!(
            forms("größe"),
            [r"gr\xc3\xb6\xc3\x9fe", r"gr\xf6\xdfe", r"gr\xf6\xdfe"]
        );
        assert_eq!(forms("a\0b\0c\0d\0"), [r"a\x00b\x00c\x00d\x00", "abcd"]);
    }

    #[test]
    fn a_secret_that_looks_escaped_has_a_form_for_each_layer() {
        assert_eq!(
            forms("100%2541 x"),
            [
                "100%2541 x",
                "100%2541+x",
                "100%41 x",
                "100%41+x",
                "100A x",
                "100A+x"
            ]
        );
        assert_eq!(forms("%41%42%43"), ["%41%42%43"], "the rest is too short");
        assert_eq!(forms("tru%65"), ["tru%65"], "the rest is too common");
        assert_eq!(forms("a&amp;amp;amp;amp;b").len(), 4);
    }

    #[test]
    fn short_lines_are_searched_as_whole_lines() {
        assert_eq!(
            forms("pin: 12\n {}\nkey: 34\n====\nend: 56"),
            [
                r"pin: 12\n {}\nkey: 34\n====\nend: 56",
                r"pin:+12\n+{}\nkey:+34\n====\nend:+56",
                r"pin: 12\n{}\nkey: 34\n====\nend: 56",
                r"pin:+12\n{}\nkey:+34\n====\nend:+56",
                r"\npin: 12\n",
                r"pin: 12\n",
                r"\nkey: 34\n",
                r"\nend: 56\n",
                r"\nend: 56",
            ]
        );
    }

    #[test]
    fn long_lines_are_searched_without_their_frame() {
        let key = "-----BEGIN-KEY-----\n\tMIIEvQIBADANBgkqhkiG\nshort\n-----END-KEY-----";
        let forms = forms(key);
        assert!(
            forms.contains(&"MIIEvQIBADANBgkqhkiG".to_owned()),
            "{forms:?}"
        );
        assert!(
            !forms[1..]
                .iter()
                .any(|form| form.starts_with("-----END") || form == "short")
        );
    }
}
