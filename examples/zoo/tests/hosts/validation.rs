//! What is wrong with a configuration, and where.

use terrane_test::{Diagnostic, Severity};

use super::{Form, on_installed_hosts};

/// V1, V2, V4, G10: each finding at its place, all at once.
#[test]
fn errors_and_warnings_have_the_path_of_the_wrong_value() {
    on_installed_hosts(|zoo| {
        let config = zoo.pet("name = \"\"\nlegs = -1\nid = \"mine\"", "kcal = 0");
        zoo.config(&config)?;
        let failure = zoo.validate().expect_err("nothing of this is right");
        let place = |text: &str| {
            let error = failure
                .error(text)
                .unwrap_or_else(|| panic!("no error mentions {text:?}\n{failure}"));
            error.place.as_ref().map(|(_, line)| *line)
        };
        assert_eq!(
            place("at least 1 and at most 64 characters, found 0"),
            Some(2)
        );
        assert_eq!(
            place("a number at least 0 and at most 1000, found -1"),
            Some(3)
        );
        assert_eq!(place("The provider sets `id`; remove it"), Some(4));
        // All hosts find their way into blocks; older ones point at the resource for what is inside an attribute.
        let seen = zoo.form == Form::Block || zoo.host().is_at_least(1, 15);
        let kcal = if seen { 6 } else { 1 };
        assert_eq!(place("a number at least 1, found 0"), Some(kcal));
        assert_eq!(failure.errors().count(), 4, "{failure}");

        let config = zoo.pet("name = \"Rex\"\nlegs = 6", "kcal = 59");
        zoo.config(&config)?;
        let failure = zoo.validate().expect_err("too little food");
        failure.assert_mentions("6 legs need at least 60 kcal a day");
        let error = failure.errors().next().expect("an error");
        assert_eq!(
            error.place,
            Some(("main.tf".to_owned(), if seen { 5 } else { 1 }))
        );

        let config = zoo.pet("name = \"Kaa\"\nlegs = 0", "kcal = 60");
        zoo.config(&config)?;
        let outcome = zoo.apply()?;
        let warnings: Vec<&Diagnostic> = outcome.warnings().collect();
        assert!(
            !warnings.is_empty()
                && warnings
                    .iter()
                    .all(|warning| warning.severity == Severity::Warning)
        );
        assert_eq!(warnings[0].summary, "Pet without legs");
        assert_eq!(warnings[0].place, Some(("main.tf".to_owned(), 3)));
        Ok(())
    });
}

/// V2e, V3, V7: what is required, and what is not known yet.
#[test]
fn required_values_must_not_be_null_once_they_are_known() {
    on_installed_hosts(|zoo| {
        let null = "resource \"terraform_data\" \"none\" {\n}\n";
        let pet = zoo.pet("name = terraform_data.none.output", "kcal = 300");
        zoo.config(&format!("{pet}{null}"))?;
        zoo.validate()?;
        let failure = zoo.apply().expect_err("the name is null");
        failure.assert_mentions("`name` must be set");
        assert!(zoo.ids().is_empty());

        let pet = zoo.pet("name = \"Rex\"", "kcal = null");
        zoo.config(&pet)?;
        zoo.validate()
            .expect_err("there is no food")
            .assert_mentions("kcal");
        Ok(())
    });
}
