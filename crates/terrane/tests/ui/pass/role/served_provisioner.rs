//! A served provisioner implements `Provisioner`.

use terrane::context::Provision;
use terrane::prelude::*;
use terrane::provisioner::Provisioner;

#[derive(Schema)]
struct Greet {}

impl Provisioner for Greet {
    async fn provision(_: Self, _: &mut Provision) -> Result<()> {
        Ok(())
    }
}

#[derive(Schema)]
struct Diet {
    kcal: i64,
}

fn main() {
    drop(terrane::provisioner_server::<Greet>());
}
