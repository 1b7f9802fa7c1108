//! Validators that see the configuration around a value.

use super::Form;
use crate::model::{Draft, Model};
use crate::schema::{ValidationContext, Violation};

/// Makes a function a validator that sees the path of the value, and the configuration around it.
///
/// Other values of the configuration may be unknown or missing. Report only violations that do not depend on them. Arguments of functions, defaults and
/// values of environment variables have no configuration around them.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
/// use terrane::schema::Violation;
/// use terrane::validate::{self, ValidationContext};
///
/// /// An animal.
/// #[derive(Model)]
/// struct Pet {
///     /// How many legs it has.
///     legs: i64,
///     /// How many shoes it has.
///     #[tf(validate(in_context(enough)))]
///     shoes: i64,
/// }
///
/// fn enough(shoes: &i64, context: &ValidationContext<'_>) -> Result<(), Violation> {
///     let pet = validate::configuration::<Pet>(context);
///     match pet.and_then(|pet| pet.legs.into_known()) {
///         Some(legs) if *shoes < legs => {
///             Err(Violation::warning(format!("a pet with {legs} legs and {shoes} shoes gets cold feet")))
///         }
///         _ => Ok(()),
///     }
/// }
/// ```
pub fn in_context<T, F, V>(check: F) -> Form<T>
where
    T: ?Sized,
    F: Fn(&T, &ValidationContext<'_>) -> Result<(), V> + Send + Sync + 'static,
    V: Into<Violation>,
{
    Form::new("", move |value: &T, context| {
        check(value, context).map_err(Into::into)
    })
}

/// Decodes the whole configuration around a validated value as a draft of its model.
///
/// `None` if there is no configuration, or if it is not one of this model.
pub fn configuration<M: Model>(context: &ValidationContext<'_>) -> Option<Draft<M>> {
    M::draft_object(context.configuration()?).ok()
}
