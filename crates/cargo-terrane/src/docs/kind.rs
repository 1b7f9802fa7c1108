//! The kinds of items that have pages, and their names in the layouts of registries and examples.

use terrane_protocol::schema::TypeKind;
use terrane_protocol::schema::json::section;

/// A kind of items with a page each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Type(TypeKind),
    Function,
}

impl ItemKind {
    pub(crate) const ALL: [Self; 7] = [
        Self::Type(TypeKind::Resource),
        Self::Type(TypeKind::DataSource),
        Self::Function,
        Self::Type(TypeKind::Ephemeral),
        Self::Type(TypeKind::Action),
        Self::Type(TypeKind::List),
        Self::Type(TypeKind::StateStore),
    ];

    /// Returns the folder of the pages, and of the templates and examples.
    pub(crate) const fn folder(self) -> &'static str {
        match self {
            Self::Type(TypeKind::Resource) => "resources",
            Self::Type(TypeKind::DataSource) => "data-sources",
            Self::Type(TypeKind::Ephemeral) => "ephemeral-resources",
            Self::Type(TypeKind::List) => "list-resources",
            Self::Type(TypeKind::Action) => "actions",
            Self::Type(TypeKind::StateStore) => "state-stores",
            Self::Function => "functions",
        }
    }

    /// Returns the kind with a folder.
    pub(crate) fn of_folder(folder: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.folder() == folder)
    }

    /// Returns the name of the kind in titles.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Type(TypeKind::Resource) => "Resource",
            Self::Type(TypeKind::DataSource) => "Data Source",
            Self::Type(TypeKind::Ephemeral) => "Ephemeral Resource",
            Self::Type(TypeKind::List) => "List Resource",
            Self::Type(TypeKind::Action) => "Action",
            Self::Type(TypeKind::StateStore) => "State Store",
            Self::Function => "function",
        }
    }

    /// Returns the heading of the kind in a navigation.
    pub(crate) const fn plural(self) -> &'static str {
        match self {
            Self::Type(TypeKind::Resource) => "Resources",
            Self::Type(TypeKind::DataSource) => "Data Sources",
            Self::Type(TypeKind::Ephemeral) => "Ephemeral Resources",
            Self::Type(TypeKind::List) => "List Resources",
            Self::Type(TypeKind::Action) => "Actions",
            Self::Type(TypeKind::StateStore) => "State Stores",
            Self::Function => "Functions",
        }
    }

    /// Returns the start of the names of example files.
    pub(crate) const fn example(self) -> &'static str {
        match self {
            Self::Type(TypeKind::Resource) => "resource",
            Self::Type(TypeKind::DataSource) => "data-source",
            Self::Type(TypeKind::Ephemeral) => "ephemeral-resource",
            Self::Type(TypeKind::List) => "list-resource",
            Self::Type(TypeKind::Action) => "action",
            Self::Type(TypeKind::StateStore) => "state-store",
            Self::Function => "function",
        }
    }

    /// Returns the end of the names of example files.
    pub(crate) const fn example_extension(self) -> &'static str {
        match self {
            Self::Type(TypeKind::List) => ".tfquery.hcl",
            _ => ".tf",
        }
    }

    /// Returns the keys of a provider's entry with the items.
    pub(crate) const fn sections(self) -> &'static [&'static str] {
        const TYPES: [&[&str]; 6] = [
            &[section(TypeKind::Resource)],
            &[section(TypeKind::DataSource)],
            &[section(TypeKind::Ephemeral)],
            &[section(TypeKind::List)],
            &[section(TypeKind::Action)],
            &[section(TypeKind::StateStore)],
        ];
        match self {
            Self::Type(TypeKind::Resource) => TYPES[0],
            Self::Type(TypeKind::DataSource) => TYPES[1],
            Self::Type(TypeKind::Ephemeral) => TYPES[2],
            Self::Type(TypeKind::List) => TYPES[3],
            Self::Type(TypeKind::Action) => TYPES[4],
            Self::Type(TypeKind::StateStore) => TYPES[5],
            Self::Function => &["functions", "configured_functions"],
        }
    }
}
