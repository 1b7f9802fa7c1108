//! Files below a folder.

use std::path::Path;

/// Returns the texts of the `.tf` files below a folder, in the order of their paths.
pub(crate) fn below(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    collect(folder, &mut texts);
    texts
}

fn collect(folder: &Path, texts: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let is_folder = entry.file_type().is_ok_and(|ty| ty.is_dir());
        if is_folder && name != "target" && !name.starts_with('.') {
            collect(&path, texts);
        } else if !is_folder && name.ends_with(".tf") {
            texts.extend(std::fs::read_to_string(&path));
        }
    }
}
