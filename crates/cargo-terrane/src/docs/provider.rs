//! The provider that is documented: its names, and its entry in the output of `terraform providers schema -json`.

use std::collections::BTreeMap;

use serde_json::Value;
use terrane_hcl::syntax::is_identifier;

use super::kind::ItemKind;

/// A provider, described by the contents of its schema.
#[derive(Debug)]
pub(crate) struct Provider {
    /// `HOST/NAMESPACE/TYPE`.
    pub(crate) address: String,
    /// The name by which types and templates are found, such as `zoo` or `terraform-provider-zoo`.
    pub(crate) name: String,
    /// The name in titles.
    pub(crate) rendered_name: String,
    /// The entry of the provider. It may have annotations, which the protocol cannot carry.
    pub(crate) entry: Value,
}

impl Provider {
    /// Returns the prefix of the names of its types.
    pub(crate) fn short_name(&self) -> &str {
        name_without_prefix(&self.name)
    }

    pub(crate) fn rendered_short_name(&self) -> &str {
        name_without_prefix(&self.rendered_name)
    }

    /// Returns all items of a kind whose names can be names of files.
    pub(crate) fn items(&self, kind: ItemKind) -> BTreeMap<&str, &Value> {
        let all = self.items_of_kind(kind);
        all.filter(|(name, _)| self.problem(kind, name).is_none())
            .collect()
    }

    /// Returns the reasons why items have no page.
    pub(crate) fn problems(&self) -> Vec<String> {
        let kinds = ItemKind::ALL.into_iter();
        let all =
            kinds.flat_map(|kind| self.items_of_kind(kind).map(move |(name, _)| (kind, name)));
        all.filter_map(|(kind, name)| {
            let problem = self.problem(kind, name)?;
            let kind = kind.title().to_lowercase();
            Some(format!("the {kind} {name:?} has no page: {problem}"))
        })
        .collect()
    }

    fn items_of_kind(&self, kind: ItemKind) -> impl Iterator<Item = (&str, &Value)> {
        let sections = kind.sections().iter();
        sections
            .filter_map(|section| self.entry[*section].as_object())
            .flatten()
            .map(|(name, item)| (name.as_str(), item))
    }

    /// Returns the reason why the name of an item cannot be the name of a page.
    fn problem(&self, kind: ItemKind, name: &str) -> Option<String> {
        if !is_identifier(name) {
            return Some("its name is not an identifier of configurations".to_owned());
        }
        let stem = self.file_stem(kind, name);
        if is_device(stem) {
            return Some(format!("Windows reserves the file name `{stem}`"));
        }
        let has_page = |other: &str| {
            let mut sections = kind.sections().iter();
            sections.any(|section| self.entry[*section].get(other).is_some())
        };
        let other = self.prefixes().map(|prefix| format!("{prefix}_{stem}"));
        let first = other
            .into_iter()
            .take_while(|other| *other != name)
            .find(|other| matches!(kind, ItemKind::Type(_)) && has_page(other))?;
        Some(format!("`{first}` has the page of that name"))
    }

    /// Returns the item that the file of a template or page is for.
    pub(crate) fn item_of_file<'a>(
        &'a self,
        kind: ItemKind,
        file: &str,
    ) -> Option<(String, &'a Value)> {
        let stem = file.split('.').next().unwrap_or(file);
        let items = self.items(kind);
        let names = match kind {
            ItemKind::Function => vec![stem.to_owned()],
            ItemKind::Type(_) => {
                let [short, plain] = self.prefixes();
                vec![
                    format!("{short}_{stem}"),
                    format!("{plain}_{stem}"),
                    // A type without the prefix of the provider.
                    stem.to_owned(),
                    short,
                    plain,
                ]
            }
        };
        names
            .into_iter()
            .find_map(|name| Some((name.clone(), *items.get(name.as_str())?)))
    }

    /// Returns the texts that names of types begin with. Those of a provider `big-zoo` begin with `bigzoo`, because names of types have no dashes.
    fn prefixes(&self) -> [String; 2] {
        [
            self.short_name().to_owned(),
            self.short_name().replace('-', ""),
        ]
    }

    /// Returns the name of an item in file names.
    pub(crate) fn file_stem<'a>(&self, kind: ItemKind, name: &'a str) -> &'a str {
        match kind {
            ItemKind::Function => name,
            ItemKind::Type(_) => {
                let prefixes = self.prefixes();
                prefixes
                    .into_iter()
                    .find_map(|prefix| name.strip_prefix(&prefix)?.strip_prefix('_'))
                    .filter(|stem| !stem.is_empty())
                    .unwrap_or(name)
            }
        }
    }

    /// Returns the identity schema of a resource.
    pub(crate) fn identity(&self, resource: &str) -> Option<&Value> {
        self.entry["resource_identity_schemas"].get(resource)
    }

    /// Whether a function can only be called with a configured provider.
    pub(crate) fn needs_configuration(&self, function: &str) -> bool {
        self.entry["configured_functions"].get(function).is_some()
    }
}

/// Whether Windows reserves the name of a file for a device, whatever its extension is.
fn is_device(stem: &str) -> bool {
    let lower = stem.to_ascii_lowercase();
    let is_numbered = |start| {
        let number = lower.strip_prefix(start).unwrap_or_default();
        matches!(number.as_bytes(), [b'1'..=b'9'])
    };
    matches!(lower.as_str(), "aux" | "con" | "nul" | "prn")
        || is_numbered("com")
        || is_numbered("lpt")
}

fn name_without_prefix(name: &str) -> &str {
    name.strip_prefix("terraform-provider-").unwrap_or(name)
}

/// Whether an item is deprecated.
pub(crate) fn is_deprecated(kind: ItemKind, item: &Value) -> bool {
    match kind {
        ItemKind::Function => item["deprecation_message"]
            .as_str()
            .is_some_and(|it| !it.is_empty()),
        ItemKind::Type(_) => item["block"]["deprecated"] == true,
    }
}
