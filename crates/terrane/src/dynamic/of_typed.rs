//! The dynamic forms of typed items.

use super::{
    DynAction, DynDataSource, DynEphemeral, DynFunction, DynList, DynProvider, DynProvisioner,
    DynResource, DynStateStore,
};
use crate::action::Action;
use crate::data_source::DataSource;
use crate::ephemeral::Ephemeral;
use crate::function::{Function, Needs};
use crate::list::ListResource;
use crate::provider::Provider;
use crate::provisioner::Provisioner;
use crate::resource::{InState, Outside, Resource, StateOnly};
use crate::state_store::StateStore;
use crate::typed::Typed;

/// Returns the dynamic form of a provider, without its items.
pub fn provider<P: Provider>() -> impl DynProvider {
    Typed::<P>::new()
}

/// Returns the dynamic form of a resource.
///
/// # Examples
///
/// ```
/// # use terrane::prelude::*;
/// # #[derive(Default)]
/// # struct Zoo;
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
/// #     fn register(_: &mut Registry<Self>) {}
/// # }
/// # /// A cage.
/// # #[derive(Model)]
/// # struct Cage {
/// #     /// Its name.
/// #     name: String,
/// # }
/// # impl StateOnly for Cage {
/// #     type Provider = Zoo;
/// #     async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> { Ok(plan) }
/// # }
/// use terrane::dynamic::{self, DynResource};
///
/// let cage = dynamic::state_only::<Cage>();
/// assert_eq!(cage.name(), "cage");
/// assert_eq!(cage.block().members().len(), 1);
/// ```
pub fn resource<R: Resource>() -> impl DynResource {
    Typed::<(R, Outside)>::new()
}

/// Returns the dynamic form of a resource whose objects exist in the state alone.
pub fn state_only<R: StateOnly>() -> impl DynResource {
    Typed::<(R, InState)>::new()
}

/// Returns the dynamic form of a data source.
pub fn data_source<D: DataSource>() -> impl DynDataSource {
    Typed::<D>::new()
}

/// Returns the dynamic form of an ephemeral resource.
pub fn ephemeral<E: Ephemeral>() -> impl DynEphemeral {
    Typed::<E>::new()
}

/// Returns the dynamic form of a list resource.
pub fn list<L: ListResource>() -> impl DynList {
    Typed::<L>::new()
}

/// Returns the dynamic form of an action.
pub fn action<A: Action>() -> impl DynAction {
    Typed::<A>::new()
}

/// Returns the dynamic form of a state store.
pub fn state_store<S: StateStore>() -> impl DynStateStore {
    Typed::<S>::new()
}

/// Returns the dynamic form of a function that the provider `P` offers.
pub fn function<F: Function<Provider: Needs<P>>, P: Provider>() -> impl DynFunction {
    Typed::<(F, P)>::new()
}

/// Returns the dynamic form of a provisioner.
pub fn provisioner<P: Provisioner>() -> impl DynProvisioner {
    Typed::<P>::new()
}
