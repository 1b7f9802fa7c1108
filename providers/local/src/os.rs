//! Calls of the operating system whose failures name the call and the path, and paths and bytes as text.

use std::io;
use std::path::{Component, Path, PathBuf};

use tokio::fs;
use tokio::io::AsyncReadExt as _;

/// Reads a whole file.
pub(crate) async fn read(path: &str) -> Result<Vec<u8>, String> {
    let mut file = fs::File::open(path)
        .await
        .map_err(|error| describe("open", path, &error))?;
    let mut bytes = Vec::new();
    let read = file.read_to_end(&mut bytes).await;
    read.map_err(|error| describe("read", path, &error))?;
    Ok(bytes)
}

/// Returns the bytes as text, with one U+FFFD for each byte that is not UTF-8.
pub(crate) fn text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    text
}

/// Returns an error that names the failed call and the path, as in `open a.txt: no such file or directory`.
pub(crate) fn describe(call: &str, path: impl AsRef<Path>, error: &io::Error) -> String {
    let whole = error.to_string();
    let text = whole.split(" (os error").next().unwrap_or_default();
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    let path = path.as_ref().display();
    format!("{call} {path}: {}{rest}", first.to_lowercase())
}

/// Returns an error with the failed operation and its cause.
pub(crate) fn because(what: &str, cause: impl std::fmt::Display) -> String {
    format!("{what}\n\nOriginal Error: {cause}")
}

/// Returns the directory of a file: `.` for a bare name.
pub(crate) fn directory(filename: &str) -> PathBuf {
    clean(
        &filename[..filename
            .rfind(crate::system::SEPARATORS)
            .map_or(0, |slash| slash + 1)],
    )
}

/// Returns the path without `.`, `..` and doubled slashes. It changes the text only: a name before a `..` is removed, and links are not followed.
pub(crate) fn clean(path: impl AsRef<Path>) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in path.as_ref().components() {
        let last = clean.components().next_back();
        match (component, last) {
            (Component::CurDir, _) | (Component::ParentDir, Some(Component::RootDir)) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                clean.pop();
            }
            _ => clean.push(component),
        }
    }
    if clean.as_os_str().is_empty() {
        clean.push(Component::CurDir);
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_in_the_directory_of_its_name() {
        for (filename, expected) in [
            ("a", "."),
            ("", "."),
            ("./a", "."),
            ("d/a", "d"),
            ("d//a", "d"),
            ("d/", "d"),
            ("/a", "/"),
            ("/../a", "/"),
            ("d/e/../a", "d"),
            ("d/../a", "."),
            ("../../a", "../.."),
            ("d/../../a", ".."),
        ] {
            assert_eq!(directory(filename), Path::new(expected), "{filename:?}");
        }
    }

    #[tokio::test]
    async fn failures_name_the_call_and_the_path() {
        let none = read("no/such").await.unwrap_err();
        assert_eq!(none, "open no/such: no such file or directory");
        assert_eq!(read(".").await.unwrap_err(), "read .: is a directory");
    }

    #[test]
    fn each_bad_byte_is_one_replacement_character() {
        assert_eq!(text("häß".as_bytes()), "häß");
        assert_eq!(text(b"a\xe2\x82b\xff"), "a\u{fffd}\u{fffd}b\u{fffd}");
    }
}
