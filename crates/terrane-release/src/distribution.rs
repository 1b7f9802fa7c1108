//! The folder with the files of one version.

use std::path::{Path, PathBuf};

use fs_err as fs;
use semver::Version;

use crate::archive::{Entry, pack};
use crate::checksums::{self, Checksum, sha256};
use crate::error::{Error, ErrorKind};
use crate::{Manifest, Platform, file};

/// A compiled provider.
#[derive(Clone, Debug)]
pub struct Program {
    /// The platform that it runs on.
    pub platform: Platform,
    /// The path of the file.
    pub path: PathBuf,
    /// Other programs that the archive has next to it, such as the members of a composed provider.
    pub included: Vec<PathBuf>,
}

impl Program {
    /// Creates the program of a platform, whose archive has no other programs.
    pub fn new(platform: Platform, path: impl Into<PathBuf>) -> Self {
        Self {
            platform,
            path: path.into(),
            included: Vec::new(),
        }
    }
}

/// An archive of a distribution.
#[derive(Debug)]
pub struct Archive {
    /// The platform of the program in it.
    pub platform: Platform,
    /// The name of the file.
    pub file: String,
    /// Its SHA-256 hash, in hexadecimal.
    pub sha256: String,
}

/// The files of one version of a provider, in one folder, with the names that registries demand.
#[derive(Debug)]
pub struct Distribution {
    folder: PathBuf,
    type_name: String,
    version: Version,
    manifest: Manifest,
    checksums: Vec<Checksum>,
}

impl Distribution {
    /// Packs programs: an archive each, the manifest, and their checksums. Each archive has the [`included`](Program::included) programs of its platform
    /// and the `extra` files, such as the licence.
    ///
    /// Equal programs give equal files, so a second run changes nothing.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or written, or exists with other contents: a released file is never replaced.
    pub fn create(
        folder: &Path,
        type_name: &str,
        version: Version,
        manifest: Manifest,
        programs: &[Program],
        extra: &[PathBuf],
    ) -> Result<Self, Error> {
        let stem = format!("terraform-provider-{type_name}_{version}");
        let mut files = Vec::new();
        for program in programs {
            let name = format!("{stem}_{}.zip", program.platform);
            let mut entries = vec![Entry {
                name: program_name(type_name, &version, program.platform),
                contents: fs::read(&program.path)?,
                executable: true,
            }];
            let others = program.included.iter().map(|path| (path, true));
            for (path, executable) in others.chain(extra.iter().map(|path| (path, false))) {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                if entries.iter().any(|entry| entry.name == file) {
                    return Err(ErrorKind::Package(format!(
                        "the archive `{name}` would have two files named `{file}`; rename one of them"
                    )).into());
                }
                entries.push(Entry {
                    name: file.into_owned(),
                    contents: fs::read(path)?,
                    executable,
                });
            }
            let archive = pack(&name, entries)?;
            files.push((name, archive));
        }
        files.push((format!("{stem}_manifest.json"), file::json(&manifest)?));
        files.sort();
        let checksums: Vec<Checksum> = files
            .iter()
            .map(|(name, contents)| Checksum {
                sha256: sha256(contents),
                file: name.clone(),
            })
            .collect();
        // The checksums are written first: a version with other contents is refused before any of its files changes.
        let own = Self {
            folder: folder.to_owned(),
            type_name: type_name.to_owned(),
            version,
            manifest,
            checksums,
        };
        file::write_once(
            &own.checksums_path(),
            checksums::format(&own.checksums).as_bytes(),
        )?;
        for (name, contents) in files {
            file::write_once(&folder.join(name), &contents)?;
        }
        Ok(own)
    }

    /// Opens a distribution and verifies the checksum of each file.
    ///
    /// # Errors
    ///
    /// Fails if a file is missing, or has other contents than the checksums demand.
    pub fn open(folder: &Path, type_name: &str, version: Version) -> Result<Self, Error> {
        let stem = format!("terraform-provider-{type_name}_{version}");
        let sums = folder.join(format!("{stem}_SHA256SUMS"));
        let checksums = checksums::parse(&sums, &fs::read_to_string(&sums)?)?;
        for entry in &checksums {
            let path = folder.join(&entry.file);
            if sha256(&fs::read(&path)?) != entry.sha256 {
                return Err(ErrorKind::Content(
                    path,
                    format!("its SHA-256 hash is not {}", entry.sha256),
                )
                .into());
            }
        }
        let manifest = folder.join(format!("{stem}_manifest.json"));
        let contents = serde_json::from_slice(&fs::read(&manifest)?)
            .map_err(|error| ErrorKind::Content(manifest, error.to_string()))?;
        Ok(Self {
            folder: folder.to_owned(),
            type_name: type_name.to_owned(),
            version,
            manifest: contents,
            checksums,
        })
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the name of the provider, such as `zoo`.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// Returns the version.
    #[must_use]
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// Returns the manifest for registries.
    #[must_use]
    pub(crate) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Returns the lines of `SHA256SUMS`: all archives and the manifest.
    #[must_use]
    pub fn checksums(&self) -> &[Checksum] {
        &self.checksums
    }

    /// Returns the archives.
    #[must_use]
    pub fn archives(&self) -> Vec<Archive> {
        let stem = format!("terraform-provider-{}_{}_", self.type_name, self.version);
        self.checksums
            .iter()
            .filter_map(|entry| {
                let name = entry.file.strip_prefix(&stem)?.strip_suffix(".zip")?;
                Some(Archive {
                    platform: Platform::named(name)?,
                    file: entry.file.clone(),
                    sha256: entry.sha256.clone(),
                })
            })
            .collect()
    }

    /// Returns the path of `SHA256SUMS`.
    #[must_use]
    pub fn checksums_path(&self) -> PathBuf {
        self.attachment("SHA256SUMS")
    }

    /// Returns the path of the detached signature of `SHA256SUMS`.
    #[must_use]
    pub fn signature_path(&self) -> PathBuf {
        self.attachment("SHA256SUMS.sig")
    }

    /// Writes a file next to the archives that is not part of the checksums, such as the bill of materials, and returns its path.
    ///
    /// # Errors
    ///
    /// Fails if the file exists with other contents: a released file is never replaced.
    pub fn attach(&self, ending: &str, contents: &[u8]) -> Result<PathBuf, Error> {
        let path = self.attachment(ending);
        file::write_once(&path, contents)?;
        Ok(path)
    }

    /// Returns the path of a file next to the archives that is not part of the checksums, such as the bill of materials.
    fn attachment(&self, ending: &str) -> PathBuf {
        self.folder.join(format!(
            "terraform-provider-{}_{}_{ending}",
            self.type_name, self.version
        ))
    }
}

/// Returns the name of the program in an archive.
pub(crate) fn program_name(type_name: &str, version: &Version, platform: Platform) -> String {
    let extension = platform.extension();
    format!("terraform-provider-{type_name}_v{version}{extension}")
}
