//! The plan hook of a field.

use std::fmt;
use std::marker::PhantomData;

use terrane_value::Value;

use crate::attr::Attr;
use crate::attr::encode_draft;
use crate::error::Result;
use crate::messages::{ObjectRole, bad_value};

use crate::schema::{Condition, MemberChange, Modifier};

/// Inspects the planned value of a field and may change it: `#[tf(plan = ..)]`.
///
/// It is called for each occurrence of the field in creations and updates, also if nothing else changes. A host refuses a
/// plan that differs from the configuration, unless it has the prior value. So a configured field can keep its prior value, and an
/// unset computed one can have any value.
///
/// Every function with this signature implements it.
///
/// # Examples
///
/// ```
/// use terrane::plan::FieldChange;
/// use terrane::prelude::*;
///
/// /// Names compare without regard to case: a pet is not renamed for it.
/// fn ignore_case(name: &mut FieldChange<'_, String>) -> Result<()> {
///     if let (Value::Known(prior), Value::Known(planned)) = (name.prior()?, name.planned()?)
///         && prior.eq_ignore_ascii_case(&planned)
///     {
///         name.set_planned(prior);
///     }
///     Ok(())
/// }
///
/// /// An animal.
/// #[derive(Schema)]
/// struct Pet {
///     /// What it is called.
///     #[tf(plan = ignore_case)]
///     name: String,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not plan a `{T}`",
    label = "not a plan of this field",
    note = "write a function `fn(&mut FieldChange<'_, {T}>) -> Result<()>`, or implement `terrane::plan::Modify<{T}>`"
)]
pub trait Modify<T: Attr>: Send + Sync + 'static {
    /// Inspects the change of a field.
    ///
    /// # Errors
    ///
    /// Fails if the change cannot be planned. An error without a path gets that of the field.
    fn modify(&self, field: &mut FieldChange<'_, T>) -> Result<()>;
}

impl<T: Attr, F> Modify<T> for F
where
    F: Fn(&mut FieldChange<'_, T>) -> Result<()> + Send + Sync + 'static,
{
    fn modify(&self, field: &mut FieldChange<'_, T>) -> Result<()> {
        self(field)
    }
}

/// The planned change of one field. Values are decoded on demand.
pub struct FieldChange<'a, T> {
    raw: MemberChange<'a>,
    of: PhantomData<fn() -> T>,
}

impl<T: Attr> FieldChange<'_, T> {
    /// The configured value.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type.
    pub fn config(&self) -> Result<Value<T::Draft>> {
        draft::<T>(self.raw.config, ObjectRole::Configuration)
    }

    /// The value in the state. Null before the object, or the element with the field, exists.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type.
    pub fn prior(&self) -> Result<Value<T::Draft>> {
        draft::<T>(self.raw.prior, ObjectRole::State)
    }

    /// The planned value so far. Unknown if the provider will decide it, or if the configured value is not known yet.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type.
    pub fn planned(&self) -> Result<Value<T::Draft>> {
        draft::<T>(self.raw.planned, ObjectRole::Plan)
    }

    /// Whether the object is being created.
    #[must_use]
    pub fn is_create(&self) -> bool {
        self.raw.create
    }

    /// Replaces the planned value.
    pub fn set_planned(&mut self, value: impl Into<Value<T::Draft>>) {
        *self.raw.planned = encode_draft::<T>(value.into());
    }

    /// Requires a replacement of the object.
    pub fn replace(&mut self) {
        self.raw.replace = true;
    }
}

impl<T> fmt::Debug for FieldChange<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FieldChange").finish_non_exhaustive()
    }
}

fn draft<T: Attr>(value: &Value, role: ObjectRole) -> Result<Value<T::Draft>> {
    let value = value.as_ref().try_map(T::draft);
    value.map_err(|error| bad_value(role, &error))
}

/// Converts a modifier to the schema's form.
pub fn modifier<T: Attr>(modify: impl Modify<T>) -> Modifier {
    Modifier::new(move |change| {
        let mut field = FieldChange {
            raw: MemberChange {
                config: change.config,
                prior: change.prior,
                planned: &mut *change.planned,
                create: change.create,
                replace: change.replace,
            },
            of: PhantomData,
        };
        modify.modify(&mut field)?;
        change.replace = field.raw.replace;
        Ok(())
    })
}

/// Converts `replace(if = ..)` to the schema's form. A value that does not match its type requires a replacement.
pub fn condition<T: Attr>(
    asks: impl Fn(&Value<T::Draft>, &Value<T::Draft>) -> bool + Send + Sync + 'static,
) -> Condition {
    Condition::new(move |prior, planned| {
        let decode = |value: &Value| value.as_ref().try_map(T::draft).ok();
        match (decode(prior), decode(planned)) {
            (Some(prior), Some(planned)) => asks(&prior, &planned),
            _ => true,
        }
    })
}
