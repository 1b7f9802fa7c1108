//! Hardware addresses.

use crate::text::{equal_by_meaning, text_types};

text_types! {
    /// A hardware address of 6, 8 or 20 bytes, in one of the usual notations: `00:00:5e:00:53:01`, `00-00-5e-00-53-01` or
    /// `0000.5e00.5301`.
    Mac(Vec<u8>), "a hardware (MAC) address, such as 00:00:5e:00:53:01", parse, by_meaning;
}

equal_by_meaning!(Mac);

impl Mac {
    /// The bytes of the address.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.meaning
    }
}

fn parse(text: &str) -> Option<Vec<u8>> {
    let (separator, digits) = match text.as_bytes().get(2)? {
        b':' => (':', 2),
        b'-' => ('-', 2),
        _ => ('.', 4),
    };
    let mut bytes = Vec::with_capacity(text.len() / 2);
    for group in text.split(separator) {
        if group.len() != digits || !group.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let number = u16::from_str_radix(group, 16).ok()?;
        let [high, low] = number.to_be_bytes();
        if digits == 4 {
            bytes.push(high);
        }
        bytes.push(low);
    }
    matches!(bytes.len(), 6 | 8 | 20).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::{same, takes};

    #[test]
    fn every_usual_notation_is_taken() {
        takes::<Mac>(
            &[
                "00:00:5e:00:53:01",
                "00-00-5E-00-53-01",
                "0000.5e00.5301",
                "02:00:5e:10:00:00:00:01",
            ],
            &[
                "",
                "00:00:5e:00:53",
                "00:00:5e:00:53:0g",
                "00:00:5e:00:53-01",
                "00005e005301",
                "0000.5e00.53",
                "é0:00:5e:00:53:01",
                "+0:00:5e:00:53:01",
            ],
        );
        assert!(same::<Mac>("00:00:5e:00:53:0A", "0000.5E00.530a"));
        assert!(!same::<Mac>("00:00:5e:00:53:01", "00:00:5e:00:53:02"));
    }
}
