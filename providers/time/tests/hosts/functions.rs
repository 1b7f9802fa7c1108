//! Functions.

use serde_json::json;
use terrane_test::Feature;

use super::on_hosts_with;

/// Calls with arguments that are right.
pub(crate) const CALLS: &str = r#"
output "durations" {
  value = [for text in ["1h", "1m30s", "-1.5h", "0", "1500us", "1.s", ".5m", "1h1h", "+3ns", "1µs1μs", "9223372036854775807ns", "-9223372036854775808ns"] :
    provider::time::duration_parse(text)]
}
output "timestamps" {
  value = [for text in ["2023-07-25T23:43:16-05:00", "2021-01-03T00:00:00.999Z", "0000-01-01T00:00:00Z", "9999-12-31T3:59:59,5+24:60", "0004-02-29T00:00:00Z"] :
    provider::time::rfc3339_parse(text)]
}
output "unix" {
  value = [for seconds in [1690328596, -1, 253402300800, 9223372036854775807, -99999999999999] :
    provider::time::unix_timestamp_parse(seconds)]
}
output "late" {
  value = provider::time::rfc3339_parse(terraform_data.late.output).unix
}
resource "terraform_data" "late" {
  input = "1970-01-01T00:00:00Z"
}
"#;

/// Calls with arguments that are wrong, one a line.
pub(crate) const WRONG_CALLS: [(&str, &str); 17] = [
    (
        "duration_parse(\"\")",
        "Error parsing duration string: \"\" is not a valid duration string",
    ),
    (
        "duration_parse(\"1\")",
        "\"1\" is not a valid duration string",
    ),
    (
        "duration_parse(\"1d\")",
        "\"1d\" is not a valid duration string",
    ),
    (
        "duration_parse(\" 1s\")",
        "\" 1s\" is not a valid duration string",
    ),
    (
        "duration_parse(\"1 h\")",
        "\"1 h\" is not a valid duration string",
    ),
    (
        "duration_parse(\"3000000h\")",
        "\"3000000h\" is not a valid duration string",
    ),
    ("duration_parse(null)", "argument must not be null"),
    (
        "rfc3339_parse(\"2023-07-25\")",
        "Error parsing RFC3339 timestamp: \"2023-07-25\" is not a valid RFC3339 timestamp",
    ),
    (
        "rfc3339_parse(\"2023-07-25T23:43:16\")",
        "is not a valid RFC3339 timestamp",
    ),
    (
        "rfc3339_parse(\"2023-07-25t23:43:16z\")",
        "is not a valid RFC3339 timestamp",
    ),
    (
        "rfc3339_parse(\"2023-07-25T23:43:60Z\")",
        "is not a valid RFC3339 timestamp",
    ),
    (
        "rfc3339_parse(\"2023-02-29T23:43:16Z\")",
        "is not a valid RFC3339 timestamp",
    ),
    (
        "rfc3339_parse(\"12023-02-28T23:43:16Z\")",
        "is not a valid RFC3339 timestamp",
    ),
    ("rfc3339_parse(null)", "argument must not be null"),
    ("unix_timestamp_parse(1.5)", "1.5"),
    (
        "unix_timestamp_parse(9223372036854775808)",
        "9223372036854775808",
    ),
    ("unix_timestamp_parse(null)", "argument must not be null"),
];

#[test]
fn times_and_spans_are_parsed() {
    on_hosts_with(Feature::Functions, |host| {
        host.config(CALLS)?;
        host.apply()?;
        let state = host.state()?;
        let durations = state.output("durations");
        assert_eq!(
            durations[1],
            json!({
                "hours": 0.025, "minutes": 1.5, "seconds": 90, "milliseconds": 90_000, "microseconds": 90_000_000,
                "nanoseconds": 90_000_000_000_i64,
            })
        );
        assert_eq!(durations[2]["hours"], -1.5);
        let timestamps = state.output("timestamps");
        assert_eq!(
            timestamps[0],
            json!({
                "year": 2023, "year_day": 206, "month": 7, "month_name": "July", "day": 25, "weekday": 2, "weekday_name": "Tuesday",
                "hour": 23, "minute": 43, "second": 16, "iso_year": 2023, "iso_week": 30, "unix": 1_690_346_596,
            })
        );
        assert_eq!(
            (&timestamps[1]["iso_year"], &timestamps[1]["iso_week"]),
            (&json!(2020), &json!(53))
        );
        assert_eq!(
            (&timestamps[2]["iso_year"], &timestamps[2]["unix"]),
            (&json!(-1), &json!(-62_167_219_200_i64))
        );
        let unix = state.output("unix");
        assert_eq!(unix[0]["rfc3339"], "2023-07-25T23:43:16Z");
        assert_eq!(
            (&unix[1]["rfc3339"], &unix[1]["iso_week"]),
            (&json!("1969-12-31T23:59:59Z"), &json!(1))
        );
        assert_eq!(unix[2]["rfc3339"], "10000-01-01T00:00:00Z");
        assert_eq!(unix[3]["year"], 292_277_026_596_i64);
        assert_eq!(*state.output("late"), 0);

        host.config(&wrong_calls())?;
        let failure = host.plan().expect_err("no argument is right");
        assert_eq!(failure.errors().count(), WRONG_CALLS.len(), "{failure}");
        for (line, (call, expected)) in (1..).zip(WRONG_CALLS) {
            let place = Some(("main.tf".to_owned(), line));
            let error = failure
                .errors()
                .find(|error| error.place == place)
                .unwrap_or_else(|| panic!("{call}: {failure}"));
            assert_eq!(error.summary, "Invalid function argument", "{call}");
            assert!(error.mentions(expected), "{call}: {error}");
        }
        Ok(())
    });
}

pub(crate) fn wrong_calls() -> String {
    let outputs = WRONG_CALLS.iter().enumerate();
    outputs
        .map(|(at, (call, _))| format!("output \"o{at}\" {{ value = provider::time::{call} }}\n"))
        .collect()
}
