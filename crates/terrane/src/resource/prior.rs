//! The state before a call.

use std::fmt;
use std::sync::Arc;

use terrane_framework::identity::known_of;
use terrane_framework::{MissingValues, retain};
use terrane_value::Object;

use crate::attr::DecodeError;
use crate::error::Result;
use crate::messages::{self, ObjectRole, bad_value};
use crate::model::{Draft, Key, Model};
use crate::typed::{decode, encode};

/// The state of an object before a `read`, an `update` or a `delete`.
///
/// Its key is always known. The rest may be incomplete: after an import, or if another version of the provider wrote the state.
pub struct Prior<T: Model> {
    key: Key<T>,
    state: Arc<Object>,
    complete: Option<T>,
}

impl<T: Model> Prior<T> {
    /// Creates the state of a completely known object, for tests.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    ///
    /// /// An animal.
    /// #[derive(Debug, PartialEq, Model)]
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
        let missing = MissingValues::of(T::block(), &state);
        Ok(Self::decoded(Arc::new(state), &missing)?.0)
    }

    /// Decodes a state, whose `missing` values become unknown. Returns the error of an incomplete one, too.
    pub(super) fn decoded(
        state: Arc<Object>,
        missing: &MissingValues,
    ) -> Result<(Self, Option<DecodeError>)> {
        let decoded = T::decode_object(&missing.with_unknown(&state));
        let (complete, misfit) = match decoded {
            Ok(complete) => (Some(complete), None),
            Err(error) => (None, Some(error)),
        };
        let prior = Self {
            key: Self::decoded_key(&state)?,
            state,
            complete,
        };
        Ok((prior, misfit))
    }

    /// Decodes the key of a state.
    pub(super) fn decoded_key(state: &Object) -> Result<Key<T>> {
        T::key(state).map_err(|error| {
            if error.is_null() {
                messages::missing_key(error.path(), &known_of(T::block(), state))
            } else {
                bad_value(ObjectRole::State, &error)
            }
        })
    }

    /// Creates the state of an object of which only the key is known.
    pub(crate) fn of_key(key: Key<T>) -> Self {
        Self {
            state: Arc::new(T::keyed(key.clone())),
            key,
            complete: None,
        }
    }

    /// Completes the plan with values of the state.
    pub(super) fn complete_plan(&self, plan: T) -> Result<T> {
        let mut planned = encode(plan)?;
        if !planned.is_wholly_known() {
            retain(&mut planned, &self.state, None);
        }
        decode(planned, ObjectRole::Plan)
    }

    /// The key of the object.
    #[must_use]
    pub fn key(&self) -> &Key<T> {
        &self.key
    }

    /// Returns the key of the object, for a value that contains it.
    #[must_use]
    pub fn into_key(self) -> Key<T> {
        self.key
    }

    /// Decodes all attributes of the state, with null for those that it does not have. In the first read after an import, these may be all except the
    /// key.
    ///
    /// # Errors
    ///
    /// Fails if a value of the state does not fit the type of its field.
    pub fn draft(&self) -> Result<Draft<T>> {
        T::draft_object(&self.state).map_err(|error| bad_value(ObjectRole::State, &error))
    }

    /// The whole model, unless the state is incomplete. A computed field that the state does not have is unknown.
    #[must_use]
    pub fn complete(&self) -> Option<&T> {
        self.complete.as_ref()
    }

    /// Returns a field that the API does not know, such as `timeouts`, or its default if the state is incomplete, as after an import.
    ///
    /// # Examples
    ///
    /// ```
    /// use terrane::prelude::*;
    ///
    /// /// An animal.
    /// #[derive(Debug, Model)]
    /// struct Pet {
    ///     /// The name.
    ///     #[tf(identity)]
    ///     name: String,
    ///     #[tf(timeouts(create = "10m"))]
    ///     timeouts: Timeouts,
    /// }
    ///
    /// fn found(name: String, prior: &Prior<Pet>) -> Pet {
    ///     Pet { name, timeouts: prior.retained(|it| &it.timeouts) }
    /// }
    /// ```
    #[must_use]
    pub fn retained<V: Clone + Default>(&self, field: impl FnOnce(&T) -> &V) -> V {
        self.complete
            .as_ref()
            .map(field)
            .cloned()
            .unwrap_or_default()
    }

    /// Returns the whole model, unless the state is incomplete.
    #[must_use]
    pub fn into_complete(self) -> Option<T> {
        self.complete
    }
}

impl<T: Model> fmt::Debug for Prior<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Prior").field(&self.key).finish()
    }
}
