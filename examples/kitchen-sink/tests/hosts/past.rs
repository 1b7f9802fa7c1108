//! States of older versions of the provider, and objects of other types.

use serde_json::{Value, json};
use terrane_test::{Action, Feature};

use super::{on_hosts_with, on_oldest_and_newest};

const JAR: &str = "resource \"sink_jar\" \"jam\" {\nlabel = \"jam\"\ngrams = 30\n}\n\
    resource \"sink_menu\" \"menu\" {\ndessert = \"cake\"\n}\nresource \"sink_sponge\" \"old\" {\nsize = 3\n}\n";

/// Makes a state look as if an older version had written one of its objects.
fn age(type_name: &str, version: u8, attributes: Value) -> impl FnOnce(&mut Value) {
    move |state| {
        let resources = state["resources"].as_array_mut().expect("resources");
        let resource = resources.iter_mut().find(|it| it["type"] == type_name);
        let instance = &mut resource.expect("one of the type")["instances"][0];
        instance["schema_version"] = json!(version);
        instance["attributes"] = attributes;
        if instance.get("identity").is_some() {
            instance["identity_schema_version"] = json!(0);
        }
    }
}

/// U1 to U4, U8: by a chain of models, by a function that may fail, and by values.
#[test]
fn u4_states_of_every_older_version_are_read() {
    on_oldest_and_newest(|sink| {
        sink.config(JAR)?;
        sink.apply()?;
        let whole = sink.state()?["sink_jar.jam"].json.clone();
        assert_eq!(whole["schema_version"], 2);

        sink.edit_state(age("sink_jar", 0, json!({ "name": "jam", "spoons": 3 })))?;
        sink.edit_state(age("sink_menu", 0, json!({ "sweet": "cake" })))?;
        sink.edit_state(age("sink_sponge", 1, json!({ "size": "3" })))?;
        sink.assert_settled()?;
        sink.edit_state(age(
            "sink_jar",
            1,
            json!({ "name": "jam", "grams": 30, "gone": true }),
        ))?;
        sink.refresh()?;
        let state = sink.state()?;
        assert_eq!(state["sink_jar.jam"].json, whole);
        assert_eq!(state["sink_menu.menu"].attributes["dessert"], "cake");
        assert_eq!(state["sink_sponge.old"].attributes["size"], 3);
        sink.edit_state(age("sink_jar", 0, json!({ "name": "jam", "spoons": 7 })))?;
        let plan = sink.plan_with(["-refresh=false"])?;
        assert_eq!(plan.change("sink_jar.jam")?.before["grams"], 70);
        assert_eq!(plan.action("sink_jar.jam")?, Action::Update);
        sink.edit_state(age("sink_jar", 9, json!({})))?;
        sink.edit_state(age("sink_sponge", 0, json!({ "size": "huge" })))?;
        let failure = sink.plan().expect_err("nobody knows version 9");
        failure.assert_mentions("newer");
        failure.assert_mentions("The sponge has no size");
        Ok(())
    });
}

/// R2: a state from before `seen` existed.
#[test]
fn r2_a_state_with_missing_computed_values_keeps_its_other_values() {
    on_oldest_and_newest(|sink| {
        let dish = "resource \"sink_dish\" \"plate\" {\nname = \"plate\"\nsoap = \"salt\"\n}\n";
        sink.config(dish)?;
        sink.apply()?;
        sink.edit_state(|state| {
            let instance = &mut state["resources"][0]["instances"][0];
            let attributes = instance["attributes"].as_object_mut().expect("an object");
            assert_eq!(attributes.remove("seen"), Some(json!(0)));
        })?;
        sink.assert_settled()?;
        sink.refresh()?;
        let plate = sink.state()?["sink_dish.plate"].attributes.clone();
        assert_eq!(
            (&plate["soap"], &plate["seen"]),
            (&json!("salt"), &Value::Null)
        );

        sink.config(&dish.replace("salt", "sand"))?;
        let plan = sink.plan()?;
        assert_eq!(plan.action("sink_dish.plate")?, Action::Update);
        sink.apply_plan(&plan)?;
        let plate = sink.state()?["sink_dish.plate"].attributes.clone();
        assert!(plate["seen"].is_i64(), "the next change fills it");
        Ok(())
    });
}

/// M2 to M6.
#[test]
fn m2_objects_of_other_types_and_providers_become_jars() {
    on_hosts_with(Feature::MoveAcrossTypes, |sink| {
        let sources = "resource \"sink_dish\" \"jam\" {\nname = \"jam\"\n}\n\
            resource \"terraform_data\" \"honey\" {\ninput = \"honey\"\n}\n\
            resource \"terraform_data\" \"rice\" {\ninput = 7\n}\n\
            resource \"sink_dish\" \"tart\" {\nname = \"tart\"\n}\n";
        sink.config(sources)?;
        sink.apply()?;
        let moved = |from: &str, name: &str| {
            format!(
                "moved {{\nfrom = {from}.{name}\nto = sink_jar.{name}\n}}\nresource \"sink_jar\" \"{name}\" {{\nlabel = \"{name}\"\n}}\n"
            )
        };
        let menu = "moved {\nfrom = sink_dish.tart\nto = sink_menu.tart\n}\nresource \"sink_menu\" \"tart\" {\ndessert = \"tart\"\n}\n";
        let config = moved("sink_dish", "jam") + &moved("terraform_data", "honey") + menu;
        sink.config(&(config.clone() + &moved("terraform_data", "rice")))?;
        let failure = sink.plan().expect_err("7 is the note of no jar");
        failure.assert_mentions("Not the note of a jar");

        sink.config(&(config + "resource \"terraform_data\" \"rice\" {\ninput = 7\n}\n"))?;
        let plan = sink.plan()?;
        for address in ["sink_jar.jam", "sink_jar.honey", "sink_menu.tart"] {
            assert_eq!(plan.action(address)?, Action::NoOp, "{address}");
        }
        sink.apply_plan(&plan)?;
        let jam = sink.state()?["sink_jar.jam"].attributes.clone();
        assert_eq!(
            jam,
            json!({ "label": "jam", "place": "cellar", "grams": 500 })
        );
        sink.assert_settled()?;
        Ok(())
    });
}
