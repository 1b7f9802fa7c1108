//! Names of types, fields and modules.

use std::collections::BTreeSet;
use std::iter;

use crate::prelude::PRELUDE;

/// Names that the files of models use for other types, and names of the settings and of parts of the language.
const TAKEN: [&str; 32] = [
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
    "Value",
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

/// Names the struct of the configured provider: `Zoo`, or `ResultProvider` where `Result` means another type.
pub(super) fn provider_struct(name: &str) -> String {
    let pascal = pascal_case(name);
    match is_taken_in_items(&pascal) {
        true => format!("{pascal}Provider"),
        false => pascal,
    }
}

/// Names the struct of a type: the name without the provider's prefix, or the whole name where the short one means another type. `random_pet` has the struct
/// `Pet`, and `random_string` has the struct `RandomString`.
pub(super) fn item_struct(short: &str, type_name: &str, noun: &str, provider: &str) -> String {
    let shortest = pascal_case(short);
    let longer = [
        pascal_case(type_name),
        pascal_case(&format!("{type_name} {noun}")),
    ];
    let numbered = (2_usize..).map(|number| format!("{shortest}{number}"));
    let is_free = |name: &String| name != provider && !is_taken_in_items(name);
    let mut names = iter::once(shortest.clone()).chain(longer).chain(numbered);
    names.find(is_free).unwrap_or(shortest)
}

fn is_taken_in_items(name: &str) -> bool {
    TAKEN.contains(&name) || PRELUDE.contains(&name)
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
    /// Adds the name of an item's struct.
    pub(super) fn add(&mut self, name: &str) {
        self.0.insert(name.to_owned());
    }

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
    fn an_item_has_its_short_name_unless_another_type_has_it() {
        let of_resource = |short, type_name| item_struct(short, type_name, "resource", "Random");
        assert_eq!(of_resource("pet", "random_pet"), "Pet");
        assert_eq!(of_resource("string", "random_string"), "RandomString");
        assert_eq!(of_resource("key", "random_key"), "RandomKey");
        assert_eq!(of_resource("random", "random_random"), "RandomRandom");
        assert_eq!(of_resource("random", "random"), "RandomResource");
        assert_eq!(of_resource("list", "list"), "List2");
        assert_eq!(provider_struct("zoo"), "Zoo");
        assert_eq!(provider_struct("result"), "ResultProvider");
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
