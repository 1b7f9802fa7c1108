//! The stub API: what it does, and what goes wrong with it when a test asks for that.

use std::time::Duration;

use tokio::time::timeout;
use zoo::zoo_api::{Call, Client, Diet, Error, Fault, NewPet, Server, Traits};

const TOKEN: &str = "s3cret";

fn start() -> (Server, Client) {
    let server = Server::start(TOKEN).expect("a free port");
    let client = Client::new(server.url(), TOKEN).expect("the server's own URL");
    (server, client)
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
    let (server, client) = start();
    let pet = client.add(&rex()).await.unwrap();
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
    let pet = client.feed("pet-1", &diet).await.unwrap();
    assert_eq!((&pet.diet, pet.revision), (&diet, 2));
    let traits = Traits {
        legs: 3,
        tags: Some(["old".to_owned()].into()),
        toys: Some([("ball".to_owned(), 2)].into()),
    };
    let pet = client.change("pet-1", &traits).await.unwrap();
    assert_eq!((&pet.traits, pet.revision), (&traits, 3));
    assert_eq!(client.get("pet-1").await.unwrap().as_ref(), Some(&pet));
    assert_eq!(client.list().await.unwrap(), [pet]);
    client.remove("pet-1").await.unwrap();
    client.remove("pet-1").await.unwrap();
    assert_eq!(client.get("pet-1").await.unwrap(), None);
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
    assert_eq!(server.take_log(), expected);
    assert!(server.take_log().is_empty());
}

#[tokio::test]
async fn species_are_known_or_not() {
    let (_server, client) = start();
    assert_eq!(client.species("spider").await.unwrap().unwrap().legs, 8);
    assert_eq!(client.species("sphinx").await.unwrap().unwrap().latin, None);
    assert_eq!(client.species("unicorn").await.unwrap(), None);
}

#[tokio::test]
async fn odd_ids_stay_one_segment_of_the_path() {
    let (server, client) = start();
    for id in ["../species/dog", "a b?c#d", "ä/feed", ""] {
        assert_eq!(client.get(id).await.unwrap(), None, "{id:?}");
    }
    assert_eq!(server.take_log()[0], "GET /pets/../species/dog");
}

#[tokio::test]
async fn another_token_is_refused_and_does_nothing() {
    let (server, _) = start();
    let stranger = Client::new(server.url(), "guess").unwrap();
    let Err(Error::Refused { status, .. }) = stranger.add(&rex()).await else {
        panic!("not refused")
    };
    assert_eq!(status, 401);
    assert!(server.pets().is_empty() && server.take_log().is_empty());
    assert!(!format!("{stranger:?}").contains("guess"));
}

#[tokio::test]
async fn others_change_the_zoo_too() {
    let (server, client) = start();
    let id = server.add(rex()).id;
    assert!(server.change(&id, |pet| pet.traits.legs = 3));
    assert_eq!(client.get(&id).await.unwrap(), server.pet(&id));
    assert!(server.remove(&id) && !server.remove(&id) && !server.change(&id, |_| {}));
    assert_eq!(client.get(&id).await.unwrap(), None);
}

#[tokio::test]
async fn a_status_does_nothing() {
    let (server, client) = start();
    server.fault(Call::Add, 2, Fault::Status(503));
    client.add(&rex()).await.unwrap();
    let error = client.add(&rex()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the API answers 503 Service Unavailable: the keepers are on strike"
    );
    assert_eq!(server.pets().len(), 1);
    client.add(&rex()).await.unwrap();
}

#[tokio::test]
async fn a_request_with_a_truncated_answer_was_executed_once() {
    let (server, client) = start();
    server.fault(Call::Add, 1, Fault::Cut);
    let error = client.add(&rex()).await.unwrap_err();
    assert!(matches!(error, Error::Incomplete(_)), "{error:?}");
    assert_eq!((server.pets().len(), server.take_log().len()), (1, 1));
    assert_eq!(client.list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_hanging_request_was_executed() {
    let (server, client) = start();
    let pet = rex();
    server.fault(Call::Add, 1, Fault::Hang);
    tokio::select! {
        answer = client.add(&pet) => panic!("{answer:?}"),
        () = until(|| server.pets().len() == 1) => {}
    }
    assert_eq!(client.list().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_held_request_is_executed_only_if_the_client_still_waits() {
    let (server, client) = start();
    let pet = rex();
    server.fault(Call::Add, 1, Fault::Hold);
    tokio::select! {
        answer = client.add(&pet) => panic!("{answer:?}"),
        () = until(|| server.held() == 1) => {}
    }
    until(|| server.held() == 0).await;
    server.release();
    server.fault(Call::Add, 1, Fault::Hold);
    let release = async {
        until(|| server.held() == 1).await;
        server.release();
    };
    let (added, ()) = tokio::join!(client.add(&pet), release);
    assert_eq!(added.unwrap().id, "pet-1");
    assert_eq!((server.pets().len(), server.take_log().len()), (1, 2));
}

#[tokio::test]
async fn a_pet_without_meals_causes_a_warning_only() {
    let (server, client) = start();
    let id = server.add(rex()).id;
    server.fault(Call::Get, 1, Fault::NoMeals);
    assert_eq!(client.get(&id).await.unwrap().unwrap().meals, 0);
    assert_eq!(client.get(&id).await.unwrap().unwrap().meals, 2);
}

#[tokio::test]
async fn clients_report_wrong_settings() {
    for url in ["", "localhost", "ftp://zoo", "http://"] {
        let error = Client::new(url, TOKEN).unwrap_err();
        assert!(
            error.to_string().contains("http://localhost:8080"),
            "{url:?}: {error}"
        );
    }
    assert!(matches!(
        Client::new("http://localhost:1", "a\nb"),
        Err(Error::Token)
    ));
    let nobody = Client::new("http://127.0.0.1:1/", TOKEN).unwrap();
    let error = nobody.list().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot reach the API at http://127.0.0.1:1/pets"
    );
}
