//! States that other versions and other providers wrote.

use serde_json::{Value, json};
use terrane_test::{Action, Feature};

use super::{REX, on_every_host, on_hosts_with};

/// U4, U9: the state goes through the versions, and what hosts know a pet by is made anew.
#[test]
fn a_state_of_the_first_version_is_read() {
    fn age(state: &mut Value) {
        let instance = &mut state["resources"][0]["instances"][0];
        instance["schema_version"] = json!(0);
        instance["attributes"] = json!({ "id": "pet-1", "name": "Rex", "kcal": 300 });
        if instance.get("identity").is_some() {
            instance["identity_schema_version"] = json!(0);
        }
    }
    on_every_host(|zoo| {
        let rex = zoo.pet(REX, "kcal = 300");
        zoo.config(&rex)?;
        zoo.apply()?;
        let whole = zoo.state()?["zoo_pet.rex"].json.clone();
        assert_eq!(whole["schema_version"], 1);

        zoo.edit_state(age)?;
        zoo.refresh()?;
        assert_eq!(zoo.state()?["zoo_pet.rex"].json, whole);
        zoo.edit_state(age)?;
        zoo.assert_settled()?;

        zoo.edit_state(age)?;
        zoo.config(&rex.replace("\ndiet", "\nlegs = 3\ndiet"))?;
        zoo.apply_with(["-refresh=false"])?;
        let now = zoo.state()?["zoo_pet.rex"].json.clone();
        assert_eq!(now["identity"], whole["identity"]);
        assert_eq!(now["attributes"]["legs"], 3);

        zoo.edit_state(age)?;
        zoo.destroy_unseen()?;
        assert!(zoo.ids().is_empty());
        Ok(())
    });
}

/// U8: a state that a later provider wrote is not touched.
#[test]
fn a_state_of_a_later_provider_is_refused() {
    on_every_host(|zoo| {
        let rex = zoo.pet(REX, "kcal = 300");
        zoo.config(&rex)?;
        zoo.apply()?;
        zoo.edit_state(|state| {
            state["resources"][0]["instances"][0]["schema_version"] = json!(7);
        })?;
        let failure = zoo.plan().expect_err("nobody knows version 7");
        failure.assert_mentions("newer");
        assert_eq!(zoo.ids(), ["pet-1"]);
        Ok(())
    });
}

/// M2 to M6.
#[test]
fn an_object_of_another_provider_is_moved_to_a_pet() {
    on_hosts_with(Some(Feature::MoveAcrossTypes), |zoo| {
        let rex = zoo.pet(REX, "kcal = 300");
        zoo.config(&rex)?;
        zoo.apply()?;
        let whole = zoo.rex()?;
        zoo.run(["state", "rm", "zoo_pet.rex"])?;

        let note =
            |input: &str| format!("resource \"terraform_data\" \"rex\" {{\ninput = {input}\n}}\n");
        let moved = "moved {\nfrom = terraform_data.rex\nto = zoo_pet.rex\n}\n";
        zoo.config(&note("[1]"))?;
        zoo.apply()?;
        zoo.config(&format!("{moved}{rex}"))?;
        let failure = zoo.plan().expect_err("that is no pet");
        failure.assert_mentions("Not the note of a pet");

        zoo.config(&note("\"pet-1\""))?;
        zoo.apply()?;
        zoo.config(&format!("{moved}{rex}"))?;
        let plan = zoo.plan()?;
        assert_eq!(plan.change("zoo_pet.rex")?.action, Action::NoOp);
        zoo.apply_plan(&plan)?;
        let mut expected = whole;
        expected["changes"] = Value::Null;
        assert_eq!(zoo.rex()?, expected, "the private state is gone");
        zoo.assert_settled()?;
        assert_eq!(zoo.ids(), ["pet-1"]);
        Ok(())
    });
}
