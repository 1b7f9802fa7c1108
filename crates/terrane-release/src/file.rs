//! Writing files of a release.

use std::io;
use std::path::Path;

use fs_err as fs;

use crate::error::{Error, ErrorKind};

/// Writes a file that must not exist with other contents.
pub(crate) fn write_once(path: &Path, contents: &[u8]) -> Result<(), Error> {
    match fs::read(path) {
        Ok(existing) if existing == contents => return Ok(()),
        Ok(_) => return Err(ErrorKind::Released(path.to_owned()).into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    replace(path, contents)
}

/// Writes a file as a whole: a reader finds the earlier contents or the new ones, never a part of them.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    let partial = folder.join(name);
    fs::write(&partial, contents)?;
    fs::rename(&partial, path)?;
    Ok(())
}

/// Reads a JSON document, or the default if the file does not exist.
pub(crate) fn read_json<T: serde::de::DeserializeOwned + Default>(path: &Path) -> Result<T, Error> {
    match fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|error| ErrorKind::Content(path.to_owned(), error.to_string()).into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(T::default()),
        Err(error) => Err(error.into()),
    }
}

/// Encodes a document as indented JSON with a line end.
pub(crate) fn json(document: &impl serde::Serialize) -> Result<Vec<u8>, Error> {
    let mut bytes = serde_json::to_vec_pretty(document)
        .map_err(|error| ErrorKind::Io(io::Error::other(error)))?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_cannot_be_read_is_an_error_and_no_missing_one() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("new/file.json");
        assert_eq!(read_json::<Vec<u8>>(&missing).unwrap(), [0; 0]);
        write_once(&missing, b"[1]").unwrap();
        assert_eq!(read_json::<Vec<u8>>(&missing).unwrap(), [1]);
        write_once(&missing, b"[1]").unwrap();
        let error = write_once(&missing, b"[2]").unwrap_err();
        assert!(matches!(error, Error(ErrorKind::Released(_))), "{error}");
        fs::write(&missing, "[").unwrap();
        let error = read_json::<Vec<u8>>(&missing).unwrap_err();
        assert!(matches!(error, Error(ErrorKind::Content(..))), "{error}");
        // Neither can be read as a file, and nothing else is left in the folder.
        let error = read_json::<Vec<u8>>(folder.path()).unwrap_err();
        assert!(matches!(error, Error(ErrorKind::Io(_))), "{error}");
        let error = write_once(folder.path(), b"").unwrap_err();
        assert!(matches!(error, Error(ErrorKind::Io(_))), "{error}");
        let inner = folder.path().join("new");
        let error = write_once(&inner, b"").unwrap_err();
        assert!(matches!(error, Error(ErrorKind::Io(_))), "{error}");
        for left in [folder.path(), &inner] {
            assert_eq!(fs::read_dir(left).unwrap().count(), 1);
        }
    }
}
