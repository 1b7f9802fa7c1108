//! Code that changes the plan of one field.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use terrane_value::Value;

use crate::attr::Attr;
use crate::attr::encode_draft;
use crate::error::Result;
use crate::resource::bad_value;
use crate::schema::Condition;

/// Sees the planned value of a field and may change it: `#[tf(plan = ..)]`.
///
/// It is called when an object is created or changed, also when nothing else changes, at every place where the field stands. A host refuses a
/// plan that differs from what is configured, unless it is the prior value: so a configured field can be kept as it was, and an
/// unset computed one can have any value.
///
/// Every function of the right signature is one.
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
    /// Looks at the change of a field.
    ///
    /// # Errors
    ///
    /// Why there can be no plan; shown at the field unless it has a path.
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

/// The change of one field, as far as it is planned. Values are decoded when they are asked for.
pub struct FieldChange<'a, T> {
    raw: RawChange<'a>,
    of: PhantomData<fn() -> T>,
}

impl<T: Attr> FieldChange<'_, T> {
    /// What is configured.
    ///
    /// # Errors
    ///
    /// When the value does not fit the type.
    pub fn config(&self) -> Result<Value<T::Draft>> {
        draft::<T>(self.raw.config, "configuration")
    }

    /// What stands in the state; null before the object, or the element that has the field, exists.
    ///
    /// # Errors
    ///
    /// When the value does not fit the type.
    pub fn prior(&self) -> Result<Value<T::Draft>> {
        draft::<T>(self.raw.prior, "state")
    }

    /// What is planned so far. Unknown is what the provider will decide, and what is configured but will only be known later.
    ///
    /// # Errors
    ///
    /// When the value does not fit the type.
    pub fn planned(&self) -> Result<Value<T::Draft>> {
        draft::<T>(self.raw.planned, "plan")
    }

    /// Whether the object is being created.
    #[must_use]
    pub fn is_create(&self) -> bool {
        self.raw.create
    }

    /// Plans another value.
    pub fn set_planned(&mut self, value: impl Into<Value<T::Draft>>) {
        *self.raw.planned = encode_draft::<T>(value.into());
    }

    /// Asks for a new object instead of an update.
    pub fn replace(&mut self) {
        self.raw.replace = true;
    }
}

impl<T> fmt::Debug for FieldChange<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FieldChange").finish_non_exhaustive()
    }
}

fn draft<T: Attr>(value: &Value, what: &str) -> Result<Value<T::Draft>> {
    let value = value.as_ref().try_map(T::draft);
    value.map_err(|error| bad_value(what, &error))
}

/// A [`FieldChange`] without its type.
pub(crate) struct RawChange<'a> {
    pub(crate) config: &'a Value,
    pub(crate) prior: &'a Value,
    pub(crate) planned: &'a mut Value,
    pub(crate) create: bool,
    pub(crate) replace: bool,
}

/// A [`Modify`] without its type, as the schema has it.
#[derive(Clone)]
pub struct Modifier(Arc<RawModify>);

type RawModify = dyn Fn(&mut RawChange<'_>) -> Result<()> + Send + Sync;

impl Modifier {
    pub(crate) fn modify(&self, change: &mut RawChange<'_>) -> Result<()> {
        (self.0)(change)
    }
}

impl fmt::Debug for Modifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Modifier(..)")
    }
}

/// Makes the schema's form of a modifier.
pub fn modifier<T: Attr>(modify: impl Modify<T>) -> Modifier {
    Modifier(Arc::new(move |change| {
        let mut field = FieldChange {
            raw: RawChange {
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
    }))
}

/// Makes the schema's form of `replace(if = ..)`: a value that does not fit its type asks for a new object.
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
