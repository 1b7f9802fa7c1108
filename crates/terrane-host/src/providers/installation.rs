//! Where the configuration files of Terraform say that providers are.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::FindError;
use super::hcl1::{self, Item, Value};
use crate::address::Provider;

/// The places of providers on this machine, of the `provider_installation` block of Terraform's configuration file.
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
    /// The folder, with a folder for each registry in it.
    pub path: PathBuf,
    /// The patterns of the providers that the mirror has. Empty means all.
    pub include: Vec<String>,
    /// The patterns of the providers that are not taken from the mirror.
    pub exclude: Vec<String>,
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
        let matches = |pattern: &String| matches(pattern, provider);
        (self.include.is_empty() || self.include.iter().any(matches))
            && !self.exclude.iter().any(matches)
    }
}

/// Returns whether a pattern such as `example.com/*/*` or `acme/*` matches a provider.
fn matches(pattern: &str, provider: &Provider) -> bool {
    let parts: Vec<&str> = pattern.split('/').collect();
    let (host, namespace, type_name) = match parts.as_slice() {
        [type_name] => ("registry.terraform.io", "hashicorp", *type_name),
        [namespace, type_name] => ("registry.terraform.io", *namespace, *type_name),
        [host, namespace, type_name] => (*host, *namespace, *type_name),
        _ => return false,
    };
    let fits = |pattern: &str, part: &str| pattern == "*" || pattern.to_lowercase() == part;
    fits(host, &provider.host)
        && fits(namespace, &provider.namespace)
        && fits(type_name, &provider.type_name)
}

impl Installation {
    /// Reads a configuration file, in HCL or JSON. A file without a `provider_installation` block has no installation.
    ///
    /// # Errors
    ///
    /// Fails with the reason if the file cannot be parsed, or if the block has a part that Terraform does not know.
    pub fn parse(text: &str) -> Result<Option<Self>, String> {
        let mut installation = None;
        for item in hcl1::parse(text)? {
            if item
                .keys
                .first()
                .is_none_or(|key| key != "provider_installation")
            {
                continue;
            }
            if installation.is_some() {
                return Err("there are several provider_installation blocks".to_owned());
            }
            let mut read = Self::default();
            for method in objects(item)? {
                read.method(method)?;
            }
            installation = Some(read);
        }
        Ok(installation)
    }

    fn method(&mut self, item: Item) -> Result<(), String> {
        let kind = item.keys.first().cloned().unwrap_or_default();
        match kind.as_str() {
            "dev_overrides" => {
                for entry in objects(item)? {
                    let address = entry.keys.first().cloned().unwrap_or_default();
                    self.dev_overrides
                        .insert(address.parse()?, text(entry)?.into());
                }
            }
            "filesystem_mirror" => {
                let mut mirror = Mirror::default();
                for entry in objects(item)? {
                    match entry.keys.first().map(String::as_str) {
                        Some("path") => mirror.path = text(entry)?.into(),
                        Some("include") => mirror.include = texts(entry)?,
                        Some("exclude") => mirror.exclude = texts(entry)?,
                        _ => return Err(unknown(&entry, "filesystem_mirror")),
                    }
                }
                if mirror.path.as_os_str().is_empty() {
                    return Err("a filesystem_mirror block needs the argument path".to_owned());
                }
                self.mirrors.push(mirror);
            }
            // Nothing is downloaded.
            "direct" | "network_mirror" | "oci_mirror" => {}
            _ => return Err(unknown(&item, "provider_installation")),
        }
        Ok(())
    }

