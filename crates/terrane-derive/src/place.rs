//! The items that can have options.

/// A kind of item that can have options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Struct,
    /// A struct with named fields that is one value.
    Object,
    Tuple,
    Field,
    Enum,
    Variant,
    Function,
    Parameter,
    Provider,
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use proc_macro2::TokenStream;

    use super::*;
    use crate::errors::Errors;
    use crate::options::Options;

    const PLACES: [Place; 9] = [
        Place::Struct,
        Place::Object,
        Place::Tuple,
        Place::Field,
        Place::Enum,
        Place::Variant,
        Place::Function,
        Place::Parameter,
        Place::Provider,
    ];

    /// Returns the files with texts and code of the crates, and the documents of the repository.
    fn files(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            // The inputs of compile tests have unknown options on purpose.
            let is_skipped = matches!(name.as_str(), "target" | "ui" | "compile_fail");
            if path.is_dir() && !is_skipped && !name.starts_with('.') {
                files(&path, found);
            }
            if path.extension().is_some_and(|it| it == "rs" || it == "md") {
                found.push(path);
            }
        }
    }

    /// What `..` in a text may stand for.
    const PLACEHOLDERS: [&str; 6] = [
        "placeholder",
        "\"1.0\"",
        "1",
        "placeholder, other",
        "len(1..)",
        "",
    ];

    /// Whether some item can have the options, with their arguments.
    fn is_known(options: &str) -> bool {
        // More options may follow.
        let options = options.strip_suffix(", ..").unwrap_or(options);
        let candidates = PLACEHOLDERS
            .map(|it| options.replace("..", it))
            .into_iter()
            .chain([options.to_owned()]);
        let mut parsed = candidates
            .filter_map(|it| it.parse::<TokenStream>().ok())
            .flat_map(|tokens| PLACES.map(|place| (tokens.clone(), place)));
        parsed.any(|(tokens, place)| {
            let mut errors = Errors::default();
            Options::default().read(tokens, place, &mut errors);
            errors.attach_to(TokenStream::new()).is_empty()
        })
    }

    /// Returns the contents of the parentheses at the start of a text.
    fn contents(text: &str) -> Option<&str> {
        let mut depth = 0usize;
        let end = text.find(|it| {
            match it {
                '(' => depth += 1,
                ')' if depth == 0 => return true,
                ')' => depth -= 1,
                _ => {}
            }
            false
        })?;
        Some(&text[..end])
    }

    #[test]
    fn all_texts_name_options_that_exist() {
        assert!(is_known("changes_with(..), name = \"a\""));
        assert!(!is_known("keep(unless_changed(..))"));
        assert!(!is_known("kept"));
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut all = Vec::new();
        files(&root, &mut all);
        let mut count = 0;
        let mut unknown = Vec::new();
        for path in all {
            let text = fs::read_to_string(&path).unwrap();
            for rest in text.split("#[tf(").skip(1) {
                let Some(contents) = contents(rest) else {
                    continue;
                };
                // Texts of Rust escape quotes, and macros have variables.
                let options = contents.replace("\\\"", "\"").replace('$', "");
                // A text that the program completes.
                if options.contains('{') || path.ends_with(file!()) {
                    continue;
                }
                count += 1;
                if !is_known(&options) {
                    unknown.push(format!("{}: #[tf({options})]", path.display()));
                }
            }
        }
        assert!(unknown.is_empty(), "no item can have {unknown:#?}");
        assert!(count > 500, "{count}");
    }
}
