//! The items of a member, by which the mux finds the member that serves a request.

use terrane_protocol::schema::{SchemaPart, Schemas, TypeKind};
use terrane_protocol::{Diagnostics, Item, ServerCapabilities};

/// The names of the items of a member and its capabilities, read from its schemas.
#[derive(Debug, Default)]
pub(super) struct MemberItems {
    /// The names of the types, in the order of [`TypeKind::ALL`].
    types: [Vec<String>; TypeKind::ALL.len()],
    pub(super) functions: Vec<String>,
    pub(super) capabilities: ServerCapabilities,
    /// The errors and warnings that came with the schemas.
    pub(super) diagnostics: Diagnostics,
    /// An error for each name of [`MuxMember::without`](super::MuxMember::without) that the member does not have.
    pub(super) hidden_unserved: Diagnostics,
}

impl MemberItems {
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

    /// Returns whether the member has an item.
    pub(super) fn contains(&self, item: Item<'_>) -> bool {
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

impl From<&Schemas> for MemberItems {
    fn from(schemas: &Schemas) -> Self {
        let mut items = Self::default();
        schemas.each(&mut |part| match part {
            SchemaPart::Type(kind, name, _) => items.types[kind as usize].push(name.to_owned()),
            SchemaPart::Function(name, _) => items.functions.push(name.to_owned()),
            SchemaPart::ServerCapabilities(capabilities) => items.capabilities = capabilities,
            SchemaPart::Diagnostics(diagnostics) => items.diagnostics.extend(diagnostics.clone()),
            SchemaPart::Provider(_) | SchemaPart::ProviderMeta(_) => {}
        });
        items
    }
}
