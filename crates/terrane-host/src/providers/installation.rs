//! The `provider_installation` block of a CLI configuration file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::ProviderPattern;
use super::hcl1::{self, Item, Value};
use crate::address::Provider;

/// The places of providers on this machine, as the `provider_installation` block of a CLI configuration file describes them.
///
/// Methods that download (`direct`, `network_mirror`, `oci_mirror`) have no place on this machine and are left out.
///
/// ```
/// use terrane_host::providers::Installation;
///
/// let text = r#"
/// provider_installation {
///   dev_overrides {
///     "acme/zoo" = "/home/ada/zoo/target/debug"
///   }
///   filesystem_mirror {
///     path    = "/opt/providers"
///     include = ["acme/*"]
///   }
///   direct {}
/// }
/// "#;
/// let installation = Installation::parse(text)?.unwrap();
/// assert!(installation.dev_overrides.contains_key(&"acme/zoo".parse()?));
/// assert!(installation.mirrors[0].serves(&"acme/zoo".parse()?));
/// assert!(!installation.mirrors[0].serves(&"hashicorp/random".parse()?));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Installation {
    /// The folders with programs that are used regardless of versions and hashes.
    pub dev_overrides: BTreeMap<Provider, PathBuf>,
    /// The filesystem mirrors.
    pub mirrors: Vec<Mirror>,
}

/// A filesystem mirror.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mirror {
    /// The folder, which contains a folder for each registry.
    pub path: PathBuf,
    /// The patterns of the providers that are taken from the mirror. Empty means all.
    pub include: Vec<ProviderPattern>,
    /// The patterns of the providers that are not taken from the mirror.
    pub exclude: Vec<ProviderPattern>,
}

impl Mirror {
    /// Describes a mirror for all providers.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            ..Self::default()
        }
    }

    /// Returns whether a provider may be taken from the mirror.
    pub fn serves(&self, provider: &Provider) -> bool {
        let matches = |pattern: &ProviderPattern| pattern.matches(provider);
        (self.include.is_empty() || self.include.iter().any(matches))
            && !self.exclude.iter().any(matches)
    }
}

impl Installation {
    /// Reads the text of a CLI configuration file, in HCL or JSON. Without a `provider_installation` block, it returns `None`.
    ///
    /// # Errors
    ///
    /// Fails with the reason if the text cannot be parsed, or if Terraform refuses the block.
    pub fn parse(text: &str) -> Result<Option<Self>, String> {
        let mut blocks = hcl1::parse(text)?
            .into_iter()
            .filter(|item| item.name() == BLOCK);
        let Some(block) = blocks.next() else {
            return Ok(None);
        };
        if blocks.next().is_some() {
            return Err(SEVERAL_BLOCKS.to_owned());
        }
        read_block(block).map(Some)
    }
}

const BLOCK: &str = "provider_installation";

/// The error of several blocks, in one file or in several.
pub(super) const SEVERAL_BLOCKS: &str =
    "no more than one provider_installation block may be specified";

fn read_block(block: Item) -> Result<Installation, String> {
    let mut installation = Installation::default();
    let mut has_methods = false;
    for method in block_body(block, BLOCK)? {
        let kind = method.name().to_owned();
        let arguments = block_body(method, &kind)?;
        if kind == "dev_overrides" {
            if has_methods {
                return Err(format!(
                    "the {kind} block must be the first block of {BLOCK}"
                ));
            }
            for argument in arguments {
                let provider = argument.name().parse()?;
                let folder = string(argument)?.into();
                installation.dev_overrides.insert(provider, folder);
            }
            continue;
        }
        has_methods = true;
        // Terraform ignores arguments that it does not know.
        let mut path = None;
        let mut url = None;
        let mut include = Vec::new();
        let mut exclude = Vec::new();
        for argument in arguments {
            match argument.name() {
                "path" => path = Some(string(argument)?),
                "url" => url = Some(string(argument)?),
                "include" => include = patterns(argument)?,
                "exclude" => exclude = patterns(argument)?,
                _ => {}
            }
        }
        let required = |argument: Option<String>, name: &str| {
            let value = argument.filter(|value| !value.is_empty());
            value.ok_or_else(|| format!("a {kind} block needs the argument \"{name}\""))
        };
        match kind.as_str() {
            "filesystem_mirror" => installation.mirrors.push(Mirror {
                path: required(path, "path")?.into(),
                include,
                exclude,
            }),
            "network_mirror" => {
                required(url, "url")?;
            }
            "direct" | "oci_mirror" => {}
            _ => return Err(format!("unknown provider installation method \"{kind}\"")),
        }
    }
    Ok(installation)
}

/// Returns the items of a block, which has no labels and no equals sign.
fn block_body(item: Item, name: &str) -> Result<Vec<Item>, String> {
    if item.keys.len() > 1 {
        return Err(format!("the block {name} must not have labels"));
    }
    match item.value {
        Value::Object(items) if !item.has_equals_sign => Ok(items),
        _ => Err(format!("{name} must be a block, without an equals sign")),
    }
}

/// Returns the value of an argument. Terraform also accepts a number or a boolean for a string.
fn string(argument: Item) -> Result<String, String> {
    match argument.value {
        Value::Text(text) | Value::Other(text) => Ok(text),
        Value::List(_) | Value::Object(_) => {
            Err(format!("expected a string for \"{}\"", argument.name()))
        }
    }
}

fn patterns(argument: Item) -> Result<Vec<ProviderPattern>, String> {
    let expected = format!("expected a list of strings for \"{}\"", argument.name());
    let Value::List(values) = argument.value else {
        return Err(expected);
    };
    let patterns = values.into_iter().map(|value| match value {
        Value::Text(text) => text.parse(),
        _ => Err(expected.clone()),
    });
    patterns.collect()
}
