//! Permissions as the configuration writes them: three or four octal digits.

use terrane::schema::Violation;

/// Checks a permission.
pub(crate) fn mode(text: &str) -> Result<(), Violation> {
    match bits(text) {
        Ok(_) => Ok(()),
        Err(detail) => Err(Violation::new(detail).summary("Invalid File Permission String Value")),
    }
}

/// The permission bits.
pub(crate) fn bits(text: &str) -> Result<u32, String> {
    let bad = |expected| Err(format!("bad mode permission: {expected}: {text}"));
    if !(3..=4).contains(&text.len()) {
        return bad("string length should be 3 or 4 digits");
    }
    match i32::from_str_radix(text, 8) {
        Ok(bits @ 0..=0o777) => Ok(bits.cast_unsigned()),
        _ => bad("string must be expressed in octal numeric notation"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_or_four_octal_digits_and_a_sign_pass() {
        for (text, expected) in [("0777", 0o777), ("600", 0o600), ("+77", 0o77), ("-000", 0)] {
            assert_eq!(bits(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn everything_else_names_the_expectation() {
        for (texts, expected) in [
            (
                &["77", "00777", "", "é"][..],
                "string length should be 3 or 4 digits",
            ),
            (
                &["0888", "7777", "-11", "1777", "rwx", " 77", "é7"],
                "string must be expressed in octal numeric notation",
            ),
        ] {
            for text in texts {
                let detail = format!("bad mode permission: {expected}: {text}");
                assert_eq!(bits(text), Err(detail), "{text}");
            }
        }
    }
}
