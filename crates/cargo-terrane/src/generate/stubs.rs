//! The files that the author completes: written once, and never changed again.

use super::item::{Item, Kind, Signature};
use super::names::identifier;
use super::render::literal;

/// The names that all files of a package use.
#[derive(Debug)]
pub(super) struct Names {
    /// The provider's name, such as `local`.
    pub(super) provider: String,
    /// The struct of the configured provider.
    pub(super) struct_name: String,
    pub(super) address: String,
    /// The prefix of the types, if it is not the provider's name.
    pub(super) type_prefix: Option<String>,
    /// The name of the package's library in code.
    pub(super) library: String,
}

/// The implementation of an item's trait.
pub(super) fn item(item: &Item<'_>, names: &Names) -> String {
    let (provider, model) = (&names.struct_name, &item.struct_name);
    let type_name = item.type_name;
    let noun = item.kind.noun();
    let head = format!(
        "//! The {noun} `{type_name}`.\n\nuse terrane::prelude::*;\n\nuse crate::models::{}::{model};\nuse crate::provider::{provider};\n",
        item.module()
    );
    let unfinished = |verb: &str| {
        let summary = literal(&format!("Cannot {verb} {type_name}"));
        format!(
            "        Err(Error::new(\n            {summary},\n            \"This version of the provider does not support it yet.\",\n        ))\n"
        )
    };
    let body = match item.kind {
        Kind::Resource => format!(
            "
impl Resource for {model} {{
    type Provider = {provider};

    async fn create(_: Self, _: &{provider}, _: &mut Create) -> Result<Self> {{
{}    }}

    async fn read(
        _: Key<Self>,
        _: Option<Self>,
        _: &{provider},
        _: &mut ReadResource,
    ) -> Result<Option<Self>> {{
{}    }}

    async fn update(_: Self, _: Prior<Self>, _: &{provider}, _: &mut Update) -> Result<Self> {{
{}    }}

    async fn delete(
        _: Key<Self>,
        _: Option<Self>,
        _: &{provider},
        _: &mut Delete,
    ) -> Result<()> {{
{}    }}
}}
",
            unfinished("create"),
            unfinished("read"),
            unfinished("update"),
            unfinished("delete"),
        ),
        Kind::DataSource => format!(
            "
impl DataSource for {model} {{
    type Provider = {provider};

    async fn read(_: Self, _: &{provider}, _: &mut ReadData) -> Result<Self> {{
{}    }}
}}
",
            unfinished("read"),
        ),
        Kind::Ephemeral => format!(
            "
impl Ephemeral for {model} {{
    type Provider = {provider};

    async fn open(_: Self, _: &{provider}, _: &mut Open) -> Result<Self> {{
{}    }}
}}
",
            unfinished("open"),
        ),
        Kind::Action => format!(
            "
impl Action for {model} {{
    type Provider = {provider};

    async fn invoke(_: Self, _: &{provider}, _: &mut Invoke) -> Result<()> {{
{}    }}
}}
",
            unfinished("invoke"),
        ),
        Kind::Provider | Kind::Function => String::new(),
    };
    head + &body
}

/// The body of a function, with the types of its parameters and its result.
pub(super) fn function(item: &Item<'_>, parameters: &[(String, String)], returns: &str) -> String {
    let name = item.type_name;
    let parameters: String = parameters
        .iter()
        .map(|(ident, ty)| format!("    _{}: {ty},\n", ident.trim_start_matches("r#")))
        .collect();
    let summary = literal(&format!("Cannot call {name}"));
    let uses = match item.signature {
        Signature::Function(_) => format!("use crate::models::{}::*;\n", item.module()),
        Signature::Schema(_) => String::new(),
    };
    format!(
        "//! The function `{name}`.\n\n#[allow(unused_imports, reason = \"which types the signature has depends on the function\")]\n{uses}use terrane::prelude::*;\n
/// Computes the result.
pub(crate) fn call(\n{parameters}) -> Result<{returns}> {{
    Err(Error::new(
        {summary},
        \"This version of the provider does not support it yet.\",
    ))
}}
"
    )
}

