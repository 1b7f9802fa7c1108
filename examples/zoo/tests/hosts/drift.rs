//! What others change: in the world, or in the state.

use serde_json::{Value, json};
use terrane_test::Action;

use super::{REX, on_every_host, planned};
use crate::api::{NewPet, Traits};

/// R2, R5, R6.
#[test]
fn drift_is_repaired_and_a_missing_object_is_created_again() {
    on_every_host(|zoo| {
        let config = zoo.pet(REX, "kcal = 300");
        zoo.config(&config)?;
        zoo.apply()?;
        assert!(zoo.api.change("pet-1", |pet| {
            pet.traits.legs = 3;
            pet.traits.tags = Some(["stray".to_owned()].into());
        }));
        let plan = zoo.plan()?;
        let drift = plan.drift().next().ok_or("the plan shows no drift")?;
        assert_eq!(
            (&drift.before["legs"], &drift.after["legs"]),
            (&json!(4), &json!(3))
        );
        assert_eq!(drift.after["tags"], json!(["stray"]));
        assert_eq!(plan.action("zoo_pet.rex")?, Action::Update);
        zoo.apply_plan(&plan)?;
        let pet = zoo.api.pet("pet-1").expect("it is still there");
        assert_eq!((pet.traits.legs, pet.traits.tags), (4, None));
        assert_eq!(zoo.rex()?["changes"], 4, "one outside, two of the update");
        zoo.assert_settled()?;

        assert!(zoo.api.remove("pet-1"));
        zoo.refresh()?;
        assert!(zoo.state()?.is_empty());
        assert_eq!(zoo.apply_rex()?.as_deref(), Some("create"));
        assert_eq!(zoo.rex()?["id"], "pet-2");

        assert!(zoo.api.remove("pet-2"));
        zoo.destroy_unseen()?;
        assert!(
            zoo.state()?.is_empty(),
            "one that is gone already can be destroyed"
        );
        Ok(())
    });
}

/// I3, I4, I7: by the command, and by a block of the configuration.
#[test]
fn a_pet_is_imported_by_its_id() {
    on_every_host(|zoo| {
        for name in ["Rex", "Tom"] {
            let pet = zoo.api.add(NewPet {
                name: name.to_owned(),
                traits: Traits {
                    legs: 3,
                    tags: Some(["calm".to_owned()].into()),
                    toys: None,
                },
            });
            assert!(zoo.api.change(&pet.id, |pet| pet.diet.kcal = 300));
        }
        let rex = zoo.pet("name = \"Rex\"\nlegs = 3\ntags = [\"calm\"]", "kcal = 300");
        zoo.config(&rex)?;
        let failure = zoo.import("zoo_pet.rex", "pet-9").unwrap_err();
        failure.assert_mentions("Cannot import non-existent remote object");
        zoo.import("zoo_pet.rex", "pet-1")?;
        let attributes = json!({
            "name": "Rex", "legs": 3, "diet": { "kcal": 300, "avoid": null },
            "tags": ["calm"], "toys": null, "id": "pet-1", "portion": 150, "changes": null,
        });
        assert_eq!(zoo.rex()?, attributes);
        zoo.assert_settled()?;

        let tom = rex.replace("rex", "tom").replace("Rex", "Tom");
        let import = "import {\nto = zoo_pet.tom\nid = \"pet-2\"\n}\n";
        zoo.config(&format!("{rex}{tom}{import}"))?;
        let plan = zoo.plan()?;
        let change = plan.change("zoo_pet.tom")?;
        assert_eq!(change.action, Action::NoOp);
        assert_eq!(change.json["importing"]["id"], "pet-2");
        zoo.apply_plan(&plan)?;
        zoo.assert_settled()?;
        assert!(zoo.take_changes().is_empty(), "importing changes nothing");

        zoo.config(&format!("{}{tom}", rex.replace("legs = 3", "legs = 2")))?;
        assert_eq!(zoo.apply_rex()?.as_deref(), Some("update"));
        let rex = zoo.rex()?;
        assert_eq!((&rex["legs"], &rex["changes"]), (&json!(2), &Value::Null));
        Ok(())
    });
}

/// U1 to U3: a state from before the provider had most of today's attributes, among them the required `diet`.
#[test]
fn a_state_with_missing_attributes_is_refreshed_changed_and_destroyed() {
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
        assert_eq!(planned(&outcome, "zoo_pet.rex").as_deref(), Some("update"));
        assert_eq!(zoo.rex()?["diet"]["kcal"], 300);

        zoo.edit_state(age)?;
        zoo.destroy_unseen()?;
        assert!(zoo.state()?.is_empty() && zoo.ids().is_empty());
        Ok(())
    });
}
