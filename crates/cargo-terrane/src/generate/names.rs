//! Names of types, fields and modules.

use std::collections::BTreeSet;

/// Names that the generated files use for other types, or that the derive makes from another name.
const TAKEN: [&str; 31] = [
    "BTreeMap",
    "Box",
    "Clone",
    "Computed",
    "Config",
    "Debug",
    "Default",
    "Drop",
    "Dynamic",
    "Err",
    "Error",
    "Fn",
    "From",
    "Into",
    "Iterator",
    "None",
    "Number",
    "Ok",
    "Option",
    "Result",
    "Schema",
    "Self",
    "Send",
    "Sensitive",
    "Set",
    "Some",
    "String",
    "Sync",
    "Timeouts",
    "Vec",
    "WriteOnly",
];

/// The suffixes of the structs that the derive makes next to a model.
const COMPANIONS: [&str; 4] = ["Computed", "Draft", "Key", "Paths"];

/// Keywords that no raw identifier can have.
const NEVER_RAW: [&str; 4] = ["self", "super", "crate", "_"];

/// Turns a name of a configuration into the name of a type: `config_map` becomes `ConfigMap`.
pub(super) fn pascal_case(name: &str) -> String {
    let mut pascal = String::with_capacity(name.len());
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()) {
        let mut chars = word.chars();
        pascal.extend(chars.next().map(|first| first.to_ascii_uppercase()));
        pascal.push_str(chars.as_str());
    }
    match pascal.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => pascal,
        false => format!("The{pascal}"),
    }
}

/// Turns a name of a configuration into an identifier. The flag is true if the identifier stands for another name.
pub(super) fn identifier(name: &str) -> (String, bool) {
    if NEVER_RAW.contains(&name) {
        return (format!("{}_", name.replace('_', "underscore")), true);
    }
    match syn::parse_str::<syn::Ident>(name) {
        Ok(_) => (name.to_owned(), false),
        Err(_) => (format!("r#{name}"), false),
    }
}

/// Whether a foreign name can be part of paths, comments and identifiers.
pub(super) fn is_safe(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The name of a module, and of its file without the extension.
pub(super) fn module(name: &str) -> (String, String) {
    match name {
        // A folder's own file has this name.
        "mod" => ("mod_".to_owned(), "mod_".to_owned()),
        _ => {
            let (ident, _) = identifier(name);
            let file = ident.trim_start_matches("r#").to_owned();
            (ident, file)
        }
    }
}

/// The names of the types in one module.
#[derive(Debug, Default)]
pub(super) struct TypeNames(BTreeSet<String>);

impl TypeNames {
    /// Reserves a name for the contents at the end of a path, such as `PodSpecContainer`: as few final words as possible.
    pub(super) fn reserve(&mut self, path: &[String]) -> String {
        let words: Vec<String> = path.iter().map(|word| pascal_case(word)).collect();
        let shortest = (0..words.len())
            .rev()
            .filter_map(|from| words.get(from..))
            .map(<[String]>::concat);
        let longest = words.concat();
        let numbered = (2_usize..).map(|number| format!("{longest}{number}"));
        let name = shortest.chain(numbered).find(|name| self.is_free(name));
        let name = name.unwrap_or(longest);
        self.0.insert(name.clone());
        name
    }

    fn is_free(&self, name: &str) -> bool {
        let is_companion = |suffix: &&str| {
            let of = name.strip_suffix(suffix);
            of.is_some_and(|of| self.0.contains(of)) || self.0.contains(&format!("{name}{suffix}"))
        };
        !TAKEN.contains(&name) && !self.0.contains(name) && !COMPANIONS.iter().any(is_companion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Vec<String> {
        text.split('.').map(str::to_owned).collect()
    }

    #[test]
    fn names_of_types_are_short_and_unique() {
        let mut names = TypeNames::default();
        assert_eq!(names.reserve(&path("pod.spec")), "Spec");
        assert_eq!(names.reserve(&path("job.spec")), "JobSpec");
        assert_eq!(names.reserve(&path("job.spec")), "JobSpec2");
        assert_eq!(names.reserve(&path("job.set")), "JobSet");
        assert_eq!(names.reserve(&path("job.spec_key")), "JobSpecKey2");
        assert_eq!(names.reserve(&path("3d")), "The3d");
    }

    #[test]
    fn names_that_would_leave_the_folder_of_a_package_are_not_safe() {
        assert!(is_safe("zoo_pet"));
        for name in ["", "../../build", "a/b", "a\nb", "a: b) {} //"] {
            assert!(!is_safe(name), "{name:?}");
        }
    }

    #[test]
    fn keywords_become_raw_identifiers() {
        assert_eq!(identifier("type"), ("r#type".to_owned(), false));
        assert_eq!(identifier("self"), ("self_".to_owned(), true));
        assert_eq!(identifier("host_port"), ("host_port".to_owned(), false));
        assert_eq!(module("mod").1, "mod_");
        assert_eq!(module("type"), ("r#type".to_owned(), "type".to_owned()));
    }
}
