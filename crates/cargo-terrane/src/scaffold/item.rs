//! The files of a new item.

use syn::Item;

use super::names::{ItemNames, ProviderNames, render};
use crate::format::formatted;

/// A kind of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Resource,
    DataSource,
    Function,
    Ephemeral,
    Action,
    List,
}

/// The files of a kind.
struct Templates {
    /// The code with its tests.
    code: &'static str,
    /// The folder of examples and of pages, and the example's name in it.
    example: (&'static str, &'static str, &'static str),
    /// The page that `cargo terrane docs` writes for the code.
    page: &'static str,
}

impl Kind {
    /// Returns the function of `Registry` that registers an item of this kind.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Resource => "resource",
            Self::DataSource => "data_source",
            Self::Function => "function",
            Self::Ephemeral => "ephemeral",
            Self::Action => "action",
            Self::List => "list",
        }
    }

    /// Returns the name of the type, or of the function, in the code of an item.
    pub(crate) fn ident(self, item: &ItemNames) -> String {
        match self {
            Self::Function => item.name.clone(),
            Self::List => item.plural_ident(),
            _ => item.type_ident.clone(),
        }
    }

    /// Returns the modules that the code of an item needs.
    pub(crate) fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Function => &[],
            _ => &["stub"],
        }
    }

    fn templates(self) -> Templates {
        macro_rules! templates {
            ($folder:literal, $examples:literal, $example:literal) => {
                Templates {
                    code: include_str!(concat!("../../templates/", $folder, "/code.rs")),
                    example: (
                        $examples,
                        $example,
                        include_str!(concat!("../../templates/", $folder, "/example.tf")),
                    ),
                    page: include_str!(concat!("../../templates/", $folder, "/page.md")),
                }
            };
        }
        match self {
            Self::Resource => templates!("resource", "resources", "resource.tf"),
            Self::DataSource => templates!("data_source", "data-sources", "data-source.tf"),
            Self::Function => templates!("function", "functions", "function.tf"),
            Self::Ephemeral => {
                templates!("ephemeral", "ephemeral-resources", "ephemeral-resource.tf")
            }
            Self::Action => templates!("action", "actions", "action.tf"),
            Self::List => templates!("list", "list-resources", "list-resource.tfquery.hcl"),
        }
    }
}

/// Returns the paths and texts of the files of an item whose code is in this module.
pub(crate) fn files(
    kind: Kind,
    provider: &ProviderNames,
    item: &ItemNames,
    module: &str,
) -> Vec<(String, String)> {
    let templates = kind.templates();
    let (examples, example, example_text) = templates.example;
    let folder = match kind {
        Kind::Function => item.name.clone(),
        _ => format!("{}_{}", provider.prefix, item.name),
    };
    let files = [
        (format!("src/{module}.rs"), templates.code),
        (
            format!("examples/{examples}/{folder}/{example}"),
            example_text,
        ),
        (format!("docs/{examples}/{}.md", item.name), templates.page),
    ];
    files
        .into_iter()
        .map(|(path, template)| {
            let text = formatted(&path, &render(template, provider, item, &[]));
            (path, text)
        })
        .collect()
}

/// Returns whether a file has the resource that a list resource of this name finds, as [`files`] writes it.
pub(crate) fn is_list_of(code: &syn::File, item: &ItemNames) -> bool {
    has_struct(code, &item.type_ident) && has_struct(code, "Answer")
}

/// Returns whether a file has a resource, as [`files`] writes it.
pub(crate) fn is_resource(code: &syn::File) -> bool {
    let implements = code.items.iter().any(|item| match item {
        Item::Impl(found) => found.trait_.as_ref().is_some_and(|it| {
            it.0.segments
                .last()
                .is_some_and(|it| it.ident == "Resource")
        }),
        _ => false,
    });
    implements && has_struct(code, "Answer")
}

fn has_struct(code: &syn::File, wanted: &str) -> bool {
    code.items.iter().any(|item| match item {
        Item::Struct(found) => found.ident == wanted,
        _ => false,
    })
}
