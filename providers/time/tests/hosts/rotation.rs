//! Rotations whose time has come.

use terrane_test::Action;

use super::{on_every_host, replacing};

const OUTDATED: &str = r#"
resource "time_rotating" "at" {
  rotation_rfc3339 = "2020-02-12T06:36:13.5+00:00"
}
resource "time_rotating" "minutes" {
  rfc3339          = "2020-02-12T06:36:13Z"
  rotation_minutes = 1
}
resource "time_rotating" "fine" {
  rotation_years = 1000
}
"#;

#[test]
fn a_rotation_that_is_past_makes_a_new_time() {
    on_every_host(|host| {
        host.config(OUTDATED)?;
        host.apply()?;
        let state = host.state()?;
        assert_eq!(state["time_rotating.minutes"].attributes["minute"], 37);
        let plan = host.plan_with(["-refresh=false"])?;
        plan.assert_empty();

        let plan = host.plan()?;
        for (address, action) in [
            ("time_rotating.at", Action::Create),
            ("time_rotating.minutes", Action::Create),
            ("time_rotating.fine", Action::NoOp),
        ] {
            assert_eq!(plan.action(address)?, action, "{address}");
        }
        let mut drift: Vec<String> = plan.drift().map(|change| change.address).collect();
        drift.sort();
        assert_eq!(drift, ["time_rotating.at", "time_rotating.minutes"]);

        // What is past already is not changed but replaced.
        host.config(
            &OUTDATED
                .replace("2020-02-12T06:36:13.5+00:00", "2199-02-12T06:36:13+00:00")
                .replace("rotation_minutes = 1", "rotation_hours = 2000000"),
        )?;
        let plan = host.plan_with(["-refresh=false"])?;
        for name in ["at", "minutes"] {
            let change = plan.change(&format!("time_rotating.{name}"))?;
            assert_eq!(change.action, Action::DeleteThenCreate, "{name}");
            assert_eq!(replacing(&change), ["rotation_rfc3339"], "{name}");
        }
        assert_eq!(plan.action("time_rotating.fine")?, Action::NoOp);
        host.apply_plan(&plan)?;
        let state = host.state()?;
        let id = state["time_rotating.at"].attributes["rfc3339"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(id.as_str() >= "2026", "{id} is the time of the replacement");
        host.assert_settled()?;

        // Unreadable files are reported.
        host.edit_state(|state| {
            for resource in state["resources"].as_array_mut().into_iter().flatten() {
                resource["instances"][0]["attributes"]["rotation_rfc3339"] = "soon".into();
            }
        })?;
        let failure = host.plan().expect_err("nobody can read this");
        assert_eq!(failure.errors().count(), 3, "{failure}");
        assert!(
            failure
                .errors()
                .all(|error| error.mentions("Read time rotating error")),
            "{failure}"
        );
        host.config(&OUTDATED.replace("1000", "1001"))?;
        let failure = host
            .plan_with(["-refresh=false"])
            .expect_err("nobody can read this");
        failure.assert_mentions("replaceIfOutdated plan modifier error");
        Ok(())
    });
}
