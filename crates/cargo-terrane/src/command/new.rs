//! `cargo terrane new`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use fs_err as fs;
use serde_json::json;
use terrane_release::Package;

use crate::cli::{Item, New, NewItem, VersionControl};
use crate::dependency::Terrane;
use crate::error::Error;
use crate::output::{Output, shown};
use crate::program::output;
use crate::scaffold::{
    self, ItemNames, Kind, ProviderCode, ProviderNames, Refusal, is_list_of, is_resource, package,
};

pub(crate) fn run(arguments: New, output: &Output) -> Result<ExitCode, Error> {
    match arguments.item {
        Some(NewItem::Resource(item)) => add(Kind::Resource, &item, output)?,
        Some(NewItem::DataSource(item)) => add(Kind::DataSource, &item, output)?,
        Some(NewItem::Function(item)) => add(Kind::Function, &item, output)?,
        Some(NewItem::Ephemeral(item)) => add(Kind::Ephemeral, &item, output)?,
        Some(NewItem::Action(item)) => add(Kind::Action, &item, output)?,
        Some(NewItem::List(item)) => add(Kind::List, &item, output)?,
        None => create(arguments, output)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Creates a package.
fn create(arguments: New, output: &Output) -> Result<(), Error> {
    let name = arguments.name.unwrap_or_default();
    if let Some(item) = arguments.item_name {
        return Err(Refusal::NoKind { kind: name, item }.into());
    }
    // The package has this prefix, so some write it.
    let name = name.strip_prefix("terraform-provider-").unwrap_or(&name);
    let provider = ProviderNames::new(&arguments.namespace, name)?;
    let resource = ItemNames::new(&provider, &arguments.resource)?;
    if !resource.can_be_module() {
        return Err(Refusal::Reserved(resource.name).into());
    }
    let terrane = Terrane::named(arguments.terrane.as_deref())?;
    let folder = arguments
        .dir
        .unwrap_or_else(|| PathBuf::from(format!("terraform-provider-{name}")));
    let is_free = if folder.exists() {
        folder.is_dir() && fs::read_dir(&folder)?.next().is_none()
    } else {
        true
    };
    if !is_free {
        return Err(Refusal::FolderExists(folder).into());
    }
    let files = package(&provider, &resource, &terrane);
    fs::create_dir_all(&folder)?;
    if arguments.vcs == VersionControl::Git {
        initialize(&folder)?;
    }
    write(&folder, &files)?;
    output.note(&format!(
        "created the provider `{name}` with the resource `{}_{}` in `{}`",
        provider.prefix,
        resource.name,
        folder.display()
    ));
    output.note(&format!(
        "\n\
        Next:\n  \
          cd {}\n  \
          cargo test                          # in process, and under the hosts on the PATH\n  \
          cargo terrane dev                   # serves it to hosts, and again after each change\n  \
          cargo terrane new data-source NAME  # or resource, function, ephemeral, action, list\n  \
          cargo terrane docs                  # updates the pages of registries\n  \
          cargo terrane lint\n\
        `README.md` explains how to try it, and `terrane::guide::releasing` the steps from here to a signed release.",
        folder.display()
    ));
    let created: Vec<PathBuf> = files.iter().map(|(path, _)| folder.join(path)).collect();
    output.document(json!({ "provider": name, "folder": folder, "created": created }));
    Ok(())
}

/// Makes a Git repository, unless the folder is in one. Without Git there is none.
fn initialize(folder: &Path) -> Result<(), Error> {
    let git = |arguments: &[&str]| output(Command::new("git").args(arguments).current_dir(folder));
    match git(&["rev-parse", "--is-inside-work-tree"]) {
        Ok(_) | Err(Error::Run(..)) => Ok(()),
        Err(_) => git(&["-c", "init.defaultBranch=main", "init", "--quiet"]).map(drop),
    }
}

/// Adds an item to a package.
fn add(kind: Kind, arguments: &Item, output: &Output) -> Result<(), Error> {
    let above = Package::find_folder(&arguments.folder);
    let folder = &above.unwrap_or_else(|| arguments.folder.clone());
    let code = ProviderCode::find(folder)?;
    let item = ItemNames::new(&code.names, &arguments.name)?;
    for module in kind.needs() {
        code.require(module)?;
    }
    let module = module(folder, kind, &item)?;
    let files = scaffold::files(kind, &code.names, &item, &module);
    let paths = files.iter().map(|(path, _)| folder.join(path));
    let existing: Vec<PathBuf> = paths.filter(|path| path.exists()).collect();
    if !existing.is_empty() {
        return Err(Refusal::Exist(existing).into());
    }
    let changed = code.register(kind.method(), &module, &kind.ident(&item))?;
    if kind == Kind::List {
        depend_on_streams(folder)?;
    }
    write(folder, &files)?;
    for (path, text) in &changed {
        fs::write(path, text)?;
    }
    let created: Vec<PathBuf> = files.iter().map(|it| shown(&folder.join(&it.0))).collect();
    let changed: Vec<PathBuf> = changed.iter().map(|(path, _)| shown(path)).collect();
    for path in &created {
        output.note(&format!("created {}", path.display()));
    }
    for path in &changed {
        output.note(&format!("changed {}", path.display()));
    }
    output.document(json!({ "created": created, "changed": changed }));
    Ok(())
}

/// Returns the module of an item: its name, or with the kind if another item has the name.
fn module(folder: &Path, kind: Kind, item: &ItemNames) -> Result<String, Error> {
    let path = |module: &str| folder.join(format!("src/{module}.rs"));
    if kind == Kind::List {
        let resource = path(&item.name);
        let finds = if resource.exists() {
            let text = fs::read_to_string(&resource)?;
            let code = syn::parse_file(&text);
            is_list_of(
                &code.map_err(|error| Error::Syntax(resource.clone(), error))?,
                item,
            )
        } else {
            false
        };
        if !finds {
            return Err(Refusal::NoResource {
                file: resource,
                name: item.name.clone(),
                resources: resources(folder)?,
            }
            .into());
        }
    }
    let is_free =
        |module: &str| !path(module).exists() && !folder.join("src").join(module).exists();
    if is_free(&item.name) && item.can_be_module() {
        return Ok(item.name.clone());
    }
    let module = format!("{}_{}", item.name, kind.method());
    if is_free(&module) {
        Ok(module)
    } else {
        Err(Refusal::Exist(vec![path(&item.name), path(&module)]).into())
    }
}

/// Returns the names of the resources for which a list resource can be added.
fn resources(folder: &Path) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder.join("src"))? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if path.extension().is_some_and(|it| it == "rs")
            && let Ok(code) = syn::parse_file(&fs::read_to_string(&path)?)
            && is_resource(&code)
        {
            found.push(name.into_owned());
        }
    }
    found.sort();
    Ok(found)
}

/// Adds the crate with streams to the dependencies, as `cargo add` does.
fn depend_on_streams(folder: &Path) -> Result<(), Error> {
    let manifest = folder.join("Cargo.toml");
    if fs::read_to_string(&manifest)?.contains("futures-util") {
        return Ok(());
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut add = Command::new(cargo);
    add.args([
        "add",
        "--quiet",
        "--no-default-features",
        "--features",
        "std",
    ])
    .args(["futures-util@0.3", "--manifest-path"])
    .arg(&manifest);
    output(&mut add).map(drop)
}

/// Writes new files.
fn write(folder: &Path, files: &[(String, String)]) -> Result<(), Error> {
    for (path, text) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}
