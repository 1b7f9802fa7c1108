//! A plan hook has the field's type.

use terrane::plan::FieldChange;
use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(plan = as_before)]
    name: String,
}

fn as_before(_: &mut FieldChange<'_, i64>) -> Result<()> {
    Ok(())
}

fn main() {}
