//! Changes of files.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use terrane_release::Package;
use tokio::sync::mpsc;

use crate::error::Error;

/// What a file belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// What cargo builds the provider from: its code, and that of packages in local folders.
    Code,
    /// The watched configuration, and its state.
    Configuration,
}

/// A file that has changed.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) kind: Kind,
    pub(super) path: PathBuf,
}

/// The changes of files since the last build or plan began.
#[derive(Debug)]
pub(super) struct Changes {
    paths: mpsc::UnboundedReceiver<PathBuf>,
    watcher: RecommendedWatcher,
    /// The watched folders, each with whether the folders below it are watched, too.
    watched: BTreeMap<PathBuf, RecursiveMode>,
    inputs: Inputs,
    stamps: BTreeMap<PathBuf, Stamp>,
    /// Cargo may write `Cargo.lock` during a build.
    is_building: bool,
}

/// What a file shows of its content without being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stamp {
    Folder,
    File { modified: SystemTime, length: u64 },
}

impl Stamp {
    /// Returns the stamp of a file. `None` without the file.
    fn of(path: &Path) -> Option<Self> {
        let metadata = fs_err::metadata(path).ok()?;
        Self::of_metadata(&metadata).ok()
    }

    fn of_metadata(metadata: &Metadata) -> io::Result<Self> {
        if metadata.is_dir() {
            return Ok(Self::Folder);
        }
        Ok(Self::File {
            modified: metadata.modified()?,
            length: metadata.len(),
        })
    }
}

impl Changes {
    /// Watches the code of a package, and a folder with a configuration.
    pub(super) fn watch(package: &Package, configuration: Option<&Path>) -> Result<Self, Error> {
        let (sender, paths) = mpsc::unbounded_channel();
        let notify = move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            if matches!(event.kind, EventKind::Access(_)) {
                return;
            }
            for path in event.paths {
                // The command may have ended.
                let _ = sender.send(path);
            }
        };
        let watcher = notify::recommended_watcher(notify).map_err(Error::Watch)?;
        let inputs = Inputs {
            target: resolved(package.target_folder()),
            workspace: resolved(&package.workspace),
            packages: package.local_folders().map(resolved).collect(),
            listed: BTreeSet::new(),
            configuration: configuration.map(resolved),
        };
        let mut changes = Self {
            paths,
            watcher,
            watched: BTreeMap::new(),
            inputs,
            stamps: BTreeMap::new(),
            is_building: false,
        };
        let packages: Vec<_> = changes.inputs.packages.iter().cloned().collect();
        changes.add(
            &changes.inputs.workspace.clone(),
            RecursiveMode::NonRecursive,
        )?;
        for folder in packages {
            changes.add(&folder.join("src"), RecursiveMode::Recursive)?;
            changes.add(&folder, RecursiveMode::NonRecursive)?;
        }
        if let Some(folder) = configuration {
            changes.add(&resolved(folder), RecursiveMode::Recursive)?;
        }
        Ok(changes)
    }

    /// Watches a folder, unless it is watched already.
    fn add(&mut self, folder: &Path, mode: RecursiveMode) -> Result<(), Error> {
        let is_watched = self.watched.contains_key(folder)
            || folder
                .ancestors()
                .any(|it| self.watched.get(it) == Some(&RecursiveMode::Recursive));
        if is_watched || !folder.is_dir() {
            return Ok(());
        }
        self.watcher.watch(folder, mode).map_err(Error::Watch)?;
        self.watched.insert(folder.to_owned(), mode);
        Ok(())
    }

    /// Counts the changes of code from now on, because cargo starts.
    pub(super) fn begin_build(&mut self) {
        self.is_building = true;
        self.forget(Kind::Code);
    }

    /// Watches the files that cargo has read for a program.
    pub(super) fn end_build(&mut self, program: Option<&Path>) -> Result<(), Error> {
        self.is_building = false;
        let lock = self.inputs.lock();
        if let Some(stamp) = Stamp::of(&lock) {
            self.stamps.insert(lock, stamp);
        }
        let Some(listed) = program.and_then(|it| read_dep_info(it, &self.inputs.workspace)) else {
            return Ok(());
        };
        for path in listed {
            if path.starts_with(&self.inputs.target) || self.inputs.listed.contains(&path) {
                continue;
            }
            let is_known = self.inputs.kind(&path) == Some(Kind::Code);
            self.inputs.listed.insert(path.clone());
            // A file that was not known before has no stamp from the time at which cargo started.
            if !is_known {
                self.stamp(&path, Kind::Code);
            }
            if let Some(folder) = path.parent() {
                self.add(folder, RecursiveMode::NonRecursive)?;
            }
        }
        Ok(())
    }

    /// Counts the changes of the configuration from now on, because a plan begins.
    pub(super) fn begin_plan(&mut self) {
        self.forget(Kind::Configuration);
    }

    /// Takes new stamps of all files of a kind.
    fn forget(&mut self, kind: Kind) {
        self.stamps
            .retain(|path, _| self.inputs.kind(path) != Some(kind));
        for path in self.inputs.roots(kind) {
            self.stamp(&path, kind);
        }
    }

    /// Takes the stamps of a file, or of those in a folder.
    fn stamp(&mut self, path: &Path, kind: Kind) {
        let Some(stamp) = Stamp::of(path) else { return };
        if self.inputs.kind(path) == Some(kind) {
            self.stamps.insert(path.to_owned(), stamp);
        }
        if stamp != Stamp::Folder || path == self.inputs.target {
            return;
        }
        // A folder that has just gone has no files.
        let entries = fs_err::read_dir(path).into_iter().flatten().flatten();
        for entry in entries {
            if !is_hidden(&entry.file_name()) {
                self.stamp(&entry.path(), kind);
            }
        }
    }

    /// Waits for the next change.
    pub(super) async fn next(&mut self) -> Option<Change> {
        loop {
            let path = self.paths.recv().await?;
            let Some(kind) = self.inputs.kind(&path) else {
                continue;
            };
            let is_own = self.is_building && path == self.inputs.lock();
            if !is_own && Stamp::of(&path).as_ref() != self.stamps.get(&path) {
                return Some(Change { kind, path });
            }
        }
    }
}

