//! A plan hook has the field's type.

use terrane::plan::{FieldChange, Modify};
use terrane::prelude::*;

#[derive(Model)]
struct Pet {
    #[tf(plan = AsBefore)]
    name: String,
}

struct AsBefore;

impl Modify<String> for AsBefore {
    fn modify(&self, _: &mut FieldChange<'_, String>) -> Result<()> {
        Ok(())
    }
}

fn main() {}
