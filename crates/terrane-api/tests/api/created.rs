//! Creations whose answer may be lost.

use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};
use terrane::context::CreateContext;
use terrane_api::Client;

use crate::fake::{Fake, Reply, ok, status};

type World = Arc<Mutex<Vec<String>>>;

/// What the API does with the first creation.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    /// The answer is lost, and the object exists.
    After,
    /// The answer is lost, and there is no object.
    Before,
    /// A server error, and the object exists.
    Error,
}

/// An API of names, each of which exists at most once.
fn api(world: &World, fault: Fault) -> Fake {
    let world = Arc::clone(world);
    Fake::new(move |seen| {
        let mut names = world.lock().unwrap();
        if seen.line.starts_with("GET") {
            return ok(json!(*names));
        }
        let name: String = serde_json::from_slice(&seen.body).unwrap();
        if names.contains(&name) {
            return status(409, json!({ "error": "the name is taken" }));
        }
        if fault != Fault::Before {
            names.push(name.clone());
        }
        match fault {
            Fault::None => ok(json!(name)),
            Fault::After | Fault::Before => Reply::Lost,
            Fault::Error => status(500, Json::Null),
        }
    })
}

async fn create(client: &Client) -> terrane_api::Result<String> {
    let cx = CreateContext::default();
    let look_up = || async {
        let names: Vec<String> = client.get(["pets"]).fetch(&cx).await?;
        Ok(names.into_iter().find(|name| name == "rex"))
    };
    let request = client.post(["pets"]).json("rex");
    request
        .create_unique(&cx, "zoo_pet", |name: &String| name.clone(), look_up)
        .await
}

fn posts(fake: &Fake) -> usize {
    fake.lines()
        .iter()
        .filter(|line| line.starts_with("POST"))
        .count()
}

#[tokio::test(start_paused = true)]
async fn an_object_whose_answer_was_lost_is_found_by_its_name() {
    for fault in [Fault::None, Fault::After, Fault::Error] {
        let world = World::default();
        let fake = api(&world, fault);
        assert_eq!(create(&fake.client()).await.unwrap(), "rex");
        assert_eq!((posts(&fake), world.lock().unwrap().len()), (1, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn an_object_that_is_not_found_is_not_created_again() {
    let fake = api(&World::default(), Fault::Before);
    let text = create(&fake.client()).await.unwrap_err().to_string();
    assert!(text.contains("import it if it exists"), "{text}");
    assert_eq!(posts(&fake), 1);
}

#[tokio::test(start_paused = true)]
async fn an_object_of_somebody_else_is_not_taken_over() {
    let world: World = Arc::new(Mutex::new(vec!["rex".to_owned()]));
    let fake = api(&world, Fault::After);
    let text = create(&fake.client()).await.unwrap_err().to_string();
    assert!(
        text.contains("terraform import zoo_pet.NAME 'rex'"),
        "{text}"
    );
    assert_eq!(posts(&fake), 0);
}

#[tokio::test(start_paused = true)]
async fn a_creation_without_a_name_to_look_for_is_sent_once_and_says_so() {
    let fake = api(&World::default(), Fault::After);
    let cx = CreateContext::default();
    let request = fake.client().post(["pets"]).json("rex");
    let text = request.create::<String>(&cx).await.unwrap_err().to_string();
    assert!(text.contains("Otherwise a second one is created"), "{text}");
    assert_eq!(posts(&fake), 1);
}

#[tokio::test(start_paused = true)]
async fn a_refused_creation_has_no_advice_about_lost_objects() {
    let fake = Fake::new(|_| status(400, json!({ "error": "too long" })));
    let cx = CreateContext::default();
    let request = fake.client().post(["pets"]).json("rex");
    let text = request.create::<String>(&cx).await.unwrap_err().to_string();
    assert!(
        text.contains("too long") && !text.contains("import"),
        "{text}"
    );
}
