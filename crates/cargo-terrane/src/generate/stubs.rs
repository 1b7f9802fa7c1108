//! The files that the author completes: written once, and never changed again.

use super::item::Item;
use super::kind::Kind;
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
    /// The dependencies of items of some kinds, as lines of the manifest.
    pub(super) dependencies: Vec<&'static str>,
}

/// The imports of a file, for the types that it names.
pub(super) fn imports(types: &[&str]) -> String {
    let names = |part: &str| types.iter().any(|ty| ty.contains(part));
    let mut text = "\n".to_owned();
    if names("BTreeMap<") {
        text.push_str("use std::collections::BTreeMap;\n\n");
    }
    text.push_str("use terrane::prelude::*;\n");
    if names("shared::") {
        text.push_str("\nuse crate::models::shared;\n");
    }
    text
}

/// The detail of the error that an item returns until the author has completed it, as a literal.
const UNSUPPORTED: &str = "\"This version of the provider does not support it yet.\"";

/// The implementation of an item's trait.
pub(super) fn item(item: &Item<'_>, names: &Names) -> String {
    let stub = TraitStub {
        provider: &names.struct_name,
        model: item.struct_name.as_deref().unwrap_or_default(),
        type_name: item.type_name.unwrap_or_default(),
    };
    let implementation = match item.kind {
        Kind::Resource => stub.resource(),
        Kind::DataSource => stub.data_source(),
        Kind::Ephemeral => stub.ephemeral(),
        Kind::List => return stub.list_resource(item),
        Kind::StateStore => stub.state_store(),
        Kind::Action => stub.action(),
        Kind::Provider | Kind::Meta | Kind::Function => String::new(),
    };
    stub.head(item) + &implementation
}

/// The names in the implementation of an item's trait.
struct TraitStub<'a> {
    provider: &'a str,
    model: &'a str,
    type_name: &'a str,
}

impl TraitStub<'_> {
    fn head(&self, item: &Item<'_>) -> String {
        let Self {
            provider,
            model,
            type_name,
        } = self;
        format!(
            "//! The {} `{type_name}`.\n\nuse terrane::prelude::*;\n\nuse crate::models::{}::{model};\nuse crate::provider::{provider};\n",
            item.kind.noun(),
            item.module()
        )
    }

    /// Returns the body of a method that the author has not completed.
    fn unfinished(&self, verb: &str) -> String {
        let summary = literal(&format!("Cannot {verb} {}", self.type_name));
        format!(
            "        Err(Error::new(\n            {summary},\n            {UNSUPPORTED},\n        ))\n"
        )
    }

    fn resource(&self) -> String {
        let Self {
            provider, model, ..
        } = self;
        format!(
            "
impl Resource for {model} {{
    type Provider = {provider};

    async fn create(_: Self, _: &{provider}, _: &mut CreateContext) -> Result<Self> {{
{}    }}

    async fn read(
        _: Prior<Self>,
        _: &{provider},
        _: &mut ReadContext,
    ) -> Result<Found<Self>> {{
{}    }}

    async fn update(_: Self, _: Prior<Self>, _: &{provider}, _: &mut UpdateContext) -> Result<Self> {{
{}    }}

    async fn delete(
        _: Prior<Self>,
        _: &{provider},
        _: &mut DeleteContext,
    ) -> Result<()> {{
{}    }}
}}
",
            self.unfinished("create"),
            self.unfinished("read"),
            self.unfinished("update"),
            self.unfinished("delete"),
        )
    }

    fn data_source(&self) -> String {
        let Self {
            provider, model, ..
        } = self;
        format!(
            "
impl DataSource for {model} {{
    type Provider = {provider};

    async fn read(_: Self, _: &{provider}, _: &mut ReadDataContext) -> Result<Self> {{
{}    }}
}}
",
            self.unfinished("read"),
        )
    }

    fn ephemeral(&self) -> String {
        let Self {
            provider, model, ..
        } = self;
        format!(
            "
impl Ephemeral for {model} {{
    type Provider = {provider};

    async fn open(_: Self, _: &{provider}, _: &mut OpenContext) -> Result<Self> {{
{}    }}
}}
",
            self.unfinished("open"),
        )
    }

    fn state_store(&self) -> String {
        let Self {
            provider, model, ..
        } = self;
        format!(
            "
impl terrane::StateStore for {model} {{
    type Provider = {provider};
    type Store = ();

    async fn configure(
        _: Self,
        _: &{provider},
        _: &mut terrane::context::Context,
    ) -> Result<Self::Store> {{
{}    }}

    async fn read(
        _: &Self::Store,
        _: &str,
        _: &mut terrane::context::Context,
    ) -> Result<Option<bytes::Bytes>> {{
{}    }}

    async fn write(
        _: &Self::Store,
        _: &str,
        _: bytes::Bytes,
        _: &mut terrane::context::Context,
    ) -> Result<()> {{
{}    }}

    async fn list(_: &Self::Store, _: &mut terrane::context::Context) -> Result<Vec<String>> {{
{}    }}

    async fn delete(
        _: &Self::Store,
        _: &str,
        _: &mut terrane::context::Context,
    ) -> Result<()> {{
{}    }}
}}
",
            self.unfinished("configure"),
            self.unfinished("read a state of"),
            self.unfinished("write a state of"),
            self.unfinished("list the states of"),
            self.unfinished("delete a state of"),
        )
    }

    fn action(&self) -> String {
        let Self {
            provider, model, ..
        } = self;
        format!(
            "
impl Action for {model} {{
    type Provider = {provider};

    async fn invoke(_: Self, _: &{provider}, _: &mut InvokeContext) -> Result<()> {{
{}    }}
}}
",
            self.unfinished("invoke"),
        )
    }

    fn list_resource(&self, item: &Item<'_>) -> String {
        let Self {
            provider,
            model,
            type_name,
        } = self;
        let noun = item.kind.noun();
        let listed = item.listed.as_ref();
        let (module, resource) = listed
            .map(|it| (it.module.as_str(), it.struct_name.as_str()))
            .unwrap_or_default();
        // The stream has a full path, because types may have its name.
        format!(
            "//! The {noun} `{type_name}`.

use terrane::prelude::*;

use crate::models::{}::{model};
use crate::models::{module}::{resource};
use crate::provider::{provider};

impl ListResource for {model} {{
    type Resource = {resource};

    fn list(
        _: Self,
        _: &{provider},
        _: &mut ListContext,
    ) -> impl futures_util::Stream<Item = Result<Listed<{resource}>>> + Send {{
        futures_util::stream::iter([Err(Error::new(
            {},
            {UNSUPPORTED},
        ))])
    }}
}}
",
            item.module(),
            literal(&format!("Cannot list {type_name}")),
        )
    }
}

