//! The names of providers and items in their forms, and their replacement in templates.

use aho_corasick::{AhoCorasick, MatchKind};
use syn::Ident;

use super::Refusal;
use crate::prelude::PRELUDE;

/// Names that the code of a package uses itself, in addition to [`PRELUDE`].
const RESERVED: &[&str] = &[
    "Answer",
    "Body",
    "Client",
    "Computed",
    "Config",
    "Deserialize",
    "Dynamic",
    "Err",
    "Error",
    "ExitCode",
    "None",
    "Number",
    "Ok",
    "Option",
    "Query",
    "Response",
    "Result",
    "RootCerts",
    "Self",
    "Sensitive",
    "Set",
    "Some",
    "StatusCode",
    "Stream",
    "String",
    "Timeouts",
    "TlsConfig",
    "Value",
    "Vec",
    "WriteOnly",
];

/// Names that no module of an item can have: files and modules of each package, and crates that its root names.
const MODULES: &[&str] = &["lib", "main", "std", "stub", "terrane"];

/// The names of a provider.
#[derive(Debug, Clone)]
pub(crate) struct ProviderNames {
    pub(crate) namespace: String,
    /// The last part of the address, such as `big-zoo`.
    pub(crate) type_name: String,
    /// The beginning of the names of its types, and its local name in configurations, such as `bigzoo`.
    pub(crate) prefix: String,
    /// The type in the code, such as `BigZoo`.
    pub(crate) type_ident: String,
}

impl ProviderNames {
    /// Checks a name by the rules of registries, of Terraform and of Rust.
    pub(crate) fn new(namespace: &str, name: &str) -> Result<Self, Refusal> {
        let is_part = |part: &str| {
            !part.is_empty()
                && part.len() <= 50
                && !part.starts_with('-')
                && !part.ends_with('-')
                && !part.contains("--")
                && part
                    .bytes()
                    .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
        };
        if !is_part(namespace) {
            return Err(Refusal::Namespace(namespace.to_owned()));
        }
        // The names of types begin with it, and Terraform's identifiers begin with a letter.
        if !is_part(name) || !starts_with_letter(name) {
            return Err(Refusal::ProviderName(name.to_owned()));
        }
        let ident = pascal_case(name);
        let type_ident = if is_reserved(&ident) {
            format!("{ident}Provider")
        } else {
            ident
        };
        Ok(Self {
            namespace: namespace.to_owned(),
            type_name: name.to_owned(),
            // Names of types have no dashes. Hosts find the provider of a type by the text before the first underscore.
            prefix: name.replace('-', ""),
            type_ident,
        })
    }

    fn pairs(&self) -> Vec<(&'static str, String)> {
        vec![
            (
                "my-namespace/acme",
                format!("{}/{}", self.namespace, self.type_name),
            ),
            (
                "terraform-provider-acme",
                format!("terraform-provider-{}", self.type_name),
            ),
            // The titles of pages.
            ("- acme\"", format!("- {}\"", self.type_name)),
            ("acme Provider", format!("{} Provider", self.type_name)),
            ("Acme Platform", title_case(&self.type_name)),
            ("Acme", self.type_ident.clone()),
            ("ACME", self.type_name.replace('-', "_").to_uppercase()),
            ("acme", self.prefix.clone()),
        ]
    }
}

/// The name of an item, without that of its provider.
#[derive(Debug, Clone)]
pub(crate) struct ItemNames {
    /// The name in configurations, such as `pet_food`.
    pub(crate) name: String,
    /// The type in the code, such as `PetFood`.
    pub(crate) type_ident: String,
}

impl ItemNames {
    /// Checks a name by the rules of Terraform and of Rust. A name that begins with that of the provider is shortened.
    pub(crate) fn new(provider: &ProviderNames, name: &str) -> Result<Self, Refusal> {
        let prefix = format!("{}_", provider.prefix);
        let short_name = name.strip_prefix(&prefix).unwrap_or(name);
        let is_name = !short_name.ends_with('_')
            && !short_name.contains("__")
            && short_name.len() <= 50
            && starts_with_letter(short_name)
            && short_name
                .bytes()
                .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
        if !is_name {
            return Err(Refusal::ItemName(short_name.to_owned()));
        }
        let type_ident = pascal_case(short_name);
        let is_keyword = syn::parse_str::<Ident>(short_name).is_err();
        if is_keyword || is_reserved(&type_ident) || type_ident == provider.type_ident {
            return Err(Refusal::Reserved(short_name.to_owned()));
        }
        Ok(Self {
            name: short_name.to_owned(),
            type_ident,
        })
    }

    /// Whether a module in the root of a package can have the name.
    pub(crate) fn can_be_module(&self) -> bool {
        !MODULES.contains(&self.name.as_str())
    }

