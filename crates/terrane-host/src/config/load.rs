//! Loading of folders.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use terrane_hcl::{ConfigFile, Diagnostic, Sources, Span, opentofu_file};

use super::block::Reader;
use super::messages;
use super::{Config, ConfigError, Module};
use crate::address;

/// The ends of the names of files that belong to other commands of a host.
const TEST_FILES: &[&str] = &[
    ".tftest.hcl",
    ".tftest.json",
    ".tfquery.hcl",
    ".tfquery.json",
];

impl Config {
    /// Loads the configuration of a folder, with the local modules that it calls. Names of files in diagnostics are relative to the folder.
    ///
    /// # Errors
    ///
    /// Fails with all errors of all files. A file or folder that cannot be read is one of them.
    pub fn load(folder: impl AsRef<Path>) -> Result<Self, ConfigError> {
        let mut loader = Loader {
            root: folder.as_ref().to_owned(),
            sources: Sources::new(),
            reader: Reader::default(),
        };
        let mut callers = Vec::new();
        let root = address::Module::default();
        let root = loader.module(root, PathBuf::new(), None, &mut callers);
        let Loader {
            sources, reader, ..
        } = loader;
        let diagnostics = reader.diagnostics;
        match root {
            Some(root) if !diagnostics.has_errors() => Ok(Self {
                root,
                sources,
                warnings: diagnostics,
            }),
            _ => Err(ConfigError {
                diagnostics,
                sources,
            }),
        }
    }
}

struct Loader {
    root: PathBuf,
    sources: Sources,
    reader: Reader,
}

impl Loader {
    /// Loads a module and those that it calls. `relative` is the folder as seen from the root module, and `callers` are the folders of
    /// the calling modules.
    fn module(
        &mut self,
        address: address::Module,
        relative: PathBuf,
        call: Option<Span>,
        callers: &mut Vec<PathBuf>,
    ) -> Option<Module> {
        let folder = self.root.join(&relative);
        let canonical = match fs::canonicalize(&folder) {
            Ok(canonical) => canonical,
            Err(error) => {
                self.failed(messages::unreadable(&folder, &error), call);
                return None;
            }
        };
        if callers.contains(&canonical) {
            self.failed(messages::recursive_module(&relative), call);
            return None;
        }
        let mut module = Module {
            address,
            folder: folder.clone(),
            ..Module::default()
        };
        if let Err(error) = self.files(&relative, &folder, &mut module, call) {
            self.failed(messages::unreadable(&folder, &error), call);
            return None;
        }
        callers.push(canonical);
        for (name, called) in &module.calls {
            let child = self.module(
                module.address.child(name.clone()),
                normalized(&relative.join(called.source.as_str())),
                Some(called.span),
                callers,
            );
            let Some(child) = child else {
                continue;
            };
            for (name, argument) in &called.arguments {
                if !child.variables.contains_key(name) {
                    let error = messages::unknown_module_argument(name);
                    self.reader.report(error, argument.name.span);
                }
            }
            for (name, variable) in &child.variables {
                if variable.default.is_none() && !called.arguments.contains_key(name) {
                    let error = messages::missing_module_argument(name);
                    self.reader.report(error, called.span);
                }
            }
            module.children.insert(name.clone(), child);
        }
        callers.pop();
        self.reader.check_triggers(&module);
        let mut in_checks = BTreeSet::new();
        for data in module
            .checks
            .values()
            .filter_map(|check| check.data.as_ref())
        {
            let is_new = in_checks.insert(&data.address);
            if !is_new || module.resources.contains_key(&data.address) {
                let error = messages::duplicate_resource(&data.address);
                self.reader.report(error, data.span);
            }
        }
        if let Some(import) = module.imports.first().filter(|_| call.is_some()) {
            self.reader.report(messages::import_module(), import.span);
        }
        Some(module)
    }

    /// Reads the files of a folder in the order of their names, and then merges the override files among them in that order.
    fn files(
        &mut self,
        relative: &Path,
        folder: &Path,
        module: &mut Module,
        call: Option<Span>,
    ) -> std::io::Result<()> {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else {
                continue;
            };
            if TEST_FILES.iter().any(|end| name.ends_with(end)) {
                continue;
            }
            let Some(file) = ConfigFile::of(&name) else {
                continue;
            };
            if fs::metadata(entry.path())?.is_file() {
                files.insert(name, file);
            }
        }
        if files.is_empty() {
            self.failed(messages::no_files(folder), call);
        }
        let mut blocks = Vec::new();
        let mut overrides = Vec::new();
        for (name, file) in files {
            let text = fs::read(folder.join(&name))?;
            let shown = relative.join(&name).to_string_lossy().into_owned();
            let source = self.sources.add(shown, text);
            let start = Span {
                source: source.id(),
                ..Span::default()
            };
            if let Some(error) = opentofu_file(&name) {
                self.reader.report(error, start);
            } else {
                let parsed = file.parse(&source);
                let is_valid = !parsed.diagnostics.has_errors();
                self.reader.diagnostics.extend(parsed.diagnostics);
                if is_valid {
                    let read = self.reader.file(&parsed.value.body);
                    if file.is_override {
                        overrides.push(read);
                    } else {
                        blocks.extend(read);
                    }
                }
            }
        }
        for file in &overrides {
            self.reader.override_blocks(&mut blocks, file);
        }
        self.reader.declare(&blocks, module);
        for file in &overrides {
            self.reader.override_module(module, file);
        }
        Ok(())
    }

    /// Reports an error at the call of a module, if there is one.
    fn failed(&mut self, error: Diagnostic, call: Option<Span>) {
        let error = match call {
            Some(call) => error.at(call),
            None => error,
        };
        self.reader.diagnostics.push(error);
    }
}

/// Resolves `.` and `..` in a path without the file system.
fn normalized(path: &Path) -> PathBuf {
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                parts.pop();
            }
            (part, _) => parts.push(part),
        }
    }
    parts.into_iter().collect()
}
