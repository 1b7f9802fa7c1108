//! What is wrong with a configuration.

use terrane_test::Severity;

use super::{on_every_host, told};

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
fn each_attribute_tells_what_is_wrong() {
    on_every_host(|host| {
        host.config(WRONG)?;
        let failure = host.validate().expect_err("all of it is wrong");
        let of = |address: &str| told(failure.errors(), address);

        let summary = "Invalid Attribute Combination";
        let combined = |specified: &str, groups: &[&str]| -> Vec<(&str, String)> {
            let detail = |group| {
                format!("{specified} specified when one (and only one) of [{group}] is required")
            };
            groups
                .iter()
                .map(|group| (summary, detail(*group)))
                .collect()
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
        for (address, specified, groups) in [
            ("local_file.none", "No attribute", &of_file[..]),
            ("local_sensitive_file.none", "No attribute", &of_sensitive),
            ("local_file.two", "2 attributes", &of_file),
            ("local_sensitive_file.all", "3 attributes", &of_sensitive),
        ] {
            let expected = combined(specified, groups);
            let expected: Vec<_> = expected.iter().map(|(s, d)| (*s, d.as_str())).collect();
            assert_eq!(of(address), expected, "{failure}");
        }

        let length = "bad mode permission: string length should be 3 or 4 digits: ";
        let octal = "bad mode permission: string must be expressed in octal numeric notation: ";
        for (address, details) in [
            (
                "local_file.short",
                [format!("{length}77"), format!("{octal}-11")],
            ),
            (
                "local_sensitive_file.long",
                [format!("{length}00777"), format!("{octal}1777")],
            ),
            (
                "local_file.decimal",
                [format!("{octal}0888"), format!("{octal}rwx")],
            ),
        ] {
            let summary = "Invalid File Permission String Value";
            let expected = details.each_ref().map(|detail| (summary, detail.as_str()));
            assert_eq!(of(address), expected, "{failure}");
        }
        assert_eq!(
            failure.errors().count(),
            4 + 3 + 4 + 3 + 2 + 2 + 2,
            "{failure}"
        );
        Ok(())
    });
}

#[test]
fn what_is_not_known_yet_is_no_error_and_what_is_deprecated_is_a_warning() {
    on_every_host(|host| {
        host.config(RIGHT)?;
        let outcome = host.validate()?;
        let diagnostics = outcome.diagnostics();
        assert!(
            diagnostics
                .iter()
                .all(|diagnostic| diagnostic.severity == Severity::Warning)
        );
        let deprecated: Vec<_> = told(diagnostics, "local_file.deprecated")
            .into_iter()
            .filter(|(summary, _)| *summary == "Attribute Deprecated")
            .collect();
        let advice = "Use the `local_sensitive_file` resource instead";
        assert_eq!(
            deprecated,
            [("Attribute Deprecated", advice)],
            "{diagnostics:?}"
        );
        assert!(
            diagnostics
                .iter()
                .all(|d| d.address.as_deref() == Some("local_file.deprecated"))
        );
        Ok(())
    });
}
