//! The provider's settings: from another resource, wrong, and what a host tells.

use std::fs;

use terrane_test::{Feature, Product};

use super::{Form, Kitchen, on_installed_hosts, on_oldest_and_newest, with_every_schema};

const DISH: &str = "resource \"sink_dish\" \"plate\" {\nname = \"plate\"\n}\nresource \"sink_recipe\" \"pie\" {\ntitle = \"Pie\"\n}\n";

/// P5, P6: what is new is planned without the provider; what exists cannot be read without it.
#[test]
fn p5_settings_may_refer_to_another_resource() {
    on_oldest_and_newest(|sink| {
        let folder = sink.folder();
        sink.env("SINK_FOLDER", "");
        let config = |folder: &std::path::Path| {
            let folder = folder.display();
            format!(
                "resource \"terraform_data\" \"folder\" {{\ninput = \"{folder}\"\n}}\nprovider \"sink\" {{\n\
                 folder = terraform_data.folder.output\n}}\n{DISH}"
            )
        };
        sink.config(&config(&folder))?;
        sink.apply()?;
        assert_eq!(sink.dish("plate").as_deref(), Some("nothing"));
        let planner = sink.state()?["sink_recipe.pie"].attributes["planner"].clone();
        // All hosts plan again when they apply, now with the provider. Those that hand the private data of the first plan back, over
        // protocol 6, let the plan hook keep the first planner.
        let kept = sink.form == Form::Attributes && sink.host().has(Feature::PlannedPrivate);
        assert_eq!(planner, if kept { "nobody" } else { "sink" });

        sink.config(&config(&folder.join("other")))?;
        let failure = sink.plan().expect_err("reading needs the provider");
        failure.assert_mentions("Cannot read sink_dish");
        failure.assert_mentions("`folder` depends on something that is only known after apply");

        sink.config(DISH)?;
        let failure = sink.plan().expect_err("there is no folder");
        failure.assert_mentions(
            "Set `folder` in the provider's configuration, or the environment variable SINK_FOLDER",
        );
        Ok(())
    });
}

/// P5: of three variables of a setting, the first one that is set counts. An empty one is not set.
#[test]
fn p5_a_setting_may_be_read_from_one_of_three_variables() {
    on_oldest_and_newest(|sink| {
        let folder = sink.folder();
        sink.config(DISH)?;
        sink.env("SINK_FOLDER", "").env("SINK_DIRECTORY", &folder);
        sink.apply()?;
        assert_eq!(sink.dish("plate").as_deref(), Some("nothing"));
        // Without the directory of the third variable, the dish is not found.
        sink.env("SINK_PATH", folder.join("other"));
        assert!(!sink.plan()?.is_empty());
        sink.env("SINK_PATH", "").env("SINK_DIRECTORY", "");
        let failure = sink.plan().expect_err("there is no folder");
        failure.assert_mentions("SINK_FOLDER or SINK_PATH or SINK_DIRECTORY");
        Ok(())
    });
}

/// P5: a setting of type `Value` may be unknown when the provider is configured, so what exists is read all the same.
#[test]
fn p5_the_provider_accepts_an_unknown_setting_on_request() {
    on_oldest_and_newest(|sink| {
        let config = |tiles: &str| {
            format!(
                "resource \"terraform_data\" \"tiles\" {{\ninput = \"{tiles}\"\n}}\nprovider \"sink\" {{\n\
                 tiles = terraform_data.tiles.output\n}}\n{DISH}"
            )
        };
        sink.config(&config("blue"))?;
        sink.apply()?;
        let diary = sink.diary();
        for line in ["the tiles come later", "the tiles are blue"] {
            assert!(diary.contains(&line.to_owned()), "{line}: {diary:?}");
        }
        let planner = sink.state()?["sink_recipe.pie"].attributes["planner"].clone();
        assert_eq!(planner, "sink", "the first plan has the provider");

        sink.config(&config("green"))?;
        sink.plan()?;
        assert!(sink.diary().contains(&"the tiles come later".to_owned()));
        sink.apply()?;
        sink.assert_settled()?;
        Ok(())
    });
}

/// A setting has three variables, of which the first that is set counts, and a default.
#[test]
fn a_setting_is_read_from_the_first_variable_that_is_set_or_has_its_default() {
    with_every_schema(|sink| {
        let water = |sink: &Kitchen<'_>| {
            let diary = sink.diary();
            diary.into_iter().find(|line| line.starts_with("the water"))
        };
        for (variables, config, expected) in [
            ([("SINK_TAP", ""), ("WATER", "")], "", None),
            (
                [("SINK_TAP", ""), ("WATER", "hot")],
                "",
                Some("the water is hot"),
            ),
            (
                [("SINK_TAP", "warm"), ("WATER", "hot")],
                "",
                Some("the water is warm"),
            ),
            (
                [("SINK_TAP", "warm"), ("WATER", "hot")],
                "water = \"icy\"",
                Some("the water is icy"),
            ),
        ] {
            for (name, value) in variables {
                sink.env(name, value);
            }
            sink.config(&format!("provider \"sink\" {{\n{config}\n}}\n{DISH}"))?;
            sink.plan()?;
            assert_eq!(water(sink).as_deref(), expected, "{variables:?} {config}");
        }
        Ok(())
    });
}

/// P4, P7: the provider hears which host it has; it says that nothing can be done, and where hosts let nothing be deferred it is an error.
#[test]
fn p7_the_provider_gets_the_host_version_and_can_refuse_it() {
    on_installed_hosts(|sink| {
        sink.env("SINK_KEY", "s3cret-key").log_at("TRACE");
        sink.config(DISH)?;
        let outcome = sink.apply()?;
        let diary = fs::read_to_string(sink.folder().join("diary.txt"))?;
        let version = match sink.host().product() {
            Product::Terraform => sink.host().version().to_string(),
            // OpenTofu 1.12 tells providers the version of Terraform with which it is compatible.
            Product::OpenTofu => "1.".to_owned(),
        };
        assert!(diary.contains(&format!("the host is {version}")), "{diary}");
        assert!(diary.contains("the cellar is open"), "{diary}");
        for text in [outcome.stdout(), outcome.stderr(), &sink.log()] {
            assert!(!text.contains("s3cret-key"), "a secret is shown");
        }
        assert!(
            sink.log().contains("kitchen=downstairs"),
            "a field of every line"
        );
        let folder = sink.folder();
        sink.config(&format!(
            "provider \"sink\" {{\nfolder = \"{}\"\nunder_repair = true\n}}\n{DISH}",
            folder.display()
        ))?;
        let failure = sink.plan().expect_err("the plumber is here");
        let error = failure
            .error("The sink is under repair")
            .ok_or("no error")?;
        assert_eq!(error.place, Some(("main.tf".to_owned(), 3)), "{failure}");
        Ok(())
    });
}
