//! Code for an existing provider: structs for its schemas, and the package around them.

mod check;
mod contents;
mod fields;
mod item;
mod kind;
mod model;
mod names;
mod render;
mod sharing;
mod stubs;
mod timeouts;
mod writer;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use terrane_protocol::schema::TypeKind;
use terrane_protocol::schema::json::ProviderSchemas;

use self::item::Item;
use self::kind::Kind;
use self::sharing::Structs;
use self::stubs::Names;
use self::writer::Writer;

/// A provider, and the selection of its items for which code is generated.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) schemas: &'a ProviderSchemas,
    /// The address of the provider, such as `registry.terraform.io/hashicorp/local`.
    pub(crate) address: &'a str,
    /// The selected types and functions. None selects all.
    pub(crate) types: &'a [String],
    /// The dependency on `terrane` in the package's manifest.
    pub(crate) terrane: &'a str,
}

/// A package, as files by their path.
#[derive(Debug, Default)]
pub(crate) struct Package {
    /// The files that a second run updates.
    pub(crate) generated: BTreeMap<String, String>,
    /// The files that are written once.
    pub(crate) stubs: BTreeMap<String, String>,
    /// The dependencies of items of some kinds, as lines of the manifest.
    pub(crate) dependencies: Vec<&'static str>,
}

/// Generates the package of a provider.
///
/// # Errors
///
/// Fails if no package can serve the selected items. Each item is named with its parts and the reasons.
pub(crate) fn package(request: &Request<'_>) -> Result<Package, Vec<String>> {
    let names = names_of(request);
    let prefix = names.type_prefix.as_ref().unwrap_or(&names.provider);
    let items = Item::of_provider(request.schemas, prefix, &names.struct_name);
    let structs = Structs::of(items.iter());
    let is_written =
        |item: &&Item<'_>| item.type_name.is_none_or(|name| is_selected(request, name));
    let written: Vec<&Item<'_>> = items.iter().filter(is_written).collect();
    let problems: Vec<String> = written
        .iter()
        .flat_map(|item| {
            let of_item = check::problems(item).into_iter();
            of_item.map(|problem| format!("{}, {problem}", item.title()))
        })
        .chain(identities_alone(request))
        .collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut package = Package {
        dependencies: names.dependencies.clone(),
        ..Package::default()
    };
    let mut writer = Writer::new(&structs, prefix);
    for item in &written {
        let text = writer.item(item);
        let path = format!("src/models/{}", item.file());
        package.generated.insert(path, text.models);
        if let Some(body) = text.body {
            let path = format!("src/items/{}", item.file());
            package.stubs.insert(path, body);
        }
    }
    let shared = writer.shared();
    let has_shared = shared.is_some();
    if let Some(shared) = shared {
        package
            .generated
            .insert("src/models/shared.rs".to_owned(), shared);
    }
    package.add_folders(&written, has_shared, &names, request);
    Ok(package)
}

/// Finds the selected identities of resources that do not exist.
fn identities_alone(request: &Request<'_>) -> Vec<String> {
    let ProviderSchemas {
        schemas,
        identities,
    } = request.schemas;
    let alone = identities
        .keys()
        .filter(|name| is_selected(request, name) && !schemas.resource_schemas.contains_key(*name));
    alone
        .map(|name| format!("identity {name}, there is no resource of this name"))
        .collect()
}

/// Returns those of the names that no type and no function of a provider has.
pub(crate) fn unknown(provider: &ProviderSchemas, names: &[String]) -> Vec<String> {
    let schemas = &provider.schemas;
    let is_known = |name: &String| {
        let mut kinds = TypeKind::ALL.into_iter();
        kinds.any(|kind| schemas.types(kind).contains_key(name))
            || schemas.functions.contains_key(name)
    };
    let unknown = names.iter().filter(|name| !is_known(name));
    unknown.cloned().collect()
}

fn is_selected(request: &Request<'_>, name: &str) -> bool {
    request.types.is_empty() || request.types.iter().any(|selected| selected == name)
}

/// Derives the names of the package from the address and the types.
fn names_of(request: &Request<'_>) -> Names {
    let schemas = &request.schemas.schemas;
    let provider = request
        .address
        .rsplit('/')
        .next()
        .unwrap_or(request.address);
    let type_names = TypeKind::ALL
        .into_iter()
        .flat_map(|kind| schemas.types(kind).keys());
    // The prefix that most types have.
    let mut prefixes = BTreeMap::new();
    for name in type_names {
        *prefixes
            .entry(name.split('_').next().unwrap_or(name))
            .or_insert(0) += 1;
    }
    let is_own = |prefix: &&str| prefix.replace('_', "-") == provider;
    let common = prefixes
        .iter()
        .max_by_key(|(_, count)| **count)
        .map(|(prefix, _)| *prefix);
    // The manifest is written once, so it has the dependencies of all items, whatever is selected first.
    let dependencies = [
        (TypeKind::StateStore, "bytes = \"1\""),
        (TypeKind::List, "futures-util = \"0.3\""),
    ]
    .into_iter()
    .filter(|(kind, _)| !schemas.types(*kind).is_empty())
    .map(|(_, line)| line)
    .collect();
    Names {
        provider: provider.to_owned(),
        struct_name: names::provider_struct(provider),
        address: request.address.to_owned(),
        type_prefix: common.filter(|prefix| !is_own(prefix)).map(str::to_owned),
        library: format!("terraform_provider_{}", names::snake_case(provider)),
        dependencies,
    }
}

impl Package {
    /// Adds the files around the models.
    fn add_folders(
        &mut self,
        written: &[&Item<'_>],
        has_shared: bool,
        names: &Names,
        request: &Request<'_>,
    ) {
        let kinds: Vec<Kind> = Kind::OF_TYPES
            .into_iter()
            .filter(|kind| written.iter().any(|item| item.kind == *kind))
            .collect();
        let mut models = "//! The models of all items.\n".to_owned();
        for kind in &kinds {
            let of_kind: Vec<&Item<'_>> = written
                .iter()
                .copied()
                .filter(|item| item.kind == *kind)
                .collect();
            let _ = writeln!(
                models,
                "\n/// Models of {}.\npub mod {} {{",
                stubs::plural(*kind),
                kind.folder()
            );
            for item in &of_kind {
                let _ = writeln!(models, "    pub mod {};", item.ident.code);
            }
            models.push_str("}\n");
            let text = stubs::folder(*kind, &of_kind, &names.struct_name);
            self.generated
                .insert(format!("src/items/{}/mod.rs", kind.folder()), text);
            if *kind != Kind::Function {
                for item in of_kind {
                    let path = format!("src/items/{}", item.file());
                    self.stubs.insert(path, stubs::item(item, names));
                }
            }
        }
        models.push_str("\npub mod provider;\n");
        let meta = written.iter().find(|item| item.kind == Kind::Meta);
        if let Some(meta) = meta {
            let _ = writeln!(models, "pub mod {};", meta.module());
        }
        if has_shared {
            models.push_str("pub mod shared;\n");
        }
        self.generated
            .insert("src/models/mod.rs".to_owned(), models);
        let text = stubs::folders(&kinds, meta.copied(), &names.struct_name);
        self.generated.insert("src/items/mod.rs".to_owned(), text);
        for (path, text) in [
            ("Cargo.toml", stubs::manifest(names, request.terrane)),
            ("src/lib.rs", stubs::library(names)),
            ("src/main.rs", stubs::program(names)),
            ("src/provider.rs", stubs::provider(names)),
        ] {
            self.stubs.insert(path.to_owned(), text);
        }
    }
}
