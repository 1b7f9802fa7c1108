//! What is wrong with a configuration.

use std::collections::BTreeSet;

use terrane_test::messages;

use super::on_installed_hosts;

/// Wrong in every way that a configuration can be.
pub(crate) const WRONG: &str = r#"
resource "local_file" "none" {
  filename = "x"
}
resource "local_sensitive_file" "none" {
  filename = "x"
}
resource "local_file" "two" {
  filename          = "x"
  source            = ""
  sensitive_content = ""
}
resource "local_sensitive_file" "all" {
  filename       = "x"
  source         = "x"
  content        = "x"
  content_base64 = "x"
}
resource "local_file" "short" {
  filename             = "x"
  content              = "x"
  file_permission      = "77"
  directory_permission = "-11"
}
resource "local_sensitive_file" "long" {
  filename             = "x"
  content              = "x"
  file_permission      = "00777"
  directory_permission = "1777"
}
resource "local_file" "decimal" {
  filename             = "x"
  content              = "x"
  file_permission      = "0888"
  directory_permission = "rwx"
}
"#;

/// Right, although it may look wrong: it is not known yet, or only creating the file tells.
pub(crate) const RIGHT: &str = r#"
resource "terraform_data" "late" {
  input = null
}
resource "local_file" "late" {
  filename        = "x"
  content         = "x"
  source          = terraform_data.late.output
  file_permission = terraform_data.late.output
}
resource "local_sensitive_file" "late" {
  filename       = "x"
  source         = terraform_data.late.output
}
resource "local_sensitive_file" "garbled" {
  filename             = "x"
  content_base64       = "!"
  file_permission      = "+77"
  directory_permission = "600"
}
resource "local_file" "deprecated" {
  filename          = "x"
  content           = null
  sensitive_content = ""
}
"#;

#[test]
fn each_attribute_reports_its_violations() {
    on_installed_hosts(|host| {
        host.config(&format!("{WRONG}{RIGHT}"))?;
        let failure = host.validate().expect_err("half of it is wrong");
        let assert_reported = |address: &str, summary: &str, details: &[String]| {
            let expected: Vec<_> = details
                .iter()
                .map(|detail| (summary, detail.as_str()))
                .collect();
            assert_eq!(messages(failure.errors(), address), expected, "{failure}");
        };

        let of_file = [
            "content,content_base64,source",
            "content,sensitive_content,content_base64",
            "content,sensitive_content,source",
            "sensitive_content,content_base64,source",
        ];
        let of_sensitive = [
            "content,content_base64",
            "content,source",
            "content_base64,source",
        ];
        for (address, specified, others) in [
            ("local_file.none", "No attribute", &of_file[..]),
            ("local_sensitive_file.none", "No attribute", &of_sensitive),
            ("local_file.two", "2 attributes", &of_file),
            ("local_sensitive_file.all", "3 attributes", &of_sensitive),
        ] {
            let rule = "specified when one (and only one) of";
            let details = others
                .iter()
                .map(|others| format!("{specified} {rule} [{others}] is required"));
            assert_reported(
                address,
                "Invalid Attribute Combination",
                &details.collect::<Vec<_>>(),
            );
        }

        let length = "bad mode permission: string length should be 3 or 4 digits";
        let octal = "bad mode permission: string must be expressed in octal numeric notation";
        for (address, details) in [
            (
                "local_file.short",
                [format!("{length}: 77"), format!("{octal}: -11")],
            ),
            (
                "local_sensitive_file.long",
                [format!("{length}: 00777"), format!("{octal}: 1777")],
            ),
            (
                "local_file.decimal",
                [format!("{octal}: 0888"), format!("{octal}: rwx")],
            ),
        ] {
            assert_reported(address, "Invalid File Permission String Value", &details);
        }
        assert_eq!(
            failure.errors().count(),
            4 + 3 + 4 + 3 + 2 + 2 + 2,
            "{failure}"
        );

        let deprecated = messages(failure.outcome().warnings(), "local_file.deprecated");
        let advice = "Use the `local_sensitive_file` resource instead";
        assert!(
            deprecated.contains(&("Attribute Deprecated", advice)),
            "{failure}"
        );
        let warnings = failure.outcome().warnings();
        let warned: BTreeSet<_> = warnings
            .filter_map(|warning| warning.address.as_deref())
            .collect();
        assert_eq!(
            warned,
            ["local_file.deprecated", "local_file.two"].into(),
            "{failure}"
        );
        Ok(())
    });
}
