//! Schemas as JSON, in the form of `terraform providers schema -json`.
//!
//! Tools for documentation, editors and code generation read this form. [`of_provider`] writes it for any provider, without a host. It has the same
//! contents as the output of Terraform 1.15. [`whole_provider`] adds what hosts do not print.
//!
//! The entry of a provider may have more members than that, which [`merge`] adds. The crate `terrane-schema` reads, compares and converts entries.

mod describe;
mod schemas;
mod write;

pub use describe::{DescribeError, reported};
pub use schemas::ProviderSchemas;
pub use write::{document, function, merge, of_provider, provider, section, whole_provider};
