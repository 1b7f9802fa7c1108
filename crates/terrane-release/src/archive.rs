//! The archive with the program of one platform.

use std::io::{Cursor, Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::checksums::sha256;
use crate::error::{Error, ErrorKind};

/// A file within an archive.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) contents: Vec<u8>,
    pub(crate) executable: bool,
}

/// Packs files so that equal files give equal archives: sorted by name, with one fixed time.
pub(crate) fn pack(name: &str, mut entries: Vec<Entry>) -> Result<Vec<u8>, Error> {
    let failed = |source| ErrorKind::Archive {
        name: name.to_owned(),
        source,
    };
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in &entries {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(if entry.executable { 0o755 } else { 0o644 });
        writer
            .start_file(entry.name.as_str(), options)
            .map_err(failed)?;
        writer.write_all(&entry.contents)?;
    }
    Ok(writer.finish().map_err(failed)?.into_inner())
}

/// Returns the hash of an archive's contents, which hosts write to the dependency lock file as `h1:`.
///
/// It is that of the unpacked files, so it is the same for a provider that is installed from a folder.
///
/// # Errors
///
/// Fails if the archive cannot be read.
pub fn package_hash(name: &str, archive: &[u8]) -> Result<String, Error> {
    let failed = |source| ErrorKind::Archive {
        name: name.to_owned(),
        source,
    };
    let mut zip = ZipArchive::new(Cursor::new(archive)).map_err(failed)?;
    let mut files = Vec::new();
    for index in 0..zip.len() {
        let mut file = zip.by_index(index).map_err(failed)?;
        if file.is_dir() {
            continue;
        }
        let mut contents = Vec::new();
        file.read_to_end(&mut contents)?;
        files.push((file.name().map_err(failed)?.into_owned(), sha256(&contents)));
    }
    files.sort();
    let mut hash = Sha256::new();
    for (name, sum) in files {
        hash.update(format!("{sum}  {name}\n"));
    }
    Ok(format!("h1:{}", STANDARD.encode(hash.finalize())))
}

#[cfg(test)]
mod tests {
    use super::{Entry, pack, package_hash};

    fn entry(name: &str) -> Entry {
        Entry {
            name: name.to_owned(),
            contents: name.as_bytes().to_vec(),
            executable: false,
        }
    }

    #[test]
    fn the_order_of_files_does_not_change_an_archive() {
        let one = pack("x", vec![entry("a"), entry("b")]).unwrap();
        let other = pack("x", vec![entry("b"), entry("a")]).unwrap();
        assert_eq!(one, other);
    }

    /// Go documents the hash as `sha256sum a b | sha256sum`, in Base64. That command gave this text.
    #[test]
    fn the_package_hash_is_that_of_go() {
        let archive = pack("x", vec![entry("a"), entry("b")]).unwrap();
        assert_eq!(
            package_hash("x", &archive).unwrap(),
            "h1:yxP0ANy2GOQA0PfVT3zbMw03oHJyy5mhAWzaWDChBVY="
        );
    }

    #[test]
    fn bytes_that_are_no_archive_are_an_error() {
        assert!(package_hash("x", b"no archive").is_err());
    }
}