/// The body of a function, with the types of its parameters and its result.
pub(super) fn function(item: &Item<'_>, parameters: &[(String, String)], returns: &str) -> String {
    let name = &item.name;
    let types: Vec<&str> = parameters
        .iter()
        .map(|(_, ty)| ty.as_str())
        .chain([returns])
        .collect();
    let parameter_list: String = parameters
        .iter()
        .map(|(ident, ty)| format!("    _{}: {ty},\n", ident.trim_start_matches("r#")))
        .collect();
    let summary = literal(&format!("Cannot call {name}"));
    format!(
        "//! The function `{name}`.\n{}
/// Computes the result.
pub(crate) fn call(\n{parameter_list}) -> Result<{returns}> {{
    Err(Error::new(
        {summary},
        {UNSUPPORTED},
    ))
}}
",
        imports(&types)
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
    let type_prefix = match names.type_prefix.as_deref().map(literal) {
        Some(prefix) => {
            format!("    const TYPE_PREFIX: Option<&'static str> = Some({prefix});\n\n")
        }
        None => String::new(),
    };
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

#[provider({address})]
impl Provider for {struct_name} {{
{type_prefix}    async fn configure(config: Config, _: &mut ConfigureContext) -> Result<Self> {{
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
    let dependencies: String = names
        .dependencies
        .iter()
        .map(|line| format!("{line}\n"))
        .collect();
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
{dependencies}terrane = {terrane}

[workspace]
"
    )
}

/// The registration of all items of one kind.
pub(super) fn folder(kind: Kind, items: &[&Item<'_>], struct_name: &str) -> String {
    let folder = kind.folder();
    let visible = visibility(kind);
    let mut text = format!("//! The {} of the provider.\n\n", plural(kind));
    for item in items {
        text.push_str(&format!("{visible}mod {};\n", item.ident.code));
    }
    text.push_str(&format!(
        "\nuse terrane::Registry;\n\nuse crate::models::{folder};\nuse crate::provider::{struct_name};\n
/// Registers the {}.
pub(super) fn register(registry: &mut Registry<{struct_name}>) {{\n",
        plural(kind)
    ));
    for item in items {
        let module = &item.ident.code;
        let ty = item.struct_name.as_ref().unwrap_or(module);
        let method = kind.method();
        text.push_str(&format!(
            "    registry.{method}::<{folder}::{module}::{ty}>();\n"
        ));
    }
    text.push_str("}\n");
    text
}

/// The registration of all kinds, and of the block of modules.
pub(super) fn folders(kinds: &[Kind], meta: Option<&Item<'_>>, struct_name: &str) -> String {
    let mut text = "//! The implementations of the provider's items.\n\n".to_owned();
    for kind in kinds {
        text.push_str(&format!("{}mod {};\n", visibility(*kind), kind.folder()));
    }
    let is_empty = kinds.is_empty() && meta.is_none();
    let registry = if is_empty { "_" } else { "registry" };
    text.push_str(&format!(
        "\nuse terrane::Registry;\n\nuse crate::provider::{struct_name};\n
/// Registers all items.
pub(crate) fn register({registry}: &mut Registry<{struct_name}>) {{\n"
    ));
    if let Some(meta) = meta
        && let Some(model) = &meta.struct_name
    {
        let module = meta.module();
        text.push_str(&format!(
            "    registry.{}::<crate::models::{module}::{model}>();\n",
            meta.kind.method()
        ));
    }
    for kind in kinds {
        text.push_str(&format!("    {}::register(registry);\n", kind.folder()));
    }
    text.push_str("}\n");
    text
}

/// The bodies of functions are called from the models.
fn visibility(kind: Kind) -> &'static str {
    match kind {
        Kind::Function => "pub(crate) ",
        _ => "",
    }
}

pub(super) fn plural(kind: Kind) -> String {
    format!("{}s", kind.noun())
}
