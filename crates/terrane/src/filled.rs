//! The return types of `create`.

use std::ops::Deref;

/// A model whose computed fields are all filled.
///
/// `create` of a model with `#[tf(filled)]` returns it. Only the method `filled` creates it, from the plan and all computed fields. So a `create`
/// that forgets a field does not compile. Without `#[tf(filled)]`, `create` returns the model itself, and [`settle`](crate::Resource::settle) or
/// [`read`](crate::Resource::read) fills the fields that are still unknown.
///
/// # Examples
///
/// ```
/// use terrane::{Filled, prelude::*};
///
/// /// An animal.
/// #[derive(Model)]
/// #[tf(filled)]
/// struct Pet {
///     /// The name.
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
/// # use terrane::{Filled, prelude::*};
/// # /// An animal.
/// # #[derive(Model)]
/// # #[tf(filled)]
/// # struct Pet {
/// #     /// The name.
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
    /// Creates it from a model that generated code has filled.
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

/// A return type of `create`: the model, or [`Filled`] of the model.
pub trait Created<M>: Send {
    /// Returns the model.
    #[must_use]
    fn into_model(self) -> M;
}

impl<M: Send> Created<M> for M {
    fn into_model(self) -> M {
        self
    }
}

impl<M: Send> Created<M> for Filled<M> {
    fn into_model(self) -> M {
        self.0
    }
}
