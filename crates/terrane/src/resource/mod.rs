//! Managed resources.

mod managed;
mod prior;
mod state_only;
mod typed;

use std::future::ready;

pub(crate) use self::managed::{InState, Managed, Outside};
pub use self::prior::Prior;
pub use self::state_only::StateOnly;
pub use terrane_framework::dynamic::Found;
pub use terrane_framework::moves::{MoveContext, MoveSource, Moves};

use crate::async_fn::Async;
use crate::context::{
    CreateContext, DeleteContext, ImportContext, ReadContext, UpdateContext, ValidateContext,
};
use crate::error::Result;
use crate::model::{Draft, Model};
use crate::plan::PlanContext;
use crate::provider::Provider;

/// A managed resource: a model whose objects are created, read, updated and deleted.
///
/// The framework guarantees the types of fields. In `create` and `update`, required attributes are set, optional ones may be set, and only
/// [`Computed`](crate::Computed) ones may be unknown. Each call runs on its own thread, which it may block. A panic becomes a diagnostic.
///
/// # Examples
///
/// ```
/// use std::collections::BTreeMap;
/// use std::sync::{Mutex, PoisonError};
/// use terrane::prelude::*;
///
/// /// A zoo whose animals exist in memory: their legs, by name.
/// #[derive(Default)]
/// struct Zoo(Mutex<BTreeMap<String, i64>>);
///
/// impl Zoo {
///     fn pets(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, i64>> {
///         self.0.lock().unwrap_or_else(PoisonError::into_inner)
///     }
/// }
/// # #[provider("registry.terraform.io/example/zoo")]
/// # impl Provider for Zoo {
/// #     async fn configure(_: (), _: &mut ConfigureContext) -> Result<Self> { Ok(Zoo::default()) }
/// #     fn register(registry: &mut Registry<Self>) { registry.resource::<Pet>(); }
/// # }
///
/// /// An animal.
/// #[derive(Model)]
/// struct Pet {
///     /// Its name.
///     #[tf(identity, replace)]
///     name: String,
///     /// How many legs it has.
///     #[tf(default = 4)]
///     legs: i64,
/// }
///
/// impl Resource for Pet {
///     type Provider = Zoo;
///
///     async fn create(plan: Self, zoo: &Zoo, _: &mut CreateContext) -> Result<Self> {
///         zoo.pets().insert(plan.name.clone(), plan.legs);
///         Ok(plan)
///     }
///
///     async fn read(prior: Prior<Self>, zoo: &Zoo, _: &mut ReadContext) -> Result<Found<Self>> {
///         let name = prior.into_key().name;
///         match zoo.pets().get(&name).copied() {
///             Some(legs) => Ok(Found::Object(Pet { name, legs })),
///             None => Ok(Found::Gone),
///         }
///     }
///
///     async fn update(plan: Self, _: Prior<Self>, zoo: &Zoo, _: &mut UpdateContext) -> Result<Self> {
///         zoo.pets().insert(plan.name.clone(), plan.legs);
///         Ok(plan)
///     }
///
///     async fn delete(prior: Prior<Self>, zoo: &Zoo, _: &mut DeleteContext) -> Result<()> {
///         zoo.pets().remove(&prior.key().name);
///         Ok(())
///     }
/// }
/// # #[tokio::main]
/// # async fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
/// # use serde_json::json;
/// # let client = terrane_test::client::Client::configured(terrane::server::<Zoo>(), json!({})).await?;
/// # let rex = client.create("zoo_pet", json!({ "name": "Rex" })).await?;
/// # assert_eq!(client.read(&rex).await?.get::<Pet>()?.legs, 4);
/// # client.delete(&rex).await?;
/// # assert!(!client.read(&rex).await?.exists());
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "implement `terrane::Resource` for it; if its objects exist only in the state, implement `terrane::StateOnly` and register it with `registry.state_only::<{Self}>()`"
)]
pub trait Resource: Model {
    /// The provider that serves it.
    type Provider: Provider;

    /// Whether plan hooks run while the provider defers its work ([`ConfigureContext::defer`](crate::context::ConfigureContext::defer)).
    ///
    /// By default they do not run: the host gets the proposed values with a deferral. If the constant is `true`, the plan hooks run, and `plan` is
    /// called without a provider. `plan` may defer with its own reason.
    const PLANS_WHILE_DEFERRED: bool = false;

