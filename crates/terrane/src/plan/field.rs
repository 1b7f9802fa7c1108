//! The plan hook of a field.

use std::fmt;
use std::marker::PhantomData;

use terrane_value::{Object, Path, Value};

use crate::attr::{Attr, encode_draft};
use crate::context::Private;
use crate::error::Result;
use crate::messages::{ObjectRole, bad_value};
use crate::model::{Draft, Model};
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
/// #[derive(Model)]
/// struct Pet {
///     /// The name.
///     #[tf(plan = ignore_case)]
///     name: String,
/// }
/// ```
/// A function that reads other fields names the model as a third argument. It also works in the elements of lists, sets and maps, where it gets the
/// fields of the same element:
///
/// ```
/// # use terrane::plan::FieldChange;
/// # use terrane::prelude::*;
/// /// Warns if a label is longer than the shelf.
/// fn fits(label: &mut FieldChange<'_, String, Shelf>) -> Result<()> {
///     let shelf = label.planned_object()?;
///     if let Some((text, width)) = known!(shelf; label, width)
///         && text.len() as i64 > *width
///     {
///         label.warn("The label is too long", format!("The shelf has room for {width} letters."));
///     }
///     Ok(())
/// }
///
/// /// A shelf.
/// #[derive(Model)]
/// struct Shelf {
///     /// What is on it.
///     #[tf(plan = fits)]
///     label: String,
///     /// The number of letters that fit.
///     width: i64,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not plan a `{T}`",
    label = "not a plan of this field",
    note = "write a function `fn(&mut FieldChange<'_, {T}>) -> Result<()>`, or implement `terrane::plan::Modify<{T}>`"
)]
pub trait Modify<T: Attr, M = AnyModel>: Send + Sync + 'static {
    /// Inspects the change of a field.
    ///
    /// # Errors
    ///
    /// Fails if the change cannot be planned. An error without a path gets that of the field.
    fn modify(&self, field: &mut FieldChange<'_, T, M>) -> Result<()>;
}

impl<T: Attr, M, F> Modify<T, M> for F
where
    F: Fn(&mut FieldChange<'_, T, M>) -> Result<()> + Send + Sync + 'static,
{
    fn modify(&self, field: &mut FieldChange<'_, T, M>) -> Result<()> {
        self(field)
    }
}

/// Any model, for plan hooks that do not read other fields.
#[derive(Debug)]
pub enum AnyModel {}

/// A type that stands for the model `M` in a [`FieldChange`]: `M` itself or [`AnyModel`].
#[diagnostic::on_unimplemented(
    message = "the plan hook reads the fields of `{Self}`, but it is in `{M}`",
    label = "reads the fields of another model",
    note = "a plan hook of a field of `{M}` takes a `&mut FieldChange<'_, _>` or a `&mut FieldChange<'_, _, {M}>`"
)]
pub trait FieldsOf<M> {}

impl<M: Model> FieldsOf<M> for M {}
impl<M: Model> FieldsOf<M> for AnyModel {}

/// The planned change of one field of a model `M`. Values are decoded on demand.
pub struct FieldChange<'a, T, M = AnyModel> {
    raw: MemberChange<'a>,
    of: PhantomData<fn() -> (T, M)>,
}

impl<T: Attr, M> FieldChange<'_, T, M> {
    /// The configured value.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type.
    pub fn config(&self) -> Result<Value<T::Draft>> {
        draft::<T>(self.raw.config(), ObjectRole::Configuration)
    }

    /// The value in the state. Null before the object, or the element with the field, exists.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type.
    pub fn prior(&self) -> Result<Value<T::Draft>> {
        draft::<T>(self.raw.prior(), ObjectRole::State)
    }

    /// The planned value so far. Unknown if the provider will decide it, or if the configured value is not known yet.
    ///
    /// # Errors
    ///
    /// Fails if the value does not match the type.
    pub fn planned(&self) -> Result<Value<T::Draft>> {
        draft::<T>(self.raw.planned(), ObjectRole::Plan)
    }

    /// The path of the value, such as `shelves[1].label`. It ends at a set, because hosts cannot address the elements of sets.
    #[must_use]
    pub fn path(&self) -> Path {
        self.raw.path()
    }

    /// Whether the object is being created.
    #[must_use]
    pub fn is_create(&self) -> bool {
        self.raw.is_create()
    }

    /// Replaces the planned value.
    pub fn set_planned(&mut self, value: impl Into<Value<T::Draft>>) {
        self.raw.set_planned(encode_draft::<T>(value.into()));
    }

    /// Requires a replacement of the object.
    pub fn replace(&mut self) {
        self.raw.replace();
    }

    /// Reads the private state of the object.
    #[must_use]
    pub fn private(&self) -> &Private {
        self.raw.private()
    }

    /// Changes the private state, which is passed to the plan hook of the object and to the call that applies the plan.
    #[must_use]
    pub fn private_mut(&mut self) -> &mut Private {
        self.raw.private_mut()
    }

    /// Adds a warning about the field.
    pub fn warn(&mut self, summary: impl Into<String>, detail: impl Into<String>) {
        self.raw.warn(summary, detail);
    }
}

impl<T: Attr, M: Model> FieldChange<'_, T, M> {
    /// The configuration of the object or element with the field. `None` if it is not configured.
    ///
    /// # Errors
    ///
    /// Fails if it does not match the model.
    pub fn config_object(&self) -> Result<Option<Draft<M>>> {
        let config = self.raw.config_object();
        config
            .map(|it| part::<M>(it, ObjectRole::Configuration))
            .transpose()
    }

    /// The object or element with the field in the state. `None` before it exists.
    ///
    /// # Errors
    ///
    /// Fails if it does not match the model.
    pub fn prior_object(&self) -> Result<Option<Draft<M>>> {
        let prior = self.raw.prior_object();
        prior.map(|it| part::<M>(it, ObjectRole::State)).transpose()
    }

    /// The planned object or element with the field.
    ///
    /// Fields are planned in the order of their names, and after those that [`changes_with`](derive@crate::Model) names. Fields that are planned after
    /// this one still have their configured value, default or prior value.
    ///
    /// # Errors
    ///
    /// Fails if it does not match the model.
    pub fn planned_object(&self) -> Result<Draft<M>> {
        part::<M>(self.raw.planned_object(), ObjectRole::Plan)
    }
}

impl<T, M> fmt::Debug for FieldChange<'_, T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FieldChange").field(&self.raw).finish()
    }
}

/// Decodes the draft of a model, which may be flattened into the model of the object.
fn part<M: Model>(object: &Object, role: ObjectRole) -> Result<Draft<M>> {
    let ty = M::block().object_type();
    let draft = if object.names() == ty.names() {
        M::draft_object(object)
    } else {
        let values = ty
            .names()
            .iter()
            .map(|name| object.get(name).cloned().unwrap_or_default());
        M::draft_object(&Object::aligned(ty, values.collect()))
    };
    draft.map_err(|error| bad_value(role, &error))
}

fn draft<T: Attr>(value: &Value, role: ObjectRole) -> Result<Value<T::Draft>> {
    let value = value.as_ref().try_map(T::draft);
    value.map_err(|error| bad_value(role, &error))
}

/// Converts the plan hook of a field of the model `M` to the schema's form.
pub fn modifier<T: Attr, M, C: FieldsOf<M> + 'static>(modify: impl Modify<T, C>) -> Modifier {
    Modifier::new(move |change| {
        modify.modify(&mut FieldChange {
            raw: change.reborrow(),
            of: PhantomData,
        })
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
