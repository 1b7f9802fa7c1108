//! Changes of the configuration: what is updated in place, what is replaced, and what is known of it before.

use serde_json::json;
use terrane_test::Action;

use super::{assert_has, on_every_host, over_both_protocols, replacing, unknown};

pub(crate) const BEFORE: &str = r#"
resource "time_static" "trimmed" {
  rfc3339 = "2020-02-12T06:36:13.5Z"
}
resource "time_static" "removed" {
  rfc3339 = "2020-02-12T06:36:13Z"
}
resource "time_static" "triggered" {
}
resource "time_offset" "days" {
  base_rfc3339 = "2020-02-12T06:36:13+00:00"
  offset_days  = 1
}
resource "time_offset" "based" {
  base_rfc3339 = "2020-02-12T06:36:13Z"
  offset_days  = 1
}
resource "time_offset" "unbased" {
  base_rfc3339 = "2020-02-12T06:36:13.5Z"
  offset_days  = 1
}
resource "time_rotating" "days" {
  rfc3339       = "2099-02-12T06:36:13+00:00"
  rotation_days = 1
}
resource "time_rotating" "at" {
  rfc3339          = "2099-02-12T06:36:13Z"
  rotation_rfc3339 = "2099-03-12T06:36:13Z"
}
resource "time_rotating" "both" {
  rfc3339          = "2099-02-12T06:36:13Z"
  rotation_rfc3339 = "2099-03-12T06:36:13Z"
  rotation_years   = 1
}
resource "time_rotating" "base" {
  rfc3339       = "2099-02-12T06:36:13Z"
  rotation_days = 1
}
resource "time_rotating" "triggered" {
  rotation_years = 7
}
resource "time_sleep" "longer" {
  create_duration = "1ms"
}
"#;

pub(crate) const AFTER: &str = r#"
resource "time_static" "trimmed" {
  rfc3339 = "2020-02-12T06:36:13Z"
}
resource "time_static" "removed" {
}
resource "time_static" "triggered" {
  triggers = {}
}
resource "time_offset" "days" {
  base_rfc3339   = "2020-02-12T06:36:13+00:00"
  offset_days    = 2
  offset_seconds = -1
}
resource "time_offset" "based" {
  base_rfc3339 = "2021-02-12T06:36:13Z"
  offset_days  = 1
}
resource "time_offset" "unbased" {
  offset_days = 2
}
resource "time_rotating" "days" {
  rfc3339       = "2099-02-12T06:36:13+00:00"
  rotation_days = 2
}
resource "time_rotating" "at" {
  rfc3339        = "2099-02-12T06:36:13Z"
  rotation_hours = 5
}
resource "time_rotating" "both" {
  rfc3339          = "2099-02-12T06:36:13Z"
  rotation_rfc3339 = "2099-03-12T06:36:13+00:00"
  rotation_years   = 1
}
resource "time_rotating" "base" {
  rfc3339       = "2098-02-12T06:36:13Z"
  rotation_days = 1
}
resource "time_rotating" "triggered" {
  rotation_years = 8
  triggers       = {}
}
resource "time_sleep" "longer" {
  create_duration  = "2h"
  destroy_duration = "1ms"
}
"#;

