//! What a provider registers.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::Provider;
use crate::data_source::{DataSource, DynDataSource};
use crate::function::{DynFunction, Function};
use crate::resource::{DynResource, Resource, Typed};

/// What a provider offers.
///
/// Only what belongs to the provider `P` can be registered: another provider's resource does not compile.
pub struct Registry<P> {
    pub(super) resources: Vec<Arc<dyn DynResource>>,
    pub(super) data_sources: Vec<Arc<dyn DynDataSource>>,
    pub(super) functions: Vec<Arc<dyn DynFunction>>,
    of: PhantomData<fn() -> P>,
}

impl<P: Provider> Registry<P> {
    pub(super) fn new() -> Self {
        Self {
            resources: Vec::new(),
            data_sources: Vec::new(),
            functions: Vec::new(),
            of: PhantomData,
        }
    }

    /// Registers a resource.
    pub fn resource<R: Resource<Provider = P>>(&mut self) -> &mut Self {
        self.resources.push(Arc::new(Typed::<R>::new()));
        self
    }

    /// Registers a resource over values, for schemas that are made at run time.
    pub fn dyn_resource(&mut self, resource: impl DynResource) -> &mut Self {
        self.resources.push(Arc::new(resource));
        self
    }

    /// Registers a data source.
    pub fn data_source<D: DataSource<Provider = P>>(&mut self) -> &mut Self {
        self.data_sources.push(Arc::new(Typed::<D>::new()));
        self
    }

    /// Registers a function.
    pub fn function<F: Function>(&mut self) -> &mut Self {
        self.functions.push(Arc::new(Typed::<F>::new()));
        self
    }
}

impl<P> fmt::Debug for Registry<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry")
            .field(
                "resources",
                &self
                    .resources
                    .iter()
                    .map(|resource| resource.name())
                    .collect::<Vec<_>>(),
            )
            .field(
                "data_sources",
                &self
                    .data_sources
                    .iter()
                    .map(|source| source.name())
                    .collect::<Vec<_>>(),
            )
            .field(
                "functions",
                &self
                    .functions
                    .iter()
                    .map(|function| function.name())
                    .collect::<Vec<_>>(),
            )
            .finish()
    }
}