    /// The forms of the ids that [`import`](Self::import) reads, for the documentation, such as `HOUSE/NUMBER`. An example such as `i-0a1b2c` is
    /// possible, too.
    ///
    /// `cargo terrane docs` writes an example of an import for each. If the constant is empty, the example has the name of the identity's only attribute.
    const IMPORT_IDS: &'static [&'static str] = &[];

    /// Validates what the validators of single attributes cannot. Parts of the configuration may be unknown.
    ///
    /// There is no provider here, because it is not configured yet.
    ///
    /// # Errors
    ///
    /// Fails if the configuration is invalid. Report several findings with `cx`.
    fn validate(config: &Draft<Self>, cx: &mut ValidateContext) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Declares the types, also of other providers, whose objects a `moved` block can turn into objects of this resource.
    ///
    /// Without any, hosts refuse `moved` blocks to this type.
    fn moves(moves: &mut Moves<Self>) {
        let _ = moves;
    }

    /// Inspects the plan of an object and may change it. It is called for creations, updates and deletions.
    ///
    /// There is no provider while its configuration is unknown. The default keeps the plan.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::plan::ChangeKind;
    /// use terrane::prelude::*;
    ///
    /// # #[derive(Default)]
    /// # struct Zoo;
    /// # #[provider("registry.terraform.io/example/zoo")]
    /// # impl Provider for Zoo {
    /// #     fn register(registry: &mut Registry<Self>) { registry.resource::<Pet>(); }
    /// # }
    /// /// An animal.
    /// #[derive(Model)]
    /// struct Pet {
    ///     /// The home.
    ///     cage: String,
    ///     /// How many cages there are in that house.
    ///     #[tf(keep)]
    ///     house: Computed<String>,
    /// }
    ///
    /// impl Resource for Pet {
    ///     type Provider = Zoo;
    ///
    ///     async fn plan(change: &mut PlanContext<Self>, _: Option<&Zoo>) -> Result<()> {
    ///         if change.kind() == ChangeKind::Delete {
    ///             change.cx().warn("The pet will be lost", "Nobody can bring it back.");
    ///         }
    ///         let Some(mut planned) = change.planned()? else { return Ok(()) };
    ///         if let Some(cage) = planned.cage.known() {
    ///             planned.house = cage.chars().take(1).collect::<String>().into();
    ///             change.set_planned(planned)?;
    ///         }
    ///         Ok(())
    ///     }
    /// #   async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> { Ok(plan) }
    /// #   async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> { Ok(plan) }
    /// #   async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> { Ok(()) }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the change cannot be planned.
    fn plan(
        change: &mut PlanContext<Self>,
        provider: Option<&Self::Provider>,
    ) -> impl Async<Output = Result<()>> + Send {
        let _ = (change, provider);
        ready(Ok(()))
    }

    /// Creates the object and returns as soon as it exists.
    ///
    /// The result is recorded: from here on the object is in the state, whatever happens while the process lives. Computed fields may still be
    /// unknown: [`settle`](Self::settle) fills them, or [`read`](Self::read) does. With `#[tf(filled)]` on the model it returns
    /// [`Filled`](crate::Filled), and leaving a field unknown does not compile.
    ///
    /// # Errors
    ///
    /// Fails if the object could not be created. Nothing is stored then.
    fn create(
        plan: Self,
        provider: &Self::Provider,
        cx: &mut CreateContext,
    ) -> impl Async<Output = Result<Self::Created>> + Send;

    /// Completes the creation once the object exists: waits, makes further calls, and fills the fields that `create` left unknown.
    ///
    /// The default does nothing. Fields that are still unknown afterwards are filled by [`read`](Self::read).
    ///
    /// ```
    /// # use terrane::prelude::*;
    /// # #[derive(Debug, Default)]
    /// # struct Zoo;
    /// # impl Zoo {
    /// #     async fn add(&self, _: &str) -> Result<i64> { Ok(1) }
    /// #     async fn cage(&self, _: i64) -> Result<String> { Ok(String::new()) }
    /// # }
    /// # #[provider("example.com/acme/zoo")]
    /// # impl Provider for Zoo {
    /// #     fn register(_: &mut Registry<Self>) {}
    /// # }
    /// /// An animal.
    /// #[derive(Model)]
    /// struct Pet {
    ///     /// The name.
    ///     name: String,
    ///     /// Its number, which the API tells at once.
    ///     #[tf(identity)]
    ///     id: Computed<i64>,
    ///     /// Its cage, which is found a minute later.
    ///     cage: Computed<String>,
    /// }
    ///
    /// impl Resource for Pet {
    ///     type Provider = Zoo;
    ///
    ///     async fn create(mut plan: Self, zoo: &Zoo, _: &mut CreateContext) -> Result<Self> {
    ///         plan.id = zoo.add(&plan.name).await?.into();
    ///         Ok(plan)
    ///     }
    ///
    ///     async fn settle(mut created: Self, zoo: &Zoo, _: &mut CreateContext) -> Result<Self> {
    ///         created.cage = zoo.cage(*created.id.require()?).await?.into();
    ///         Ok(created)
    ///     }
    ///
    ///     // update, delete ..
    /// #   async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> { Ok(plan) }
    /// #   async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> { Ok(()) }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a step failed. The state has the object that `create` returned, and the host marks it as tainted. A result with another key or identity
    /// is such an error, too.
    fn settle(
        created: Self,
        provider: &Self::Provider,
        cx: &mut CreateContext,
    ) -> impl Async<Output = Result<Self>> + Send {
        let _ = (provider, cx);
        ready(Ok(created))
    }

    /// Reads the object.
    ///
    /// `prior` is the state. It is not [complete](Prior::complete) in the first read after an import, whatever the form of the model, unless
    /// [`import`](Self::import) returned more than the key, and every required field. It is also incomplete if the state does not fit the model, for
    /// example because a required field is missing. A computed field that an older version of the provider did not store is unknown in the complete
    /// model. Fill it, or it stays null. The default returns [`Found::Unchanged`].
    ///
    /// [`Found::Gone`] for a state that does not fit the model is an error, and the state is kept. Otherwise a `read` that returns
    /// `Found::or_gone(prior.into_complete())` would remove an object that exists. After an import, `Gone` means that there is nothing to import.
    ///
    /// The framework also calls `read` once after a change that left computed fields unknown, if the key is known. So `create` and `update` need not
    /// fill all fields. In this call, `prior` is the object that they returned, and only its unknown fields are filled from the result. If the call
    /// fails or the object is gone, the user gets an error, and the object stays in the state without these fields.
    ///
    /// A result with another key or identity is another object, unless each changed part is `mutable`. The user gets an error, and the state stays unchanged.
    ///
    /// # Errors
    ///
    /// Fails if it is unknown whether the object exists. The state stays unchanged then.
    fn read(
        prior: Prior<Self>,
        provider: &Self::Provider,
        cx: &mut ReadContext,
    ) -> impl Async<Output = Result<Found<Self>>> + Send {
        let _ = (prior, provider, cx);
        ready(Ok(Found::Unchanged))
    }

    /// Imports an existing object by its id. The host reads the returned state next.
    ///
    /// Implement it for ids with a custom format, and for objects without an identity. The default returns `None`. Then the id is the value of the
    /// only field of the identity, if it has exactly one field. Imports by identity do not call it. [`IMPORT_IDS`](Self::IMPORT_IDS) describes the id to users.
    ///
    /// Return the key alone if `read` returns everything else: then the `prior` of `read` has only the key. If more is set, and all required fields are, it is
    /// the whole object. Other data reaches `read` through [`private_mut`](ImportContext::private_mut).
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    ///
    /// # #[derive(Default)]
    /// # struct Zoo;
    /// # #[provider("registry.terraform.io/example/zoo")]
    /// # impl Provider for Zoo {
    /// #     fn register(registry: &mut Registry<Self>) { registry.resource::<Cage>(); }
    /// # }
    /// /// A cage.
    /// #[derive(Model)]
    /// struct Cage {
    ///     /// Its house.
    ///     house: String,
    ///     /// Its number.
    ///     number: i64,
    /// }
    ///
    /// impl Resource for Cage {
    ///     type Provider = Zoo;
    ///
    ///     const IMPORT_IDS: &'static [&'static str] = &["HOUSE/NUMBER"];
    ///
    ///     async fn import(id: String, _: &Zoo, _: &mut ImportContext) -> Result<Option<Draft<Self>>> {
    ///         let Some((house, number)) = id.split_once('/') else {
    ///             return Err(Error::new("Unexpected id", format!("Expected HOUSE/NUMBER, found {id:?}.")));
    ///         };
    ///         let number = number.parse::<i64>().summary("Unexpected number of a cage")?;
    ///         Ok(Some(CageDraft { house: house.to_owned().into(), number: number.into() }))
    ///     }
    /// #   async fn create(plan: Self, _: &Zoo, _: &mut CreateContext) -> Result<Self> { Ok(plan) }
    /// #   async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut UpdateContext) -> Result<Self> { Ok(plan) }
    /// #   async fn delete(_: Prior<Self>, _: &Zoo, _: &mut DeleteContext) -> Result<()> { Ok(()) }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the id is invalid.
    fn import(
        id: String,
        provider: &Self::Provider,
        cx: &mut ImportContext,
    ) -> impl Async<Output = Result<Option<Draft<Self>>>> + Send {
        let _ = (id, provider, cx);
        ready(Ok(None))
    }

    /// Updates the object to the plan.
    ///
    /// Fields that it leaves unknown are filled by [`read`](Self::read). A result with another key or identity is refused, as in `read`.
    ///
    /// # Errors
    ///
    /// Fails if the object could not be changed. The state stays unchanged then.
    fn update(
        plan: Self,
        prior: Prior<Self>,
        provider: &Self::Provider,
        cx: &mut UpdateContext,
    ) -> impl Async<Output = Result<Self>> + Send;

    /// Deletes the object. A missing object is not an error.
    ///
    /// # Errors
    ///
    /// Fails if it could not be deleted. It stays in the state then.
    fn delete(
        prior: Prior<Self>,
        provider: &Self::Provider,
        cx: &mut DeleteContext,
    ) -> impl Async<Output = Result<()>> + Send;
}
