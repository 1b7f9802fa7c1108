//! Imports: by id, by identity, and with generated configuration.

use std::fs;

use serde_json::json;
use terrane_test::{Action, Feature};

use super::{on_every_host, on_hosts_with};

/// I3, I4, I7, I9.
#[test]
fn i3_objects_are_imported_by_their_id_and_their_configuration_is_written() {
    on_every_host(|sink| {
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
