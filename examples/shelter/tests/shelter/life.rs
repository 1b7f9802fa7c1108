//! The life of an animal.

use futures_util::future::join_all;
use serde_json::json;
use terrane::Result;
use terrane_test::Action;
use terrane_test::client::{Client, Instance};

use crate::api::Shelter;

async fn create(client: &Client, name: &str) -> Result<Instance> {
    let config = json!({ "name": name, "food": 100 });
    Ok(client.create("shelter_animal", config).await?)
}

#[tokio::test]
async fn an_animal_is_created_read_changed_and_deleted() -> Result<()> {
    let Shelter { api, client, .. } = &Shelter::start().await;
    let rex = create(client, "rex").await?;
    assert_eq!(api.state().animals["animal-1"]["state"], "settled");

    let config = json!({ "name": "rex", "food": 200 });
    let rex = client.update(&rex, config.clone()).await?;
    assert_eq!(api.state().animals["animal-1"]["dailyFood"], 200);
    let plan = client.plan(&client.read(&rex).await?, config).await?;
    assert_eq!(plan.action(), Action::NoOp);

    client.delete(&rex).await?;
    assert!(!client.read(&rex).await?.exists());
    // A second deletion finds nothing, and succeeds.
    client.delete(&rex).await?;
    Ok(())
}

#[tokio::test]
async fn an_imported_animal_needs_no_change() -> Result<()> {
    let Shelter { client, .. } = &Shelter::start().await;
    create(client, "rex").await?;
    let rex = client.import("shelter_animal", "animal-1").await?;
    let config = json!({ "name": "rex", "food": 100 });
    let plan = client.plan(&client.read(&rex).await?, config).await?;
    assert_eq!(plan.action(), Action::NoOp);
    Ok(())
}

#[tokio::test]
async fn all_animals_are_listed_over_several_pages() -> Result<()> {
    let Shelter { client, .. } = &Shelter::start().await;
    for name in ["a", "b", "c", "d", "e"] {
        create(client, name).await?;
    }
    let read = client.read_data("shelter_animals", json!({})).await?;
    let names = format!("{:?}", read.get::<shelter::Animals>()?);
    assert!(names.contains(r#"["a", "b", "c", "d", "e"]"#), "{names}");
    Ok(())
}

#[tokio::test]
async fn look_ups_at_the_same_time_share_a_request() -> Result<()> {
    let shelter = &Shelter::start().await;
    create(&shelter.client, "rex").await?;
    let look_up = |id| {
        shelter
            .client
            .read_data("shelter_animal", json!({ "id": id }))
    };
    for found in join_all((0..5).map(|_| look_up("animal-1"))).await {
        assert_eq!(found?.attribute("name"), Some(&"rex".into()));
    }
    let lines = shelter.faulty.lines();
    let requests = lines.iter().filter(|line| line.contains("ids="));
    assert!(requests.count() < 5, "{lines:?}");

    let error = look_up("animal-2").await.unwrap_err();
    assert_eq!(error.diagnostics()[0].summary, "Animal not found");
    Ok(())
}

#[tokio::test]
async fn a_refused_value_is_an_error_on_its_attribute() -> Result<()> {
    let Shelter { client, .. } = &Shelter::start().await;
    let config = json!({ "name": "rex", "food": 0 });
    let error = client.create("shelter_animal", config).await.unwrap_err();
    let diagnostic = &error.diagnostics()[0];
    assert_eq!(diagnostic.path.as_ref().unwrap().to_string(), "food");
    assert!(diagnostic.detail.contains("an animal must eat"));
    Ok(())
}

#[tokio::test]
async fn an_animal_of_somebody_else_is_not_taken_over() -> Result<()> {
    let Shelter { api, client, .. } = &Shelter::start().await;
    create(client, "rex").await?;
    let error = create(client, "rex").await.unwrap_err().to_string();
    let import = "terraform import shelter_animal.NAME 'animal-1'";
    assert!(error.contains(import), "{error}");
    assert_eq!(api.state().animals.len(), 1);
    Ok(())
}
