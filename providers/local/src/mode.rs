//! Permissions as the configuration writes them: three or four octal digits.

use terrane::schema::Violation;

const SUMMARY: &str = "Invalid File Permission String Value";

/// Checks a permission.
pub(crate) fn mode(text: &String) -> Result<(), Violation> {
    bits(text).map(|_| ())
}

/// The permission bits.
pub(crate) fn bits(text: &str) -> Result<u32, Violation> {
    let bad = |expected: &str| {
        Violation::new(format!("bad mode permission: {expected}: {text}")).summary(SUMMARY)
    };
    if !(3..=4).contains(&text.len()) {
        return Err(bad("string length should be 3 or 4 digits"));
    }
    i64::from_str_radix(text, 8)
        .ok()
        .and_then(|bits| u32::try_from(bits).ok())
        .filter(|bits| *bits <= 0o777)
        .ok_or_else(|| bad("string must be expressed in octal numeric notation"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_or_four_octal_digits_and_a_sign_pass() {
        for (text, expected) in [("0777", 0o777), ("600", 0o600), ("+77", 0o77), ("000", 0)] {
            assert_eq!(bits(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn everything_else_says_what_was_expected() {
        for text in ["77", "00777"] {
            assert!(
                bits(text).unwrap_err()
                    == Violation::new(format!(
                        "bad mode permission: string length should be 3 or 4 digits: {text}"
                    ))
                    .summary(SUMMARY)
            );
        }
        for text in ["0888", "7777", "-11", "1777", "rwx"] {
            assert!(bits(text).unwrap_err() == Violation::new(format!("bad mode permission: string must be expressed in octal numeric notation: {text}")).summary(SUMMARY));
        }
    }
}
