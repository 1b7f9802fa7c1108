//! Imports by ids that tell everything.

use serde_json::json;

use super::{assert_has, on_every_host};

/// The configurations of what is imported; without triggers of their own they would be replaced.
pub(crate) const IMPORTED: &str = r#"
resource "time_static" "it" {
  triggers = {}
}
resource "time_offset" "it" {
  offset_days = 1
  triggers    = {}
}
resource "time_rotating" "it" {
  rotation_days  = 1
  rotation_hours = 2
  triggers       = {}
}
resource "time_rotating" "at" {
  rotation_rfc3339 = "2120-02-12T06:36:13+01:00"
  triggers         = {}
}
resource "time_sleep" "it" {
  create_duration = "30s"
  triggers        = {}
}
"#;

/// Their ids.
pub(crate) const IDS: [(&str, &str); 5] = [
    ("time_static.it", "2020-02-12T06:36:13.5Z"),
    ("time_offset.it", "2020-02-12T06:36:13Z,,,1,,,"),
    ("time_rotating.it", "2119-02-12T06:36:13Z,,,1,2,"),
    (
        "time_rotating.at",
        "2119-02-12T06:36:13Z,2120-02-12T06:36:13+01:00",
    ),
    ("time_sleep.it", "30s,"),
];

#[test]
fn everything_is_imported_and_nothing_changes_then() {
    on_every_host(|host| {
        host.config(IMPORTED)?;
        for (address, id) in IDS {
            host.import(address, id)?;
        }
        let state = host.state()?;
        for (address, expected) in [
            (
                "time_static.it",
                json!({ "rfc3339": "2020-02-12T06:36:13Z", "id": "2020-02-12T06:36:13Z", "unix": 1_581_489_373 }),
            ),
            (
                "time_offset.it",
                json!({ "rfc3339": "2020-02-13T06:36:13Z", "base_rfc3339": "2020-02-12T06:36:13Z", "offset_days": 1, "offset_years": null }),
            ),
            (
                "time_rotating.it",
                json!({ "rotation_rfc3339": "2119-02-12T08:36:13Z", "rotation_days": 1, "rotation_hours": 2, "rotation_minutes": null }),
            ),
            (
                "time_rotating.at",
                json!({ "rotation_rfc3339": "2120-02-12T06:36:13+01:00", "rotation_days": null, "hour": 6 }),
            ),
            (
                "time_sleep.it",
                json!({ "create_duration": "30s", "destroy_duration": null }),
            ),
        ] {
            assert_has(&state[address].attributes, &expected);
            assert_eq!(
                state[address].attributes["triggers"],
                json!({}),
                "{address}"
            );
        }
        let id = state["time_sleep.it"].attributes["id"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        assert!(id.ends_with('Z'), "{id}");
        host.assert_settled()?;
        Ok(())
    });
}

#[test]
fn past_and_odd_times_are_reported_by_the_host_or_later() {
    on_every_host(|host| {
        host.config(IMPORTED)?;
        for (address, id, expected) in [
            (
                "time_rotating.it",
                "2119-02-12T06:36:13Z,0,,,,",
                "Cannot import non-existent remote object",
            ),
            ("time_sleep.it", "30s,1d", "Import time sleep error"),
        ] {
            let failure = host.import(address, id).expect_err(id);
            assert!(
                failure.error(expected).is_some(),
                "{address} {id}: {failure}"
            );
        }
        host.import("time_sleep.it", "1h30m,-5s")?;
        assert_has(
            &host.state()?["time_sleep.it"].attributes,
            &json!({ "create_duration": "1h30m", "destroy_duration": "-5s" }),
        );
        Ok(())
    });
}
