//! The registration of a provider's items.

use super::{Provider, Registry};
use crate::action::Action;
use crate::data_source::DataSource;
use crate::dynamic;
use crate::ephemeral::Ephemeral;
use crate::function::{Function, Needs};
use crate::list::{ListResource, Listable};
use crate::model::{Model, Storable, Unfilled};
use crate::resource::{InState, Outside, Resource, StateOnly};
use crate::state_store::StateStore;
use crate::typed::Typed;

impl<P: Provider> Registry<P> {
    /// Registers a resource.
    pub fn resource<R: Resource<Provider = P>>(&mut self) -> &mut Self {
        self.items.resource(Typed::<(R, Outside)>::new());
        self
    }

    /// Registers a resource whose objects exist in the state alone.
    pub fn state_only<R: StateOnly<Provider = P>>(&mut self) -> &mut Self {
        self.items.resource(Typed::<(R, InState)>::new());
        self
    }

    /// Registers a data source.
    pub fn data_source<D: DataSource<Provider = P>>(&mut self) -> &mut Self {
        self.items.data_source(Typed::<D>::new());
        self
    }

    /// Registers an ephemeral resource.
    pub fn ephemeral<E: Ephemeral<Provider = P>>(&mut self) -> &mut Self {
        self.items.ephemeral(Typed::<E>::new());
        self
    }

    /// Registers a list resource, under the name of the listed resource.
    pub fn list<L>(&mut self) -> &mut Self
    where
        L: ListResource<Resource: Listable<Provider = P>>,
    {
        self.items.list(Typed::<L>::new());
        self
    }

    /// Registers an action.
    pub fn action<A: Action<Provider = P>>(&mut self) -> &mut Self {
        self.items.action(Typed::<A>::new());
        self
    }

    /// Registers a state store. State stores need protocol 6. A host with protocol 5 alone gets the provider without them.
    pub fn state_store<S: StateStore<Provider = P>>(&mut self) -> &mut Self {
        self.items.state_store(Typed::<S>::new());
        self
    }

    /// Registers the model of the `provider_meta` block of modules, which contexts decode.
    pub fn meta<M: Model<WriteOnly: Storable, Computed: Unfilled>>(&mut self) -> &mut Self {
        self.items.meta(M::block().clone());
        self
    }

    /// Registers a function, which needs no provider or this one.
    pub fn function<F: Function<Provider: Needs<P>>>(&mut self) -> &mut Self {
        self.items.function(Typed::<(F, P)>::new());
        self
    }

    /// Returns the registry of items in their dynamic form, for items whose schema is made at run time.
    pub fn dynamic(&mut self) -> &mut dynamic::Registry {
        &mut self.items
    }
}
