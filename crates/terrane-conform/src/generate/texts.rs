//! Texts for string attributes.

/// Texts of the formats that validators of providers expect.
pub(super) const TEXTS: [&str; 29] = [
    "example",
    "1",
    "10.0.0.0/24",
    "10.0.0.1",
    "https://example.com",
    "example.com",
    "2026-01-02T03:04:05Z",
    "1s",
    "1h",
    "{}",
    "[]",
    "person@example.com",
    "c0ffee00-0000-4000-8000-000000000001",
    "aGVsbG8=",
    "deadbeef",
    "::1",
    "2001:db8::/32",
    "00:00:5e:00:53:01",
    "/example",
    "0644",
    "^a$",
    "true",
    "8080",
    "example.com.",
    "Example1",
    "2026-01-02",
    "EXAMPLE",
    "http://127.0.0.1:1",
    "c0ffee00c0ffee00c0ffee00c0ffee00",
];

/// Parts of names, with the text that an attribute of such a name expects.
const HINTS: [(&str, &str); 17] = [
    ("cidr", "10.0.0.0/24"),
    ("url", "https://example.com"),
    ("uri", "https://example.com"),
    ("endpoint", "https://example.com"),
    ("email", "person@example.com"),
    ("rfc3339", "2026-01-02T03:04:05Z"),
    ("timestamp", "2026-01-02T03:04:05Z"),
    ("duration", "1s"),
    ("filename", "conform-example.txt"),
    ("file", "conform-example.txt"),
    ("directory", "."),
    ("folder", "."),
    ("path", "conform-example.txt"),
    ("json", "{}"),
    ("uuid", "c0ffee00-0000-4000-8000-000000000001"),
    ("base64", "aGVsbG8="),
    ("permission", "0644"),
];

/// Returns the text that an attribute of a name may expect.
pub(super) fn hint(name: &str) -> Option<&'static str> {
    let found = HINTS.iter().find(|(part, _)| name.contains(part));
    found.map(|(_, text)| *text)
}

/// The start of each text of a sensitive attribute.
pub(crate) const SECRET: &str = "Canary-";

/// Returns the text of the sensitive attribute at a path, by which it is found in logs and messages.
pub(crate) fn secret(seed: u64, path: &str) -> String {
    format!("{SECRET}{:08x}-x7", hash(seed, path) & 0xffff_ffff)
}

/// Returns the hash FNV-1a, so that each machine makes the same configurations.
fn hash(seed: u64, path: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in seed.to_le_bytes().into_iter().chain(path.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^ hash >> 32
}

/// Returns a number that depends on a seed and a path, and is 0 for the seed 0.
pub(super) fn variation(seed: u64, path: &str) -> u64 {
    if seed == 0 {
        return 0;
    }
    hash(seed, path)
}

/// Returns the first text of an attribute of no known format. The seed 0 has none.
pub(super) fn varied(seed: u64, path: &str) -> Option<String> {
    let text = || format!("example-{:04x}", variation(seed, path) & 0xffff);
    (seed != 0).then(text)
}

/// Returns the texts that a message of a provider quotes or lists, such as the permitted ones.
pub(super) fn quoted(message: &str) -> Vec<String> {
    const LONGEST: usize = 60;
    let mut found: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        let text = text.trim();
        let is_usable = !text.is_empty() && text.len() <= LONGEST && !text.contains('\n');
        if is_usable && !found.iter().any(|it| it == text) {
            found.push(text.to_owned());
        }
    };
    for quote in ['"', '`', '\''] {
        for text in message.split(quote).skip(1).step_by(2) {
            add(text);
        }
    }
    if let Some((_, list)) = message.split_once('[')
        && let Some((list, _)) = list.split_once(']')
    {
        for text in list.split([' ', ',']) {
            add(text.trim_matches(['"', '\'', '`']));
        }
    }
    for lead in ["one of: ", "one of ", "either "] {
        if let Some((_, list)) = message.split_once(lead) {
            let list = list.split(['.', ';', '\n']).next().unwrap_or_default();
            for text in list.split([',', ' ']) {
                let text = text.trim_matches(['"', '\'', '`', '[', ']', '(', ')']);
                if !["or", "and", "got", ""].contains(&text) {
                    add(text);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permitted_texts_are_found_in_messages() {
        let cases = [
            (
                "expected algorithm to be one of [\"RSA\" \"ECDSA\"], got x",
                "ECDSA",
            ),
            (
                "value must be one of: [\"GET\" \"POST\"], got: \"example\"",
                "POST",
            ),
            ("The type is one of zip, tar.", "zip"),
            ("must be `hourly` or `daily`", "daily"),
            ("either 'a' or 'b'", "b"),
        ];
        for (message, expected) in cases {
            let found = quoted(message);
            assert!(
                found.iter().any(|it| it == expected),
                "{message}: {found:?}"
            );
        }
        assert_eq!(quoted("it is wrong"), Vec::<String>::new());
    }

    #[test]
    fn a_duration_is_first_tried_as_a_second() {
        assert_eq!(hint("create_duration"), Some("1s"));
        let at = |text: &str| TEXTS.iter().position(|it| *it == text);
        assert!(at("1s") < at("1h"));
    }

    #[test]
    fn secrets_of_different_seeds_and_paths_differ() {
        assert_ne!(secret(0, "a"), secret(1, "a"));
        assert_ne!(secret(0, "a"), secret(0, "b"));
        assert_eq!(secret(7, "a").len(), secret(8, "a").len());
    }
}