/// The configured provider.
pub(super) fn provider(names: &Names) -> String {
    let Names {
        struct_name,
        address,
        ..
    } = names;
    let address = literal(address);
    let prefix = names.type_prefix.as_deref().map(literal);
    let prefix = prefix
        .map(|prefix| format!("    const TYPE_PREFIX: Option<&'static str> = Some({prefix});\n"));
    let prefix = prefix.unwrap_or_default();
    format!(
        "//! The configured provider.

use terrane::prelude::*;

use crate::models::provider::Config;

/// The configured provider: what all items share.
#[derive(Debug)]
pub struct {struct_name} {{
    /// The settings.
    pub config: Config,
}}

impl Provider for {struct_name} {{
    const ADDRESS: &'static str = {address};
    const VERSION: &'static str = env!(\"CARGO_PKG_VERSION\");
{prefix}    type Config = Config;

    async fn configure(config: Config, _: &mut Configure) -> Result<Self> {{
        Ok(Self {{ config }})
    }}

    fn register(registry: &mut Registry<Self>) {{
        crate::items::register(registry);
    }}
}}
"
    )
}

/// The root of the library.
pub(super) fn library(names: &Names) -> String {
    let Names {
        provider,
        struct_name,
        ..
    } = names;
    format!(
        "//! The provider `{provider}`.
//!
//! `models` has the structs of all items. `cargo terrane generate` updates it, and keeps what was edited by hand. The implementation of each item is in
//! `items`: its files are written once.

mod items;
pub mod models;
mod provider;

pub use provider::{struct_name};
"
    )
}

/// The program that hosts start.
pub(super) fn program(names: &Names) -> String {
    let Names {
        provider,
        struct_name,
        library,
        ..
    } = names;
    format!(
        "//! The program that hosts start for the provider `{provider}`.

fn main() -> std::process::ExitCode {{
    terrane::serve::<{library}::{struct_name}>()
}}
"
    )
}

/// The manifest of the package.
pub(super) fn manifest(names: &Names, terrane: &str) -> String {
    let Names {
        provider, library, ..
    } = names;
    format!(
        "[package]
name = \"terraform-provider-{provider}\"
version = \"0.1.0\"
edition = \"2024\"
publish = false

[lib]
name = \"{library}\"
# Descriptions of other providers may contain examples that are no Rust.
doctest = false

[dependencies]
terrane = {terrane}

[workspace]
"
    )
}

/// The registration of all items of one kind.
pub(super) fn folder(kind: Kind, items: &[&Item<'_>], struct_name: &str) -> String {
    let folder = kind.folder();
    let mut text = format!("//! The {} of the provider.\n\n", plural(kind));
    for item in items {
        let (_, module) = item
            .module()
            .split_once("::")
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap_or_default();
        let visible = if kind == Kind::Function {
            "pub(crate) "
        } else {
            ""
        };
        text.push_str(&format!("{visible}mod {module};\n"));
    }
    text.push_str(&format!(
        "\nuse terrane::Registry;\n\nuse crate::models::{folder};\nuse crate::provider::{struct_name};\n
/// Registers the {}.
pub(super) fn register(registry: &mut Registry<{struct_name}>) {{\n",
        plural(kind)
    ));
    for item in items {
        let (_, module) = item
            .module()
            .split_once("::")
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .unwrap_or_default();
        let method = match kind {
            Kind::DataSource => "data_source",
            Kind::Ephemeral => "ephemeral",
            Kind::Action => "action",
            Kind::Function => "function",
            Kind::Resource | Kind::Provider => "resource",
        };
        let ty = match kind {
            Kind::Function => identifier(item.type_name).0,
            _ => item.struct_name.clone(),
        };
        text.push_str(&format!(
            "    registry.{method}::<{folder}::{module}::{ty}>();\n"
        ));
    }
    text.push_str("}\n");
    text
}

/// The registration of all kinds.
pub(super) fn folders(kinds: &[Kind], struct_name: &str) -> String {
    let mut text = "//! The implementations of the provider's items.\n\n".to_owned();
    for kind in kinds {
        let visible = if *kind == Kind::Function {
            "pub(crate) "
        } else {
            ""
        };
        text.push_str(&format!("{visible}mod {};\n", kind.folder()));
    }
    text.push_str(&format!(
        "\nuse terrane::Registry;\n\nuse crate::provider::{struct_name};\n
/// Registers all items.
pub(crate) fn register(registry: &mut Registry<{struct_name}>) {{\n"
    ));
    for kind in kinds {
        text.push_str(&format!("    {}::register(registry);\n", kind.folder()));
    }
    text.push_str("}\n");
    text
}

fn plural(kind: Kind) -> String {
    format!("{}s", kind.noun())
}
