//! The stub API: what it does, and what goes wrong with it when a test asks for that.

use std::time::Duration;

use http::Method;
use serde_json::{Value as Json, json};
use terrane::context::{ConfigureContext, ReadContext};
use terrane_api::{Client, Credentials, ErrorKind, Result, Retry};
use tokio::time::timeout;

use crate::api::{Api, Call, Diet, Fault, NewPet, Pet, Traits};
use crate::held::Held;

const TOKEN: &str = "s3cret";

fn start() -> (Api, Zoo) {
    let api = Api::start(TOKEN).expect("a free port");
    let zoo = Zoo::new(api.url(), TOKEN);
    (api, zoo)
}

/// A client without the provider, which repeats nothing.
struct Zoo(Client);

impl Zoo {
    fn new(url: &str, token: &str) -> Self {
        let builder = Client::builder(url).credentials(Credentials::bearer(token));
        let client = builder
            .retry(Retry::never())
            .build(&ConfigureContext::default());
        Self(client.expect("the server's own URL"))
    }

    async fn add(&self, pet: &NewPet) -> Result<Pet> {
        let request = self.0.post(["pets"]).json(pet);
        request.fetch(&ReadContext::default()).await
    }

    async fn feed(&self, id: &str, diet: &Diet) -> Result<Pet> {
        let request = self.0.post(["pets", id, "feed"]).json(diet);
        request.fetch(&ReadContext::default()).await
    }

    async fn change(&self, id: &str, traits: &Traits) -> Result<Pet> {
        let request = self.0.patch(["pets", id]).json(traits);
        request.fetch(&ReadContext::default()).await
    }

    async fn get(&self, id: &str) -> Result<Option<Pet>> {
        self.0.get(["pets", id]).find(&ReadContext::default()).await
    }

    async fn list(&self) -> Result<Vec<Pet>> {
        self.0.get(["pets"]).fetch(&ReadContext::default()).await
    }

    async fn remove(&self, id: &str) -> Result<()> {
        self.0
            .delete(["pets", id])
            .remove(&ReadContext::default())
            .await
    }

    async fn species(&self, name: &str) -> Result<Option<Json>> {
        let request = self.0.get(["species", name]);
        request.find(&ReadContext::default()).await
    }
}

/// Waits until a condition holds. The limit only ends a hang.
async fn until(condition: impl Fn() -> bool) {
    let waiting = async {
        while !condition() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(600), waiting)
        .await
        .expect("it happens");
}

fn rex() -> NewPet {
    NewPet {
        name: "Rex".to_owned(),
        traits: Traits {
            legs: 4,
            ..Traits::default()
        },
    }
}

#[tokio::test]
async fn a_pet_is_added_fed_changed_and_removed() {
    let (api, zoo) = start();
    let pet = zoo.add(&rex()).await.unwrap();
    assert_eq!(
        (
            pet.id.as_str(),
            pet.traits.legs,
            pet.diet.kcal,
            pet.revision
        ),
        ("pet-1", 4, 0, 1)
    );
    let diet = Diet {
        kcal: 300,
        avoid: Some(vec![]),
    };
    let pet = zoo.feed("pet-1", &diet).await.unwrap();
    assert_eq!((&pet.diet, pet.revision), (&diet, 2));
    let traits = Traits {
        legs: 3,
        tags: Some(["old".to_owned()].into()),
        toys: Some([("ball".to_owned(), 2)].into()),
    };
    let pet = zoo.change("pet-1", &traits).await.unwrap();
    assert_eq!((&pet.traits, pet.revision), (&traits, 3));
    assert_eq!(zoo.get("pet-1").await.unwrap().as_ref(), Some(&pet));
    assert_eq!(zoo.list().await.unwrap(), [pet]);
    zoo.remove("pet-1").await.unwrap();
    zoo.remove("pet-1").await.unwrap();
    assert_eq!(zoo.get("pet-1").await.unwrap(), None);
    let expected = [
        "POST /pets",
        "POST /pets/pet-1/feed",
        "PATCH /pets/pet-1",
        "GET /pets/pet-1",
        "GET /pets",
        "DELETE /pets/pet-1",
        "DELETE /pets/pet-1",
        "GET /pets/pet-1",
    ];
    assert_eq!(api.take_log(), expected);
    assert!(api.take_log().is_empty());
}

#[tokio::test]
async fn species_are_known_or_not() {
    let (_api, zoo) = start();
    assert_eq!(zoo.species("spider").await.unwrap().unwrap()["legs"], 8);
    assert_eq!(
        zoo.species("sphinx").await.unwrap().unwrap()["latin"],
        Json::Null
    );
    assert_eq!(zoo.species("unicorn").await.unwrap(), None);
}

#[tokio::test]
async fn odd_ids_stay_one_segment_of_the_path() {
    let (api, zoo) = start();
    for id in ["../species/dog", "a b?c#d", "ä/feed"] {
        assert_eq!(zoo.get(id).await.unwrap(), None, "{id:?}");
    }
    zoo.get("")
        .await
        .expect_err("that is the address of all pets");
    assert_eq!(api.take_log()[0], "GET /pets/../species/dog");
}

