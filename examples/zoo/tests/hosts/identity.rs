//! What hosts know a pet by.

use serde_json::{Value, json};
use terrane_test::{Action, Failure, Feature};

use super::{REX, Zoo, on_hosts_with};
use crate::api::{NewPet, Traits};

/// I3, I7, I8, R3.
#[test]
fn a_pet_is_imported_by_its_identity() {
    on_hosts_with(Some(Feature::Identity), |zoo| {
        let pet = zoo.api.add(NewPet {
            name: "Rex".to_owned(),
            traits: Traits {
                legs: 4,
                tags: None,
                toys: None,
            },
        });
        assert!(zoo.api.change(&pet.id, |pet| pet.diet.kcal = 300));
        let rex = zoo.pet(REX, "kcal = 300");
        let import = |id: &str| {
            format!("import {{\nto = zoo_pet.rex\nidentity = {{\nid = \"{id}\"\n}}\n}}\n{rex}")
        };
        zoo.config(&import("pet-9"))?;
        let failure = zoo.plan().expect_err("there is no such pet");
        failure.assert_mentions("Cannot import non-existent remote object");
        zoo.config(&import("pet-1"))?;
        let plan = zoo.plan()?;
        assert_eq!(plan.change("zoo_pet.rex")?.action, Action::NoOp);
        zoo.apply_plan(&plan)?;
        assert_eq!(zoo.rex()?["id"], "pet-1");
        assert_eq!(
            zoo.state()?["zoo_pet.rex"].json["identity"],
            json!({ "id": "pet-1" })
        );
        zoo.assert_settled()?;
        assert!(zoo.take_changes().is_empty(), "importing changes nothing");
        Ok(())
    });
}

/// L3: what a practitioner sees is the plan itself, whose identity is not known yet.
#[test]
fn a_plan_is_shown_before_and_after_the_identity_is_known() {
    on_hosts_with(Some(Feature::Identity), |zoo| {
        let shown = |zoo: &Zoo<'_>| {
            let plan = zoo.run(["plan", "-input=false", "-no-color", "-out=shown.plan"])?;
            let json = zoo.run(["show", "-json", "shown.plan"])?;
            let json: Value = serde_json::from_str(json.stdout()).expect("a plan as JSON");
            assert_eq!(
                json["resource_changes"][0]["address"], "zoo_pet.rex",
                "{json}"
            );
            Ok::<_, Failure>(plan.stdout().to_owned())
        };
        let rex = zoo.pet(REX, "kcal = 300");
        zoo.config(&rex)?;
        let text = shown(zoo)?;
        assert!(
            text.contains("Plan: 1 to add, 0 to change, 0 to destroy."),
            "{text}"
        );
        zoo.apply()?;
        zoo.config(&rex.replace("Rex", "Tom"))?;
        let text = shown(zoo)?;
        assert!(
            text.contains("Plan: 1 to add, 0 to change, 1 to destroy."),
            "{text}"
        );
        Ok(())
    });
}

/// L13, A9, R4: an identity comes with the pet, stays with it, and is found again where a state lacks it.
#[test]
fn a_pet_keeps_its_identity_until_it_is_destroyed() {
    fn forget(state: &mut Value) {
        let instance = &mut state["resources"][0]["instances"][0];
        let instance = instance.as_object_mut().expect("an object");
        instance.retain(|name, _| !name.starts_with("identity"));
    }
    on_hosts_with(Some(Feature::Identity), |zoo| {
        let rex = zoo.pet(REX, "kcal = 300");
        zoo.config(&rex)?;
        zoo.apply()?;
        let identity = json!({ "id": "pet-1" });
        assert_eq!(zoo.state()?["zoo_pet.rex"].json["identity"], identity);

        zoo.config(&rex.replace("\ndiet", "\nlegs = 3\ndiet"))?;
        assert_eq!(zoo.apply_rex()?.as_deref(), Some("update"));
        assert_eq!(zoo.state()?["zoo_pet.rex"].json["identity"], identity);

        zoo.edit_state(forget)?;
        zoo.refresh()?;
        assert_eq!(zoo.state()?["zoo_pet.rex"].json["identity"], identity);
        zoo.edit_state(forget)?;
        zoo.config(&rex)?;
        zoo.apply_with(["-refresh=false"])?;
        assert_eq!(zoo.state()?["zoo_pet.rex"].json["identity"], identity);

        zoo.config(&rex.replace("Rex", "Tom"))?;
        let reason = "replace (cannot_update)";
        assert_eq!(zoo.apply_rex()?.as_deref(), Some(reason));
        let identity = json!({ "id": "pet-2" });
        assert_eq!(zoo.state()?["zoo_pet.rex"].json["identity"], identity);
        zoo.destroy()?;
        Ok(())
    });
}
