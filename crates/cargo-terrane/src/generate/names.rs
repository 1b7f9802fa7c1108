//! Names of types, fields and modules.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use crate::prelude::PRELUDE;

/// Names that the files of models use for other types, and names of the settings and of parts of the language.
const TAKEN: [&str; 33] = [
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
    "Meta",
    "None",
    "Number",
    "Ok",
    "Option",
    "Partial",
    "Result",
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

/// Identifiers that no module and no function has: those of crates and primitive types, which generated code uses, and those of files that a folder has or that
/// systems do not allow.
const RESERVED: [&str; 44] = [
    "alloc",
    "aux",
    "bool",
    "bytes",
    "char",
    "com1",
    "com2",
    "com3",
    "com4",
    "con",
    "core",
    "f32",
    "f64",
    "futures_util",
    "i128",
    "i16",
    "i32",
    "i64",
    "i8",
    "isize",
    "lpt1",
    "lpt2",
    "lpt3",
    "lpt4",
    "mod",
    "nul",
    "prn",
    "shared",
    "std",
    "str",
    "terrane",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "usize",
    "actions",
    "data_sources",
    "ephemerals",
    "functions",
    "lists",
    "resources",
    "state_stores",
];

/// The suffixes of the structs that the derive makes next to a model.
const COMPANIONS: [&str; 4] = ["Computed", "Draft", "Key", "Paths"];

/// Keywords that no raw identifier can have.
const NEVER_RAW: [&str; 5] = ["self", "super", "crate", "Self", "_"];

/// All other keywords of edition 2024, also the reserved ones.
const KEYWORDS: [&str; 47] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while",
];

/// An identifier that stands for a name of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Identifier {
    /// The identifier in code, such as `r#type`.
    pub(super) code: String,
    /// The identifier without the mark of raw ones.
    pub(super) plain: String,
}

impl Identifier {
    pub(super) fn new(plain: String) -> Self {
        let code = if KEYWORDS.contains(&&*plain) || plain == "yield" {
            format!("r#{plain}")
        } else {
            plain.clone()
        };
        Self { code, plain }
    }
}

/// The identifiers of one scope, each of which stands for one name.
#[derive(Debug)]
pub(super) struct Identifiers<'a>(BTreeMap<&'a str, Identifier>);

impl<'a> Identifiers<'a> {
    /// Returns the identifiers of fields or parameters. Each has a key, and the name that its identifier stands for.
    pub(super) fn of_members(names: &[(&'a str, &'a str)]) -> Self {
        Self::all(names, &[])
    }

    /// Returns the identifiers of modules or functions. Each has a key, and the name that its identifier stands for.
    pub(super) fn of_items(names: &[(&'a str, &'a str)]) -> Self {
        Self::all(names, &RESERVED)
    }

    /// A name that is a usual identifier stands for itself. The others get identifiers that no name has.
    fn all(names: &[(&'a str, &'a str)], reserved: &[&str]) -> Self {
        let is_free = |name: &str| !NEVER_RAW.contains(&name) && !reserved.contains(&name);
        let (mut all, mut used) = (BTreeMap::new(), BTreeSet::new());
        for (key, name) in names {
            if is_usual(name) && is_free(name) && used.insert((*name).to_owned()) {
                all.insert(*key, Identifier::new((*name).to_owned()));
            }
        }
        for (key, name) in names {
            all.entry(*key).or_insert_with(|| {
                let plain = free_name(&snake_case(name), |plain| {
                    is_free(plain) && !used.contains(plain)
                });
                used.insert(plain.clone());
                Identifier::new(plain)
            });
        }
        Self(all)
    }

    /// Returns the identifier of a key.
    pub(super) fn get(&self, key: &str) -> Identifier {
        let found = self.0.get(key).cloned();
        found.unwrap_or_else(|| Identifier::new(snake_case(key)))
    }
}

/// Returns the first free one of `name`, `name_`, `name_2` and so on.
fn free_name(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let numbered = (2_usize..).map(|number| format!("{name}_{number}"));
    let mut all = [name.to_owned(), format!("{name}_")]
        .into_iter()
        .chain(numbered);
    all.find(|it| is_free(it)).unwrap_or_default()
}

/// Whether a name is an identifier in snake case, as the compiler checks it.
fn is_usual(name: &str) -> bool {
    is_valid(name) && !name.trim_matches('_').contains("__")
}

