//! The items of a source: settings, types and functions.

use std::collections::BTreeMap;

use terrane_protocol::GetProviderSchemaResponse;
use terrane_protocol::schema::{Function, Schema};
use terrane_value::Type;

use super::contents::Contents;
use super::names::{item_struct, module};

/// A kind of items that code is generated for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// The settings of the provider.
    Provider,
    Resource,
    DataSource,
    Ephemeral,
    Action,
    Function,
}

impl Kind {
    /// The kinds with a folder of their own.
    pub(super) const OF_TYPES: [Self; 5] = [
        Self::Resource,
        Self::DataSource,
        Self::Ephemeral,
        Self::Action,
        Self::Function,
    ];

    /// The module of the kind's items.
    pub(super) fn folder(self) -> &'static str {
        match self {
            Self::Provider => "provider",
            Self::Resource => "resources",
            Self::DataSource => "data_sources",
            Self::Ephemeral => "ephemerals",
            Self::Action => "actions",
            Self::Function => "functions",
        }
    }

    /// The kind in texts.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Provider => "provider",
            Self::Resource => "resource",
            Self::DataSource => "data source",
            Self::Ephemeral => "ephemeral resource",
            Self::Action => "action",
            Self::Function => "function",
        }
    }
}

/// An item of a source.
#[derive(Debug)]
pub(super) struct Item<'a> {
    pub(super) kind: Kind,
    /// The full name of the type, or the name of the function.
    pub(super) type_name: &'a str,
    /// The name without the provider's prefix.
    pub(super) name: String,
    /// The name of the item's struct. A function has none.
    pub(super) struct_name: String,
    pub(super) signature: Signature<'a>,
}

/// The schema of a type, or the parameters and result of a function.
#[derive(Debug, Clone, Copy)]
pub(super) enum Signature<'a> {
    Schema(&'a Schema),
    Function(&'a Function),
}

impl<'a> Item<'a> {
    /// The items of a provider whose types have this prefix, and whose struct has this name.
    pub(super) fn all(
        schemas: &'a GetProviderSchemaResponse,
        prefix: &str,
        provider: &str,
    ) -> Vec<Self> {
        let mut items = vec![Item {
            kind: Kind::Provider,
            type_name: "",
            name: "config".to_owned(),
            struct_name: "Config".to_owned(),
            signature: Signature::Schema(&schemas.provider),
        }];
        let mut add = |kind: Kind, types: &'a BTreeMap<String, Schema>| {
            items.extend(types.iter().map(|(type_name, schema)| {
                let name = short_name(type_name, prefix);
                Item {
                    kind,
                    type_name,
                    name: name.to_owned(),
                    struct_name: item_struct(name, type_name, kind.noun(), provider),
                    signature: Signature::Schema(schema),
                }
            }));
        };
        add(Kind::Resource, &schemas.resource_schemas);
        add(Kind::DataSource, &schemas.data_source_schemas);
        add(Kind::Ephemeral, &schemas.ephemeral_resource_schemas);
        add(Kind::Action, &schemas.action_schemas);
        items.extend(schemas.functions.iter().map(|(name, function)| Item {
            kind: Kind::Function,
            type_name: name,
            name: name.clone(),
            struct_name: String::new(),
            signature: Signature::Function(function),
        }));
        items
    }

    /// The path of the item's module below `models`.
    pub(super) fn module(&self) -> String {
        match self.kind {
            Kind::Provider => self.kind.folder().to_owned(),
            kind => format!("{}::{}", kind.folder(), module(&self.name).0),
        }
    }

    /// The path of the item's file below `models` and below `items`.
    pub(super) fn file(&self) -> String {
        match self.kind {
            Kind::Provider => format!("{}.rs", self.kind.folder()),
            kind => format!("{}/{}.rs", kind.folder(), module(&self.name).1),
        }
    }

    /// The contents of the item's struct.
    pub(super) fn contents(&self) -> Option<Contents<'a>> {
        match self.signature {
            Signature::Schema(schema) => Some(Contents::of_block(&schema.block)),
            Signature::Function(_) => None,
        }
    }

    /// The types of a function's parameters and of its result, by name.
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

/// The name of a type without the prefix of its provider.
fn short_name<'a>(type_name: &'a str, prefix: &str) -> &'a str {
    let rest = type_name.strip_prefix(prefix);
    rest.and_then(|rest| rest.strip_prefix('_'))
        .filter(|rest| !rest.is_empty())
        .unwrap_or(type_name)
}
