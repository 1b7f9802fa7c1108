//! Managed resources.

mod managed;
mod state_only;
mod typed;

use std::fmt;
use std::future::Future;

use terrane_framework::retain;

pub(crate) use self::managed::{InState, Managed, Outside};
pub use self::state_only::StateOnly;
pub(crate) use self::typed::TypedResource;
pub use terrane_framework::moves::{Move, MoveSource, Moves};

use crate::context::{Create, Delete, Import, ReadResource, Update, Validate};
use crate::error::Result;
use crate::messages::{ObjectRole, bad_value};
use crate::model::{Draft, Key, Model};
use crate::plan::Change;
use crate::provider::Provider;
use crate::typed::{decode, encode, encode_draft};

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
/// # impl Provider for Zoo {
/// #     const ADDRESS: &'static str = "registry.terraform.io/example/zoo";
/// #     const VERSION: &'static str = "0.1.0";
/// #     type Config = ();
/// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Zoo::default()) }
/// #     fn register(registry: &mut Registry<Self>) { registry.resource::<Pet>(); }
/// # }
///
/// /// An animal.
/// #[derive(Schema)]
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
///     async fn create(plan: Self, zoo: &Zoo, _: &mut Create) -> Result<Self> {
///         zoo.pets().insert(plan.name.clone(), plan.legs);
///         Ok(plan)
///     }
///
///     async fn read(key: Key<Self>, _: Option<Self>, zoo: &Zoo, _: &mut ReadResource) -> Result<Option<Self>> {
///         let legs = zoo.pets().get(&key.name).copied();
///         Ok(legs.map(|legs| Pet { name: key.name, legs }))
///     }
///
///     async fn update(plan: Self, _: Prior<Self>, zoo: &Zoo, _: &mut Update) -> Result<Self> {
///         zoo.pets().insert(plan.name.clone(), plan.legs);
///         Ok(plan)
///     }
///
///     async fn delete(key: Key<Self>, _: Option<Self>, zoo: &Zoo, _: &mut Delete) -> Result<()> {
///         zoo.pets().remove(&key.name);
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

    /// Whether plan hooks run while the provider defers its work ([`Configure::defer`](crate::context::Configure::defer)).
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
    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
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
    /// # struct Zoo;
    /// # impl Provider for Zoo {
    /// #     const ADDRESS: &'static str = "registry.terraform.io/example/zoo";
    /// #     const VERSION: &'static str = "0.1.0";
    /// #     type Config = ();
    /// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Zoo) }
    /// #     fn register(registry: &mut Registry<Self>) { registry.resource::<Pet>(); }
    /// # }
    /// /// An animal.
    /// #[derive(Schema)]
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
    ///     async fn plan(change: &mut Change<Self>, _: Option<&Zoo>) -> Result<()> {
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
    /// #   async fn create(plan: Self, _: &Zoo, _: &mut Create) -> Result<Self> { Ok(plan) }
    /// #   async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut Update) -> Result<Self> { Ok(plan) }
    /// #   async fn delete(_: Key<Self>, _: Option<Self>, _: &Zoo, _: &mut Delete) -> Result<()> { Ok(()) }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the change cannot be planned.
    fn plan(
        change: &mut Change<Self>,
        provider: Option<&Self::Provider>,
    ) -> impl Future<Output = Result<()>> + Send {
        let _ = (change, provider);
        std::future::ready(Ok(()))
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
        cx: &mut Create,
    ) -> impl Future<Output = Result<Self::Created>> + Send;

    /// Completes the creation once the object exists: waits, makes further calls, and fills the fields that `create` left unknown.
    ///
    /// A model whose resource has this step needs `#[tf(settle)]`, otherwise the step does not compile. Without the step, unknown fields
    /// are filled by [`read`](Self::read).
    ///
    /// ```
    /// # use terrane::prelude::*;
    /// # #[derive(Debug)]
    /// # struct Zoo;
    /// # impl Zoo {
    /// #     async fn add(&self, _: &str) -> Result<i64> { Ok(1) }
    /// #     async fn cage(&self, _: i64) -> Result<String> { Ok(String::new()) }
    /// # }
    /// # impl Provider for Zoo {
    /// #     const ADDRESS: &'static str = "example.com/acme/zoo";
    /// #     const VERSION: &'static str = "0.1.0";
    /// #     type Config = ();
    /// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Zoo) }
    /// #     fn register(_: &mut Registry<Self>) {}
    /// # }
    /// /// An animal.
    /// #[derive(Schema)]
    /// #[tf(settle)]
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
    ///     async fn create(mut plan: Self, zoo: &Zoo, _: &mut Create) -> Result<Self> {
    ///         plan.id = zoo.add(&plan.name).await?.into();
    ///         Ok(plan)
    ///     }
    ///
    ///     async fn settle(mut created: Self, zoo: &Zoo, _: &mut Create) -> Result<Self> {
    ///         created.cage = zoo.cage(*created.id.require()?).await?.into();
    ///         Ok(created)
    ///     }
    ///
    ///     // update, delete ..
    /// #   async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut Update) -> Result<Self> { Ok(plan) }
    /// #   async fn delete(_: Key<Self>, _: Option<Self>, _: &Zoo, _: &mut Delete) -> Result<()> { Ok(()) }
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
        cx: &mut Self::Settle,
    ) -> impl Future<Output = Result<Self>> + Send {
        let _ = (provider, cx);
        std::future::ready(Ok(created))
    }

    /// Reads the object. `None` means that it does not exist any more.
    ///
    /// `prior` is the state. It is `None` in the first read after an import, whatever the form of the model, unless [`import`](Self::import) returned
    /// more than the key, and every required field. It is also `None` if the state does not fit the model, for example because a required field is
    /// missing. A computed field that an older version of the provider did not store is unknown in `prior`. Fill it, or it stays null. The default
    /// keeps the state.
    ///
    /// If the state does not fit the model, a result of `None` is an error, and the state is kept. Otherwise a `read` that returns `prior` would remove
    /// an object that exists. After an import, `None` means that there is nothing to import.
    ///
    /// The framework also calls `read` once after a change that left computed fields unknown, if the key is known. So `create` and `update` need not
    /// fill all fields. In this call, `prior` is the object that they returned, and only its unknown fields are filled from the result. If the call
    /// fails or returns `None`, the user gets an error, and the object stays in the state without these fields.
    ///
    /// A result with another key or identity is another object, unless each changed part is `mutable`. The user gets an error, and the state stays unchanged.
    ///
    /// # Errors
    ///
    /// Fails if it is unknown whether the object exists. The state stays unchanged then.
    fn read(
        key: Key<Self>,
        prior: Option<Self>,
        provider: &Self::Provider,
        cx: &mut ReadResource,
    ) -> impl Future<Output = Result<Option<Self>>> + Send {
        let _ = (key, provider);
        cx.keep_state();
        async move { Ok(prior) }
    }

    /// Imports an existing object by its id. The host reads the returned state next.
    ///
    /// Implement it for ids with a custom format, and for objects without an identity. The default returns `None`. Then the id is the value of the
    /// only field of the identity, if it has exactly one field. Imports by identity do not call it. [`IMPORT_IDS`](Self::IMPORT_IDS) describes the id to users.
    ///
    /// Return the key alone if `read` returns everything else: then `read` gets no prior object. If more is set, and all required fields are, `read` gets
    /// the returned object. Other data reaches `read` through [`private_mut`](Import::private_mut).
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    ///
    /// # struct Zoo;
    /// # impl Provider for Zoo {
    /// #     const ADDRESS: &'static str = "registry.terraform.io/example/zoo";
    /// #     const VERSION: &'static str = "0.1.0";
    /// #     type Config = ();
    /// #     async fn configure(_: (), _: &mut Configure) -> Result<Self> { Ok(Zoo) }
    /// #     fn register(registry: &mut Registry<Self>) { registry.resource::<Cage>(); }
    /// # }
    /// /// A cage.
    /// #[derive(Schema)]
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
    ///     async fn import(id: String, _: &Zoo, _: &mut Import) -> Result<Option<Draft<Self>>> {
    ///         let Some((house, number)) = id.split_once('/') else {
    ///             return Err(Error::new("Unexpected id", format!("Expected HOUSE/NUMBER, found {id:?}.")));
    ///         };
    ///         let number = number.parse::<i64>().summary("Unexpected number of a cage")?;
    ///         Ok(Some(CageDraft { house: house.to_owned().into(), number: number.into() }))
    ///     }
    /// #   async fn create(plan: Self, _: &Zoo, _: &mut Create) -> Result<Self> { Ok(plan) }
    /// #   async fn update(plan: Self, _: Prior<Self>, _: &Zoo, _: &mut Update) -> Result<Self> { Ok(plan) }
    /// #   async fn delete(_: Key<Self>, _: Option<Self>, _: &Zoo, _: &mut Delete) -> Result<()> { Ok(()) }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the id is invalid.
    fn import(
        id: String,
        provider: &Self::Provider,
        cx: &mut Import,
    ) -> impl Future<Output = Result<Option<Draft<Self>>>> + Send {
        let _ = (id, provider, cx);
        std::future::ready(Ok(None))
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
        cx: &mut Update,
    ) -> impl Future<Output = Result<Self>> + Send;

    /// Deletes the object. A missing object is not an error.
    ///
    /// # Errors
    ///
    /// Fails if it could not be deleted. It stays in the state then.
    fn delete(
        key: Key<Self>,
        prior: Option<Self>,
        provider: &Self::Provider,
        cx: &mut Delete,
    ) -> impl Future<Output = Result<()>> + Send;
}

