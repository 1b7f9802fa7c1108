//! The registration of a provider's items.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::kind::Kind;
use super::{Definition, Provider};
use crate::action::Action;
use crate::data_source::DataSource;
use crate::ephemeral::Ephemeral;
use crate::function::{Function, Needs, Offered};
use crate::list::ListResource;
use crate::model::{Model, Storable, Unfilled};
use crate::resource::{DynResource, InState, Outside, Resource, StateOnly, Typed, TypedResource};
use crate::state_store::StateStore;

/// The registry of a provider's items.
///
/// Only items of the provider `P` can be registered: a resource of another provider does not compile.
pub struct Registry<P> {
    pub(super) definition: Definition,
    of: PhantomData<fn() -> P>,
}

impl<P: Provider> Registry<P> {
    pub(super) fn new(definition: Definition) -> Self {
        Self {
            definition,
            of: PhantomData,
        }
    }

    /// Registers a resource.
    pub fn resource<R: Resource<Provider = P>>(&mut self) -> &mut Self {
        let resource = TypedResource::<R, Outside>::new();
        self.definition.resource(Arc::new(resource));
        self
    }

    /// Registers a resource whose objects exist in the state alone.
    pub fn state_only<R: StateOnly<Provider = P>>(&mut self) -> &mut Self {
        let resource = TypedResource::<R, InState>::new();
        self.definition.resource(Arc::new(resource));
        self
    }

    /// Registers a resource in its dynamic form, for schemas that are made at run time.
    pub fn dyn_resource(&mut self, resource: impl DynResource) -> &mut Self {
        self.definition.resource(Arc::new(resource));
        self
    }

    /// Registers a data source.
    pub fn data_source<D: DataSource<Provider = P>>(&mut self) -> &mut Self {
        self.definition.data_source(Arc::new(Typed::<D>::new()));
        self
    }

    /// Registers an ephemeral resource.
    pub fn ephemeral<E: Ephemeral<Provider = P>>(&mut self) -> &mut Self {
        self.definition.ephemeral(Arc::new(Typed::<E>::new()));
        self
    }

    /// Registers a list resource, under the name of the listed resource.
    pub fn list<L>(&mut self) -> &mut Self
    where
        L: ListResource<Resource: Resource<Provider = P>>,
    {
        self.definition.list(Arc::new(Typed::<L>::new()));
        self
    }

    /// Registers an action.
    pub fn action<A: Action<Provider = P>>(&mut self) -> &mut Self {
        self.definition.action(Arc::new(Typed::<A>::new()));
        self
    }

    /// Registers a state store. State stores need protocol 6. A host with protocol 5 alone gets the provider without them.
    pub fn state_store<S: StateStore<Provider = P>>(&mut self) -> &mut Self {
        self.definition.state_store(Arc::new(Typed::<S>::new()));
        self
    }

    /// Registers the model of the `provider_meta` block of modules, which contexts decode.
    pub fn meta<M: Model<WriteOnly: Storable, Computed: Unfilled>>(&mut self) -> &mut Self {
        self.definition.meta = Some(M::block);
        self
    }

    /// Registers a function, which needs no provider or this one.
    pub fn function<F: Function<Provider: Needs<P>>>(&mut self) -> &mut Self {
        self.definition.function(Arc::new(Offered::<F, P>::new()));
        self
    }
}

impl<P> fmt::Debug for Registry<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let definition = &self.definition;
        f.debug_struct("Registry")
            .field("resources", &Names(&definition.resources))
            .field("data_sources", &Names(&definition.data_sources))
            .field("ephemerals", &Names(&definition.ephemerals))
            .field("lists", &Names(&definition.lists))
            .field("actions", &Names(&definition.actions))
            .field("state_stores", &Names(&definition.state_stores))
            .field("functions", &Names(&definition.functions))
            .finish()
    }
}

/// Formats the names of a kind.
struct Names<'a, T: ?Sized, H: 'static>(&'a Kind<T, H>);

impl<T: ?Sized, H> fmt::Debug for Names<'_, T, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.names().iter()).finish()
    }
}
