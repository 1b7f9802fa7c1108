//! Imports: by id, by identity, and with generated configuration.

use std::fs;

use serde_json::{Value, json};
use terrane_test::{Action, Feature};

use super::{Kitchen, on_hosts_with, on_installed_hosts, on_oldest_and_newest};

fn towel(owner: &str, colour: &str) -> String {
    format!("resource \"sink_towel\" \"red\" {{\nowner = \"{owner}\"\ncolour = \"{colour}\"\n}}\n")
}

/// What the state has of the towel.
fn known(sink: &Kitchen<'_>) -> Result<Value, terrane_test::Failure> {
    Ok(sink.state()?["sink_towel.red"].attributes.clone())
}

/// I3, I4, I7, I9.
#[test]
fn i3_objects_are_imported_by_their_id_and_their_configuration_is_written() {
    on_installed_hosts(|sink| {
        fs::create_dir_all(sink.folder())?;
        fs::write(sink.folder().join("cup.dish"), "tea")?;
        fs::write(sink.folder().join("plate.dish"), "rice")?;
        let plate =
            "resource \"sink_dish\" \"plate\" {\nname = \"plate\"\nleftovers = \"rice\"\n}\n";
        sink.config(plate)?;
        let failure = sink.import("sink_dish.plate", "nothing").unwrap_err();
        failure.assert_mentions("Cannot import non-existent remote object");
        sink.import("sink_dish.plate", "plate")?;
        let state = sink.state()?;
        assert_eq!(state["sink_dish.plate"].attributes["leftovers"], "rice");
        assert!(
            !state["sink_dish.plate"].private.is_empty(),
            "read keeps private state"
        );
        sink.assert_settled()?;

        // A menu and a sponge have no identity: their ids have a form of their own.
        let others = "import {\nto = sink_menu.menu\nid = \"soup/fish/cake\"\n}\nresource \"sink_menu\" \"menu\" {\nstarter = \"soup\"\n\
            main_course = \"fish\"\ndessert = \"cake\"\n}\nimport {\nto = sink_sponge.old\nid = \"3\"\n}\n\
            resource \"sink_sponge\" \"old\" {\nsize = 3\n}\n";
        // Without a configuration of the target, not every host finds the provider by the name of the type.
        let cup = "import {\nto = sink_dish.cup\nid = \"cup\"\nprovider = sink\n}\n";
        sink.config(&format!("{plate}{others}{cup}"))?;
        sink.run([
            "plan",
            "-input=false",
            "-no-color",
            "-generate-config-out=cup.tf",
        ])?;
        let generated = fs::read_to_string(sink.path().join("cup.tf"))?;
        assert!(generated.contains("\"tea\""), "{generated}");
        assert!(
            !generated.contains("seen"),
            "the provider sets it: {generated}"
        );
        // With a configuration, an import names no provider.
        let cup = cup.replace("provider = sink\n", "");
        sink.config(&format!("{plate}{others}{cup}"))?;
        let plan = sink.plan()?;
        for address in ["sink_dish.cup", "sink_menu.menu", "sink_sponge.old"] {
            assert_eq!(plan.action(address)?, Action::NoOp, "{address}");
        }
        let mut warnings = plan.outcome().warnings();
        assert!(
            warnings.any(|it| it.summary == "A sponge was imported"),
            "{}",
            plan.outcome().stdout()
        );
        assert_eq!(plan.change("sink_dish.cup")?.json["importing"]["id"], "cup");
        sink.apply_plan(&plan)?;
        sink.assert_settled()?;
        assert_eq!(
            sink.dish("cup").as_deref(),
            Some("tea"),
            "importing changes nothing"
        );
        Ok(())
    });
}

