//! Changes of files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use terrane_release::Package;
use tokio::sync::mpsc;

use crate::error::Error;

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The code of the provider, or of a package in the same repository that it uses.
    Code,
    /// The watched configuration.
    Configuration,
}

/// The changes from now on.
#[derive(Debug)]
pub(super) struct Changes {
    changes: mpsc::UnboundedReceiver<Change>,
    _watcher: RecommendedWatcher,
}

impl Changes {
    /// Watches the code of a package, and a folder with a configuration.
    pub(super) fn watch(package: &Package, configuration: Option<&Path>) -> Result<Self, Error> {
        let (sender, changes) = mpsc::unbounded_channel();
        let kind = Kind {
            target: package.target_folder().to_owned(),
            configuration: configuration.map(Path::to_owned),
        };
        let notify = move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            if matches!(event.kind, EventKind::Access(_)) {
                return;
            }
            for change in event
                .paths
                .iter()
                .filter_map(|path| kind.change_of_file(path))
            {
                // The command may have ended.
                let _ = sender.send(change);
            }
        };
        let mut watcher = notify::recommended_watcher(notify).map_err(Error::Watch)?;
        let mut add = |folder: &Path, mode| {
            if folder.is_dir() {
                watcher.watch(folder, mode).map_err(Error::Watch)
            } else {
                Ok(())
            }
        };
        for folder in package.local_folders() {
            add(folder, RecursiveMode::NonRecursive)?;
            add(&folder.join("src"), RecursiveMode::Recursive)?;
        }
        if let Some(folder) = configuration {
            add(folder, RecursiveMode::Recursive)?;
        }
        Ok(Self {
            changes,
            _watcher: watcher,
        })
    }

    /// Waits for the next change.
    pub(super) async fn next(&mut self) -> Option<Change> {
        self.changes.recv().await
    }
}

/// Decides which files count.
#[derive(Debug)]
struct Kind {
    target: PathBuf,
    configuration: Option<PathBuf>,
}

impl Kind {
    fn change_of_file(&self, path: &Path) -> Option<Change> {
        let is_hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
        let below = |folder: &Path| path.strip_prefix(folder).ok();
        if below(&self.target).is_some() {
            return None;
        }
        if let Some(name) = self.configuration.as_deref().and_then(below) {
            let is_code = ["tf", "json", "tfvars"].map(OsStr::new);
            let is_shown = !name.iter().any(is_hidden);
            return path
                .extension()
                .filter(|extension| is_shown && is_code.contains(extension))
                .map(|_| Change::Configuration);
        }
        let name = path.file_name().filter(|name| !is_hidden(name))?;
        let is_source = path.components().any(|it| it.as_os_str() == "src");
        let is_manifest = name == "Cargo.toml" || name == "build.rs";
        // Editors write copies whose names end with a tilde.
        let is_copy = name.as_encoded_bytes().ends_with(b"~");
        ((is_source || is_manifest) && !is_copy).then_some(Change::Code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_configurations_count_and_what_tools_write_does_not() {
        let kind = Kind {
            target: "/zoo/target".into(),
            configuration: Some("/zoo/example".into()),
        };
        for (path, change) in [
            ("/zoo/src/main.rs", Some(Change::Code)),
            ("/zoo/src/text.md", Some(Change::Code)),
            ("/zoo/Cargo.toml", Some(Change::Code)),
            ("/zoo/Cargo.lock", None),
            ("/zoo/src/.main.rs.swp", None),
            ("/zoo/src/main.rs~", None),
            ("/zoo/target/debug/build/x/src/y.rs", None),
            ("/zoo/docs/index.md", None),
            ("/zoo/example/main.tf", Some(Change::Configuration)),
            ("/zoo/example/zoo.tfvars", Some(Change::Configuration)),
            ("/zoo/example/terraform.tfstate", None),
            ("/zoo/example/.terraform/modules/modules.json", None),
        ] {
            assert_eq!(kind.change_of_file(Path::new(path)), change, "{path}");
        }
    }
}