    /// Returns the type of all objects in the code, such as `PetFoods`.
    pub(crate) fn plural_ident(&self) -> String {
        plural_of_word(&self.type_ident)
    }

    fn pairs(&self) -> Vec<(&'static str, String)> {
        let words = self.name.replace('_', " ");
        let article = if words.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        vec![
            ("A gadget", format!("{} {words}", first_upper(article))),
            ("a gadget", format!("{article} {words}")),
            ("gadget", words),
            ("widgets", plural_of_word(&self.name)),
            ("widget", self.name.clone()),
            ("Widgets", self.plural_ident()),
            ("Widget", self.type_ident.clone()),
        ]
    }
}

/// Replaces the names of a template by these.
pub(crate) fn render(
    template: &str,
    provider: &ProviderNames,
    item: &ItemNames,
    more: &[(&'static str, String)],
) -> String {
    let mut pairs = provider.pairs();
    pairs.extend(item.pairs());
    pairs.extend_from_slice(more);
    let replacer = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .build(pairs.iter().map(|(name, _)| name));
    let names: Vec<&str> = pairs.iter().map(|(_, name)| name.as_str()).collect();
    replacer.map_or_else(
        |_| template.to_owned(),
        |replacer| replacer.replace_all(template, &names),
    )
}

fn starts_with_letter(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
}

fn is_reserved(ident: &str) -> bool {
    RESERVED.contains(&ident) || PRELUDE.contains(&ident)
}

/// `big-zoo` and `big_zoo` are `BigZoo`.
fn pascal_case(name: &str) -> String {
    name.split(['-', '_']).map(first_upper).collect()
}

/// `big-zoo` is `Big Zoo`.
fn title_case(name: &str) -> String {
    let words: Vec<String> = name.split('-').map(first_upper).collect();
    words.join(" ")
}

fn first_upper(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_ascii_uppercase().to_string() + letters.as_str()
    })
}

/// Returns the plural by the regular rules of English, for the paths of the API.
fn plural_of_word(word: &str) -> String {
    let before_y = word.strip_suffix('y');
    match before_y {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if word.ends_with(['s', 'x', 'z']) || word.ends_with("ch") || word.ends_with("sh") => {
            format!("{word}es")
        }
        _ => format!("{word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provider(name: &str) -> Result<ProviderNames, Refusal> {
        ProviderNames::new("example", name)
    }

    #[test]
    fn names_that_registries_or_rust_refuse_are_refused() {
        for name in [
            "", "Zoo", "1zoo", "-zoo", "zoo-", "big--zoo", "big_zoo", "zoo.api", "../zoo",
        ] {
            assert!(
                matches!(provider(name), Err(Refusal::ProviderName(_))),
                "{name}"
            );
        }
        let zoo = provider("zoo").unwrap();
        for name in [
            "", "Pet", "1pet", "_pet", "pet_", "big__pet", "pet-food", "zoo_", "../pet",
        ] {
            let refused = ItemNames::new(&zoo, name);
            assert!(matches!(refused, Err(Refusal::ItemName(_))), "{name}");
        }
        for name in ["type", "self", "config", "value", "zoo", "data_source"] {
            let refused = ItemNames::new(&zoo, name);
            assert!(matches!(refused, Err(Refusal::Reserved(_))), "{name}");
        }
    }

    #[test]
    fn each_form_of_a_name_is_replaced() {
        let provider = provider("big-zoo").unwrap();
        let item = ItemNames::new(&provider, "bigzoo_old_ass").unwrap();
        let rendered = |template| render(template, &provider, &item, &[]);
        assert_eq!(
            rendered(
                "Acme Acme Platform ACME_URL acme_widget my-namespace/acme terraform-provider-acme"
            ),
            "BigZoo Big Zoo BIG_ZOO_URL bigzoo_old_ass example/big-zoo terraform-provider-big-zoo"
        );
        assert_eq!(
            rendered("Widget Widgets widget widgets A gadget, a gadget, no gadget"),
            "OldAss OldAsses old_ass old_asses An old ass, an old ass, no old ass"
        );
    }

    #[test]
    fn a_name_in_a_name_is_replaced_once() {
        let provider = provider("widget").unwrap();
        let item = ItemNames::new(&provider, "acme").unwrap();
        assert_eq!(render("acme_widget", &provider, &item, &[]), "widget_acme");
    }

    #[test]
    fn plurals_are_regular() {
        let plurals = ["key", "policy", "box", "bus", "branch", "pet"].map(plural_of_word);
        assert_eq!(
            plurals,
            ["keys", "policies", "boxes", "buses", "branches", "pets"]
        );
    }
}