/// I7, I8, L13: one part of an identity may be left out.
#[test]
fn i8_objects_are_imported_by_their_identity() {
    on_hosts_with(Feature::Identity, |sink| {
        let jar = |name: &str, place: &str, identity: &str| {
            format!(
                "import {{\nto = sink_jar.{name}\nidentity = {{\nlabel = \"{name}\"\n{identity}\n}}\n}}\n\
                 resource \"sink_jar\" \"{name}\" {{\nlabel = \"{name}\"\nplace = \"{place}\"\n}}\n"
            )
        };
        sink.config(&(jar("jam", "cellar", "") + &jar("honey", "attic", "place = \"attic\"")))?;
        let plan = sink.plan()?;
        for address in ["sink_jar.jam", "sink_jar.honey"] {
            assert_eq!(plan.action(address)?, Action::NoOp, "{address}");
        }
        sink.apply_plan(&plan)?;
        let state = sink.state()?;
        let identity = |name: &str| state[name].json["identity"].clone();
        assert_eq!(
            identity("sink_jar.jam"),
            json!({ "label": "jam", "place": "cellar" })
        );
        assert_eq!(
            identity("sink_jar.honey"),
            json!({ "label": "honey", "place": "attic" })
        );
        sink.assert_settled()?;
        Ok(())
    });
}

/// The author of the towel has not said that an update keeps its id.
#[test]
fn l21_an_update_keeps_a_computed_identity() {
    on_oldest_and_newest(|sink| {
        sink.config(&towel("tom", "red"))?;
        sink.apply()?;
        sink.config(&towel("tom", "blue"))?;
        let plan = sink.plan()?;
        let change = plan.change("sink_towel.red")?;
        assert_eq!(change.action, Action::Update);
        assert_eq!(change.after["id"], "towel-tom");
        sink.apply_plan(&plan)?;
        let expected = json!({ "id": "towel-tom", "owner": "tom", "colour": "blue", "washed": 2 });
        assert_eq!(known(sink)?, expected);
        sink.assert_settled()?;
        sink.destroy()?;
        assert!(!sink.folder().join("towel-tom.towel").exists());
        Ok(())
    });
}

/// A8: after an error, the state has what it had and what is new.
#[test]
fn a8_no_error_loses_a_known_value() {
    on_oldest_and_newest(|sink| {
        sink.config(&towel("tom", "red"))?;
        sink.apply()?;
        sink.config(&towel("tom", "faded"))?;
        let failure = sink.apply().expect_err("the label cannot be read");
        failure.assert_mentions("`washed` of sink_towel is still not known");
        let expected = json!({ "id": "towel-tom", "owner": "tom", "colour": "faded", "washed": 1 });
        assert_eq!(known(sink)?, expected);
        sink.config(&towel("tom", "blue"))?;
        sink.apply()?;
        assert_eq!(known(sink)?["washed"], 2);
        sink.destroy()?;
        Ok(())
    });
}

/// A13: what was created without its key is described, so that somebody can find it.
#[test]
fn a13_an_object_without_its_key_is_described() {
    on_oldest_and_newest(|sink| {
        sink.config(&towel("tom", "transparent"))?;
        let failure = sink.apply().expect_err("it has no mark");
        failure.assert_mentions("Cannot find the created object again");
        failure.assert_mentions("owner = \"tom\"");
        let failure = sink.destroy().expect_err("nobody finds it");
        failure.assert_mentions("owner = \"tom\"");
        failure.assert_mentions("state rm");
        sink.run(["state", "rm", "sink_towel.red"])?;
        fs::remove_file(sink.folder().join("towel-tom.towel"))?;
        sink.config(&towel("tom", "red"))?;
        sink.apply()?;
        sink.destroy()?;
        Ok(())
    });
}

/// R4, L13: one part may change, and that does not let the others change.
#[test]
fn r4_a_read_that_returns_another_object_is_refused() {
    on_oldest_and_newest(|sink| {
        sink.config(&towel("tom", "red"))?;
        sink.apply()?;
        let before = sink.state()?["sink_towel.red"].json.clone();
        let file = sink.folder().join("towel-tom.towel");
        fs::write(&file, "towel-tina\ntina\nred")?;
        let planned = sink.plan().map(|_| ());
        let refreshed = sink.refresh().map(|_| ());
        for outcome in [planned, refreshed] {
            let failure = outcome.expect_err("it is another towel");
            failure.assert_mentions("Unexpected Identity Change");
            failure.assert_mentions("towel-tina");
        }
        assert_eq!(sink.state()?["sink_towel.red"].json, before);

        fs::write(&file, "towel-tom\ntina\nred")?;
        sink.refresh()?;
        assert_eq!(known(sink)?["owner"], "tina", "it was given away");
        assert_eq!(sink.plan()?.action("sink_towel.red")?, Action::Update);
        sink.apply()?;
        assert_eq!(known(sink)?["owner"], "tom");
        sink.destroy()?;
        Ok(())
    });
}

