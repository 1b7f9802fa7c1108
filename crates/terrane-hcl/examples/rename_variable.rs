//! Renames a variable in all files of a module: `.tf`, `.tofu`, `.tf.json` and `.tofu.json`.
//!
//! `cargo run -p terrane-hcl --example rename_variable -- FOLDER OLD NEW`
//!
//! The `variable` block and all references get the new name, and nothing else changes.

use std::{error::Error, fs, path::Path};

use terrane_hcl::syntax::{BodySchema, ast::TraversalStepKind, file_references};
use terrane_hcl::{ConfigFile, Source, Span};

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().collect::<Vec<_>>().as_slice() {
        [_, folder, old, new] => rename(Path::new(folder), old, new),
        _ => Err("expected FOLDER OLD NEW".into()),
    }
}

pub(crate) fn rename(folder: &Path, old: &str, new: &str) -> Result<(), Box<dyn Error>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if let Some(file) = ConfigFile::of(&name) {
            let source = Source::detached(&*name, fs::read(&path)?);
            let edits = edits(&source, file, old, new)?;
            let edited = source.edited(edits).ok_or("two edits overlap")?;
            texts.push((path.clone(), edited));
        }
    }
    // No file is written unless all files could be read.
    for (path, text) in texts {
        fs::write(path, text)?;
    }
    Ok(())
}

/// Returns the places in a file that change, with their new texts.
fn edits(
    source: &Source,
    file: ConfigFile,
    old: &str,
    new: &str,
) -> Result<Vec<(Span, String)>, String> {
    let parsed = file
        .parse(source)
        .into_result()
        .map_err(|errors| format!("{}: {}", source.name(), errors[0]))?;
    let schema = BodySchema::default().block("variable", ["name"]);
    let (content, _) = parsed.body.partial_content(&schema);
    let mut edits = Vec::new();
    for label in content.blocks.iter().map(|block| &block.labels[0]) {
        if label.name == *old {
            edits.push((label.span, format!("\"{new}\"")));
        }
    }
    for reference in file_references(&parsed.body) {
        if let ("var", [step, ..]) = (&*reference.root.name, &*reference.steps)
            && matches!(&step.kind, TraversalStepKind::Attribute(name) if *name == *old)
        {
            edits.push((step.span, format!(".{new}")));
        }
    }
    Ok(edits)
}
