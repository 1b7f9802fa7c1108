//! The rules about pets, for both of their forms.

use terrane::prelude::*;

use crate::Pet;

/// Checks the legs of a pet, and its food if both are known.
pub(crate) fn check(
    legs: &Value<i64>,
    food: Option<(&i64, &i64)>,
    cx: &mut ValidateContext,
) -> Result<()> {
    if legs.known() == Some(&0) {
        cx.warn_at(
            path!(Pet, legs),
            "Pet without legs",
            "Visitors may take it for a snake.",
        );
    }
    let Some((legs, kcal)) = food else {
        return Ok(());
    };
    let least = legs.saturating_mul(10);
    if *kcal >= least {
        return Ok(());
    }
    let detail = format!("{legs} legs need at least {least} kcal a day.");
    Err(Error::new("Too little food", detail).at(path!(Pet, diet.kcal)))
}
