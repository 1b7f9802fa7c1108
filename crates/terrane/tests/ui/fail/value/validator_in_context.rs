//! A function that reads the configuration becomes a validator by `in_context`.

use terrane::prelude::*;

use terrane::schema::Violation;
use terrane::validate::ValidationContext;

#[derive(Model)]
struct Pet {
    #[tf(validate(enough))]
    legs: i64,
}

fn enough(_legs: &i64, _: &ValidationContext<'_>) -> std::result::Result<(), Violation> {
    Ok(())
}

fn main() {}
