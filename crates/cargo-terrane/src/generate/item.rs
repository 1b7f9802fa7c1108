//! The items of a source: settings, types and functions.

use terrane_protocol::schema::json::ProviderSchemas;
use terrane_protocol::schema::{Function, IdentitySchema, Schema, TypeKind};
use terrane_value::Type;

use super::contents::Contents;
use super::kind::Kind;
use super::names::{Identifier, Identifiers, item_struct};

/// An item of a source.
#[derive(Debug)]
pub(super) struct Item<'a> {
    pub(super) kind: Kind,
    /// The full name of the type, or the name of the function. A provider's configuration has none.
    pub(super) type_name: Option<&'a str>,
    /// The name without the provider's prefix.
    pub(super) name: String,
    /// The identifier of the module, and of a function.
    pub(super) ident: Identifier,
    /// The name of the item's struct. A function has none.
    pub(super) struct_name: Option<String>,
    pub(super) signature: Signature<'a>,
    /// The identity of a resource.
    pub(super) identity: Option<&'a IdentitySchema>,
    /// The resource whose objects a list resource finds.
    pub(super) listed: Option<Listed>,
}

/// The resource whose objects a list resource finds.
#[derive(Debug)]
pub(super) struct Listed {
    /// The path of its module below `models`.
    pub(super) module: String,
    pub(super) struct_name: String,
    pub(super) has_identity: bool,
}

/// The schema of a type, or the parameters and result of a function.
#[derive(Debug, Clone, Copy)]
pub(super) enum Signature<'a> {
    Schema(&'a Schema),
    Function(&'a Function),
}

impl<'a> Item<'a> {
    /// Returns the items of a provider whose types have this prefix, and whose struct has this name.
    pub(super) fn of_provider(
        provider: &'a ProviderSchemas,
        prefix: &str,
        struct_name: &str,
    ) -> Vec<Self> {
        let schemas = &provider.schemas;
        let mut items = vec![Self::only(Kind::Provider, "Config", &schemas.provider)];
        // Providers without such a block report an empty one, too.
        let meta = schemas
            .provider_meta
            .as_ref()
            .filter(|meta| !meta.block.is_empty());
        items.extend(meta.map(|meta| Self::only(Kind::Meta, "Meta", meta)));
        for (kind, type_kind) in [
            (Kind::Resource, TypeKind::Resource),
            (Kind::DataSource, TypeKind::DataSource),
            (Kind::Ephemeral, TypeKind::Ephemeral),
            (Kind::List, TypeKind::List),
            (Kind::Action, TypeKind::Action),
            (Kind::StateStore, TypeKind::StateStore),
        ] {
            let types = types_of_kind(provider, kind, type_kind, prefix, struct_name, &items);
            items.extend(types);
        }
        items.extend(functions_of(provider));
        items
    }

    /// Returns the only item of a kind.
    fn only(kind: Kind, struct_name: &str, schema: &'a Schema) -> Self {
        Item {
            kind,
            type_name: None,
            name: struct_name.to_lowercase(),
            ident: Identifier::new(kind.folder().to_owned()),
            struct_name: Some(struct_name.to_owned()),
            signature: Signature::Schema(schema),
            identity: None,
            listed: None,
        }
    }

    /// Returns the item's name in texts.
    pub(super) fn title(&self) -> String {
        match self.type_name {
            Some(type_name) => format!("{} {type_name}", self.kind.noun()),
            None => self.kind.noun().to_owned(),
        }
    }

    /// Returns the path of the item's module below `models`.
    pub(super) fn module(&self) -> String {
        if self.kind.has_one_item() {
            self.kind.folder().to_owned()
        } else {
            format!("{}::{}", self.kind.folder(), self.ident.code)
        }
    }

    /// Returns the path of the item's file below `models` and below `items`.
    pub(super) fn file(&self) -> String {
        if self.kind.has_one_item() {
            format!("{}.rs", self.kind.folder())
        } else {
            format!("{}/{}.rs", self.kind.folder(), self.ident.plain)
        }
    }

    /// Returns the contents of the item's struct.
    pub(super) fn contents(&self) -> Option<Contents<'a>> {
        match self.signature {
            Signature::Schema(schema) => Some(Contents::of_item(self.kind, &schema.block)),
            Signature::Function(_) => None,
        }
    }

    /// Returns the types of a function's parameters and of its result, by name.
    pub(super) fn types(&self) -> Vec<(&'a str, &'a Type)> {
        let Signature::Function(function) = self.signature else {
            return Vec::new();
        };
        let parameters = function.parameters.iter().chain(&function.variadic);
        parameters
            .map(|parameter| (&*parameter.name, &parameter.ty))
            .chain([("result", &function.returns)])
            .collect()
    }
}

