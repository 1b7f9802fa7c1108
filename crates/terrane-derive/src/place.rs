//! The options of `#[tf(..)]`, and the items that can have them.

/// An option of a struct, a field, a variant or a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Name,
    TypeName,
    Deprecated,
    Since,
    Plain,
    Markdown,
    Summary,
    Default,
    Validate,
    Keep,
    Replace,
    Key,
    Identity,
    Optional,
    Computed,
    Env,
    Block,
    Group,
    Items,
    Required,
    Relation,
    Transparent,
    Equal,
    As,
    With,
    ChangesWith,
    Unknown,
    Plan,
    Align,
    Timeouts,
    TimeoutDescription,
    EmptyIsNull,
    Counts,
    Flatten,
    Filled,
    Object,
    Version,
    Previous,
    History,
    IdentityVersion,
    IdentityHistory,
    Provider,
    Crate,
}

/// A kind of item that can have options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Struct,
    Tuple,
    Field,
    Enum,
    Variant,
    Function,
    Parameter,
    Provider,
}

impl Place {
    /// The options that the item can have, by name.
    pub(crate) fn options(self) -> &'static [(&'static str, Kind)] {
        match self {
            Place::Struct => &[
                ("name", Kind::Name),
                ("type_name", Kind::TypeName),
                ("deprecated", Kind::Deprecated),
                ("since", Kind::Since),
                ("plain", Kind::Plain),
                ("version", Kind::Version),
                ("previous", Kind::Previous),
                ("history", Kind::History),
                ("identity_version", Kind::IdentityVersion),
                ("identity_history", Kind::IdentityHistory),
                ("exactly_one_of", Kind::Relation),
                ("at_least_one_of", Kind::Relation),
                ("at_most_one_of", Kind::Relation),
                ("conflicts", Kind::Relation),
                ("all_or_none", Kind::Relation),
                ("requires", Kind::Relation),
                ("sum_of", Kind::Relation),
                ("at_least_sum_of", Kind::Relation),
                ("at_most_sum_of", Kind::Relation),
                ("product_of", Kind::Relation),
                ("prefer_write_only", Kind::Relation),
                ("all_of", Kind::Relation),
                ("any_of", Kind::Relation),
                ("not", Kind::Relation),
                ("when", Kind::Relation),
                ("warn", Kind::Relation),
                ("filled", Kind::Filled),
                ("object", Kind::Object),
                ("crate", Kind::Crate),
            ],
            Place::Tuple => &[
                ("transparent", Kind::Transparent),
                ("equal", Kind::Equal),
                ("validate", Kind::Validate),
                ("crate", Kind::Crate),
            ],
            Place::Function => &[
                ("name", Kind::Name),
                ("deprecated", Kind::Deprecated),
                ("since", Kind::Since),
                ("plain", Kind::Plain),
                ("summary", Kind::Summary),
                ("provider", Kind::Provider),
                ("crate", Kind::Crate),
            ],
            Place::Parameter => &[
                ("name", Kind::Name),
                ("validate", Kind::Validate),
                ("plain", Kind::Plain),
            ],
            Place::Field => &[
                ("name", Kind::Name),
                ("deprecated", Kind::Deprecated),
                ("since", Kind::Since),
                ("plain", Kind::Plain),
                ("markdown", Kind::Markdown),
                ("default", Kind::Default),
                ("validate", Kind::Validate),
                ("keep", Kind::Keep),
                ("replace", Kind::Replace),
                ("identity", Kind::Identity),
                ("key", Kind::Key),
                ("optional", Kind::Optional),
                ("computed", Kind::Computed),
                ("env", Kind::Env),
                ("block", Kind::Block),
                ("group", Kind::Group),
                ("items", Kind::Items),
                ("required", Kind::Required),
                ("as", Kind::As),
                ("with", Kind::With),
                ("changes_with", Kind::ChangesWith),
                ("unknown", Kind::Unknown),
                ("plan", Kind::Plan),
                ("align", Kind::Align),
                ("timeouts", Kind::Timeouts),
                ("timeout_description", Kind::TimeoutDescription),
                ("empty_is_null", Kind::EmptyIsNull),
                ("counts", Kind::Counts),
                ("flatten", Kind::Flatten),
            ],
            Place::Enum => &[("crate", Kind::Crate)],
            Place::Provider => &[("crate", Kind::Crate)],
            Place::Variant => &[("name", Kind::Name)],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use proc_macro2::TokenStream;

    use super::*;
    use crate::errors::Errors;
    use crate::settings::Settings;

    const PLACES: [Place; 8] = [
        Place::Struct,
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
    const PLACEHOLDERS: [&str; 7] = [
        "placeholder",
        "\"1.0\"",
        "1",
        "placeholder, other",
        "set(placeholder), set(other)",
        "len(1..)",
        "",
    ];

    /// Whether some item can have the options, with their arguments.
    fn is_known(options: &str) -> bool {
        // More options may follow.
        let options = options.strip_suffix(", ..").unwrap_or(options);
        let candidates = PLACEHOLDERS.map(|it| options.replace("..", it));
        let candidates = candidates.into_iter().chain([options.to_owned()]);
        let parsed = candidates.filter_map(|it| it.parse::<TokenStream>().ok());
        let mut parsed = parsed.flat_map(|tokens| PLACES.map(|place| (tokens.clone(), place)));
        parsed.any(|(tokens, place)| {
            let mut errors = Errors::default();
            Settings::default().read(tokens, place, &mut errors);
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
