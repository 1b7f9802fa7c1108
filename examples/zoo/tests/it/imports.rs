//! Pets that are taken over, in this process.

use terrane_test::imports_plan_clean;

use crate::api::{Api, Diet, NewPet, Traits};

const TOKEN: &str = "s3cret";

/// A zoo with pets that have everything, nothing, and nothing in everything.
fn api() -> Api {
    let api = Api::start(TOKEN).expect("a free port");
    let traits = [
        Traits {
            legs: 3,
            tags: Some(["old".to_owned(), "".to_owned()].into()),
            toys: Some([("ball".to_owned(), 2)].into()),
        },
        Traits {
            legs: 4,
            ..Traits::default()
        },
        Traits {
            legs: 4,
            tags: Some([].into()),
            toys: Some([].into()),
        },
    ];
    for traits in traits {
        let pet = api.add(NewPet {
            name: "Rex".to_owned(),
            traits,
        });
        api.change(&pet.id, |pet| {
            pet.meals = 2;
            pet.diet = Diet {
                kcal: 300,
                avoid: pet.traits.tags.as_ref().map(|_| Vec::new()),
            };
        });
    }
    api
}

fn settings(api: &Api) -> String {
    format!(
        r#"{{"url": "{}", "token": "{TOKEN}", "timeout": null, "max_retries": null}}"#,
        api.url()
    )
}

const PETS: [(&str, &str); 3] = [
    ("zoo_pet", "pet-1"),
    ("zoo_pet", "pet-2"),
    ("zoo_pet", "pet-3"),
];

#[tokio::test]
async fn i9_the_generated_configuration_of_a_pet_plans_no_change() {
    let api = api();
    imports_plan_clean(terrane::server::<zoo::Zoo>(), &settings(&api), &PETS).await;
}

#[tokio::test]
async fn i9_the_generated_configuration_of_a_pet_with_a_block_plans_no_change() {
    let api = api();
    let provider = terrane::server::<zoo::blocks::Zoo>();
    imports_plan_clean(provider, &settings(&api), &PETS).await;
}
