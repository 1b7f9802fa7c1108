//! Every kind of time, from creation to destruction.

use serde_json::{Value, json};
use terrane_test::State;

use super::{assert_has, now, over_both_protocols, unknown};

/// Times of which the configuration tells everything, and times that begin now.
pub(crate) const TIMES: &str = r#"
resource "time_static" "now" {
}
resource "time_static" "fraction" {
  rfc3339 = "2020-02-12T06:36:13.5+02:00"
  triggers = {
    one  = "1"
    none = null
  }
}
resource "time_static" "zero" {
  rfc3339 = "2020-02-12T6:36:13,123+00:00"
}
resource "time_offset" "cumulative" {
  base_rfc3339  = "2020-01-31T00:00:00+05:30"
  offset_days   = 1
  offset_months = 1
  offset_years  = 1
}
resource "time_offset" "every" {
  base_rfc3339   = "2020-02-29T23:59:59.9-11:30"
  offset_years   = -3
  offset_months  = 37
  offset_days    = -400
  offset_hours   = 100
  offset_minutes = 0
  offset_seconds = -86401
}
resource "time_offset" "absurd" {
  base_rfc3339   = "2020-01-31T00:00:00Z"
  offset_hours   = 3000000
  offset_minutes = -999999999999
  offset_seconds = 9223372036854775807
}
resource "time_offset" "now" {
  offset_seconds = -1
  triggers       = {}
}
resource "time_rotating" "largest" {
  rfc3339         = "2099-01-31T00:00:00+00:00"
  rotation_days   = 7
  rotation_hours  = 5
  rotation_months = 1
}
resource "time_rotating" "years" {
  rfc3339          = "2099-01-31T00:00:00Z"
  rotation_years   = 1
  rotation_minutes = 10
}
resource "time_rotating" "at" {
  rfc3339          = "2020-01-31T00:00:00.9+01:00"
  rotation_rfc3339 = "2099-02-12T06:36:13.5+02:00"
  rotation_months  = 1
}
resource "time_rotating" "now" {
  rotation_hours = 5
}
resource "time_sleep" "both" {
  create_duration  = "10ms"
  destroy_duration = "0.01s"
}
resource "time_sleep" "never" {
  create_duration = "0s"
  triggers = {
    one = "1"
  }
}
"#;

/// Times of the years beyond 9999, which the original cannot store.
const FAR: &str = r#"
resource "time_offset" "far" {
  base_rfc3339 = "2020-02-29T23:59:59-11:30"
  offset_years = 100000
}
resource "time_rotating" "far" {
  rfc3339        = "2020-02-29T23:59:59-11:30"
  rotation_years = 8000
}
resource "time_offset" "ancient" {
  base_rfc3339 = "2020-02-29T00:00:00Z"
  offset_years = -2021
}
"#;

#[test]
fn times_are_made_kept_and_destroyed() {
    over_both_protocols(|host| {
        host.config(&format!("{TIMES}{FAR}"))?;
        let plan = host.plan()?;
        let planned = plan.change("time_static.fraction")?;
        assert_eq!(
            unknown(&planned),
            [""; 0],
            "all is known of what is configured"
        );
        assert_eq!(planned.after["id"], "2020-02-12T06:36:13.5+02:00");
        let all = [
            "day", "hour", "id", "minute", "month", "rfc3339", "second", "unix", "year",
        ];
        assert_eq!(unknown(&plan.change("time_static.now")?), all);
        assert_eq!(unknown(&plan.change("time_offset.cumulative")?), all);

        let before = now();
        host.apply_plan(&plan)?;
        let state = host.state()?;
        for (address, expected) in configured() {
            assert_has(&state[address].attributes, &expected);
        }
        for (address, later) in [
            ("time_static.now", 0),
            ("time_offset.now", -1),
            ("time_rotating.now", 5 * 3600),
        ] {
            assert_now(&state, address, before, later);
        }
        assert!(state["time_sleep.both"].attributes["id"].is_string());
        assert_eq!(state["time_offset.now"].attributes["triggers"], json!({}));
        host.assert_settled()?;
        host.destroy()?;
        assert!(host.state()?.is_empty());
        Ok(())
    });
}

