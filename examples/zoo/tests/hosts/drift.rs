//! What others change: in the world, or in the state.

use serde_json::{Value, json};
use zoo::zoo_api::NewPet;

use super::{on_every_host, planned};

const REX: &str = "name = \"Rex\"";

/// R2, R5, R6.
#[test]
fn drift_is_repaired_and_what_is_gone_is_created_again() {
    on_every_host(|zoo| {
        let config = zoo.pet(REX, "kcal = 300");
        zoo.config(&config)?;
        zoo.apply()?;
        assert!(zoo.api.change("pet-1", |pet| {
            pet.legs = 3;
            pet.tags = Some(["stray".to_owned()].into());
        }));
        let outcome = zoo.apply()?;
        assert_eq!(planned(&outcome).as_deref(), Some("update"));
        let pet = zoo.api.pet("pet-1").expect("it is still there");
        assert_eq!((pet.legs, pet.tags), (4, None));
        zoo.assert_settled()?;

        assert!(zoo.api.remove("pet-1"));
        zoo.refresh()?;
        assert!(zoo.state()?.is_empty());
        let outcome = zoo.apply()?;
        assert_eq!(planned(&outcome).as_deref(), Some("create"));
        assert_eq!(zoo.rex()?["id"], "pet-2");

        assert!(zoo.api.remove("pet-2"));
        zoo.run([
            "destroy",
            "-json",
            "-input=false",
            "-auto-approve",
            "-refresh=false",
        ])?;
        assert!(
            zoo.state()?.is_empty(),
            "one that is gone already can be destroyed"
        );
        Ok(())
    });
}

/// I3, I4, I7.
#[test]
fn a_pet_is_imported_by_its_id() {
    on_every_host(|zoo| {
        let tags = Some(["calm".to_owned()].into());
        zoo.api.add(NewPet {
            name: "Rex".to_owned(),
            legs: 3,
            tags,
        });
        assert!(zoo.api.change("pet-1", |pet| pet.diet.kcal = 300));
        let config = zoo.pet("name = \"Rex\"\nlegs = 3\ntags = [\"calm\"]", "kcal = 300");
        zoo.config(&config)?;
        let failure = zoo.import("zoo_pet.rex", "pet-9").unwrap_err();
        failure.assert_mentions("Cannot import non-existent remote object");
        zoo.import("zoo_pet.rex", "pet-1")?;
        let attributes = json!({
            "name": "Rex", "legs": 3, "diet": { "kcal": 300, "avoid": null }, "tags": ["calm"],
            "id": "pet-1", "portion": 150, "changes": null,
        });
        assert_eq!(zoo.rex()?, attributes);
        zoo.assert_settled()?;
        assert!(zoo.take_changes().is_empty());

        let config = zoo.pet(REX, "kcal = 300");
        zoo.config(&config)?;
        zoo.apply()?;
        let rex = zoo.rex()?;
        assert_eq!((&rex["legs"], &rex["changes"]), (&json!(4), &Value::Null));
        zoo.assert_settled()?;
        Ok(())
    });
}

/// U1 to U3: a state from before the provider had some of today's attributes.
#[test]
fn a_state_that_lacks_attributes_is_refreshed_changed_and_destroyed() {
    fn age(state: &mut Value) {
        let instance = &mut state["resources"][0]["instances"][0];
        let attributes = instance["attributes"].as_object_mut().expect("an object");
        attributes.retain(|name, _| name == "id" || name == "name");
        attributes.insert("cage".to_owned(), json!(7));
    }
    on_every_host(|zoo| {
        let config = zoo.pet("name = \"Rex\"\nlegs = 3", "kcal = 300");
        zoo.config(&config)?;
        zoo.apply()?;
        let whole = zoo.rex()?;

        zoo.edit_state(age)?;
        zoo.refresh()?;
        assert_eq!(zoo.rex()?, whole, "reading fills what the state lacks");
        zoo.edit_state(age)?;
        zoo.assert_settled()?;

        let outcome = zoo.apply_with(["-refresh=false"])?;
        assert_eq!(planned(&outcome).as_deref(), Some("update"));
        assert_eq!(zoo.rex()?["diet"]["kcal"], 300);

        zoo.edit_state(age)?;
        zoo.run([
            "destroy",
            "-json",
            "-input=false",
            "-auto-approve",
            "-refresh=false",
        ])?;
        assert!(zoo.state()?.is_empty() && zoo.ids().is_empty());
        Ok(())
    });
}
