//! The life of an animal.

use serde_json::json;
use terrane_test::Action;
use terrane_test::client::{Client, Instance};

use crate::api::Shelter;

fn text(error: &terrane_test::client::CallError) -> String {
    error
        .diagnostics()
        .iter()
        .map(ToString::to_string)
        .collect()
}

async fn create(client: &Client, name: &str) -> Instance {
    let config = json!({ "name": name, "food": 100 });
    client.create("shelter_animal", config).await.unwrap()
}

#[tokio::test]
async fn an_animal_is_created_read_changed_and_deleted() {
    let Shelter {
        api,
        client,
        server: _server,
        ..
    } = Shelter::start().await;
    let rex = create(&client, "rex").await;
    assert_eq!(api.state().animals["animal-1"]["state"], "settled");
    let config = json!({ "name": "rex", "food": 200 });
    let rex = client.update(&rex, config.clone()).await.unwrap();
    assert_eq!(api.state().animals["animal-1"]["dailyFood"], 200);
    let plan = client
        .plan(&client.read(&rex).await.unwrap(), config)
        .await
        .unwrap();
    assert_eq!(plan.action(), Action::NoOp);
    client.delete(&rex).await.unwrap();
    assert!(!client.read(&rex).await.unwrap().exists());
    client.delete(&rex).await.unwrap();
}

#[tokio::test]
async fn all_animals_are_listed_over_several_pages() {
    let Shelter {
        client,
        server: _server,
        ..
    } = Shelter::start().await;
    for name in ["a", "b", "c", "d", "e"] {
        create(&client, name).await;
    }
    let read = client
        .read_data("shelter_animals", json!({}))
        .await
        .unwrap();
    let names: shelter::Animals = read.get().unwrap();
    assert!(
        format!("{names:?}").contains(r#"["a", "b", "c", "d", "e"]"#),
        "{names:?}"
    );
}

#[tokio::test]
async fn a_refused_value_is_an_error_on_its_attribute() {
    let Shelter {
        client,
        server: _server,
        ..
    } = Shelter::start().await;
    let config = json!({ "name": "rex", "food": 0 });
    let error = client.create("shelter_animal", config).await.unwrap_err();
    let diagnostic = &error.diagnostics()[0];
    assert_eq!(diagnostic.path.as_ref().unwrap().to_string(), "food");
    assert!(
        diagnostic.detail.contains("an animal must eat"),
        "{diagnostic}"
    );
}

#[tokio::test]
async fn an_animal_of_somebody_else_is_not_taken_over() {
    let Shelter {
        api,
        client,
        server: _server,
        ..
    } = Shelter::start().await;
    create(&client, "rex").await;
    let config = json!({ "name": "rex", "food": 1 });
    let error = client.create("shelter_animal", config).await.unwrap_err();
    let text = text(&error);
    assert!(
        text.contains("terraform import shelter_animal.NAME 'animal-1'"),
        "{text}"
    );
    assert_eq!(api.state().animals.len(), 1);
}
