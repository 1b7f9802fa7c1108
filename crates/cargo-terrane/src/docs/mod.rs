//! The documentation of a provider: pages in the layout of registries, from its schema, examples and templates.

mod data;
mod error;
mod examples;
mod folders;
mod host;
mod kind;
mod markdown;
mod output;
mod pages;
mod provider;
mod schema;
mod site;
mod template;
mod validate;

pub(crate) use error::Error;
pub(crate) use folders::{Folders, files};
pub(crate) use host::Host;
pub(crate) use kind::ItemKind;
pub(crate) use output::{Difference, compare, write};
pub(crate) use pages::{Pages, pages};
pub(crate) use provider::Provider;
pub(crate) use site::write as write_site;
pub(crate) use validate::{Verdict, validate};
