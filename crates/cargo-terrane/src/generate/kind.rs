//! The kinds of items, with what hosts allow in each.

use terrane_protocol::schema::{META_ARGUMENTS, PROVIDER_META_ARGUMENTS};

/// A kind of items that code is generated for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// The settings of the provider.
    Provider,
    /// The `provider_meta` block of modules.
    Meta,
    Resource,
    DataSource,
    Ephemeral,
    List,
    Action,
    StateStore,
    Function,
}

impl Kind {
    /// The kinds with a folder of their own.
    pub(super) const OF_TYPES: [Self; 7] = [
        Self::Resource,
        Self::DataSource,
        Self::Ephemeral,
        Self::List,
        Self::Action,
        Self::StateStore,
        Self::Function,
    ];

    /// The module of the kind's items, or of its only one.
    pub(super) fn folder(self) -> &'static str {
        match self {
            Self::Provider => "provider",
            Self::Meta => "provider_meta",
            Self::Resource => "resources",
            Self::DataSource => "data_sources",
            Self::Ephemeral => "ephemerals",
            Self::List => "lists",
            Self::Action => "actions",
            Self::StateStore => "state_stores",
            Self::Function => "functions",
        }
    }

    /// Whether the kind has one item, whose module is the kind's own.
    pub(super) fn has_one_item(self) -> bool {
        matches!(self, Self::Provider | Self::Meta)
    }

    /// The kind in texts.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Provider => "provider",
            Self::Meta => "provider_meta",
            Self::Resource => "resource",
            Self::DataSource => "data source",
            Self::Ephemeral => "ephemeral resource",
            Self::List => "list resource",
            Self::Action => "action",
            Self::StateStore => "state store",
            Self::Function => "function",
        }
    }

    /// The function of the registry that registers an item.
    pub(super) fn method(self) -> &'static str {
        match self {
            Self::DataSource => "data_source",
            Self::Ephemeral => "ephemeral",
            Self::List => "list",
            Self::Action => "action",
            Self::StateStore => "state_store",
            Self::Function => "function",
            Self::Meta => "meta",
            Self::Resource | Self::Provider => "resource",
        }
    }

    /// The operations that can have timeouts.
    pub(super) fn operations(self) -> &'static [&'static str] {
        match self {
            Self::Resource => &["create", "read", "update", "delete"],
            Self::DataSource => &["read"],
            Self::Ephemeral => &["open"],
            Self::List => &["list"],
            Self::Action => &["invoke"],
            Self::Provider | Self::Meta | Self::StateStore | Self::Function => &[],
        }
    }

    /// The names that hosts reserve in the configuration of an item.
    pub(super) fn reserved(self) -> &'static [&'static str] {
        match self {
            Self::Provider => &PROVIDER_META_ARGUMENTS,
            Self::Resource | Self::DataSource | Self::Ephemeral => &META_ARGUMENTS,
            _ => &[],
        }
    }

    /// Whether the provider can fill attributes.
    pub(super) fn can_be_computed(self) -> bool {
        matches!(self, Self::Resource | Self::DataSource | Self::Ephemeral)
    }

    pub(super) fn can_be_write_only(self) -> bool {
        matches!(self, Self::Resource | Self::Action)
    }

    pub(super) fn has_version(self) -> bool {
        matches!(self, Self::Resource | Self::DataSource | Self::StateStore)
    }
}