#[tokio::test]
async fn another_token_is_refused_and_does_nothing() {
    let (api, _) = start();
    let stranger = Zoo::new(api.url(), "guess");
    let error = stranger.add(&rex()).await.expect_err("another token");
    assert_eq!(error.status().unwrap(), 401);
    assert!(api.pets().is_empty() && api.take_log().is_empty());
    assert!(!format!("{:?}", stranger.0).contains("guess"));
}

#[tokio::test]
async fn others_change_the_zoo_too() {
    let (api, zoo) = start();
    let id = api.add(rex()).id;
    assert!(api.change(&id, |pet| pet.traits.legs = 3));
    assert_eq!(zoo.get(&id).await.unwrap(), api.pet(&id));
    assert!(api.remove(&id) && !api.remove(&id) && !api.change(&id, |_| {}));
    assert_eq!(zoo.get(&id).await.unwrap(), None);
}

#[tokio::test]
async fn a_status_does_nothing() {
    let (api, zoo) = start();
    api.fault(Call::Add, 2, Fault::Status(503));
    zoo.add(&rex()).await.unwrap();
    let error = zoo.add(&rex()).await.unwrap_err();
    let expected = "with 503 Service Unavailable: the keepers are on strike.";
    assert!(error.to_string().contains(expected), "{error}");
    assert_eq!(api.pets().len(), 1);
    zoo.add(&rex()).await.unwrap();
}

#[tokio::test]
async fn a_request_with_a_truncated_answer_was_executed_once() {
    let (api, zoo) = start();
    api.fault(Call::Add, 1, Fault::Cut);
    let error = zoo.add(&rex()).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Lost(_)), "{error:?}");
    assert_eq!((api.pets().len(), api.take_log().len()), (1, 1));
    assert_eq!(zoo.list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_hanging_request_was_executed() {
    let (api, zoo) = start();
    let pet = rex();
    api.fault(Call::Add, 1, Fault::Hang);
    tokio::select! {
        answer = zoo.add(&pet) => panic!("{answer:?}"),
        () = until(|| api.pets().len() == 1) => {}
    }
    assert_eq!(zoo.list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_request_with_a_known_key_adds_no_second_pet() {
    let (api, zoo) = start();
    let add = |key: &'static str| {
        let name = http::HeaderName::from_static("idempotency-key");
        let key = http::HeaderValue::from_static(key);
        let request = zoo.0.post(["pets"]).json(&rex()).header(name, key);
        async move { request.fetch::<Pet>(&ReadContext::default()).await }
    };
    assert_eq!(add("one").await.unwrap(), add("one").await.unwrap());
    assert_ne!(add("one").await.unwrap(), add("two").await.unwrap());
    assert_eq!(api.pets().len(), 2);
}

#[tokio::test]
async fn a_held_request_is_executed_only_if_the_client_still_waits() {
    let (api, _) = start();
    let (front, held) = Held::start(api.url(), Method::POST);
    let zoo = Zoo::new(front.url(), TOKEN);
    let pet = rex();
    held.hold();
    tokio::select! {
        answer = zoo.add(&pet) => panic!("{answer:?}"),
        () = until(|| held.count() == 1) => {}
    }
    until(|| held.count() == 0).await;
    held.release();
    held.hold();
    let release = async {
        until(|| held.count() == 1).await;
        held.release();
    };
    let (added, ()) = tokio::join!(zoo.add(&pet), release);
    assert_eq!(added.unwrap().id, "pet-1");
    assert_eq!((api.pets().len(), api.take_log().len()), (1, 1));
}

#[tokio::test]
async fn a_pet_without_meals_causes_a_warning_only() {
    let (api, zoo) = start();
    let id = api.add(rex()).id;
    api.fault(Call::Get, 1, Fault::NoMeals);
    assert_eq!(zoo.get(&id).await.unwrap().unwrap().meals, 0);
    assert_eq!(zoo.get(&id).await.unwrap().unwrap().meals, 2);
}

#[tokio::test]
async fn wrong_settings_are_reported() {
    let configured = async |url: &str, token: &str| {
        let settings = json!({ "url": url, "token": token, "max_retries": 0 });
        terrane_test::client::Client::configured(terrane::server::<zoo::Zoo>(), settings).await
    };
    for url in ["", "localhost", "ftp://zoo", "http://"] {
        let error = configured(url, TOKEN).await.unwrap_err().to_string();
        assert!(error.contains("URL"), "{url:?}: {error}");
    }
    let error = configured("http://localhost:1", "a\nb").await.unwrap_err();
    assert!(error.to_string().contains("line breaks"), "{error}");
    let nobody = configured("http://127.0.0.1:1/", TOKEN).await.unwrap();
    let dog = json!({ "name": "dog" });
    let error = nobody.read_data("zoo_species", dog).await.unwrap_err();
    let expected = "Cannot send `GET http://127.0.0.1:1/species/dog`";
    assert!(error.to_string().contains(expected), "{error}");
}
