//! `cargo terrane new`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use fs_err as fs;

use crate::cli::{Item, New, NewItem, VersionControl};
use crate::dependency::Terrane;
use crate::error::Error;
use crate::print::line;
use crate::program::output;
use crate::scaffold::{
    self, ItemNames, Kind, ProviderCode, ProviderNames, Refusal, is_list_of, package,
};

pub(crate) fn run(arguments: New) -> Result<ExitCode, Error> {
    match arguments.item {
        Some(NewItem::Resource(item)) => add(Kind::Resource, &item)?,
        Some(NewItem::DataSource(item)) => add(Kind::DataSource, &item)?,
        Some(NewItem::Function(item)) => add(Kind::Function, &item)?,
        Some(NewItem::Ephemeral(item)) => add(Kind::Ephemeral, &item)?,
        Some(NewItem::Action(item)) => add(Kind::Action, &item)?,
        Some(NewItem::List(item)) => add(Kind::List, &item)?,
        None => create(arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Creates a package.
fn create(arguments: New) -> Result<(), Error> {
    let name = arguments.name.unwrap_or_default();
    let provider = ProviderNames::new(&arguments.namespace, &name)?;
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
        return Err(Refusal::Exists(folder).into());
    }
    let files = package(&provider, &resource, &terrane);
    fs::create_dir_all(&folder)?;
    if arguments.vcs == VersionControl::Git {
        initialize(&folder)?;
    }
    write(&folder, &files)?;
    line(&format!(
        "created the provider `{name}` with the resource `{}_{}` in `{}`",
        provider.prefix,
        resource.name,
        folder.display()
    ));
    line("");
    line("Next:");
    line(&format!("  cd {}", folder.display()));
    line("  cargo test                          # in process, and under the hosts on the PATH");
    line("  cargo terrane new data-source NAME  # or resource, function, ephemeral, action, list");
    line("  cargo terrane docs                  # updates the pages of registries");
    line("  cargo terrane lint");
    line("`terrane::guide::releasing` explains the steps from here to a signed release.");
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
fn add(kind: Kind, arguments: &Item) -> Result<(), Error> {
    let folder = &arguments.folder;
    let code = ProviderCode::find(folder)?;
    let item = ItemNames::new(&code.names, &arguments.name)?;
    for module in kind.needs() {
        code.require(module)?;
    }
    let module = module(folder, kind, &item)?;
    let files = scaffold::files(kind, &code.names, &item, &module);
    for (path, _) in &files {
        let path = folder.join(path);
        if path.exists() {
            return Err(Refusal::Exists(path).into());
        }
    }
    let changed = code.register(kind.method(), &module, &kind.ident(&item))?;
    if kind == Kind::List {
        depend_on_streams(folder)?;
    }
    write(folder, &files)?;
    for (path, text) in &changed {
        fs::write(path, text)?;
    }
    for (path, _) in &files {
        line(&format!("created {}", folder.join(path).display()));
    }
    for (path, _) in &changed {
        line(&format!("changed {}", path.display()));
    }
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
        Err(Refusal::Exists(path(&module)).into())
    }
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
