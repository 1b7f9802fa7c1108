//! The examples of a provider, in the layout of `tfplugindocs`.

use std::path::Path;

use super::error::Error;
use super::folders::{Folders, files};
use super::kind::ItemKind;

/// The examples of an item. Paths are relative to the provider's folder where possible.
#[derive(Debug, Default)]
pub(crate) struct Examples {
    /// The path of the main example, whether it exists or not.
    pub(crate) main: String,
    pub(crate) has_main: bool,
    /// All examples.
    pub(crate) all: Vec<String>,
    /// The command that imports the resource.
    pub(crate) import_command: Import,
    /// An `import` block with an id.
    pub(crate) import_by_id: Import,
    /// An `import` block with an identity.
    pub(crate) import_by_identity: Import,
}

/// The example of an import.
#[derive(Debug, Default)]
pub(crate) struct Import {
    pub(crate) file: String,
    pub(crate) exists: bool,
}

/// Finds the examples of an item, or of the provider itself.
pub(crate) fn of_item(
    folders: &Folders,
    kind: Option<ItemKind>,
    name: &str,
) -> Result<Examples, Error> {
    let (folder, start, extension) = match kind {
        Some(kind) => (
            folders.examples.join(kind.folder()).join(name),
            kind.example(),
            kind.example_extension(),
        ),
        None => (folders.examples.join("provider"), "provider", ".tf"),
    };
    let relative = folder.strip_prefix(&folders.provider).unwrap_or(&folder);
    let relative_path = |file: &str| path_with_slashes(&relative.join(file));
    let found = files(&folder)?;
    let all = found
        .keys()
        .filter(|file| !file.contains('/') && file.starts_with(start) && file.ends_with(extension))
        .map(|file| relative_path(file))
        .collect();
    let main = format!("{start}{extension}");
    let has_imports = matches!(kind, Some(kind) if kind.folder() == "resources");
    let import = |file: &str| {
        if has_imports {
            Import {
                file: relative_path(file),
                exists: found.contains_key(file),
            }
        } else {
            Import::default()
        }
    };
    Ok(Examples {
        has_main: found.contains_key(&main),
        main: relative_path(&main),
        all,
        import_command: import("import.sh"),
        import_by_id: import("import-by-string-id.tf"),
        import_by_identity: import("import-by-identity.tf"),
    })
}

/// Returns a path with `/`.
fn path_with_slashes(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}
