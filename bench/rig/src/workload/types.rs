//! The types of the benchmark's schema.

use std::collections::BTreeMap;

use bench_provider::Bench;
use terrane_protocol::{EmptyRequest, Provider};
use terrane_value::Type;

use super::error::Error;

/// The types by which the resources' values are encoded.
#[derive(Debug)]
pub struct Types(BTreeMap<String, Type>);

impl Types {
    /// Reads them from the provider's schema.
    ///
    /// # Errors
    ///
    /// Fails if the provider has no schema.
    pub async fn read() -> Result<Self, Error> {
        Self::of(&*terrane::server::<Bench>()).await
    }

    /// Reads them from a provider's schema.
    ///
    /// # Errors
    ///
    /// Fails if the provider has no schema.
    pub async fn of(provider: &dyn Provider) -> Result<Self, Error> {
        let request = EmptyRequest {};
        let schemas = provider.get_provider_schema(request).await?;
        let types = schemas
            .resource_schemas
            .iter()
            .map(|(name, schema)| (name.clone(), schema.implied_type()));
        Ok(Self(types.collect()))
    }

    /// The type of a resource's objects.
    ///
    /// # Errors
    ///
    /// Fails if there is no such resource.
    pub fn resource(&self, name: &str) -> Result<&Type, Error> {
        self.0
            .get(name)
            .ok_or_else(|| format!("the benchmark has no resource {name}").into())
    }
}
