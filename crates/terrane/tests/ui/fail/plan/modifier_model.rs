//! A plan hook reads the fields of its own model.

use terrane::plan::FieldChange;
use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(plan = as_before)]
    name: String,
}

#[derive(Model)]
struct Cage {
    number: i64,
}

fn as_before(name: &mut FieldChange<'_, String, Cage>) -> Result<()> {
    let _ = name.planned_object()?;
    Ok(())
}

fn main() {
    let _ = Cage { number: 1 };
}
