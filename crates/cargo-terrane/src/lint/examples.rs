//! The folder of examples, as registries expect it.

use std::path::{Path, PathBuf};

use terrane_protocol::schema::TypeKind;

use crate::docs::ItemKind;

/// Returns the folder with the examples of a type.
pub(super) fn item_folder(examples: &Path, kind: TypeKind, name: &str) -> PathBuf {
    examples.join(ItemKind::Type(kind).folder()).join(name)
}

/// Returns the examples of a type.
pub(super) fn item_files(examples: &Path, kind: TypeKind, name: &str) -> Vec<PathBuf> {
    of_item(examples, ItemKind::Type(kind), name)
}

/// Returns the examples of a function.
pub(super) fn function_files(examples: &Path, name: &str) -> Vec<PathBuf> {
    of_item(examples, ItemKind::Function, name)
}

fn of_item(examples: &Path, kind: ItemKind, name: &str) -> Vec<PathBuf> {
    let folder = examples.join(kind.folder()).join(name);
    files(&folder, kind.example(), kind.example_extension())
}

/// Returns the examples of the provider's configuration.
pub(super) fn provider_files(examples: &Path) -> Vec<PathBuf> {
    files(&examples.join("provider"), "provider", ".tf")
}

/// Returns the examples of imports in the folder of a resource.
pub(super) fn import_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = files(folder, "import", ".tf");
    found.extend(files(folder, "import", ".sh"));
    found
}

/// Returns the files of a folder by the beginning and the end of their names. A folder that cannot be read has none.
fn files(folder: &Path, beginning: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs_err::read_dir(folder);
    let paths = entries.into_iter().flatten().flatten().map(|it| it.path());
    let mut found: Vec<PathBuf> = paths
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            path.is_file() && name.starts_with(beginning) && name.ends_with(ending)
        })
        .collect();
    found.sort();
    found
}
