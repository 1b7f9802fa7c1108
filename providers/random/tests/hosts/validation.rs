//! What is wrong with a configuration.

use terrane_test::messages;

use super::on_installed_hosts;

/// Wrong in every way that a configuration can be.
pub(crate) const WRONG: &str = r#"
resource "random_bytes" "none" {
  length = 0
}
resource "random_string" "none" {
  length = 0
}
resource "random_string" "short" {
  length      = 3
  min_lower   = 1
  min_upper   = 1
  min_numeric = 1
  min_special = 1
}
resource "random_password" "both" {
  length    = -1
  min_lower = 1
}
resource "random_password" "numeric" {
  length  = 1
  special = false
  upper   = false
  lower   = false
  numeric = false
}
resource "random_string" "number" {
  length  = 1
  special = false
  upper   = false
  lower   = false
  number  = false
}
"#;

/// Right, although it may look wrong: it is not known yet, or only creating the object tells.
const RIGHT: &str = r#"
resource "terraform_data" "late" {
  input = null
}
resource "random_string" "late" {
  length    = 3
  min_lower = 9
  min_upper = terraform_data.late.output
}
resource "random_password" "late" {
  length  = 3
  special = terraform_data.late.output
  upper   = false
  lower   = false
  numeric = false
}
resource "random_password" "silent" {
  length  = 3
  upper   = false
  lower   = false
  numeric = false
}
resource "random_integer" "backwards" {
  min = 2
  max = 1
}
"#;

#[test]
fn each_attribute_reports_its_violations() {
    let value = "Invalid Attribute Value";
    let least = "Attribute length value must be at least";
    let sum = "sum of min_upper + min_lower + min_numeric + min_special, got:";
    on_installed_hosts(|host| {
        host.config(&format!("{WRONG}{RIGHT}"))?;
        let failure = host.validate().expect_err("half of it is wrong");
        let classes = |digits| {
            let detail = format!(
                "At least one attribute out of [special,upper,lower,{digits}] must be specified as true"
            );
            vec![("Invalid Attribute Combination", detail)]
        };
        for (address, expected) in [
            (
                "random_bytes.none",
                vec![(value, format!("{least} 1, got: 0"))],
            ),
            (
                "random_string.none",
                vec![(value, format!("{least} 1, got: 0"))],
            ),
            (
                "random_string.short",
                vec![(value, format!("{least} {sum} 3"))],
            ),
            (
                "random_password.both",
                vec![
                    (value, format!("{least} 1, got: -1")),
                    (value, format!("{least} {sum} -1")),
                ],
            ),
            ("random_password.numeric", classes("numeric")),
            ("random_string.number", classes("number")),
        ] {
            let expected: Vec<_> = expected
                .iter()
                .map(|(summary, detail)| (*summary, detail.as_str()))
                .collect();
            assert_eq!(messages(failure.errors(), address), expected, "{failure}");
        }
        assert_eq!(failure.errors().count(), 7, "{failure}");
        let deprecated = messages(failure.outcome().warnings(), "random_string.number");
        assert!(
            deprecated.contains(&(
                "Attribute Deprecated",
                "This is deprecated, use `numeric` instead"
            )),
            "{failure}"
        );
        Ok(())
    });
}

#[test]
fn negative_numbers_are_refused_where_they_mean_nothing() {
    on_installed_hosts(|host| {
        host.config(
            r#"
resource "random_id" "r" {
  byte_length = -1
}
resource "random_shuffle" "r" {
  input        = ["a"]
  result_count = -1
}
resource "random_string" "r" {
  length      = 1
  min_upper   = -1
  min_special = 1
}
"#,
        )?;
        let failure = host.validate().expect_err("they mean nothing");
        let mut addresses: Vec<_> = failure
            .errors()
            .filter_map(|error| error.address.as_deref())
            .collect();
        addresses.sort_unstable();
        assert_eq!(
            addresses,
            ["random_id.r", "random_shuffle.r", "random_string.r"],
            "{failure}"
        );
        Ok(())
    });
}
