//! A plan hook that reads other fields names their model.

use terrane::plan::FieldChange;
use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(plan = as_before)]
    name: String,
}

fn as_before(name: &mut FieldChange<'_, String, Pet>) -> Result<()> {
    let _ = name.planned_object()?;
    Ok(())
}

fn main() {}
