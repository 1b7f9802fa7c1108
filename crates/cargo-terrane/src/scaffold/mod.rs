//! The files of new packages and items.
//!
//! The templates are the files of a provider `acme` with items called `widget`: Rust that compiles, and Terraform configurations that are valid. [`names`]
//! replaces the names, [`package`] and [`item`] choose the files, and [`code`] registers an item in the code of a provider.

mod code;
mod item;
mod names;
mod package;

use std::path::PathBuf;

pub(crate) use code::ProviderCode;
pub(crate) use item::{Kind, files, is_list_of, is_resource};
pub(crate) use names::{ItemNames, ProviderNames};
pub(crate) use package::package;

/// The reason why a package or item is not written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error(
        "`{name}` cannot be the name of a provider: expected lower-case letters, digits and single dashes, such as `zoo` or `big-zoo`, and a letter at the start{more}", name = .0, more = suggested_name(.0, '-')
    )]
    ProviderName(String),
    #[error(
        "`{name}` cannot be a namespace: expected lower-case letters, digits and single dashes{more}", name = .0, more = suggested_name(.0, '-')
    )]
    Namespace(String),
    #[error(
        "`{name}` cannot be the name of an item: expected lower-case letters, digits and single underscores, such as `pet` or `pet_food`, and a letter at the start{more}", name = .0, more = suggested_name(.0, '_')
    )]
    ItemName(String),
    #[error(
        "`{0}` is a name that the code of a package needs itself; choose another name, and set this one by `#[tf(name = \"{0}\")]` afterwards"
    )]
    Reserved(String),
    #[error(
        "`{folder}` exists and is not empty; name another folder by `--dir`, or add to the package in it, as in `cd {folder} && cargo terrane new resource NAME`", folder = .0.display()
    )]
    FolderExists(PathBuf),
    #[error("{exist} and {are} not overwritten; choose another name, or remove {them}", exist = existing_files_message(.0), are = is_or_are(.0), them = it_or_them(.0))]
    Exist(Vec<PathBuf>),
    #[error(
        "`{kind}` is not a kind of item: write `cargo terrane new KIND {item}` with one of the kinds resource, data-source, function, ephemeral, action and list, or `cargo terrane new {kind}` for a new package"
    )]
    NoKind { kind: String, item: String },
    #[error(
        "`{}` has no `src/main.rs` and no `src/lib.rs`; run the command in the folder of a provider's package, or name it by `--folder`", .0.display()
    )]
    NoPackage(PathBuf),
    #[error(
        "cannot find the code that registers items: expected one `impl Provider for ..` below `{}` with the function `register(registry: &mut Registry<Self>)`, found {found}", .folder.display()
    )]
    NoProvider { folder: PathBuf, found: usize },
    #[error(
        "cannot find the address of the provider in `{}`: expected `#[provider(\"HOST/NAMESPACE/TYPE\")]` or `const ADDRESS: &'static str = \"HOST/NAMESPACE/TYPE\"`", .0.display()
    )]
    NoAddress(PathBuf),
    #[error(
        "the code of an item needs `mod stub` and the client of `terrane-api`, as `cargo terrane new NAME` writes them, and `{}` has no `mod {module}`; copy them from a new package, or write the item by hand", .file.display()
    )]
    NoModule { file: PathBuf, module: &'static str },
    #[error(
        "a list resource finds the objects of a resource, and `{}` has no resource as `cargo terrane new resource {name}` writes it; add that first, or write the list resource by hand. {}", .file.display(), existing_resources_message(.resources)
    )]
    NoResource {
        file: PathBuf,
        name: String,
        resources: Vec<String>,
    },
}

/// Proposes a name that is close to a refused one.
fn suggested_name(name: &str, separator: char) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    for letter in name.chars() {
        let starts_word = letter.is_uppercase() && !previous.is_uppercase();
        if letter.is_ascii_alphanumeric() {
            let is_next = starts_word || !previous.is_ascii_alphanumeric();
            if is_next || words.is_empty() {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.push(letter.to_ascii_lowercase());
            }
        }
        previous = letter;
    }
    let proposed = words.join(&separator.to_string());
    if proposed.starts_with(|first: char| first.is_ascii_lowercase()) && proposed != name {
        format!("; write `{proposed}`")
    } else {
        String::new()
    }
}

fn existing_files_message(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths
        .iter()
        .map(|it| format!("`{}`", it.display()))
        .collect();
    let verb = if paths.len() == 1 { "exists" } else { "exist" };
    format!("{} {verb}", names.join(" and "))
}

fn is_or_are(paths: &[PathBuf]) -> &'static str {
    if paths.len() == 1 { "is" } else { "are" }
}

fn it_or_them(paths: &[PathBuf]) -> &'static str {
    if paths.len() == 1 { "it" } else { "them" }
}

fn existing_resources_message(resources: &[String]) -> String {
    if resources.is_empty() {
        "The package has no resource".to_owned()
    } else {
        format!("The package has the resources {}", resources.join(", "))
    }
}