/// U9, A9: a part that is no attribute, one with another name, and an identity of the version before.
#[test]
fn u9_an_identity_has_parts_and_versions_of_its_own() {
    fn forget(state: &mut Value) {
        let instance = &mut state["resources"][0]["instances"][0];
        let instance = instance.as_object_mut().expect("an object");
        instance.retain(|name, _| !name.starts_with("identity"));
    }
    fn age(state: &mut Value) {
        let instance = &mut state["resources"][0]["instances"][0];
        instance["identity"] = json!({ "number": 1 });
        instance["identity_schema_version"] = json!(0);
    }
    on_hosts_with(Feature::Identity, |sink| {
        sink.config(&towel("1", "red"))?;
        sink.apply()?;
        let stored = sink.state()?["sink_towel.red"].json.clone();
        assert_eq!(stored["schema_version"], 0);
        assert_eq!(stored["identity_schema_version"], 2);
        let identity = json!({ "mark": "towel-1", "owner": "1", "laundry": "cellar" });
        assert_eq!(stored["identity"], identity);
        for edit in [forget, age] {
            sink.edit_state(edit)?;
            sink.refresh()?;
            assert_eq!(sink.state()?["sink_towel.red"].json, stored);
            sink.edit_state(edit)?;
            sink.assert_settled()?;
        }
        sink.config(
            "import {\nto = sink_towel.red\nidentity = {\nmark = \"towel-1\"\nowner = \"1\"\nlaundry = \"river\"\n}\n}\n\
             resource \"sink_towel\" \"red\" {\nowner = \"1\"\ncolour = \"red\"\n}\n",
        )?;
        sink.run(["state", "rm", "sink_towel.red"])?;
        let plan = sink.plan()?;
        assert_eq!(plan.action("sink_towel.red")?, Action::NoOp);
        sink.apply_plan(&plan)?;
        let identity = json!({ "mark": "towel-1", "owner": "1", "laundry": "river" });
        assert_eq!(sink.state()?["sink_towel.red"].json["identity"], identity);
        sink.assert_settled()?;
        sink.destroy()?;
        Ok(())
    });
}

/// M4: what moves brings its identity along.
#[test]
fn m4_a_jar_becomes_a_towel_with_the_data_of_its_identity() {
    on_hosts_with(Feature::MoveAcrossTypes, |sink| {
        sink.config("resource \"sink_jar\" \"red\" {\nlabel = \"jam\"\nplace = \"attic\"\n}\n")?;
        sink.apply()?;
        fs::create_dir_all(sink.folder())?;
        fs::write(sink.folder().join("towel-jam.towel"), "towel-jam\njam\nred")?;
        let moved = "moved {\nfrom = sink_jar.red\nto = sink_towel.red\n}\n";
        sink.config(&format!("{moved}{}", towel("jam", "red")))?;
        let plan = sink.plan()?;
        assert_eq!(plan.action("sink_towel.red")?, Action::NoOp);
        sink.apply_plan(&plan)?;
        assert_eq!(known(sink)?["id"], "towel-jam");
        let has_identity = sink.host().has(Feature::Identity);
        if has_identity && sink.host().product() == terrane_test::Product::Terraform {
            let identity = json!({ "mark": "towel-jam", "owner": "jam", "laundry": "attic" });
            assert_eq!(sink.state()?["sink_towel.red"].json["identity"], identity);
        }
        sink.assert_settled()?;
        Ok(())
    });
}
