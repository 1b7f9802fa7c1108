//! The CLI configuration files of Terraform: which ones are read, and where providers are without a `provider_installation` block.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::installation::SEVERAL_BLOCKS;
use super::{FindError, Installation, Mirror};
use crate::diagnostics::Report;

/// What the CLI configuration files of this machine say about providers.
pub(super) struct CliConfig {
    pub(super) installation: Installation,
    pub(super) warnings: Vec<Report>,
}

/// Reads the CLI configuration files as Terraform does. Without a `provider_installation` block, the mirrors are the folders in which Terraform
/// looks by default; the folder of the root module is one of their bases.
pub(super) fn load(root: &Path) -> Result<CliConfig, FindError> {
    let mut installation = None;
    let mut warnings = Vec::new();
    let (files, is_override) = match override_file() {
        Some(file) => (vec![file], true),
        None => (user_files()?, false),
    };
    for path in files {
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if is_override {
                    warnings.push(missing_override(&path));
                }
                continue;
            }
            Err(error) => return Err(FindError::File { path, error }),
        };
        let invalid = |reason: String| FindError::Content {
            path: path.clone(),
            reason,
        };
        let Some(found) = Installation::parse(&text).map_err(invalid)? else {
            continue;
        };
        if installation.replace(found).is_some() {
            return Err(invalid(SEVERAL_BLOCKS.to_owned()));
        }
    }
    Ok(CliConfig {
        installation: installation.unwrap_or_else(|| implied_installation(root)),
        warnings,
    })
}

fn missing_override(path: &Path) -> Report {
    Report::warning(
        "Unable to open CLI configuration file",
        format!("The CLI configuration file at {path:?} does not exist."),
    )
}

/// Returns a path from the environment. An empty variable counts as not set.
pub(super) fn path_variable(name: &str) -> Option<PathBuf> {
    let value = env::var_os(name).filter(|value| !value.is_empty());
    value.map(PathBuf::from)
}

/// Returns the file that the environment names in place of the user's files. `TERRAFORM_CONFIG` is the older name of the variable.
fn override_file() -> Option<PathBuf> {
    path_variable("TF_CLI_CONFIG_FILE").or_else(|| path_variable("TERRAFORM_CONFIG"))
}

/// Returns the folder of Terraform's files of the user: the home folder, or the folder of application data on Windows.
fn user_folder() -> Option<PathBuf> {
    if cfg!(windows) {
        path_variable("APPDATA")
    } else {
        env::home_dir()
    }
}

/// Returns the name of Terraform's folder of further configuration files and of plugins, which is in the [user's folder](user_folder).
const fn config_folder_name() -> &'static str {
    if cfg!(windows) {
        "terraform.d"
    } else {
        ".terraform.d"
    }
}

/// Returns the user's configuration files: the main file, which need not exist, and the files of the configuration folder.
fn user_files() -> Result<Vec<PathBuf>, FindError> {
    let Some(user) = user_folder() else {
        return Ok(Vec::new());
    };
    let main = if cfg!(windows) {
        "terraform.rc"
    } else {
        ".terraformrc"
    };
    let folder = user.join(config_folder_name());
    let mut files = match config_files_in(&folder) {
        Ok(files) => files,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => {
            return Err(FindError::File {
                path: folder,
                error,
            });
        }
    };
    files.insert(0, user.join(main));
    Ok(files)
}

fn config_files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let has_ending = name.ends_with(".tfrc") || name.ends_with(".tfrc.json");
        if has_ending && !path.is_dir() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the places in which Terraform looks without a `provider_installation` block.
fn implied_installation(root: &Path) -> Installation {
    let user_plugins = user_folder().map(|user| user.join(config_folder_name()).join("plugins"));
    let folders = std::iter::once(root.join("terraform.d/plugins"))
        .chain(user_plugins)
        .chain(data_folders());
    Installation {
        mirrors: folders.map(Mirror::new).collect(),
        ..Installation::default()
    }
}

/// Returns the folders of plugins among the folders that the system has for data of applications.
fn data_folders() -> Vec<PathBuf> {
    if cfg!(windows) {
        let data = path_variable("APPDATA");
        return data
            .map(|data| data.join("HashiCorp/Terraform/plugins"))
            .into_iter()
            .collect();
    }
    let home = env::home_dir().unwrap_or_default();
    if cfg!(target_os = "macos") {
        let plugins = "Library/Application Support/io.terraform/plugins";
        return vec![home.join(plugins), Path::new("/").join(plugins)];
    }
    let user = path_variable("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local/share"));
    let shared = path_variable("XDG_DATA_DIRS");
    let shared = shared.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    std::iter::once(user)
        .chain(env::split_paths(&shared))
        .map(|folder| folder.join("terraform/plugins"))
        .collect()
}
