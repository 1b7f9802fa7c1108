//! The hashes of packages, and unpacking.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use zip::ZipArchive;

use super::mirror::Package;

/// Returns the hashes of a package that a dependency lock file may contain: `h1` of its files, and `zh` of an archive.
pub(super) fn hashes(package: &Package) -> io::Result<Vec<String>> {
    if !package.is_archive {
        return Ok(vec![folder_hash(&package.path)?]);
    }
    let whole = sha256(File::open(&package.path)?)?;
    Ok(vec![archive_hash(&package.path)?, format!("zh:{whole}")])
}

/// Unpacks an archive into a folder, unless the folder has the files of the archive.
pub(super) fn unpack(archive: &Path, folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        if folder_hash(folder)? == archive_hash(archive)? {
            return Ok(());
        }
        fs::remove_dir_all(folder)?;
    }
    let parent = folder.parent().unwrap_or(folder);
    fs::create_dir_all(parent)?;
    // Another process never sees a folder with a part of the files.
    let unpacked = tempfile::tempdir_in(parent)?;
    open(archive)?
        .extract(unpacked.path())
        .map_err(io::Error::other)?;
    fs::rename(unpacked.path(), folder)?;
    Ok(())
}

fn open(archive: &Path) -> io::Result<ZipArchive<File>> {
    ZipArchive::new(File::open(archive)?).map_err(io::Error::other)
}

pub(super) fn folder_hash(folder: &Path) -> io::Result<String> {
    let mut sums = Vec::new();
    // A package may be a symbolic link to a folder.
    let mut left = vec![(fs::canonicalize(folder)?, String::new())];
    while let Some((folder, prefix)) = left.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if path.is_dir() {
                left.push((path, format!("{name}/")));
            } else {
                sums.push((name, sha256(File::open(path)?)?));
            }
        }
    }
    Ok(combined(sums))
}

fn archive_hash(archive: &Path) -> io::Result<String> {
    let mut archive = open(archive)?;
    let mut sums = Vec::new();
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(io::Error::other)?;
        if !file.is_dir() {
            let name = file.name().map_err(io::Error::other)?.into_owned();
            sums.push((name, sha256(file)?));
        }
    }
    Ok(combined(sums))
}

/// Combines the hashes of files as Go's `dirhash` does.
fn combined(mut sums: Vec<(String, String)>) -> String {
    sums.sort();
    let mut hash = Sha256::new();
    for (name, sum) in sums {
        hash.update(format!("{sum}  {name}\n"));
    }
    format!("h1:{}", STANDARD.encode(hash.finalize()))
}

fn sha256(mut content: impl Read) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match content.read(&mut buffer)? {
            0 => break,
            length => hash.update(&buffer[..length]),
        }
    }
    Ok(base16ct::lower::encode_string(&hash.finalize()))
}
