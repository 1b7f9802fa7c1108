//! Creating, changing, replacing and destroying.

use serde_json::json;
use terrane_test::Action;

use super::{REX, on_every_host};

/// L5 to L8, L21, L33, A1 to A5, N1 to N3, PS1, PS2.
#[test]
fn a_pet_is_created_changed_replaced_and_destroyed() {
    on_every_host(|zoo| {
        let config = zoo.pet(
            "name = \"Rex\"\ntags = [\"old\", \"calm\"]\ntoys = { ball = 1, bone = 1 }",
            "kcal = 300\navoid = [\"onions\"]",
        );
        zoo.config(&config)?;
        assert_eq!(zoo.apply_rex()?.as_deref(), Some("create"));
        assert_eq!(zoo.take_changes(), ["POST /pets", "POST /pets/pet-1/feed"]);
        let attributes = json!({
            "name": "Rex", "legs": 4, "diet": { "kcal": 300, "avoid": ["onions"] },
            "tags": ["calm", "old"], "toys": { "ball": 1, "bone": 1 },
            "id": "pet-1", "portion": 150, "changes": 1,
        });
        assert_eq!(
            zoo.rex()?,
            attributes,
            "the default is there, and all that is computed"
        );
        let private = zoo.state()?["zoo_pet.rex"].private.clone();
        assert_eq!(String::from_utf8(private)?, r#"{"first_revision":"MQ=="}"#);
        zoo.assert_settled()?;
        assert!(zoo.take_changes().is_empty());

        let config = zoo.pet(
            "name = \"Rex\"\nlegs = 3\ntags = [\"calm\", \"wise\"]\ntoys = { ball = 2 }",
            "kcal = 301\navoid = [\"grapes\", \"onions\"]",
        );
        zoo.config(&config)?;
        let plan = zoo.plan()?;
        let change = plan.change("zoo_pet.rex")?;
        assert_eq!(change.action, Action::Update);
        assert_eq!(change.before, attributes);
        let after = json!({
            "name": "Rex", "legs": 3, "diet": { "kcal": 301, "avoid": ["grapes", "onions"] },
            "tags": ["calm", "wise"], "toys": { "ball": 2 }, "id": "pet-1",
        });
        assert_eq!(change.after, after, "what is kept is known in the plan");
        let unknown = |name: &str| change.unknown[name] == true;
        assert!(unknown("portion") && unknown("changes") && !unknown("legs"));
        let outcome = zoo.apply_plan(&plan)?;
        assert_eq!(outcome.warnings().count(), 0);
        let changes = ["PATCH /pets/pet-1", "POST /pets/pet-1/feed"];
        assert_eq!(zoo.take_changes(), changes);
        let mut attributes = after;
        (attributes["portion"], attributes["changes"]) = (json!(150), json!(3));
        assert_eq!(
            zoo.rex()?,
            attributes,
            "the update has seen the private state of the creation, which reading left as it was"
        );
        zoo.assert_settled()?;

        let config = zoo.pet("name = \"Tom\"", "kcal = 301");
        zoo.config(&config)?;
        let reason = "replace (cannot_update)";
        assert_eq!(zoo.apply_rex()?.as_deref(), Some(reason));
        let changes = ["DELETE /pets/pet-1", "POST /pets", "POST /pets/pet-2/feed"];
        assert_eq!(zoo.take_changes(), changes);
        assert_eq!(zoo.rex()?["id"], "pet-2");
        zoo.assert_settled()?;

        zoo.destroy()?;
        assert!(zoo.state()?.is_empty() && zoo.ids().is_empty());
        Ok(())
    });
}

/// L20, L30, L34.
#[test]
fn lifecycle_settings_of_the_configuration_are_kept_to() {
    on_every_host(|zoo| {
        let first = "lifecycle {\ncreate_before_destroy = true\n}";
        let empty = "kcal = 300\navoid = []";
        let config = zoo.pet(&format!("{REX}\n{first}"), empty);
        zoo.config(&config)?;
        zoo.apply()?;
        zoo.take_changes();
        let config = zoo.pet(&format!("name = \"Tom\"\n{first}"), empty);
        zoo.config(&config)?;
        zoo.apply()?;
        let changes = ["POST /pets", "POST /pets/pet-2/feed", "DELETE /pets/pet-1"];
        assert_eq!(zoo.take_changes(), changes);
        assert!(zoo.state()?.deposed().is_empty());
        assert_eq!(zoo.rex()?["diet"]["avoid"], json!([]), "empty is not null");

        let ignore = "name = \"Jim\"\nlegs = 7\nlifecycle {\nignore_changes = [name, legs]\n}";
        let config = zoo.pet(ignore, empty);
        zoo.config(&config)?;
        zoo.assert_settled()?;
        let config = zoo.pet(ignore, "kcal = 400");
        zoo.config(&config)?;
        assert_eq!(zoo.apply_rex()?.as_deref(), Some("update"));
        let pet = zoo.api.pet("pet-2").expect("it was not replaced");
        assert_eq!(
            (pet.name.as_str(), pet.traits.legs, pet.diet.kcal),
            ("Tom", 4, 400)
        );
        zoo.assert_settled()?;
        Ok(())
    });
}

/// L36, A12: a value that becomes known between plan and apply.
#[test]
fn a_required_value_may_be_known_after_apply() {
    on_every_host(|zoo| {
        let food = "resource \"terraform_data\" \"food\" {\ninput = 500\n}\n";
        let pet = zoo.pet(REX, "kcal = terraform_data.food.output");
        zoo.config(&format!("{food}{pet}"))?;
        zoo.apply()?;
        assert_eq!(zoo.rex()?["diet"]["kcal"], 500);
        zoo.assert_settled()?;
        Ok(())
    });
}

/// L33, A15.
#[test]
fn a15_a_change_of_sensitivity_alone_calls_no_provider() {
    on_every_host(|zoo| {
        let plain = zoo.pet(REX, "kcal = 300");
        zoo.config(&plain)?;
        zoo.apply()?;
        let before = zoo.rex()?;
        zoo.take_changes();
        zoo.config(&plain.replace("\"Rex\"", "sensitive(\"Rex\")"))?;
        let plan = zoo.plan()?;
        let changed = plan.action("zoo_pet.rex")?;
        assert!(
            [Action::Update, Action::NoOp].contains(&changed),
            "{changed:?}"
        );
        zoo.apply_plan(&plan)?;
        assert!(zoo.take_changes().is_empty(), "the provider is not asked");
        assert_eq!(zoo.rex()?, before);
        zoo.assert_settled()?;
        Ok(())
    });
}
