//! States of older versions of the provider, and objects of other types.

use serde_json::{Value, json};
use terrane_test::{Action, Feature};

use super::{on_every_host, on_hosts_with};

const JAR: &str = "resource \"sink_jar\" \"jam\" {\nlabel = \"jam\"\ngrams = 30\n}\n";

/// Makes a state look as if an older version had written it.
fn age(version: u8, attributes: Value) -> impl FnOnce(&mut Value) {
    move |state| {
        let instance = &mut state["resources"][0]["instances"][0];
        instance["schema_version"] = json!(version);
        instance["attributes"] = attributes;
        if instance.get("identity").is_some() {
            instance["identity_schema_version"] = json!(0);
        }
    }
}

/// U1 to U4, U8.
#[test]
fn u4_states_of_every_older_version_are_read() {
    on_every_host(|sink| {
        sink.config(JAR)?;
        sink.apply()?;
        let whole = sink.state()?["sink_jar.jam"].json.clone();
        assert_eq!(whole["schema_version"], 2);

        sink.edit_state(age(0, json!({ "name": "jam", "spoons": 3 })))?;
        sink.assert_settled()?;
        sink.edit_state(age(1, json!({ "name": "jam", "grams": 30, "gone": true })))?;
        sink.refresh()?;
        assert_eq!(sink.state()?["sink_jar.jam"].json, whole);
        sink.edit_state(age(0, json!({ "name": "jam", "spoons": 7 })))?;
        let plan = sink.plan_with(["-refresh=false"])?;
        assert_eq!(plan.change("sink_jar.jam")?.before["grams"], 70);
        assert_eq!(plan.action("sink_jar.jam")?, Action::Update);
        sink.edit_state(age(9, json!({})))?;
        let failure = sink.plan().expect_err("nobody knows version 9");
        failure.assert_mentions("newer");
        Ok(())
    });
}

/// M2 to M6.
#[test]
fn m2_objects_of_other_types_and_providers_become_jars() {
    on_hosts_with(Feature::MoveAcrossTypes, |sink| {
        let sources = "resource \"sink_dish\" \"jam\" {\nname = \"jam\"\n}\n\
            resource \"terraform_data\" \"honey\" {\ninput = \"honey\"\n}\n\
            resource \"terraform_data\" \"rice\" {\ninput = 7\n}\n";
        sink.config(sources)?;
        sink.apply()?;
        let moved = |from: &str, name: &str| {
            format!(
                "moved {{\nfrom = {from}.{name}\nto = sink_jar.{name}\n}}\nresource \"sink_jar\" \"{name}\" {{\nlabel = \"{name}\"\n}}\n"
            )
        };
        let config = moved("sink_dish", "jam") + &moved("terraform_data", "honey");
        sink.config(&(config.clone() + &moved("terraform_data", "rice")))?;
        let failure = sink.plan().expect_err("7 is the note of no jar");
        failure.assert_mentions("Not the note of a jar");

        sink.config(&(config + "resource \"terraform_data\" \"rice\" {\ninput = 7\n}\n"))?;
        let plan = sink.plan()?;
        for address in ["sink_jar.jam", "sink_jar.honey"] {
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
