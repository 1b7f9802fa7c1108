//! The provider's settings: unknown, missing, wrong, secret.

use super::{REX, TOKEN, on_every_host, on_installed_hosts};

/// P5, P6.
#[test]
fn settings_may_refer_to_another_resource() {
    on_every_host(|zoo| {
        let pet = zoo.pet(REX, "kcal = 300");
        let provider = "provider \"zoo\" {\nurl = terraform_data.api.output\n}\n";
        let config = |url: &str| {
            format!(
                "resource \"terraform_data\" \"api\" {{\ninput = \"{url}\"\n}}\n{provider}{pet}"
            )
        };
        let (url, same) = (zoo.api.url().to_owned(), format!("{}/", zoo.api.url()));
        zoo.env("ZOO_URL", "");
        zoo.config(&config(&url))?;
        zoo.apply()?;
        assert_eq!(
            zoo.ids(),
            ["pet-1"],
            "what is new was planned without the provider"
        );
        zoo.assert_settled()?;

        zoo.config(&config(&same))?;
        let failure = zoo.plan().expect_err("reading the pet needs the provider");
        failure.assert_mentions("Cannot read zoo_pet");
        failure.assert_mentions("`url` depends on something that is only known after apply");
        zoo.apply_with(["-target=terraform_data.api"])?;
        zoo.assert_settled()?;
        Ok(())
    });
}

/// P1, V1, V6.
#[test]
fn missing_wrong_and_deprecated_settings_are_named() {
    on_installed_hosts(|zoo| {
        let pet = zoo.pet(REX, "kcal = 300");
        let provider = |settings: &str| format!("provider \"zoo\" {{\n{settings}\n}}\n{pet}");
        zoo.env("ZOO_TOKEN", "").config(&provider(""))?;
        let failure = zoo.plan().expect_err("there is no token");
        assert_eq!(failure.errors().count(), 1, "{failure}");
        failure.assert_mentions("Missing provider setting");
        failure.assert_mentions(
            "Set `token` in the provider's configuration, or the environment variable ZOO_TOKEN",
        );

        zoo.config(&provider("token = \"x\"\nurl = \"ftp://zoo\"\ntimeout = 5"))?;
        let failure = zoo.validate().expect_err("the URL is wrong");
        let wrong = "expected a URL that starts with http:// or https://, found \"ftp://zoo\"";
        let error = failure.error(wrong).ok_or("the URL is not named")?;
        assert_eq!(error.place, Some(("main.tf".to_owned(), 3)), "{failure}");
        let mut warnings = failure.outcome().warnings();
        let warning = warnings.next().ok_or("nothing is deprecated")?;
        assert!(warning.mentions("It has no effect any more. Remove it."));
        assert_eq!(warning.place, Some(("main.tf".to_owned(), 4)), "{failure}");
        Ok(())
    });
}

/// 4c.3: a variable that the provider cannot read is set nevertheless, so nothing takes its place.
#[cfg(unix)]
#[test]
fn a_variable_that_is_not_utf_8_is_named_and_its_bytes_are_not_shown() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    on_installed_hosts(|zoo| {
        let pet = zoo.pet(REX, "kcal = 300");
        zoo.log_at("TRACE")
            .env("ZOO_TOKEN", OsStr::from_bytes(b"gu3ssed-caf\xe9"));
        // A host validates no empty block.
        let url = zoo.api.url().to_owned();
        zoo.config(&format!("provider \"zoo\" {{\nurl = \"{url}\"\n}}\n{pet}"))?;
        let validated = zoo.validate().expect_err("the token cannot be read");
        let planned = zoo.plan().expect_err("the token cannot be read");
        for failure in [validated, planned] {
            assert_eq!(failure.errors().count(), 1, "{failure}");
            failure.assert_mentions("Cannot read the environment variable ZOO_TOKEN");
            failure.assert_mentions("used for `token`, is not valid: expected text in UTF-8");
            assert!(!failure.to_string().contains("gu3ssed"), "{failure}");
        }
        assert!(!zoo.log().contains("gu3ssed"), "{}", zoo.log());
        Ok(())
    });
}

/// Neither the host's output nor its log shows the token, wherever it comes from, although the API repeats it.
#[test]
fn the_token_is_never_shown() {
    on_installed_hosts(|zoo| {
        let guesses = ["gu3ssed-t0ken", "gu3ss %2F\\\"t0ken"];
        let config =
            |token: &str, pet: &str| format!("provider \"zoo\" {{\ntoken = {token:?}\n}}\n{pet}");
        let pet = zoo.pet(REX, "kcal = 300");
        zoo.log_at("TRACE").env("ZOO_TOKEN", "");
        zoo.config(&config(TOKEN, &pet))?;
        let mut outcomes = vec![zoo.apply()?];
        for guess in guesses {
            zoo.env("ZOO_TOKEN", "").config(&config(guess, &pet))?;
            let configured = zoo.plan().expect_err("the token is wrong");
            zoo.env("ZOO_TOKEN", guess).config(&pet)?;
            let in_environment = zoo.plan().expect_err("the token is wrong");
            for failure in [configured, in_environment] {
                failure.assert_mentions("401 Unauthorized: no keeper has the token of \"***\"");
                outcomes.push(failure.outcome().clone());
            }
        }
        let log = zoo.log();
        assert!(log.contains("tf_rpc"), "the provider logs: {log}");
        let quoted = format!("{:?}", guesses[1]);
        let escaped = quoted.trim_matches('"');
        for secret in [TOKEN, guesses[0], guesses[1], escaped] {
            for outcome in &outcomes {
                for text in [outcome.stdout(), outcome.stderr(), &log] {
                    let shown: Vec<&str> =
                        text.lines().filter(|line| line.contains(secret)).collect();
                    assert!(shown.is_empty(), "a token is shown: {shown:#?}");
                }
            }
        }
        Ok(())
    });
}
