//! The forms of a secret that are searched for.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::index::START;

/// Common values of settings. If they were hidden, ordinary text would be unreadable, and no secret would be protected.
const COMMON: [&str; 8] = [
    "true", "false", "null", "none", "default", "unknown", "enabled", "disabled",
];

/// The minimum length of a line of a secret that is searched for separately.
const LINE: usize = 16;

/// The minimum length of a secret that is searched for in Base64. The digits at both ends depend on the neighbouring bytes, so a shorter secret has
/// too few digits of its own.
const BASE64: usize = 6;

/// The maximum length of a secret that is searched for in hexadecimal and Base64. These forms take thirteen times its memory.
const LONGEST_ENCODED: usize = 4096;

/// Returns the trimmed text of a value. `None` if it is too short or too common to be recognized as this secret.
pub(super) fn essence(value: &str) -> Option<&str> {
    let text = value.trim();
    let common = || COMMON.iter().any(|word| text.eq_ignore_ascii_case(word));
    (text.len() >= START && !common()).then_some(text)
}

/// Calls `form` with each form of a secret: the secret, its longer lines, and both in hexadecimal and Base64 unless the secret is too long for that.
///
/// Escapes, lists of bytes and Base64 within Base64 need no form, because the search decodes them in the text.
pub(super) fn each(secret: &str, mut form: impl FnMut(&str)) {
    let encoded = secret.len() <= LONGEST_ENCODED;
    let mut each_of = |text: &str| {
        form(text);
        if text.contains('+') && text.contains(' ') {
            // The search also decodes `+` to a space. This form matches text in which both were spaces after that.
            form(&text.replace('+', " "));
        }
        if encoded {
            form(&base16ct::lower::encode_string(text.as_bytes()));
            form(&base16ct::upper::encode_string(text.as_bytes()));
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
        // The first and last line of a PEM file are not secret.
        if line.len() >= LINE && !line.starts_with("-----") {
            each_of(line);
        }
    }
}

fn each_base64(text: &str, form: &mut impl FnMut(&str)) {
    for before in 0..3 {
        // Bytes before the secret, such as a user name and a colon, shift the digits. The digits at both ends hold bits of the neighbours.
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