/// Returns the items of the types of a kind. `earlier` has the items of the kinds before, so the resources that list resources list.
fn types_of_kind<'a>(
    provider: &'a ProviderSchemas,
    kind: Kind,
    type_kind: TypeKind,
    prefix: &str,
    provider_struct: &str,
    earlier: &[Item<'a>],
) -> Vec<Item<'a>> {
    let types = provider.schemas.types(type_kind);
    let names: Vec<(&str, &str)> = types
        .keys()
        .map(|type_name| (&**type_name, short_name(type_name, prefix)))
        .collect();
    let identifiers = Identifiers::of_items(&names);
    let items = types.iter().map(|(type_name, schema)| {
        let name = short_name(type_name, prefix);
        let (listed, struct_base) = match kind {
            Kind::List => (listed_resource(earlier, type_name), format!("{name}_list")),
            _ => (None, name.to_owned()),
        };
        let resource = listed.as_ref().map(|it| &*it.struct_name);
        let others: Vec<&str> = [provider_struct].into_iter().chain(resource).collect();
        let struct_name = item_struct(&struct_base, type_name, kind.noun(), &others);
        let identity = (kind == Kind::Resource)
            .then(|| provider.identities.get(type_name))
            .flatten();
        Item {
            kind,
            type_name: Some(type_name),
            name: name.to_owned(),
            ident: identifiers.get(type_name),
            struct_name: Some(struct_name),
            signature: Signature::Schema(schema),
            identity,
            listed,
        }
    });
    items.collect()
}

/// Returns the items of the functions of a provider.
fn functions_of(provider: &ProviderSchemas) -> impl Iterator<Item = Item<'_>> {
    let functions = &provider.schemas.functions;
    let names: Vec<(&str, &str)> = functions.keys().map(|name| (&**name, &**name)).collect();
    let identifiers = Identifiers::of_items(&names);
    functions.iter().map(move |(name, function)| Item {
        kind: Kind::Function,
        type_name: Some(name),
        name: name.clone(),
        ident: identifiers.get(name),
        struct_name: None,
        signature: Signature::Function(function),
        identity: None,
        listed: None,
    })
}

/// Finds the resource that a list resource lists, which has its name.
fn listed_resource(items: &[Item<'_>], type_name: &str) -> Option<Listed> {
    let mut resources = items.iter().filter(|item| item.kind == Kind::Resource);
    let resource = resources.find(|item| item.type_name == Some(type_name))?;
    Some(Listed {
        module: resource.module(),
        struct_name: resource.struct_name.clone()?,
        has_identity: resource.identity.is_some(),
    })
}

/// Returns the name of a type without the prefix of its provider.
fn short_name<'a>(type_name: &'a str, prefix: &str) -> &'a str {
    let rest = type_name.strip_prefix(prefix);
    rest.and_then(|rest| rest.strip_prefix('_'))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(type_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_name_has_no_prefix_of_the_provider() {
        for (type_name, prefix, short) in [
            ("zoo_pet", "zoo", "pet"),
            ("zoo_pet_food", "zoo", "pet_food"),
            ("zoo", "zoo", "zoo"),
            ("zoo_", "zoo", "zoo_"),
            ("zoology", "zoo", "zoology"),
            ("other_pet", "zoo", "other_pet"),
        ] {
            assert_eq!(short_name(type_name, prefix), short, "{type_name}");
        }
    }
}
