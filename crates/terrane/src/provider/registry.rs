//! What a provider registers.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::Provider;
use crate::action::{Action, DynAction};
use crate::data_source::{DataSource, DynDataSource};
use crate::ephemeral::{DynEphemeral, Ephemeral};
use crate::function::{DynFunction, Function, Needs, Offered};
use crate::list::{DynList, ListResource};
use crate::model::{Model, Storable, Unfilled};
use crate::resource::{DynResource, Resource, Typed};
use crate::schema::Block;
use crate::state_store::{DynStateStore, StateStore};

/// What a provider offers.
///
/// Only what belongs to the provider `P` can be registered: another provider's resource does not compile.
pub struct Registry<P> {
    pub(super) resources: Vec<Arc<dyn DynResource>>,
    pub(super) data_sources: Vec<Arc<dyn DynDataSource>>,
    pub(super) ephemerals: Vec<Arc<dyn DynEphemeral>>,
    pub(super) lists: Vec<Arc<dyn DynList>>,
    pub(super) actions: Vec<Arc<dyn DynAction>>,
    pub(super) state_stores: Vec<Arc<dyn DynStateStore>>,
    pub(super) functions: Vec<Arc<dyn DynFunction>>,
    pub(super) meta: Option<fn() -> &'static Block>,
    of: PhantomData<fn() -> P>,
}

impl<P: Provider> Registry<P> {
    pub(super) fn new() -> Self {
        Self {
            resources: Vec::new(),
            data_sources: Vec::new(),
            ephemerals: Vec::new(),
            lists: Vec::new(),
            actions: Vec::new(),
            state_stores: Vec::new(),
            functions: Vec::new(),
            meta: None,
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

    /// Registers an ephemeral resource.
    pub fn ephemeral<E: Ephemeral<Provider = P>>(&mut self) -> &mut Self {
        self.ephemerals.push(Arc::new(Typed::<E>::new()));
        self
    }

    /// Registers a list resource, under the name of the resource whose objects it finds.
    pub fn list<L>(&mut self) -> &mut Self
    where
        L: ListResource<Resource: Resource<Provider = P>>,
    {
        self.lists.push(Arc::new(Typed::<L>::new()));
        self
    }

    /// Registers an action.
    pub fn action<A: Action<Provider = P>>(&mut self) -> &mut Self {
        self.actions.push(Arc::new(Typed::<A>::new()));
        self
    }

    /// Registers a state store. Only hosts of protocol 6 know such: one that offers 5 alone gets the provider without it.
    pub fn state_store<S: StateStore<Provider = P>>(&mut self) -> &mut Self {
        self.state_stores.push(Arc::new(Typed::<S>::new()));
        self
    }

    /// Registers the model of the `provider_meta` block that modules may have for this provider; contexts read it.
    pub fn meta<M: Model<WriteOnly: Storable, Computed: Unfilled>>(&mut self) -> &mut Self {
        self.meta = Some(M::block);
        self
    }

    /// Registers a function: one that needs no provider, or one that needs this one.
    pub fn function<F: Function<Provider: Needs<P>>>(&mut self) -> &mut Self {
        self.functions.push(Arc::new(Offered::<F, P>::new()));
        self
    }
}

impl<P> fmt::Debug for Registry<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn names<T: ?Sized>(all: &[Arc<T>], name: impl Fn(&T) -> &str) -> Vec<&str> {
            all.iter().map(|one| name(one)).collect()
        }
        f.debug_struct("Registry")
            .field("resources", &names(&self.resources, |it| it.name()))
            .field("data_sources", &names(&self.data_sources, |it| it.name()))
            .field("ephemerals", &names(&self.ephemerals, |it| it.name()))
            .field("lists", &names(&self.lists, |it| it.name()))
            .field("actions", &names(&self.actions, |it| it.name()))
            .field("state_stores", &names(&self.state_stores, |it| it.name()))
            .field("functions", &names(&self.functions, |it| it.name()))
            .finish()
    }
}
