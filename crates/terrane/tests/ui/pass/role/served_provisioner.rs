//! A served provisioner implements `Provisioner`.

use terrane::context::ProvisionContext;
use terrane::prelude::*;
use terrane::provisioner::Provisioner;

#[derive(Model)]
struct Greet {}

impl Provisioner for Greet {
    async fn provision(_: Self, _: &mut ProvisionContext) -> Result<()> {
        Ok(())
    }
}

#[derive(Model)]
struct Diet {
    kcal: i64,
}

fn main() {
    drop(terrane::provisioner_server::<Greet>());
}