/// What becomes of the configured times, as the original makes them.
fn configured() -> [(&'static str, Value); 11] {
    let parts = |rfc3339: &str,
                 unix: i64,
                 [year, month, day]: [i64; 3],
                 [hour, minute, second]: [i64; 3]| {
        json!({
            "rfc3339": rfc3339, "unix": unix, "year": year, "month": month, "day": day,
            "hour": hour, "minute": minute, "second": second,
        })
    };
    let with = |mut object: Value, more: Value| {
        for (name, value) in more.as_object().into_iter().flatten() {
            object[name] = value.clone();
        }
        object
    };
    let fraction = "2020-02-12T06:36:13.5+02:00";
    let zero = "2020-02-12T6:36:13,123+00:00";
    [
        (
            "time_static.fraction",
            with(
                parts(fraction, 1_581_482_173, [2020, 2, 12], [6, 36, 13]),
                json!({ "id": fraction, "triggers": { "one": "1", "none": null } }),
            ),
        ),
        (
            "time_static.zero",
            with(
                parts(zero, 1_581_489_373, [2020, 2, 12], [6, 36, 13]),
                json!({ "id": zero, "triggers": null }),
            ),
        ),
        (
            "time_offset.cumulative",
            with(
                parts(
                    "2021-03-01T00:00:00+05:30",
                    1_614_537_000,
                    [2021, 3, 1],
                    [0, 0, 0],
                ),
                json!({ "id": "2020-01-31T00:00:00+05:30", "base_rfc3339": "2020-01-31T00:00:00+05:30" }),
            ),
        ),
        (
            "time_offset.every",
            json!({ "id": "2020-02-29T23:59:59-11:30", "base_rfc3339": "2020-02-29T23:59:59.9-11:30", "offset_minutes": 0 }),
        ),
        (
            "time_offset.absurd",
            parts(
                "2007-10-12T02:36:02Z",
                1_192_156_562,
                [2007, 10, 12],
                [2, 36, 2],
            ),
        ),
        (
            "time_rotating.largest",
            with(
                parts(
                    "2099-01-31T00:00:00+00:00",
                    4_076_179_200,
                    [2099, 3, 3],
                    [0, 0, 0],
                ),
                json!({ "id": "2099-01-31T00:00:00Z", "rotation_rfc3339": "2099-03-03T00:00:00Z" }),
            ),
        ),
        (
            "time_rotating.years",
            json!({ "rotation_rfc3339": "2100-01-31T00:00:00Z", "rotation_days": null }),
        ),
        (
            "time_rotating.at",
            with(
                parts(
                    "2020-01-31T00:00:00.9+01:00",
                    4_074_554_173,
                    [2099, 2, 12],
                    [6, 36, 13],
                ),
                json!({ "id": "2020-01-31T00:00:00+01:00", "rotation_rfc3339": "2099-02-12T06:36:13.5+02:00" }),
            ),
        ),
        (
            "time_offset.far",
            parts(
                "102020-02-29T23:59:59-11:30",
                3_157_278_262_199,
                [102_020, 2, 29],
                [23, 59, 59],
            ),
        ),
        (
            "time_rotating.far",
            json!({ "rotation_rfc3339": "10020-02-29T23:59:59-11:30", "year": 10_020 }),
        ),
        (
            "time_offset.ancient",
            json!({ "rfc3339": "-0001-03-01T00:00:00Z", "year": -1 }),
        ),
    ]
}

/// Fails unless a time begins between then and now, and lies so much later.
fn assert_now(state: &State, address: &str, before: u64, later: i64) {
    let unix = state[address].attributes["unix"].as_i64();
    let base = unix.and_then(|unix| u64::try_from(unix - later).ok());
    assert!(
        base.is_some_and(|base| (before..=now()).contains(&base)),
        "{address}: {unix:?} is not between {before} and {}",
        now()
    );
    let id = state[address].attributes["id"].as_str().unwrap_or_default();
    assert!(id.ends_with('Z') && id.len() == 20, "{address}: {id}");
}