/// Turns any text into an identifier in snake case: `Content-Type` becomes `content_type`, and `3d` becomes `_3d`.
pub(super) fn snake_case(name: &str) -> String {
    if is_usual(name) && name != "_" {
        return name.to_owned();
    }
    let mut snake = String::with_capacity(name.len());
    let mut was_lower = false;
    for c in name.chars() {
        let starts_word = c.is_ascii_uppercase() && was_lower;
        if (starts_word || !c.is_ascii_alphanumeric()) && !snake.ends_with('_') {
            snake.push('_');
        }
        if c.is_ascii_alphanumeric() {
            snake.push(c.to_ascii_lowercase());
        }
        was_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    let is_without_letter = !snake.contains(|c: char| c.is_ascii_alphanumeric());
    if is_without_letter {
        "unnamed".to_owned()
    } else if snake.starts_with(|c: char| c.is_ascii_digit()) {
        format!("_{snake}")
    } else {
        snake
    }
}

/// Whether models and hosts accept a name of a type, an attribute or a block.
pub(super) fn is_valid(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(is_part)
}

/// Turns a name of a configuration into the name of a type: `config_map` becomes `ConfigMap`.
fn pascal_case(name: &str) -> String {
    let mut pascal = String::with_capacity(name.len());
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()) {
        let mut chars = word.chars();
        pascal.extend(chars.next().map(|first| first.to_ascii_uppercase()));
        pascal.push_str(chars.as_str());
    }
    if pascal.starts_with(|c: char| c.is_ascii_alphabetic()) {
        pascal
    } else {
        format!("The{pascal}")
    }
}

/// Names the struct of the configured provider: `Zoo`, or `ResultProvider` where `Result` means another type.
pub(super) fn provider_struct(name: &str) -> String {
    let pascal = pascal_case(name);
    if is_taken_in_items(&pascal) {
        format!("{pascal}Provider")
    } else {
        pascal
    }
}

/// Names the struct of a type: the name without the provider's prefix, or the whole name where the short one means another type. `random_pet` has the struct
/// `Pet`, and `random_string` has the struct `RandomString`. `others` are structs that the same file names.
pub(super) fn item_struct(short: &str, type_name: &str, noun: &str, others: &[&str]) -> String {
    let shortest = pascal_case(short);
    let longer = [
        pascal_case(type_name),
        pascal_case(&format!("{type_name} {noun}")),
    ];
    let numbered = (2_usize..).map(|number| format!("{shortest}{number}"));
    let is_free = |name: &String| !others.contains(&&**name) && !is_taken_in_items(name);
    let mut names = iter::once(shortest.clone()).chain(longer).chain(numbered);
    names.find(is_free).unwrap_or(shortest)
}

fn is_taken_in_items(name: &str) -> bool {
    TAKEN.contains(&name) || PRELUDE.contains(&name)
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
        let reserved = name.unwrap_or(longest);
        self.0.insert(reserved.clone());
        reserved
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
        let of_resource = |short, type_name| item_struct(short, type_name, "resource", &["Random"]);
        assert_eq!(of_resource("pet", "random_pet"), "Pet");
        assert_eq!(of_resource("string", "random_string"), "RandomString");
        assert_eq!(of_resource("key", "random_key"), "RandomKey");
        assert_eq!(of_resource("random", "random_random"), "RandomRandom");
        assert_eq!(of_resource("random", "random"), "RandomResource");
        assert_eq!(of_resource("set", "set"), "SetResource");
        let others = ["SetResource"];
        assert_eq!(item_struct("set", "set", "resource", &others), "Set2");
        assert_eq!(of_resource("list", "list"), "List");
        assert_eq!(provider_struct("zoo"), "Zoo");
        assert_eq!(provider_struct("result"), "ResultProvider");
    }

    fn codes(identifiers: &Identifiers<'_>, names: &[&str]) -> Vec<String> {
        names
            .iter()
            .map(|name| identifiers.get(name).code)
            .collect()
    }

    #[test]
    fn each_name_of_a_scope_has_an_identifier_of_its_own() {
        let names = [
            "type",
            "gen",
            "self",
            "self_",
            "_",
            "_x",
            "a__b",
            "a_b",
            "Accept",
            "accept",
            "inputValue",
            "3d",
            "größe",
            "-",
            "mod",
        ];
        let expected = [
            "r#type",
            "r#gen",
            "self_2",
            "self_",
            "unnamed",
            "_x",
            "a_b_",
            "a_b",
            "accept_",
            "accept",
            "input_value",
            "_3d",
            "gr_e",
            "unnamed_",
            "r#mod",
        ];
        let identifiers = Identifiers::of_members(&names.map(|name| (name, name)));
        assert_eq!(codes(&identifiers, &names), expected);
        let distinct: BTreeSet<String> = expected.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(distinct.len(), names.len());
    }

    #[test]
    fn items_have_no_identifiers_of_crates_primitive_types_and_special_files() {
        let names = ["mod", "std", "bool", "shared", "aux", "type", "pet"];
        let expected = ["mod_", "std_", "bool_", "shared_", "aux_", "r#type", "pet"];
        let identifiers = Identifiers::of_items(&names.map(|name| (name, name)));
        assert_eq!(codes(&identifiers, &names), expected);
        let of_two_prefixes = Identifiers::of_items(&[("pet", "pet"), ("zoo_pet", "pet")]);
        assert_eq!(
            codes(&of_two_prefixes, &["pet", "zoo_pet"]),
            ["pet", "pet_"]
        );
    }

    #[test]
    fn names_that_would_leave_the_folder_of_a_package_are_not_valid() {
        assert!(is_valid("zoo_pet"));
        for name in ["", "../../build", "a/b", "a\nb", "a: b) {} //"] {
            assert!(!is_valid(name), "{name:?}");
        }
    }
}
