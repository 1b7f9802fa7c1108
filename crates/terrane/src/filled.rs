//! What `create` returns.

use std::ops::Deref;

use crate::model::Model;

/// A model of which every computed field is filled.
///
/// A model with `#[tf(filled)]` returns it from `create`. Only its method `filled` makes it, of the plan and of all computed fields: so a
/// `create` that forgets one does not compile. Without `#[tf(filled)]`, `create` returns the model itself, and what it leaves unknown is
/// filled by [`settle`](crate::Resource::settle) or [`read`](crate::Resource::read).
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
///
/// /// An animal.
/// #[derive(Schema)]
/// #[tf(filled)]
/// struct Pet {
///     /// What it is called.
///     name: String,
///     /// Its number.
///     id: Computed<String>,
/// }
///
/// fn created(plan: Pet) -> Filled<Pet> {
///     let id = format!("pet-{}", plan.name);
///     plan.filled(PetComputed { id })
/// }
/// # let pet = Pet { name: "Tom".to_owned(), id: Computed::unknown() };
/// # assert_eq!(created(pet).id.known().unwrap(), "pet-Tom");
/// ```
///
/// ```compile_fail,E0308
/// # use terrane::prelude::*;
/// # /// An animal.
/// # #[derive(Schema)]
/// # #[tf(filled)]
/// # struct Pet {
/// #     /// What it is called.
/// #     name: String,
/// #     /// Its number.
/// #     id: Computed<String>,
/// # }
/// fn created(plan: Pet) -> Filled<Pet> {
///     plan
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled<M>(M);

impl<M> Filled<M> {
    /// Makes it of a model that generated code has filled.
    pub(crate) fn new(model: M) -> Self {
        Self(model)
    }

    /// Returns the model.
    #[must_use]
    pub fn into_inner(self) -> M {
        self.0
    }
}

impl<M> Deref for Filled<M> {
    type Target = M;

    fn deref(&self) -> &M {
        &self.0
    }
}

/// What `create` may return: the model, or [`Filled`] of it.
pub trait Created<M>: Send {
    /// Returns the model.
    #[must_use]
    fn into_model(self) -> M;
}

impl<M: Model> Created<M> for M {
    fn into_model(self) -> M {
        self
    }
}

impl<M: Model> Created<M> for Filled<M> {
    fn into_model(self) -> M {
        self.0
    }
}
