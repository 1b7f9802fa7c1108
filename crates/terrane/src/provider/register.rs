//! The registration of a provider's items.

use super::{Provider, Registry};
use crate::action::Action;
use crate::data_source::DataSource;
use crate::dynamic::{
    DynAction, DynDataSource, DynEphemeral, DynFunction, DynList, DynResource, DynStateStore,
};
use crate::ephemeral::Ephemeral;
use crate::function::{Function, Needs, Offered};
use crate::list::{ListResource, Listable};
use crate::model::{Model, Storable, Unfilled};
use crate::resource::{InState, Outside, Resource, StateOnly, TypedResource};
use crate::state_store::StateStore;
use crate::typed::Typed;

impl<P: Provider> Registry<P> {
    /// Registers a resource.
    pub fn resource<R: Resource<Provider = P>>(&mut self) -> &mut Self {
        self.dyn_resource(TypedResource::<R, Outside>::new())
    }

    /// Registers a resource whose objects exist in the state alone.
    pub fn state_only<R: StateOnly<Provider = P>>(&mut self) -> &mut Self {
        self.dyn_resource(TypedResource::<R, InState>::new())
    }

    /// Registers a resource in its dynamic form.
    pub fn dyn_resource(&mut self, resource: impl DynResource) -> &mut Self {
        self.items.resource(resource);
        self
    }

    /// Registers a data source.
    pub fn data_source<D: DataSource<Provider = P>>(&mut self) -> &mut Self {
        self.dyn_data_source(Typed::<D>::new())
    }

    /// Registers a data source in its dynamic form.
    pub fn dyn_data_source(&mut self, source: impl DynDataSource) -> &mut Self {
        self.items.data_source(source);
        self
    }

    /// Registers an ephemeral resource.
    pub fn ephemeral<E: Ephemeral<Provider = P>>(&mut self) -> &mut Self {
        self.dyn_ephemeral(Typed::<E>::new())
    }

    /// Registers an ephemeral resource in its dynamic form.
    pub fn dyn_ephemeral(&mut self, ephemeral: impl DynEphemeral) -> &mut Self {
        self.items.ephemeral(ephemeral);
        self
    }

    /// Registers a list resource, under the name of the listed resource.
    pub fn list<L>(&mut self) -> &mut Self
    where
        L: ListResource<Resource: Listable<Provider = P>>,
    {
        self.dyn_list(Typed::<L>::new())
    }

    /// Registers a list resource in its dynamic form, under the name of the listed resource.
    pub fn dyn_list(&mut self, list: impl DynList) -> &mut Self {
        self.items.list(list);
        self
    }

    /// Registers an action.
    pub fn action<A: Action<Provider = P>>(&mut self) -> &mut Self {
        self.dyn_action(Typed::<A>::new())
    }

    /// Registers an action in its dynamic form.
    pub fn dyn_action(&mut self, action: impl DynAction) -> &mut Self {
        self.items.action(action);
        self
    }

    /// Registers a state store. State stores need protocol 6. A host with protocol 5 alone gets the provider without them.
    pub fn state_store<S: StateStore<Provider = P>>(&mut self) -> &mut Self {
        self.dyn_state_store(Typed::<S>::new())
    }

    /// Registers a state store in its dynamic form.
    pub fn dyn_state_store(&mut self, store: impl DynStateStore) -> &mut Self {
        self.items.state_store(store);
        self
    }

    /// Registers the model of the `provider_meta` block of modules, which contexts decode.
    pub fn meta<M: Model<WriteOnly: Storable, Computed: Unfilled>>(&mut self) -> &mut Self {
        self.items.meta(M::block().clone());
        self
    }

    /// Registers a function, which needs no provider or this one.
    pub fn function<F: Function<Provider: Needs<P>>>(&mut self) -> &mut Self {
        self.dyn_function(Offered::<F, P>::new())
    }

    /// Registers a function in its dynamic form.
    pub fn dyn_function(&mut self, function: impl DynFunction) -> &mut Self {
        self.items.function(function);
        self
    }
}
