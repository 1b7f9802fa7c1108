//! Plans of values that the provider decides, as hosts show and apply them.

use serde_json::{Value, json};
use terrane_test::{Action, InstalledProvider, Matrix};

use super::example;

fn planner() -> Matrix {
    Matrix::new(InstalledProvider::binary(
        "example/planner",
        example("planner"),
    ))
}

/// A site whose nodes have names only.
fn site(name: &str, list: &[&str], set: &[&str]) -> String {
    let nodes = |names: &[&str]| {
        let nodes = names.iter().map(|name| format!("{{ name = \"{name}\" }}"));
        nodes.collect::<Vec<_>>().join(", ")
    };
    format!(
        "resource \"planner_site\" \"a\" {{\n  name = \"{name}\"\n  list = [{}]\n  set = [{}]\n}}\n",
        nodes(list),
        nodes(set)
    )
}

/// The ids of the nodes in a list, with null for unknown ones.
fn ids(nodes: &Value) -> Vec<Value> {
    let nodes = nodes.as_array().expect("a list of nodes");
    nodes.iter().map(|node| node["uid"].clone()).collect()
}

#[test]
fn l20_what_the_provider_decides_does_not_replace_the_object_in_an_update() {
    planner().run(|host| {
        host.config(&site("a", &["x", "y"], &["x", "y"]))?;
        host.apply()?;
        for (name, list, set) in [
            // Another attribute changes.
            ("b", &["x", "y"][..], &["x", "y"][..]),
            // An element is added, changed or removed.
            ("b", &["x", "y", "z"], &["x", "y", "z"]),
            ("b", &["x", "v", "z"], &["x", "v", "z"]),
            ("b", &["v", "z"], &["v", "z"]),
        ] {
            host.config(&site(name, list, set))?;
            let plan = host.plan()?;
            let change = plan.change("planner_site.a")?;
            assert_eq!(change.action, Action::Update, "{list:?}");
            assert_eq!(change.after["zone"], "z");
            host.apply_plan(&plan)?;
            host.plan()?.assert_empty();
        }
        Ok(())
    });
}

#[test]
fn l21_an_element_of_a_list_without_a_key_never_gets_the_value_of_another_one() {
    planner().run(|host| {
        host.config(&site("a", &["x", "y", "z"], &[]))?;
        host.apply()?;
        host.config(&site("a", &["x", "z"], &[]))?;
        let plan = host.plan()?;
        let change = plan.change("planner_site.a")?;
        assert_eq!(change.action, Action::Update);
        assert_eq!(ids(&change.after["list"]), [json!("uid-x"), Value::Null]);
        assert_eq!(change.unknown["list"][1]["uid"], true);
        host.apply_plan(&plan)?;
        let state = host.state()?;
        let list = &state["planner_site.a"].attributes["list"];
        assert_eq!(ids(list), [json!("uid-x"), json!("uid-z")]);
        host.plan()?.assert_empty();
        Ok(())
    });
}

#[test]
fn l20_a_replace_field_that_only_an_update_makes_unknown_is_an_error_and_the_object_stays() {
    planner().run(|host| {
        let badge = |owner: &str, colour: &str| {
            format!(
                "resource \"planner_badge\" \"a\" {{\n  owner = \"{owner}\"\n  colour = \"{colour}\"\n}}\n"
            )
        };
        host.config(&badge("me", "red"))?;
        host.apply()?;
        host.config(&badge("you", "red"))?;
        let failure = host.apply().unwrap_err();
        failure.assert_mentions("Cannot plan an update or a replacement");
        let state = host.state()?;
        assert_eq!(state["planner_badge.a"].attributes["serial"], "1");
        // The object is replaced anyway.
        host.config(&badge("you", "blue"))?;
        let change = host.plan()?.change("planner_badge.a")?;
        assert_eq!(change.action, Action::DeleteThenCreate);
        Ok(())
    });
}

#[test]
fn s3_elements_of_a_set_that_differ_only_in_digits_or_spelling_all_stay() {
    planner().run(|host| {
        const NEAR: &str = "0.1000000000000000055511151231257827";
        let scale = |name: &str| {
            let part = |weight: &str, pause: &str| format!("{{ weight = {weight}, pause = \"{pause}\" }}");
            let parts = [part("0.1", "7"), part(NEAR, "7"), part("0.1", "007")].join(", ");
            format!(
                "resource \"planner_scale\" \"a\" {{\n  name = \"{name}\"\n  weights = [0.1, {NEAR}, 2]\n  \
                 pauses = [\"7\", \"007\"]\n  parts = [{parts}]\n}}\n\
                 output \"counts\" {{\n  value = [for set in [planner_scale.a.weights, planner_scale.a.pauses, planner_scale.a.parts] : length(set)]\n}}\n"
            )
        };
        for name in ["a", "b"] {
            host.config(&scale(name))?;
            host.apply()?;
            assert_eq!(host.output("counts")?, json!([3, 2, 3]));
            host.plan()?.assert_empty();
        }
        Ok(())
    });
}
