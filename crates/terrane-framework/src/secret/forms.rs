//! What a secret is looked for as.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::index::START;

/// Words that stand in settings of all kinds: to hide them would hide what is said, and nothing else.
const COMMON: [&str; 8] = [
    "true", "false", "null", "none", "default", "unknown", "enabled", "disabled",
];

/// The shortest line of a secret that is looked for by itself.
const LINE: usize = 16;

/// The shortest secret that is looked for in Base64: of a shorter one too little is left that does not hang on what stands next to it.
const BASE64: usize = 6;

/// The longest secret that is looked for in hexadecimal and Base64: its forms there take thirteen times its own memory.
const LONGEST_ENCODED: usize = 4096;

/// Takes from a value what is looked for; nothing if that is too short, or too common a word, to say that it is this secret.
pub(super) fn essence(value: &str) -> Option<&str> {
    let text = value.trim();
    let common = || COMMON.iter().any(|word| text.eq_ignore_ascii_case(word));
    (text.len() >= START && !common()).then_some(text)
}

/// Goes over the forms of a secret: itself, its longer lines, and both in hexadecimal and Base64 unless it is too long for that.
///
/// Escapes, lists of bytes and Base64 within Base64 need none: text is searched with these undone.
pub(super) fn each(secret: &str, mut form: impl FnMut(&str)) {
    let encoded = secret.len() <= LONGEST_ENCODED;
    let mut each_of = |text: &str| {
        form(text);
        if text.contains('+') && text.contains(' ') {
            // Text of a form that leaves `+` as it is reads the same for both.
            form(&text.replace('+', " "));
        }
        if encoded {
            form(&hexadecimal(text, |digits| digits));
            form(&hexadecimal(text, |digits| digits.to_ascii_uppercase()));
        }
        if encoded && text.len() >= BASE64 {
            each_base64(text, &mut form);
        }
    };
    each_of(secret);
    if !secret.contains('\n') {
        return;
    }
    for line in secret.lines().map(str::trim) {
        // The frame of a PEM file is no secret.
        if line.len() >= LINE && !line.starts_with("-----") {
            each_of(line);
        }
    }
}

fn hexadecimal(text: &str, case: fn(String) -> String) -> String {
    text.bytes()
        .map(|byte| case(format!("{byte:02x}")))
        .collect()
}

fn each_base64(text: &str, form: &mut impl FnMut(&str)) {
    for before in 0..3 {
        // What stands before, such as a user's name and a colon, moves the digits; those at both ends hold bits of the neighbours.
        let mut bytes = vec![0; before];
        bytes.extend_from_slice(text.as_bytes());
        let start = (before * 8).div_ceil(6);
        let end = bytes.len() * 8 / 6;
        let plain = STANDARD_NO_PAD.encode(&bytes);
        form(&plain[start..end]);
        let of_urls = URL_SAFE_NO_PAD.encode(&bytes);
        if of_urls != plain {
            form(&of_urls[start..end]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(secret: &str) -> Vec<String> {
        let mut forms = Vec::new();
        each(secret, |form| forms.push(form.to_owned()));
        forms
    }

    #[test]
    fn short_and_common_values_are_no_secrets() {
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
    fn base64_of_a_secret_among_others_holds_one_of_its_forms() {
        let secret = "s3cr~t?>";
        let forms = forms(secret);
        for before in ["", "u", "us", "use"] {
            for after in ["", "x", "xy"] {
                let text = format!("{before}{secret}{after}");
                for encoded in [STANDARD_NO_PAD.encode(&text), URL_SAFE_NO_PAD.encode(&text)] {
                    assert!(forms.iter().any(|form| encoded.contains(form)), "{text}");
                }
            }
        }
        assert!(forms.iter().all(|form| form.len() >= 8), "{forms:?}");
    }

    #[test]
    fn a_long_secret_costs_no_more_than_itself_and_its_lines() {
        let line = "0123456789abcdef";
        let longest = line.repeat(LONGEST_ENCODED / line.len());
        assert!(forms(&longest).len() > 1);
        assert_eq!(forms(&format!("{longest}.")).len(), 1);
        let lines = format!("{line}\n").repeat(LONGEST_ENCODED / line.len());
        let of_lines = forms(&lines);
        assert!(
            of_lines[1..].iter().all(|form| form == line),
            "{of_lines:?}"
        );
    }

    #[test]
    fn long_lines_are_searched_without_their_frame() {
        let key =
            "-----BEGIN PRIVATE KEY-----\n  MIIEvQIBADANBgkqhkiG\nshort\n-----END PRIVATE KEY-----";
        let forms = forms(key);
        assert!(forms.iter().any(|form| form == key));
        assert!(forms.iter().any(|form| form == "MIIEvQIBADANBgkqhkiG"));
        assert!(
            !forms
                .iter()
                .any(|form| form == "short" || form.starts_with("-----END"))
        );
    }
}
