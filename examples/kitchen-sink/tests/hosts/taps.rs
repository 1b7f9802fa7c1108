//! Ephemeral resources and write-only attributes.

use terrane_test::{Action, Feature};

use super::on_hosts_with;

/// E1, E3, E4.
#[test]
fn e1_e3_an_ephemeral_resource_is_opened_and_closed_in_plan_and_apply() {
    on_hosts_with(Feature::Ephemeral, |sink| {
        sink.config("ephemeral \"sink_tap\" \"warm\" {\ndegrees = 40\n}\n")?;
        sink.apply()?;
        let lines = sink.diary();
        let count = |what: &str| {
            let line = format!("{what} water of 40 degrees");
            lines.iter().filter(|found| **found == line).count()
        };
        assert!(count("opened") >= 1, "{lines:?}");
        assert_eq!(count("opened"), count("closed"), "{lines:?}");

        for (config, says) in [
            ("degrees = 100", "at most 99"),
            ("degrees = 99", "boils"),
            ("degrees = 1", "frozen"),
        ] {
            sink.config(&format!(
                "ephemeral \"sink_tap\" \"tap\" {{\n{config}\n}}\n"
            ))?;
            let failure = sink.plan().expect_err("there is no such water");
            failure.assert_mentions(says);
        }
        Ok(())
    });
}

/// E2, L7, A11: the value of an ephemeral resource goes to the provider and into no state, and lives as long as it is used.
#[test]
fn e2_an_ephemeral_resource_is_renewed_while_its_value_is_used() {
    on_hosts_with(Feature::WriteOnly, |sink| {
        let config = |degrees: u8| {
            format!(
                "ephemeral \"sink_tap\" \"warm\" {{\ndegrees = {degrees}\n}}\nresource \"sink_dish\" \"plate\" {{\nname = \"plate\"\n\
                 water = ephemeral.sink_tap.warm.water\nlock {{\ncode = \"1234\"\n}}\n}}\n\
                 resource \"sink_dish\" \"cup\" {{\nname = \"cup\"\nsoap = \"green\"\n}}\n"
            )
        };
        sink.config(&config(20))?;
        let applied = sink.apply()?;
        let mut warnings = applied.warnings();
        assert!(
            warnings.any(|it| it.mentions("water")),
            "{}",
            applied.stdout()
        );
        let lines = sink.diary();
        assert!(
            lines.contains(&"locked plate with 4 digits".to_owned()),
            "{lines:?}"
        );
        let at = |line: &str| lines.iter().rposition(|found| found == line);
        let washed = at("washed plate with water of 20 degrees");
        assert!(
            lines.contains(&"renewed water of 20 degrees".to_owned()),
            "{lines:?}"
        );
        assert!(washed.is_some(), "{lines:?}");
        assert!(
            at("opened water of 20 degrees") < washed && washed < at("closed water of 20 degrees"),
            "{lines:?}"
        );
        let plate = sink.state()?["sink_dish.plate"].attributes.clone();
        assert!(
            plate["water"].is_null() && plate["lock"]["code"].is_null(),
            "{plate}"
        );
        sink.assert_settled()?;
        sink.config(&config(30))?;
        assert_eq!(
            sink.plan()?.action("sink_dish.plate")?,
            Action::Update,
            "other water"
        );
        sink.apply()?;
        assert!(
            sink.diary()
                .contains(&"washed plate with water of 30 degrees".to_owned())
        );
        assert_eq!(sink.state()?["sink_dish.plate"].attributes["waters"], 2);
        Ok(())
    });
}