#[test]
fn values_that_follow_from_a_change_are_known_in_its_plan() {
    on_every_host(|host| {
        host.config(BEFORE)?;
        host.apply()?;
        host.config(AFTER)?;
        let plan = host.plan()?;
        for (address, action, because) in [
            ("time_static.trimmed", Action::DeleteThenCreate, "rfc3339"),
            ("time_static.removed", Action::NoOp, ""),
            (
                "time_static.triggered",
                Action::DeleteThenCreate,
                "rfc3339,triggers",
            ),
            (
                "time_rotating.triggered",
                Action::DeleteThenCreate,
                "triggers",
            ),
            ("time_offset.days", Action::Update, ""),
            ("time_offset.based", Action::Update, ""),
            ("time_offset.unbased", Action::Update, ""),
            ("time_rotating.days", Action::Update, ""),
            ("time_rotating.at", Action::Update, ""),
            ("time_rotating.both", Action::Update, ""),
            ("time_rotating.base", Action::DeleteThenCreate, "rfc3339"),
            ("time_sleep.longer", Action::Update, ""),
        ] {
            let change = plan.change(address)?;
            assert_eq!(change.action, action, "{address}");
            assert_eq!(replacing(&change).join(","), because, "{address}");
        }
        for (address, expected) in [
            (
                "time_offset.days",
                json!({ "rfc3339": "2020-02-14T06:36:12Z", "second": 12, "day": 14, "base_rfc3339": "2020-02-12T06:36:13+00:00" }),
            ),
            (
                "time_offset.unbased",
                json!({ "rfc3339": "2020-02-14T06:36:13Z", "base_rfc3339": "2020-02-12T06:36:13.5Z" }),
            ),
            (
                "time_rotating.days",
                json!({ "rotation_rfc3339": "2099-02-14T06:36:13Z", "rfc3339": "2099-02-12T06:36:13+00:00" }),
            ),
            (
                "time_rotating.at",
                json!({ "rotation_rfc3339": "2099-02-12T11:36:13Z", "hour": 11 }),
            ),
            (
                "time_rotating.both",
                json!({ "rotation_rfc3339": "2099-03-12T06:36:13+00:00", "year": 2099 }),
            ),
        ] {
            let change = plan.change(address)?;
            assert_eq!(unknown(&change), [""; 0], "{address}");
            assert_has(&change.after, &expected);
        }
        let based = plan.change("time_offset.based")?;
        let all = [
            "day", "hour", "id", "minute", "month", "rfc3339", "second", "unix", "year",
        ];
        assert_eq!(unknown(&based), all);

        host.apply_plan(&plan)?;
        let state = host.state()?;
        assert_has(
            &state["time_offset.based"].attributes,
            &json!({ "rfc3339": "2021-02-13T06:36:13Z", "id": "2021-02-12T06:36:13Z", "year": 2021 }),
        );
        host.assert_settled()?;
        host.destroy()?;
        Ok(())
    });
}

/// Values that are known when the plan is applied.
const LATE: &str = r#"
resource "terraform_data" "late" {
  input = "RESULT"
}
resource "time_static" "late" {
  rfc3339 = "2020-02-12T06:36:1${terraform_data.late.output}+00:00"
}
resource "time_offset" "late" {
  base_rfc3339 = "2020-02-12T06:36:1${terraform_data.late.output}+00:00"
  offset_days  = terraform_data.late.output
}
resource "time_rotating" "late" {
  rfc3339        = "2099-02-12T06:36:13+00:00"
  rotation_hours = terraform_data.late.output
}
resource "time_rotating" "unbased" {
  rotation_years = terraform_data.late.output
}
resource "time_rotating" "at" {
  rfc3339          = "2099-02-12T06:36:13+00:00"
  rotation_rfc3339 = "2099-03-12T06:36:1${terraform_data.late.output}+00:00"
}
"#;

#[test]
fn values_known_late_become_the_configured_ones() {
    over_both_protocols(|host| {
        for result in ["3", "4"] {
            host.config(&LATE.replace("RESULT", result))?;
            let plan = host.plan()?;
            let late = plan.change("time_offset.late")?;
            assert!(unknown(&late).contains(&"rfc3339"), "{plan}");
            let unbased = plan.action("time_rotating.unbased")?;
            let first = result == "3";
            assert_eq!(unbased == Action::Create, first, "{unbased:?}");
            assert_eq!(unbased == Action::Update, !first, "{unbased:?}");
            host.apply_plan(&plan)?;
            let state = host.state()?;
            let at = |text: &str| format!("{text}{result}+00:00");
            let day = 12 + result.parse::<i64>()?;
            for (address, expected) in [
                (
                    "time_static.late",
                    json!({ "rfc3339": at("2020-02-12T06:36:1"), "id": at("2020-02-12T06:36:1") }),
                ),
                (
                    "time_offset.late",
                    json!({ "base_rfc3339": at("2020-02-12T06:36:1"), "day": day }),
                ),
                (
                    "time_rotating.late",
                    json!({ "rfc3339": "2099-02-12T06:36:13+00:00", "day": 12, "hour": day - 6 }),
                ),
                (
                    "time_rotating.at",
                    json!({ "rotation_rfc3339": at("2099-03-12T06:36:1") }),
                ),
            ] {
                assert_has(&state[address].attributes, &expected);
            }
            host.assert_settled()?;
        }
        Ok(())
    });
}
