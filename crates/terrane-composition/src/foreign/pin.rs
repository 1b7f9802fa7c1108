//! The record of a binary, made when the provider that contains it is built.

use std::collections::BTreeMap;
use std::env::consts;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

use base16ct::HexDisplay;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use terrane_plugin_client::own_program;

use crate::mux::Announced;
use terrane_protocol::schema::json::{DescribeError, ProviderSchemas};
use terrane_protocol::schema::{IdentitySchema, Schemas};
use terrane_protocol::{Provider, peer, platform};

/// A binary that belongs to a provider: the name of its file, its checksum on each platform, and its schemas.
///
/// `cargo terrane pin` writes a pin as a text file, which the provider contains with `include_str!`. The binary lies next to the provider's own program,
/// or in a folder next to it that is named after the platform, such as `linux_amd64`. Its name must not start with `terraform-provider-TYPE` followed by
/// nothing, `_` or `.`, because hosts take the first such file as the provider.
///
/// ```no_run
/// # fn member() -> Result<terrane_composition::MuxMember, terrane_composition::PinError> {
/// use terrane_composition::{ForeignProvider, Pin};
///
/// let pin: Pin = "..the text of zoo-go.pin..".parse()?;
/// let member = ForeignProvider::pinned(&pin).member();
/// # Ok(member)
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Pin {
    name: String,
    file: String,
    checksums: BTreeMap<String, [u8; 32]>,
    schemas: Schemas,
    identity_schemas: BTreeMap<String, IdentitySchema>,
}

/// The error of a pin, or of a pinned binary.
#[derive(Debug, Clone, thiserror::Error)]
#[error(transparent)]
pub struct PinError(#[from] Problem);

#[derive(Debug, Clone, thiserror::Error)]
enum Problem {
    #[error("line {line} of the pin: {problem}")]
    Text { line: usize, problem: String },
    #[error("expected a line {0:?} in the pin")]
    Missing(&'static str),
    #[error("the provider was built without a checksum for {0}")]
    Platform(String),
    #[error("expected its program at {}", .0.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" or "))]
    NotFound(Vec<PathBuf>),
    #[error("cannot find the program of this process: {0}")]
    OwnProgram(String),
}

const HEAD: &str = "# Written by `cargo terrane pin`. Do not edit.";

impl Pin {
    /// Records the schemas of a running provider. `file` is the name of its program, without `.exe`.
    ///
    /// # Errors
    ///
    /// Fails if the provider does not describe its schemas.
    pub async fn record(
        name: impl Into<String>,
        file: impl Into<String>,
        provider: &dyn Provider,
    ) -> Result<Self, DescribeError> {
        let ProviderSchemas {
            schemas,
            identities,
        } = ProviderSchemas::of(provider).await?;
        Ok(Self {
            name: name.into(),
            file: file.into(),
            checksums: BTreeMap::new(),
            schemas: schemas.into(),
            identity_schemas: identities,
        })
    }

    /// Adds the SHA-256 of the program on a platform, such as `linux_amd64`.
    #[must_use]
    pub fn checksum(mut self, platform: impl Into<String>, sha256: [u8; 32]) -> Self {
        self.checksums.insert(platform.into(), sha256);
        self
    }

    /// Returns the name of the provider, for messages and logs.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the schemas that were recorded.
    pub fn announced(&self) -> Announced {
        Announced {
            schemas: self.schemas.clone(),
            identity_schemas: Some(self.identity_schemas.clone()),
        }
    }

    /// Returns the name of the platform of this process in registries and mirrors, such as `linux_amd64`.
    pub fn platform() -> String {
        let (system, processor) = platform();
        format!("{system}_{processor}")
    }

    /// Finds the program of this platform next to this process's own program, and its checksum.
    pub(super) fn locate(&self) -> Result<(PathBuf, [u8; 32]), PinError> {
        let platform = Self::platform();
        let checksum = self
            .checksums
            .get(&platform)
            .ok_or_else(|| Problem::Platform(platform.clone()))?;
        let failed = |error: io::Error| Problem::OwnProgram(error.to_string());
        // A mirror may be a link, and the binary lies next to the link's target.
        let own = own_program().map_err(failed)?;
        let folder = own.parent().unwrap_or(&own);
        let file = format!("{}{}", self.file, consts::EXE_SUFFIX);
        let places = vec![folder.join(&file), folder.join(platform).join(&file)];
        match places.iter().find(|place| place.is_file()) {
            Some(place) => Ok((place.clone(), *checksum)),
            None => Err(Problem::NotFound(places).into()),
        }
    }
}

/// Writes the text of the pin.
impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}")?;
        writeln!(f, "name {}", self.name)?;
        writeln!(f, "file {}", self.file)?;
        for (platform, checksum) in &self.checksums {
            writeln!(f, "sha256 {platform} {:x}", HexDisplay(checksum))?;
        }
        let schemas = peer::encode_schemas(&self.schemas);
        writeln!(f, "schemas {}", STANDARD.encode(schemas))?;
        if !self.identity_schemas.is_empty() {
            let schemas = peer::encode_identity_schemas(self.identity_schemas.clone());
            writeln!(f, "identities {}", STANDARD.encode(schemas))?;
        }
        Ok(())
    }
}

/// Reads the text of a pin.
impl FromStr for Pin {
    type Err = PinError;

    fn from_str(text: &str) -> Result<Self, PinError> {
        let (mut name, mut file, mut schemas) = (None, None, None);
        let (mut checksums, mut identity_schemas) = (BTreeMap::new(), BTreeMap::new());
        for (index, line) in text.lines().enumerate() {
            let wrong = |problem: String| Problem::Text {
                line: index + 1,
                problem,
            };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let bytes = |text: &str| {
                STANDARD
                    .decode(text)
                    .map_err(|error| wrong(error.to_string()))
            };
            match line.split_once(' ') {
                Some(("name", value)) => name = Some(value.to_owned()),
                Some(("file", value)) => file = Some(value.to_owned()),
                Some(("sha256", value)) => {
                    let checksum = value
                        .split_once(' ')
                        .and_then(|(platform, digits)| Some((platform, hexadecimal(digits)?)));
                    let (platform, hash) = checksum.ok_or_else(|| {
                        wrong("expected a platform and 64 hexadecimal digits".to_owned())
                    })?;
                    checksums.insert(platform.to_owned(), hash);
                }
                Some(("schemas", value)) => {
                    let read = peer::read_schemas(bytes(value)?.into());
                    schemas = Some(read.map_err(|error| wrong(error.to_string()))?);
                }
                Some(("identities", value)) => {
                    let read = peer::read_identity_schemas(bytes(value)?.into());
                    identity_schemas = read.map_err(|error| wrong(error.to_string()))?;
                }
                _ => {
                    let problem = "expected name, file, sha256, schemas or identities";
                    return Err(wrong(problem.to_owned()).into());
                }
            }
        }
        Ok(Self {
            name: name.ok_or(Problem::Missing("name"))?,
            file: file.ok_or(Problem::Missing("file"))?,
            checksums,
            schemas: schemas.ok_or(Problem::Missing("schemas"))?,
            identity_schemas,
        })
    }
}

/// Reads 64 hexadecimal digits.
fn hexadecimal(digits: &str) -> Option<[u8; 32]> {
    base16ct::mixed::decode_vec(digits).ok()?.try_into().ok()
}
