//! The items and capabilities of a member.

use terrane_protocol::schema::{SchemaPart, Schemas, TypeKind};
use terrane_protocol::{Diagnostics, Item, ServerCapabilities};

/// The items and capabilities of a member, from its schemas.
#[derive(Debug, Default)]
pub(super) struct Known {
    types: [Vec<String>; TypeKind::ALL.len()],
    pub(super) functions: Vec<String>,
    pub(super) capabilities: ServerCapabilities,
    pub(super) diagnostics: Diagnostics,
    /// An error for each item that the mux hides although the member does not serve it.
    pub(super) hidden_unserved: Diagnostics,
}

impl Known {
    /// Returns the names of the types of a kind, in the order of the member.
    pub(super) fn types(&self, kind: TypeKind) -> &[String] {
        &self.types[kind as usize]
    }

    /// Removes the items for which `keep` returns false.
    pub(super) fn retain(&mut self, keep: impl Fn(Item<'_>) -> bool) {
        for kind in TypeKind::ALL {
            self.types[kind as usize].retain(|name| keep(Item::Type(kind, name)));
        }
        self.functions.retain(|name| keep(Item::Function(name)));
    }

    /// Whether the member has an item.
    pub(super) fn has(&self, item: Item<'_>) -> bool {
        match item {
            Item::Type(kind, name) => self.types(kind).iter().any(|one| one == name),
            Item::Function(name) => self.functions.iter().any(|one| one == name),
        }
    }

    /// Iterates over all items.
    pub(super) fn items(&self) -> impl Iterator<Item = Item<'_>> {
        let types = TypeKind::ALL.into_iter().flat_map(|kind| {
            let names = self.types(kind).iter();
            names.map(move |name| Item::Type(kind, name))
        });
        types.chain(self.functions.iter().map(|name| Item::Function(name)))
    }
}

impl From<&Schemas> for Known {
    fn from(schemas: &Schemas) -> Self {
        let mut known = Self::default();
        schemas.each(&mut |part| match part {
            SchemaPart::Type(kind, name, _) => known.types[kind as usize].push(name.to_owned()),
            SchemaPart::Function(name, _) => known.functions.push(name.to_owned()),
            SchemaPart::ServerCapabilities(capabilities) => known.capabilities = capabilities,
            SchemaPart::Diagnostics(diagnostics) => known.diagnostics.extend(diagnostics.clone()),
            SchemaPart::Provider(_) | SchemaPart::ProviderMeta(_) => {}
        });
        known
    }
}
