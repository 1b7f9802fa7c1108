//! Schemas as JSON, in the form of `terraform providers schema -json`.
//!
//! Tools for documentation, editors and code generation read this form. [`of_provider`] writes it for any provider, without a host. It has the same
//! contents as the output of Terraform 1.15.
//!
//! The entry of a provider may have more members than that, which [`merge`] adds. [`json_schema`] and [`markdown`] make other forms of an entry.

mod json_schema;
mod markdown;
mod read;
mod write;

use std::collections::BTreeMap;

pub use json_schema::json_schema;
pub use markdown::markdown;
pub use read::{ReadError, read};
pub use write::{
    DescribeError, FORMAT_VERSION, document, function, merge, of_provider, provider, section,
};

use super::IdentitySchema;
use crate::GetProviderSchemaResponse;

/// The schemas of one provider, and the identity schemas of its resources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProviderSchemas {
    /// All schemas and functions.
    pub schemas: GetProviderSchemaResponse,
    /// The identity schemas, by the type names of resources.
    pub identities: BTreeMap<String, IdentitySchema>,
}
