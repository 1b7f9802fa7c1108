//! SHA-256 checksums, and the file that lists them.

use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::error::{Error, ErrorKind};

/// One line of `SHA256SUMS`.
#[derive(Debug, PartialEq)]
pub struct Checksum {
    /// The SHA-256 hash of the file, in hexadecimal.
    pub sha256: String,
    /// The name of the file.
    pub file: String,
}

/// Returns the SHA-256 hash in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(&Sha256::digest(bytes))
}

/// Writes the lines of `SHA256SUMS`.
pub(crate) fn format(checksums: &[Checksum]) -> String {
    checksums
        .iter()
        .map(|entry| format!("{}  {}\n", entry.sha256, entry.file))
        .collect()
}

/// Reads the lines of `SHA256SUMS`.
pub(crate) fn parse(path: &Path, text: &str) -> Result<Vec<Checksum>, Error> {
    text.lines()
        .map(|line| match line.split_once("  ") {
            Some((sha256, file))
                if sha256.len() == 64
                    && sha256.bytes().all(|byte| byte.is_ascii_hexdigit())
                    && !file.contains(['/', '\\']) =>
            {
                Ok(Checksum {
                    sha256: sha256.to_owned(),
                    file: file.to_owned(),
                })
            }
            _ => Err(ErrorKind::Content(
                path.to_owned(),
                format!("expected a SHA-256 hash, two blanks and a file name, got {line:?}"),
            )
            .into()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn checksums_are_read_as_written() {
        let sums = vec![super::Checksum {
            sha256: super::sha256(b""),
            file: "empty".to_owned(),
        }];
        let text = super::format(&sums);
        assert_eq!(
            text,
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty\n"
        );
        assert_eq!(super::parse(Path::new("SHA256SUMS"), &text).unwrap(), sums);
    }

    #[test]
    fn lines_of_another_form_or_for_other_folders_are_refused() {
        let sum = "0a".repeat(32);
        let table = [
            format!("{sum}  ../x"),
            format!("{sum}  ..\\x"),
            format!("{sum} x"),
            format!("{sum}0  x"),
            format!("0x{}  x", &sum[2..]),
            "no sum".to_owned(),
        ];
        for line in table {
            let error = super::parse(Path::new("SHA256SUMS"), &line).unwrap_err();
            assert!(error.to_string().contains("expected a SHA-256"), "{error}");
        }
    }
}