    /// Reads the configuration files that the environment names, as Terraform does: the file of `TF_CLI_CONFIG_FILE`, or else `.terraformrc` in
    /// the home folder and the files of `.terraform.d` there. Without a `provider_installation` block, the mirrors are the folders in which
    /// Terraform looks by default, relative to a folder for `terraform.d/plugins`.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be read or parsed. A missing file is none.
    pub fn from_environment(folder: &Path) -> Result<Self, FindError> {
        let mut installation = None;
        for path in config_files() {
            let text = match fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(error) => return Err(FindError::File { path, error }),
            };
            let read = Self::parse(&text);
            let read = read.map_err(|reason| FindError::Content { path, reason })?;
            installation = installation.or(read);
        }
        Ok(installation.unwrap_or_else(|| Self {
            mirrors: implied_mirrors(folder)
                .into_iter()
                .map(Mirror::new)
                .collect(),
            ..Self::default()
        }))
    }
}

fn unknown(item: &Item, place: &str) -> String {
    let key = item.keys.first().map_or("", String::as_str);
    format!("unknown part \"{key}\" in a {place} block")
}

/// Returns the items of a block. In JSON it may be a list of objects.
fn objects(item: Item) -> Result<Vec<Item>, String> {
    let wrong = format!("expected a block \"{}\"", item.keys.join(" "));
    match item.value {
        Value::Object(items) => Ok(items),
        Value::List(values) => {
            let mut all = Vec::new();
            for value in values {
                match value {
                    Value::Object(items) => all.extend(items),
                    _ => return Err(wrong),
                }
            }
            Ok(all)
        }
        Value::Text(_) | Value::Other(_) => Err(wrong),
    }
}

fn text(item: Item) -> Result<String, String> {
    match item.value {
        Value::Text(text) => Ok(text),
        _ => Err(format!("expected a string for \"{}\"", item.keys.join(" "))),
    }
}

fn texts(item: Item) -> Result<Vec<String>, String> {
    let wrong = format!("expected a list of strings for \"{}\"", item.keys.join(" "));
    let Value::List(values) = item.value else {
        return Err(wrong);
    };
    let texts = values.into_iter().map(|value| match value {
        Value::Text(text) => Ok(text),
        _ => Err(wrong.clone()),
    });
    texts.collect()
}

fn variable(name: &str) -> Option<PathBuf> {
    let value = env::var_os(name).filter(|value| !value.is_empty());
    value.map(PathBuf::from)
}

fn config_files() -> Vec<PathBuf> {
    if let Some(file) = variable("TF_CLI_CONFIG_FILE") {
        return vec![file];
    }
    let home = env::home_dir();
    let (file, folder) = if cfg!(windows) {
        let data = variable("APPDATA");
        (
            data.as_ref().map(|data| data.join("terraform.rc")),
            data.map(|data| data.join("terraform.d")),
        )
    } else {
        (
            home.as_ref().map(|home| home.join(".terraformrc")),
            home.map(|home| home.join(".terraform.d")),
        )
    };
    let mut files: Vec<PathBuf> = file.into_iter().collect();
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
    let mut more: Vec<PathBuf> = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(".tfrc") || name.ends_with(".tfrc.json")
        })
        .collect();
    more.sort();
    files.extend(more);
    files
}

/// The folders in which Terraform looks without a `provider_installation` block.
fn implied_mirrors(folder: &Path) -> Vec<PathBuf> {
    let home = env::home_dir().unwrap_or_default();
    let mut mirrors = vec![
        folder.join("terraform.d/plugins"),
        home.join(".terraform.d/plugins"),
    ];
    if cfg!(windows) {
        let data = variable("APPDATA");
        mirrors.extend(data.map(|data| data.join("terraform.d/plugins")));
    } else if cfg!(target_os = "macos") {
        let support = "Library/Application Support/io.terraform/plugins";
        mirrors.extend([home.join(support), PathBuf::from("/").join(support)]);
    } else {
        let data = variable("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local/share"));
        let shared = env::var_os("XDG_DATA_DIRS").filter(|it| !it.is_empty());
        let shared = shared.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
        let folders = std::iter::once(data).chain(env::split_paths(&shared));
        mirrors.extend(folders.map(|folder| folder.join("terraform/plugins")));
    }
    mirrors
}
