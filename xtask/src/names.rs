//! Checks that names contain only words that the field uses. The glossary is in CONTRIBUTING.md.

use std::path::Path;
use std::process::Command;
use std::{fs, str};

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt as _;
use syn::visit::{self, Visit};

use crate::Result;

/// Words that no name contains.
const FORBIDDEN: [&str; 21] = [
    "told", "tell", "tells", "telling", "said", "say", "leaving", "lasts", "helm", "relieve",
    "law", "beside", "lack", "lacks", "lacking", "strays", "lagged", "shelter", "mend", "mistake",
    "mistakes",
];

/// Words that no name of a type, trait, variant or constant contains.
const FORBIDDEN_IN_TYPES: [&str; 16] = [
    "nothing",
    "something",
    "inside",
    "way",
    "ways",
    "thing",
    "things",
    "word",
    "words",
    "guard",
    "kept",
    "leave",
    "lead",
    "look",
    "apart",
    "together",
];

/// Sequences of words that no name contains.
const PHRASES: [&str; 11] = [
    "as_it_is",
    "goes_on",
    "is_not_there",
    "is_there",
    "last_words",
    "put_off",
    "put_right",
    "puts_off",
    "set_right",
    "stand_in",
    "there_once",
];

/// Names that may contain such words, and why.
const EXCEPTIONS: [(&str, &str); 6] = [
    (
        "LaggedFibonacci",
        "the name of a generator of random numbers",
    ),
    ("lagged_fibonacci", "the module of that generator"),
    ("Shelter", "an animal shelter, the provider of some tests"),
    ("shelter", "the module of that provider"),
    ("Word", "a word of a text, in tests and examples"),
    ("Words", "words of a text, in tests"),
];

pub(crate) fn run(arguments: &[String]) -> Result {
    if !arguments.is_empty() {
        return Err("there are no arguments".into());
    }
    let files = Command::new("git")
        .args(["ls-files", "-z", "*.rs"])
        .output()?;
    if !files.status.success() {
        return Err(String::from_utf8_lossy(&files.stderr).into());
    }
    let mut found = Vec::new();
    for path in str::from_utf8(&files.stdout)?.split_terminator('\0') {
        let source = fs::read_to_string(path)?;
        check(Path::new(path), &source, &mut found)?;
    }
    if found.is_empty() {
        return Ok(());
    }
    for line in &found {
        println!("{line}");
    }
    Err(format!(
        "{} names contain words that the field does not use",
        found.len()
    )
    .into())
}

/// Adds a line for each name in a file that contains such a word.
fn check(path: &Path, source: &str, found: &mut Vec<String>) -> Result {
    let file = syn::parse_file(source).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut names = Names(Vec::new());
    names.visit_file(&file);
    for (name, span, is_type) in names.0 {
        if EXCEPTIONS.iter().any(|(exception, _)| *exception == name) {
            continue;
        }
        if let Some(word) = forbidden(&name, is_type) {
            let line = span.start().line;
            found.push(format!(
                "{}:{line}: `{name}` contains `{word}`",
                path.display()
            ));
        }
    }
    Ok(())
}

/// Finds a word in a name that does not belong there.
fn forbidden(name: &str, is_type: bool) -> Option<&'static str> {
    let words = words(name);
    let has = |word: &&str| words.iter().any(|it| it == word);
    let of_types = FORBIDDEN_IN_TYPES.iter().filter(|_| is_type);
    let text = format!("_{}_", words.join("_"));
    let mut phrases = PHRASES.iter();
    let phrase = phrases.find(|phrase| text.contains(&format!("_{phrase}_")));
    FORBIDDEN
        .iter()
        .chain(of_types)
        .find(|word| has(word))
        .or(phrase)
        .copied()
}

/// Splits `camelCase`, `CamelCase` and `snake_case` into lower-case words.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for character in name.chars() {
        if character == '_' || character.is_uppercase() && after_lower {
            words.push(String::new());
        }
        after_lower = character.is_lowercase() || character.is_ascii_digit();
        if character != '_' {
            let word = words.last_mut().expect("there is a first word");
            word.extend(character.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The declared names, with their places, and whether each names a type, trait, variant or constant.
struct Names(Vec<(String, Span, bool)>);

impl Names {
    fn add(&mut self, ident: &Ident, is_type: bool) {
        let name = ident.unraw().to_string();
        self.0.push((name, ident.span(), is_type));
    }
}

macro_rules! visit_declarations {
    ($($method:ident($ty:ident) $is_type:literal),* $(,)?) => {
        impl<'ast> Visit<'ast> for Names {
            $(fn $method(&mut self, node: &'ast syn::$ty) {
                self.add(&node.ident, $is_type);
                visit::$method(self, node);
            })*

            fn visit_signature(&mut self, node: &'ast syn::Signature) {
                self.add(&node.ident, false);
                visit::visit_signature(self, node);
            }

            fn visit_field(&mut self, node: &'ast syn::Field) {
                if let Some(ident) = &node.ident {
                    self.add(ident, false);
                }
                visit::visit_field(self, node);
            }
        }
    };
}

visit_declarations! {
    visit_item_struct(ItemStruct) true,
    visit_item_enum(ItemEnum) true,
    visit_item_union(ItemUnion) true,
    visit_item_trait(ItemTrait) true,
    visit_item_type(ItemType) true,
    visit_item_const(ItemConst) true,
    visit_item_static(ItemStatic) true,
    visit_item_mod(ItemMod) false,
    visit_variant(Variant) true,
    visit_impl_item_const(ImplItemConst) true,
    visit_trait_item_const(TraitItemConst) true,
    visit_trait_item_type(TraitItemType) true,
    visit_pat_ident(PatIdent) false,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_split_into_words() {
        assert_eq!(words("ToldSchema"), ["told", "schema"]);
        assert_eq!(words("LAST_WORDS"), ["last", "words"]);
        assert_eq!(words("l20_null_element"), ["l20", "null", "element"]);
    }

    #[test]
    fn every_kind_of_declaration_is_checked() {
        let source = "
            mod told {}
            struct Lacking { said: bool }
            enum Role { Nothing, Some { beside: u8 } }
            trait Tell { const WAY: u8; type Inside; fn tell(&self, mistake: u8); }
            const LAST_WORDS: u8 = 1;
            fn a_field_goes_on() { let told = 1; }
            fn nothing() {}
        ";
        let mut found = Vec::new();
        check(Path::new("a.rs"), source, &mut found).unwrap();
        let names = [
            "told",
            "Lacking",
            "said",
            "Nothing",
            "beside",
            "Tell",
            "WAY",
            "Inside",
            "tell",
            "mistake",
            "LAST_WORDS",
            "a_field_goes_on",
            "told",
        ];
        assert_eq!(found.len(), names.len(), "{found:?}");
        for (line, name) in found.iter().zip(names) {
            assert!(line.contains(&format!("`{name}` contains")), "{line}");
        }
    }
}