/// The state before an update.
pub struct Prior<T: Model> {
    key: Key<T>,
    draft: Draft<T>,
    complete: Option<T>,
}

impl<T: Model> Prior<T> {
    pub(crate) fn new(key: Key<T>, draft: Draft<T>, complete: Option<T>) -> Self {
        Self {
            key,
            draft,
            complete,
        }
    }

    /// Creates the state of a completely known object, for tests of `update`.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    ///
    /// /// An animal.
    /// #[derive(Debug, PartialEq, Schema)]
    /// struct Pet {
    ///     /// The name.
    ///     #[tf(key)]
    ///     name: String,
    /// }
    ///
    /// let prior = Prior::of(Pet { name: "Tom".to_owned() })?;
    /// assert_eq!(prior.key().name, "Tom");
    /// assert!(prior.complete().is_some());
    /// # Ok::<(), terrane::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if a part of the key is unknown.
    pub fn of(prior: T) -> Result<Self> {
        let state = encode(prior)?;
        let bad = |error| bad_value(ObjectRole::State, &error);
        let draft = T::draft_object(&state).map_err(bad)?;
        let key = T::key(&state).map_err(bad)?;
        let complete = T::decode_object(&state).ok();
        Ok(Self::new(key, draft, complete))
    }

    /// Completes the plan with values of the state.
    fn complete_plan(self, plan: T) -> Result<T> {
        let mut planned = encode(plan)?;
        if !planned.is_wholly_known() {
            retain(&mut planned, &encode_draft::<T>(self.draft)?, None);
        }
        decode(planned, ObjectRole::Plan)
    }

    /// The key of the object.
    #[must_use]
    pub fn key(&self) -> &Key<T> {
        &self.key
    }

    /// All attributes of the state, with null for those that an older version did not write.
    #[must_use]
    pub fn draft(&self) -> &Draft<T> {
        &self.draft
    }

    /// The whole model, unless the state is incomplete.
    #[must_use]
    pub fn complete(&self) -> Option<&T> {
        self.complete.as_ref()
    }
}

impl<T: Model> fmt::Debug for Prior<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Prior").field(&self.draft).finish()
    }
}