/// Returns a path without links, as events and cargo have it.
fn resolved(path: &Path) -> PathBuf {
    fs_err::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Reads the files that cargo lists next to a program: its code, that of packages in local folders, and what macros and build scripts have named.
fn read_dep_info(program: &Path, workspace: &Path) -> Option<Vec<PathBuf>> {
    let text = fs_err::read_to_string(program.with_extension("d")).ok()?;
    let files = dep_info(&text).into_iter();
    Some(files.map(|file| resolved(&workspace.join(file))).collect())
}

/// Returns the files in the first rule of a text in the form of `make`. A backslash precedes a space that is part of a name.
fn dep_info(text: &str) -> Vec<String> {
    let rule = text.lines().next().unwrap_or_default();
    let (_, files) = rule.split_once(": ").unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    let mut is_continued = false;
    for part in files.split(' ') {
        let part_without_mark = part.strip_suffix('\\');
        let name = part_without_mark.unwrap_or(part);
        match names.last_mut() {
            Some(last) if is_continued => {
                last.push(' ');
                last.push_str(name);
            }
            _ => names.push(name.to_owned()),
        }
        is_continued = part_without_mark.is_some();
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Decides which files count.
#[derive(Debug)]
struct Inputs {
    target: PathBuf,
    workspace: PathBuf,
    /// The folders of packages.
    packages: BTreeSet<PathBuf>,
    /// The files and folders that cargo has listed.
    listed: BTreeSet<PathBuf>,
    configuration: Option<PathBuf>,
}

impl Inputs {
    fn lock(&self) -> PathBuf {
        self.workspace.join("Cargo.lock")
    }

    /// Returns the files and folders in which all files of a kind are.
    fn roots(&self, kind: Kind) -> Vec<PathBuf> {
        match kind {
            Kind::Code => {
                let own = ["src", "Cargo.toml", "build.rs"];
                let packages = self.packages.iter();
                let files = packages.flat_map(|it| own.map(|name| it.join(name)));
                let manifest = self.workspace.join("Cargo.toml");
                let others = self.listed.iter().cloned();
                files.chain([manifest, self.lock()]).chain(others).collect()
            }
            Kind::Configuration => self.configuration.iter().cloned().collect(),
        }
    }

    fn kind(&self, path: &Path) -> Option<Kind> {
        // A configuration may lie in the target folder, which Git ignores.
        if self.is_configuration(path) {
            return Some(Kind::Configuration);
        }
        let is_code = !path.starts_with(&self.target) && self.is_code(path);
        is_code.then_some(Kind::Code)
    }

    fn is_configuration(&self, path: &Path) -> bool {
        let folder = self.configuration.as_deref();
        let Some(name) = folder.and_then(|it| path.strip_prefix(it).ok()) else {
            return false;
        };
        let is_code = ["tf", "json", "tfvars"].map(OsStr::new);
        let is_state = path.file_name() == Some(OsStr::new("terraform.tfstate"));
        let has_ending = path.extension().is_some_and(|it| is_code.contains(&it));
        !name.iter().any(is_hidden) && (is_state || has_ending)
    }

    fn is_code(&self, path: &Path) -> bool {
        if path.ancestors().any(|it| self.listed.contains(it)) || path == self.lock() {
            return true;
        }
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return false;
        };
        if self.packages.contains(folder) || folder == self.workspace {
            return name == "Cargo.toml" || name == "build.rs";
        }
        // Editors write hidden files, and copies whose names end with a tilde.
        let is_copy = is_hidden(name) || name.as_encoded_bytes().ends_with(b"~");
        // A file that the code does not name yet, or that was missing in a build that failed.
        let is_source = folder.ancestors().any(|it| {
            it.file_name() == Some(OsStr::new("src"))
                && it.parent().is_some_and(|it| self.packages.contains(it))
        });
        is_source && !is_copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_configurations_count_and_what_tools_write_does_not() {
        let inputs = Inputs {
            target: "/zoo/target".into(),
            workspace: "/zoo".into(),
            packages: BTreeSet::from(["/zoo".into(), "/pets".into()]),
            listed: BTreeSet::from(["/zoo/texts/help.md".into(), "/zoo/api".into()]),
            configuration: Some("/zoo/example".into()),
        };
        for (path, kind) in [
            ("/zoo/src/main.rs", Some(Kind::Code)),
            ("/zoo/src/text.md", Some(Kind::Code)),
            ("/zoo/Cargo.toml", Some(Kind::Code)),
            ("/zoo/Cargo.lock", Some(Kind::Code)),
            ("/zoo/build.rs", Some(Kind::Code)),
            ("/pets/src/cat/mod.rs", Some(Kind::Code)),
            ("/pets/Cargo.lock", None),
            ("/zoo/texts/help.md", Some(Kind::Code)),
            ("/zoo/api/v1/pets.json", Some(Kind::Code)),
            ("/zoo/texts/other.md", None),
            ("/zoo/hello.txt", None),
            ("/zoo/src/.main.rs.swp", None),
            ("/zoo/src/main.rs~", None),
            ("/zoo/target/debug/build/x/src/y.rs", None),
            ("/zoo/docs/index.md", None),
            ("/zoo/example/main.tf", Some(Kind::Configuration)),
            ("/zoo/example/zoo.tfvars", Some(Kind::Configuration)),
            ("/zoo/example/terraform.tfstate", Some(Kind::Configuration)),
            ("/zoo/example/terraform.tfstate.backup", None),
            ("/zoo/example/hello.txt", None),
            ("/zoo/example/.terraform/modules/modules.json", None),
        ] {
            assert_eq!(inputs.kind(Path::new(path)), kind, "{path}");
        }
        let configuration = Some("/zoo/target/trial".into());
        let inputs = Inputs {
            configuration,
            ..inputs
        };
        let file = Path::new("/zoo/target/trial/main.tf");
        assert_eq!(inputs.kind(file), Some(Kind::Configuration));
    }

    #[test]
    fn cargo_lists_files_whose_names_may_have_spaces() {
        let text = "/t/zoo: /z/build.rs /z/my\\ texts/a\\ b.md /z/src/main.rs\n\n/z/src/main.rs:\n";
        let expected = ["/z/build.rs", "/z/my texts/a b.md", "/z/src/main.rs"];
        assert_eq!(dep_info(text), expected);
        assert!(dep_info("").is_empty());
    }
}
