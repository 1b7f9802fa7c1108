//! What is wrong with a configuration.

use terrane_test::messages;

use super::on_installed_hosts;

/// Wrong in every way that a configuration can be.
pub(crate) const WRONG: &str = r#"
resource "time_static" "bad" {
  rfc3339 = "2023-02-29T00:00:00Z"
}
resource "time_offset" "none" {
  base_rfc3339 = "2020-02-12T06:36:13Z"
}
resource "time_offset" "bad" {
  base_rfc3339 = "2020-02-12 06:36:13Z"
  offset_days  = 1
}
resource "time_rotating" "none" {
}
resource "time_rotating" "bad" {
  rfc3339          = "12020-02-12T06:36:13Z"
  rotation_rfc3339 = ""
}
resource "time_rotating" "small" {
  rotation_years   = 0
  rotation_months  = -1
  rotation_days    = 0
  rotation_hours   = 0
  rotation_minutes = -9223372036854775808
}
resource "time_sleep" "none" {
}
resource "time_sleep" "plain" {
  create_duration  = "1"
  destroy_duration = "1h30m"
}
resource "time_sleep" "odd" {
  create_duration  = "-5s"
  destroy_duration = "10us"
}
resource "time_sleep" "worse" {
  create_duration  = ".5s"
  destroy_duration = "1.s"
}
"#;

/// Right, although it may look wrong: it is not known yet.
pub(crate) const RIGHT: &str = r#"
resource "terraform_data" "late" {
  input = null
}
resource "time_offset" "late" {
  offset_days = terraform_data.late.output
}
resource "time_offset" "zero" {
  offset_days = 0
}
resource "time_rotating" "late" {
  rotation_rfc3339 = terraform_data.late.output
}
resource "time_rotating" "past" {
  rotation_rfc3339 = "1970-01-01T00:00:00Z"
}
resource "time_sleep" "late" {
  create_duration = terraform_data.late.output
}
resource "time_sleep" "fine" {
  create_duration  = "0s"
  destroy_duration = "1.5ms"
}
"#;

#[test]
fn each_attribute_reports_its_violations() {
    on_installed_hosts(|host| {
        host.config(&format!("{WRONG}{RIGHT}"))?;
        let failure = host.validate().expect_err("half of it is wrong");
        let not_rfc3339 = (
            "Invalid RFC3339 String Value",
            "not valid RFC3339 string format",
        );
        let missing = "Missing Attribute Configuration";
        let small = ("Invalid Attribute Value", "value must be at least 1, got: ");
        let combination = "Invalid Attribute Combination";
        let no_match = (
            "Invalid Attribute Value Match",
            "must be a number immediately followed by ms (milliseconds)",
        );
        let expected: [(&str, &[(&str, &str)]); 10] = [
            ("time_static.bad", &[not_rfc3339]),
            (
                "time_offset.none",
                &[(
                    missing,
                    "[offset_seconds,offset_minutes,offset_hours,offset_days,offset_months,offset_years]",
                )],
            ),
            ("time_offset.bad", &[not_rfc3339]),
            (
                "time_rotating.none",
                &[(
                    missing,
                    "[rotation_minutes,rotation_hours,rotation_days,rotation_months,rotation_years,rotation_rfc3339]",
                )],
            ),
            ("time_rotating.bad", &[not_rfc3339; 2]),
            ("time_rotating.small", &[small; 5]),
            (
                "time_sleep.none",
                &[
                    (
                        combination,
                        "At least one attribute out of [create_duration,destroy_duration] must be specified",
                    ),
                    (
                        combination,
                        "At least one attribute out of [destroy_duration,create_duration] must be specified",
                    ),
                ],
            ),
            ("time_sleep.plain", &[no_match; 2]),
            ("time_sleep.odd", &[no_match; 2]),
            ("time_sleep.worse", &[no_match; 2]),
        ];
        let mut count = 0;
        for (address, expected) in expected {
            let found = messages(failure.errors(), address);
            assert_eq!(found.len(), expected.len(), "{address}: {failure}");
            for ((summary, detail), (actual_summary, part)) in found.into_iter().zip(expected) {
                assert_eq!(summary, *actual_summary, "{address}");
                assert!(detail.contains(part), "{address}: {detail}");
            }
            count += expected.len();
        }
        assert_eq!(failure.errors().count(), count, "{failure}");
        Ok(())
    });
}
