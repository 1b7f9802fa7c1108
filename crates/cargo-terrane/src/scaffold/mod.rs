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
pub(crate) use item::{Kind, files, is_list_of};
pub(crate) use names::{ItemNames, ProviderNames};
pub(crate) use package::package;

/// The reason why a package or item is not written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error(
        "`{0}` cannot be the name of a provider: expected lower-case letters, digits and single dashes, such as `zoo` or `big-zoo`, and a letter at the start"
    )]
    ProviderName(String),
    #[error("`{0}` cannot be a namespace: expected lower-case letters, digits and single dashes")]
    Namespace(String),
    #[error(
        "`{0}` cannot be the name of an item: expected lower-case letters, digits and single underscores, such as `pet` or `pet_food`, and a letter at the start"
    )]
    ItemName(String),
    #[error(
        "`{0}` is a name that the code of a package needs itself; choose another name, and set this one by `#[tf(name = \"{0}\")]` afterwards"
    )]
    Reserved(String),
    #[error("`{}` exists, and is not overwritten", .0.display())]
    Exists(PathBuf),
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
        "the code of an item needs `mod client` and `mod stub`, as `cargo terrane new NAME` writes them, and `{}` has no `mod {module}`; copy them from a new package, or write the item by hand", .file.display()
    )]
    NoModule { file: PathBuf, module: &'static str },
    #[error(
        "a list resource finds the objects of a resource, and `{}` has no resource as `cargo terrane new resource {name}` writes it; add that first, or write the list resource by hand", .file.display()
    )]
    NoResource { file: PathBuf, name: String },
}
