//! The function and the data source.

use serde_json::json;
use terrane_test::{Action, Feature};

use super::{on_every_host, on_hosts_with};

/// F1 to F4, F8.
#[test]
fn a_function_is_called_with_all_kinds_of_arguments() {
    on_hosts_with(Some(Feature::Functions), |zoo| {
        let slugs = "output \"slugs\" {\n\
            value = [provider::zoo::slug(\"Rex\"), provider::zoo::slug(\"Rex\", \"The Dog\", terraform_data.of.output)]\n\
            }\nresource \"terraform_data\" \"of\" {\ninput = \"Zoo\"\n}\n";
        zoo.config(slugs)?;
        zoo.apply()?;
        assert_eq!(
            *zoo.state()?.output("slugs"),
            json!(["rex", "rex-the-dog-zoo"])
        );
        zoo.assert_settled()?;
        assert!(zoo.api.take_log().is_empty(), "a function has no provider");

        zoo.config(
            "output \"slug\" {\nvalue = provider::zoo::slug(\"Rex\",\n\"of\",\n\" \")\n}\n",
        )?;
        let failure = zoo.plan().expect_err("an argument is wrong");
        failure.assert_mentions("expected a word, found nothing but space");
        let place = failure.errors().find_map(|error| error.place.clone());
        assert_eq!(place, Some(("main.tf".to_owned(), 4)), "{failure}");
        zoo.config("output \"slug\" {\nvalue = provider::zoo::slug(null)\n}\n")?;
        zoo.plan()
            .expect_err("null is not allowed")
            .assert_mentions("argument must not be null");
        Ok(())
    });
}

/// D1 to D3: at apply, because its name is not known before; then in each plan.
#[test]
fn a_species_is_found_by_name() {
    on_every_host(|zoo| {
        let config = "data \"zoo_species\" \"it\" {\nname = terraform_data.name.output\n}\n\
            resource \"terraform_data\" \"name\" {\ninput = \"sphinx\"\n}\n";
        zoo.config(config)?;
        let plan = zoo.plan()?;
        let change = plan.change("data.zoo_species.it")?;
        assert_eq!(change.action, Action::Read);
        assert_eq!(change.unknown["name"], true);
        assert!(zoo.api.take_log().is_empty(), "what to look up is unknown");
        zoo.apply_plan(&plan)?;
        let attributes = json!({ "name": "sphinx", "legs": 4, "latin": null });
        assert_eq!(zoo.state()?["data.zoo_species.it"].attributes, attributes);
        zoo.assert_settled()?;
        assert_eq!(zoo.api.take_log(), ["GET /species/sphinx"; 2]);

        zoo.config("data \"zoo_species\" \"it\" {\nname = \"unicorn\"\n}\n")?;
        let failure = zoo.plan().expect_err("there is no such species");
        failure.assert_mentions("The zoo knows no species `unicorn`");
        let place = failure.errors().find_map(|error| error.place.clone());
        assert_eq!(place, Some(("main.tf".to_owned(), 2)), "{failure}");
        Ok(())
    });
}
