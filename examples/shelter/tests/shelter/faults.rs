//! The life of an animal under each fault, at each of its requests.

use futures_util::future::join_all;
use serde_json::json;

use crate::api::{Api, FAULTS, Fault};

/// The requests of a life without faults, logins apart.
const REQUESTS: usize = 8;

/// Creates, changes and deletes an animal. One request has the fault.
async fn live(fault: Fault, at: usize) {
    let api = Api::default();
    api.world(|world| world.fault = Some((at, fault)));
    let client = api.start().await;
    let config = json!({ "name": "rex", "food": 100 });
    let created = client.create("shelter_animal", config.clone()).await;
    let lines = api.world(|world| world.lines.clone());
    let context = format!("{fault:?} at {at}: {lines:?}");
    let rex = match created {
        Ok(rex) => rex,
        Err(error) => {
            // Only a creation that was not carried out is an error, and the next apply succeeds.
            assert!(
                matches!(fault, Fault::CutBefore | Fault::Unavailable),
                "{context} {error}"
            );
            let posts = lines.iter().filter(|line| line.starts_with("POST")).count();
            assert_eq!(
                (api.world(|world| world.animals.len()), posts),
                (0, 1),
                "{context}"
            );
            assert!(!format!("{error:?}").contains("s3cret"), "{context}");
            client.create("shelter_animal", config).await.unwrap()
        }
    };
    assert_eq!(api.world(|world| world.animals.len()), 1, "{context}");
    let changed = json!({ "name": "rex", "food": 200 });
    let rex = client.update(&rex, changed).await.unwrap();
    let rex = client.read(&rex).await.unwrap();
    assert!(rex.exists(), "{context}");
    client.delete(&rex).await.unwrap();
    assert!(api.world(|world| world.animals.is_empty()), "{context}");
}

#[tokio::test]
async fn no_animal_is_lost_or_created_twice_under_any_fault() {
    let lives = FAULTS.map(|fault| (0..REQUESTS).map(move |at| live(fault, at)));
    join_all(lives.into_iter().flatten()).await;
}

#[tokio::test]
async fn a_life_without_faults_has_as_many_requests_as_the_test_above_disturbs() {
    let api = Api::default();
    let client = api.start().await;
    let config = json!({ "name": "rex", "food": 100 });
    let rex = client.create("shelter_animal", config).await.unwrap();
    let rex = client
        .update(&rex, json!({ "name": "rex", "food": 200 }))
        .await
        .unwrap();
    client
        .delete(&client.read(&rex).await.unwrap())
        .await
        .unwrap();
    let lines = api.world(|world| world.lines.clone());
    assert!(lines.len() <= REQUESTS, "{lines:?}");
}
