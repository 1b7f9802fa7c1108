//! Tools for the schemas of providers: comparison of versions, and other forms of schemas.
//!
//! [`read`] reads the output of `terraform providers schema -json`, and
//! [`ProviderSchemas::of`](terrane_protocol::schema::json::ProviderSchemas::of) asks a provider. [`Differences`] compares two versions of a provider,
//! and classes each difference as a patch, a minor or a major change ([`ChangeClass`]). [`annotation_differences`] compares what hosts do not print.
//! [`markdown`] makes a reference on one page, and [`json_schema`] the documents with which editors check configurations in JSON syntax.
//!
//! [`propose`] makes the state that hosts propose for a configuration, with which tests of providers plan as hosts do.
//!
//! These tools are a crate of their own because a provider does not need them.

mod annotations;
mod change;
mod class;
mod compare;
mod difference;
mod json_schema;
mod markdown;
mod members;
mod propose;
mod read;
mod value_difference;

pub use annotations::annotation_differences;
pub use change::{SchemaChange, SchemaDifference};
pub use class::ChangeClass;
pub use compare::ItemDifferences;
pub use difference::Differences;
pub use json_schema::json_schema;
pub use markdown::markdown;
pub use propose::{propose, propose_data};
pub use read::{ReadError, read};
pub use value_difference::{ValueDifference, value_differences};
