//! Schemas as JSON, in the form of `terraform providers schema -json`.
//!
//! Tools for documentation, editors and code generation read this form. [`of_provider`] writes it for any provider, without a host. It has the same
//! contents as the output of Terraform 1.15. [`whole_provider`] adds what hosts do not print.
//!
//! The entry of a provider may have more members than that, which [`merge`] adds and [`differences`] compares. [`json_schema`] and [`markdown`] make other forms of an entry.

mod compare;
mod constraints;
mod describe;
mod facts;
mod json_schema;
mod markdown;
mod read;
mod schemas;
mod write;

use serde_json::Value;

pub use compare::differences;
pub use describe::DescribeError;
pub(crate) use describe::reported;
pub use json_schema::json_schema;
pub use markdown::markdown;
pub use read::{ReadError, read};
pub use schemas::ProviderSchemas;
pub use write::{
    FORMAT_VERSION, document, function, merge, of_provider, provider, section, whole_provider,
};

/// Iterates over the members of an object. A value of another type has none.
fn members(object: &Value) -> impl Iterator<Item = (&String, &Value)> {
    object.as_object().into_iter().flatten()
}
