//! Managed resources.

mod dynamic;
mod managed;
mod moves;
mod state_only;
mod typed;

use std::fmt;
use std::future::Future;

pub use self::dynamic::{BoxFuture, Configured, DynResource};
pub(crate) use self::managed::{InState, Managed, Outside};
pub(crate) use self::moves::Attempt;
pub use self::moves::{Move, MoveSource, Moves};
pub use self::state_only::StateOnly;
pub(crate) use self::typed::{Typed, TypedResource, bad_value, decode, encode, encode_draft};
use crate::context::{Create, Delete, Import, Read, Update, Validate};
use crate::error::Result;
use crate::model::{Draft, Key, Model};
use crate::plan::Change;
use crate::provider::Provider;
use crate::retain::retain;

/// A managed resource: a model whose objects live somewhere and are created, read, updated and deleted.
///
/// The framework keeps the promises of the types: in `create` and `update` required attributes are there, optional ones are
/// there or not, and only [`Computed`](crate::Computed) ones may be unknown. Each call is a task of its own, which may
/// block its thread; a panic becomes a diagnostic.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "implement `terrane::Resource` for it; where its objects exist in the state alone, implement `terrane::StateOnly` and register it with `registry.state_only::<{Self}>()`"
)]
pub trait Resource: Model {
    /// The provider that serves it.
    type Provider: Provider;

    /// Whether plans are made as usual while the provider puts its work off ([`Configure::defer`](crate::context::Configure::defer)).
    ///
    /// Usually they are not: the host is told the proposed values, and that the plan is put off. With this the plan says what it can, and
    /// `plan` is called, without a provider; it may give a reason of its own.
    const PLANS_WHILE_DEFERRED: bool = false;

    /// Checks what a single attribute's validators cannot, with whatever is known of the configuration so far.
    ///
    /// There is no provider here, because it is not configured yet.
    ///
    /// # Errors
    ///
    /// What is wrong with the configuration; several findings go to `cx`.
    fn validate(config: &Draft<Self>, cx: &mut Validate) -> Result<()> {
        let _ = (config, cx);
        Ok(())
    }

    /// Names the types, also of other providers, whose objects become objects of this one by a `moved` block of the configuration.
    ///
    /// Without any, hosts refuse such blocks.
    fn moves(moves: &mut Moves<Self>) {
        let _ = moves;
    }

    /// Looks at the plan of a whole object and may change it; also when it will be created or deleted.
    ///
    /// There is no provider as long as its configuration is not known. The default leaves the plan as it is.
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
    ///     /// Where it lives.
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
    /// Why there can be no such plan.
    fn plan(
        change: &mut Change<Self>,
        provider: Option<&Self::Provider>,
    ) -> impl Future<Output = Result<()>> + Send {
        let _ = (change, provider);
        std::future::ready(Ok(()))
    }

    /// Creates the object and returns as soon as it exists.
    ///
    /// What it returns is the checkpoint: from here on the object is in the state, whatever happens while the process lives. Computed fields may still be
    /// unknown: [`settle`](Self::settle) fills them, or [`read`](Self::read) does. With `#[tf(filled)]` on the model it returns
    /// [`Filled`](crate::Filled), and one that leaves a field unknown does not compile.
    ///
    /// # Errors
    ///
    /// When the object could not be created: nothing is stored.
    fn create(
        plan: Self,
        provider: &Self::Provider,
        cx: &mut Create,
    ) -> impl Future<Output = Result<Self::Created>> + Send;

    /// Does the rest once the object exists: waiting, second calls, filling what `create` left unknown.
    ///
    /// A model whose resource has this step is marked `#[tf(settle)]`; without the mark, the step does not compile. Without the step, what
    /// is unknown is read: see [`read`](Self::read).
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
    ///     /// What it is called.
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
    ///         created.cage = zoo.cage(*created.id.known()?).await?.into();
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
    /// When the rest failed: the object stays in the state as `create` returned it, and the host marks it as tainted.
    fn settle(
        created: Self,
        provider: &Self::Provider,
        cx: &mut Self::Settle,
    ) -> impl Future<Output = Result<Self>> + Send {
        let _ = (provider, cx);
        std::future::ready(Ok(created))
    }

    /// Reads the object; `None` means that it is gone.
    ///
    /// `prior` is the state, unless it has the key alone, as after most imports, or lacks what the model must have. Computed fields that it
    /// lacks, because it was written before they existed, are unknown there: fill them, or leave them, and they stay null. The default keeps
    /// the state as it is.
    ///
    /// It is also called, once, right after a change that left computed fields unknown, if the key is known: so `create` and `update` need
    /// not know everything that the API makes of an object. Then `prior` is what they returned, those fields are filled with what this
    /// returns, and nothing else is taken from it. If it fails or finds nothing, the user is told, and the object stays in the state without
    /// them. An API that shows changes late has to be waited for in `settle`, or in `update`.
    ///
    /// # Errors
    ///
    /// When it cannot be told whether the object exists: the state stays as it is.
    fn read(
        key: Key<Self>,
        prior: Option<Self>,
        provider: &Self::Provider,
        cx: &mut Read,
    ) -> impl Future<Output = Result<Option<Self>>> + Send {
        let _ = (key, provider);
        cx.keep_state();
        async move { Ok(prior) }
    }

    /// Takes over an object that exists already, by the id that the user gives it: what it returns is the state that the host reads next.
    ///
    /// It is for ids of a form of their own, and for objects that have no identity. The default returns `None`: then the id is the one field
    /// of the identity, if there is one. Imports by identity never come here.
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
    /// What is wrong with the id.
    fn import(
        id: String,
        provider: &Self::Provider,
        cx: &mut Import,
    ) -> impl Future<Output = Result<Option<Draft<Self>>>> + Send {
        let _ = (id, provider, cx);
        std::future::ready(Ok(None))
    }

    /// Changes the object to what the plan says.
    ///
    /// What it leaves unknown is read: see [`read`](Self::read).
    ///
    /// # Errors
    ///
    /// When it could not be changed: the state stays as it was.
    fn update(
        plan: Self,
        prior: Prior<Self>,
        provider: &Self::Provider,
        cx: &mut Update,
    ) -> impl Future<Output = Result<Self>> + Send;

    /// Deletes the object. One that is gone already is no error.
    ///
    /// # Errors
    ///
    /// When it could not be deleted: it stays in the state.
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

    /// The state of an object of which everything is known, as a test of `update` needs it.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    ///
    /// /// An animal.
    /// #[derive(Debug, PartialEq, Schema)]
    /// struct Pet {
    ///     /// What it is called.
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
    /// When a part of the key is not known.
    pub fn of(prior: T) -> Result<Self> {
        let state = encode(prior)?;
        let bad = |error| bad_value("state", &error);
        let draft = T::draft_object(&state).map_err(bad)?;
        let key = T::key(&state).map_err(bad)?;
        let complete = T::decode_object(&state).ok();
        Ok(Self::new(key, draft, complete))
    }

    /// The plan, with the state's values where it has none.
    fn complete_plan(self, plan: T) -> Result<T> {
        let mut planned = encode(plan)?;
        if !planned.is_wholly_known() {
            retain(&mut planned, &encode_draft::<T>(self.draft)?, None);
        }
        decode(planned, "plan")
    }

    /// What identifies the object.
    #[must_use]
    pub fn key(&self) -> &Key<T> {
        &self.key
    }

    /// Every attribute as it stands in the state, null where an older version did not write it.
    #[must_use]
    pub fn draft(&self) -> &Draft<T> {
        &self.draft
    }

    /// The whole model, unless the state lacks something.
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
