//! Ephemeral resources: drawn in each run, kept nowhere.

use terrane_test::Feature;

use super::{matrix, on_hosts_with};

#[test]
fn passwords_and_bytes_can_be_drawn_for_one_run() {
    on_hosts_with(Feature::Ephemeral, |host| {
        host.config(
            r#"
ephemeral "random_password" "p" {
  length           = 80
  lower            = false
  min_numeric      = 7
  override_special = "-"
}
ephemeral "random_password" "q" {
  length = 80
}
ephemeral "random_bytes" "b" {
  length = 32
}
check "right" {
  assert {
    condition = alltrue([
      length(ephemeral.random_password.p.result) == 80,
      ephemeral.random_password.p.result != ephemeral.random_password.q.result,
      length(regexall("[0-9]", ephemeral.random_password.p.result)) >= 7,
      length(regexall("^[A-Z0-9-]*$", ephemeral.random_password.p.result)) == 1,
      substr(ephemeral.random_password.p.bcrypt_hash, 0, 7) == "$2a$10$",
      ephemeral.random_password.p.special && ephemeral.random_password.p.upper && ephemeral.random_password.p.numeric,
      !ephemeral.random_password.p.lower,
      ephemeral.random_password.p.min_upper == 0,
      ephemeral.random_password.p.min_numeric == 7,
      length(ephemeral.random_bytes.b.hex) == 64,
      length(base64sha256(ephemeral.random_bytes.b.base64)) == 44,
    ])
    error_message = "WRONG"
  }
}
"#,
        )?;
        let outcome = host.apply()?;
        assert_eq!(outcome.warnings().count(), 0, "{}", outcome.stdout());
        let state = host.state()?.json().to_string();
        assert!(!state.contains("random_password"), "{state}");
        Ok(())
    });
}

#[test]
fn minima_of_an_ephemeral_password_are_validated() {
    matrix()
        .needs(Feature::Ephemeral)
        .needs(Feature::CommandLine)
        .run(|host| {
            host.config(
                r#"
ephemeral "random_password" "short" {
  length    = 3
  min_upper = 4
}
ephemeral "random_password" "none" {
  length  = 3
  special = false
  upper   = false
  lower   = false
  numeric = false
}
ephemeral "random_bytes" "none" {
  length = 0
}
"#,
            )?;
            let failure = host.validate().expect_err("all of it is wrong");
            assert_eq!(failure.errors().count(), 3, "{failure}");
            for text in [
                "min_upper + min_lower + min_numeric + min_special, got: 3",
                "[special,upper,lower,numeric]",
                "Attribute length value must be at least 1, got: 0",
            ] {
                assert!(failure.error(text).is_some(), "{text}: {failure}");
            }
            Ok(())
        });
}
