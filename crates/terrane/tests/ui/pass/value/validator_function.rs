//! A validator accepts the field's type.

use terrane::Schema;

#[derive(Schema)]
struct Pet {
    #[tf(validate(short))]
    title: String,
}

fn short(_: &str) -> Result<(), String> {
    Ok(())
}

fn main() {}
