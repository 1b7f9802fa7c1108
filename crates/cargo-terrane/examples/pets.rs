//! A provider whose builds differ, for recordings. `PETS_BUILD=2` is the second build.

use std::env;
use std::time::SystemTime;

use terrane::prelude::*;

#[derive(Default)]
struct Pets;

#[provider("registry.terraform.io/example/pets")]
impl Provider for Pets {
    fn register(registry: &mut Registry<Self>) {
        registry.state_only::<Pet>();
    }
}

/// A pet, of which only the state knows.
#[derive(Model)]
struct Pet {
    /// The name.
    #[tf(replace)]
    name: String,
    /// The number of the chip.
    #[tf(replace)]
    chip: Sensitive<String>,
    /// An identifier that is new for each pet.
    #[tf(keep)]
    id: Computed<String>,
    /// What the pet answers.
    #[tf(keep)]
    answer: Computed<String>,
}

impl StateOnly for Pet {
    type Provider = Pets;

    async fn create(mut plan: Self, _: &Pets, _: &mut CreateContext) -> Result<Self> {
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let id = format!("pet-{}", now.as_nanos());
        let voice = if env::var_os("PETS_BUILD").is_some_and(|build| build == "2") {
            "Woof"
        } else {
            "Meow"
        };
        plan.answer.fill(format!(
            "{voice}, I am {id} with the chip {}",
            plan.chip.expose()
        ));
        plan.id.fill(id);
        Ok(plan)
    }
}

fn main() -> std::process::ExitCode {
    terrane::serve::<Pets>()
}
