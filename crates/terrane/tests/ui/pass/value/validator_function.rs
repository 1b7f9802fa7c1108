//! A validator accepts the field's type.

use terrane::Model;

#[derive(Model)]
struct Pet {
    #[tf(validate(short))]
    title: String,
}

fn short(_: &str) -> Result<(), String> {
    Ok(())
}

fn main() {}
