//! The dependency lock file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use terrane_hcl::syntax::ast::Expression;
use terrane_hcl::syntax::{self, BodySchema};
use terrane_hcl::{Scope, Source, evaluate};

use super::FindError;
use crate::address::Provider;
use crate::version::Version;

/// The providers that a dependency lock file fixes.
///
/// ```
/// use terrane_host::providers::LockFile;
///
/// let text = r#"
/// provider "registry.terraform.io/acme/zoo" {
///   version = "1.2.3"
///   hashes = [
///     "h1:yxP0ANy2GOQA0PfVT3zbMw03oHJyy5mhAWzaWDChBVY=",
///   ]
/// }
/// "#;
/// let lock = LockFile::parse(text)?;
/// let zoo = &lock.providers[&"acme/zoo".parse()?];
/// assert_eq!(zoo.version.to_string(), "1.2.3");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LockFile {
    /// The providers by their addresses.
    pub providers: BTreeMap<Provider, LockedProvider>,
}

/// A provider in a dependency lock file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedProvider {
    /// The version to use.
    pub version: Version,
    /// The constraints that the version met when it was chosen. Empty without any.
    pub constraints: String,
    /// The hashes of packages that are trusted. Empty means that none is known.
    pub hashes: BTreeSet<String>,
}

impl LockFile {
    /// The name of the file in the folder of the root module.
    pub const NAME: &str = ".terraform.lock.hcl";

    /// Reads the lock file of a folder. A missing file locks nothing.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or parsed.
    pub fn load(folder: &Path) -> Result<Self, FindError> {
        let path: PathBuf = folder.join(Self::NAME);
        match fs::read_to_string(&path) {
            Ok(text) => Self::parse(&text).map_err(|reason| FindError::Content { path, reason }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(FindError::File { path, error }),
        }
    }

    /// Writes the lock file of a folder as Terraform does, unless it has the same content. Comments of others are lost.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or written.
    pub fn save(&self, folder: &Path) -> io::Result<()> {
        let path = folder.join(Self::NAME);
        let text = self.to_string();
        match fs::read(&path) {
            Ok(present) if present == text.as_bytes() => Ok(()),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => fs::write(path, text),
        }
    }

    /// Reads the text of a lock file.
    ///
    /// # Errors
    ///
    /// Fails with the first reason.
    pub fn parse(text: &str) -> Result<Self, String> {
        let source = Source::detached(Self::NAME, text.to_owned());
        let first = |diagnostics: terrane_hcl::Diagnostics| {
            let error = diagnostics.iter().find(|it| it.is_error());
            error.map_or(Ok(()), |error| Err(error.detail.to_string()))
        };
        let parsed = syntax::parse_file(&source);
        first(parsed.diagnostics)?;
        let schema = BodySchema::default().block("provider", ["address"]);
        let (content, _) = parsed.value.body.partial_content(&schema);
        let schema = BodySchema::default()
            .attribute("version", true)
            .attribute("constraints", false)
            .attribute("hashes", false);
        let mut file = Self::default();
        for block in &content.blocks {
            let address: Provider = block.labels[0].name.parse()?;
            let (content, diagnostics) = block.body.content(&schema);
            first(diagnostics)?;
            let mut hashes = BTreeSet::new();
            if let Some(attribute) = content.attribute("hashes") {
                let elements = syntax::list(&attribute.expression);
                for element in elements.map_err(|_| "\"hashes\" is no list".to_owned())? {
                    hashes.insert(string(element)?);
                }
            }
            let version = content
                .attribute("version")
                .map(|it| string(&it.expression))
                .transpose()?
                .unwrap_or_default()
                .parse();
            let constraints = content
                .attribute("constraints")
                .map(|it| string(&it.expression));
            let locked = LockedProvider {
                constraints: constraints.transpose()?.unwrap_or_default(),
                version: version
                    .map_err(|error: crate::version::VersionError| error.to_string())?,
                hashes,
            };
            file.providers.insert(address, locked);
        }
        Ok(file)
    }
}

/// Writes the content of the file.
impl fmt::Display for LockFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "# This file is maintained automatically by \"terraform init\".\n# Manual edits may be lost in future updates.\n",
        )?;
        for (provider, locked) in &self.providers {
            writeln!(f, "\nprovider \"{provider}\" {{")?;
            let version = &locked.version;
            if locked.constraints.is_empty() {
                writeln!(f, "  version = \"{version}\"")?;
            } else {
                writeln!(f, "  version     = \"{version}\"")?;
                writeln!(f, "  constraints = \"{}\"", locked.constraints)?;
            }
            if !locked.hashes.is_empty() {
                f.write_str("  hashes = [\n")?;
                for hash in &locked.hashes {
                    writeln!(f, "    \"{hash}\",")?;
                }
                f.write_str("  ]\n")?;
            }
            f.write_str("}\n")?;
        }
        Ok(())
    }
}

fn string(expression: &Expression) -> Result<String, String> {
    let (value, _) = evaluate(expression, &Scope::new());
    let text = value.as_text().map(ToString::to_string);
    text.ok_or_else(|| "expected a string".to_owned())
}
