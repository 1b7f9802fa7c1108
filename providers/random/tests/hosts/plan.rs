//! What a change plans: the same value, or a new one.

use serde_json::{Value, json};
use terrane_test::Action;

use super::{on_every_host, state_of};

/// Keepers in the state, keepers in the configuration, and what is planned.
const KEEPERS: [(&str, &str, Action); 13] = [
    ("null", "{}", Action::Update),
    ("null", r#"{"a":null}"#, Action::Update),
    ("null", r#"{"a":"1"}"#, Action::DeleteThenCreate),
    ("{}", "null", Action::Update),
    ("{}", r#"{"a":null}"#, Action::Update),
    (r#"{"a":"1"}"#, r#"{"a":"1","b":null}"#, Action::Update),
    (r#"{"a":"1"}"#, r#"{"a":"1"}"#, Action::NoOp),
    (r#"{"a":"1"}"#, "null", Action::DeleteThenCreate),
    (r#"{"a":"1"}"#, r#"{"b":null}"#, Action::DeleteThenCreate),
    (r#"{"a":"1"}"#, r#"{"a":null}"#, Action::DeleteThenCreate),
    (r#"{"a":"1"}"#, r#"{"a":"2"}"#, Action::DeleteThenCreate),
    (
        r#"{"a":"1","b":null}"#,
        r#"{"a":"1"}"#,
        Action::DeleteThenCreate,
    ),
    ("{}", "terraform_data.late.output", Action::Update),
];

/// Each resource with its required attributes and a whole state.
fn objects() -> Vec<(&'static str, u64, Value)> {
    let id = "6ba7b810-9dad-41d1-80b4-00c04fd430c8";
    let text = json!({
        "length": 3, "special": true, "upper": true, "lower": true, "number": true, "numeric": true,
        "min_numeric": 0, "min_upper": 0, "min_lower": 0, "min_special": 0, "override_special": null,
        "result": "abc", "id": "abc",
    });
    let mut password = text.clone();
    password["id"] = json!("none");
    password["bcrypt_hash"] = json!("$2a$10$hash");
    vec![
        (
            "id",
            0,
            json!({
                "byte_length": 3, "prefix": null, "id": "HOIn", "b64_url": "HOIn", "b64_std": "HOIn", "hex": "1ce227", "dec": "1892903",
            }),
        ),
        (
            "integer",
            0,
            json!({"min": 1, "max": 5, "seed": null, "result": 3, "id": "3"}),
        ),
        ("password", 3, password),
        (
            "pet",
            0,
            json!({"length": 2, "separator": "-", "prefix": null, "id": "tame-ox"}),
        ),
        (
            "shuffle",
            0,
            json!({"input": ["a"], "result_count": null, "seed": null, "result": ["a"], "id": "-"}),
        ),
        ("string", 2, text),
        ("uuid", 0, json!({"result": id, "id": id})),
        ("uuid4", 0, json!({"result": id, "id": id})),
        ("uuid7", 0, json!({"result": id, "id": id})),
    ]
}

/// What the configuration of such an object must say.
fn required(kind: &str) -> &'static str {
    match kind {
        "id" => "byte_length = 3",
        "integer" => "min = 1\n  max = 5",
        "password" | "string" => "length = 3",
        "shuffle" => "input = [\"a\"]",
        _ => "",
    }
}

#[test]
fn keepers_without_a_change_keep_the_value() {
    let mut config = "resource \"terraform_data\" \"late\" {\n  input = tomap({})\n}\n".to_owned();
    let mut states = Vec::new();
    let mut expected = Vec::new();
    for (kind, version, attributes) in objects() {
        for (at, (before, after, action)) in KEEPERS.into_iter().enumerate() {
            let address = format!("random_{kind}.k{at}");
            let mut attributes = attributes.clone();
            attributes["keepers"] = serde_json::from_str(before).expect("it is JSON");
            states.push((address.clone(), version, attributes));
            config.push_str(&format!(
                "resource \"random_{kind}\" \"k{at}\" {{\n  {}\n  keepers = {after}\n}}\n",
                required(kind)
            ));
            expected.push((address, action));
        }
    }
    for (at, (before, after, same)) in [
        ("null", "null", true),
        ("null", "{}", false),
        (r#"{"a":"1"}"#, r#"{"a":"1","b":null}"#, false),
    ]
    .into_iter()
    .enumerate()
    {
        let address = format!("random_bytes.k{at}");
        let keepers: Value = serde_json::from_str(before).expect("it is JSON");
        states.push((
            address.clone(),
            0,
            json!({"length": 1, "keepers": keepers, "base64": "AQ==", "hex": "01"}),
        ));
        config.push_str(&format!(
            "resource \"random_bytes\" \"k{at}\" {{\n  length  = 1\n  keepers = {after}\n}}\n"
        ));
        expected.push((
            address,
            if same {
                Action::NoOp
            } else {
                Action::DeleteThenCreate
            },
        ));
    }
    let states: Vec<_> = states
        .iter()
        .map(|(address, version, state)| (address.as_str(), *version, state.clone()))
        .collect();
    on_every_host(|host| {
        host.config(&config)?;
        host.set_state(&state_of(&states))?;
        let plan = host.plan()?;
        for (address, action) in &expected {
            assert_eq!(plan.action(address)?, *action, "{address}");
        }
        for change in plan
            .changes()
            .filter(|change| change.action == Action::Update)
        {
            let results = ["result", "id", "hex", "bcrypt_hash"];
            for name in results {
                assert_eq!(
                    change.after[name], change.before[name],
                    "{}.{name}",
                    change.address
                );
            }
        }
        host.apply_plan(&plan)?;
        host.assert_settled()?;
        Ok(())
    });
}

#[test]
fn every_other_change_draws_anew() {
    let changes = [
        ("bytes", "length = 2", "length"),
        ("id", "byte_length = 4", "byte_length"),
        ("id", "byte_length = 3\n  prefix = \"\"", "prefix"),
        ("integer", "min = 2\n  max = 5", "min"),
        ("integer", "min = 1\n  max = 6", "max"),
        ("integer", "min = 1\n  max = 5\n  seed = \"\"", "seed"),
        ("pet", "length = 3", "length"),
        ("pet", "separator = \"\"", "separator"),
        ("pet", "prefix = \"\"", "prefix"),
        ("shuffle", "input = []", "input"),
        (
            "shuffle",
            "input = [\"a\"]\n  result_count = 1",
            "result_count",
        ),
        ("shuffle", "input = [\"a\"]\n  seed = \"\"", "seed"),
        ("string", "length = 4", "length"),
        ("string", "length = 3\n  special = false", "special"),
        ("password", "length = 3\n  upper = false", "upper"),
        ("string", "length = 3\n  lower = false", "lower"),
        ("password", "length = 3\n  min_numeric = 1", "min_numeric"),
        ("string", "length = 3\n  min_upper = 1", "min_upper"),
        ("password", "length = 3\n  min_lower = 1", "min_lower"),
        ("string", "length = 3\n  min_special = 1", "min_special"),
        (
            "password",
            "length = 3\n  override_special = \"\"",
            "override_special",
        ),
        (
            "string",
            "length = 3\n  override_special = \"-\"",
            "override_special",
        ),
        (
            "password",
            "length = 3\n  numeric = false",
            "number numeric",
        ),
        ("string", "length = 3\n  number = false", "number numeric"),
    ];
    let mut states = objects();
    states.push((
        "bytes",
        0,
        json!({"length": 1, "base64": "AQ==", "hex": "01"}),
    ));
    let mut config = String::new();
    let mut before = Vec::new();
    for (at, (kind, change, _)) in changes.iter().enumerate() {
        let address = format!("random_{kind}.c{at}");
        let (_, version, state) = states
            .iter()
            .find(|(other, ..)| other == kind)
            .expect("there is one");
        before.push((address, *version, state.clone()));
        config.push_str(&format!(
            "resource \"random_{kind}\" \"c{at}\" {{\n  {change}\n}}\n"
        ));
    }
    let before: Vec<_> = before
        .iter()
        .map(|(address, version, state)| (address.as_str(), *version, state.clone()))
        .collect();
    on_every_host(|host| {
        host.config(&config)?;
        host.set_state(&state_of(&before))?;
        let plan = host.plan()?;
        for (at, (kind, change, expected)) in changes.iter().enumerate() {
            let planned = plan.change(&format!("random_{kind}.c{at}"))?;
            assert_eq!(planned.action, Action::DeleteThenCreate, "{kind} {change}");
            let paths = planned.json["replace_paths"]
                .as_array()
                .into_iter()
                .flatten();
            let mut names: Vec<&str> = paths.filter_map(|path| path[0].as_str()).collect();
            names.sort_unstable();
            assert_eq!(names.join(" "), *expected, "{kind} {change}");
        }
        Ok(())
    });
}

#[test]
fn numeric_and_its_old_name_are_the_same() {
    let text = |digits: &str| format!("{{\n  length = 3\n  {digits}\n}}\n");
    on_every_host(|host| {
        let (_, version, string) = objects().swap_remove(5);
        let differs = |number: bool, numeric: bool| {
            let mut state = string.clone();
            (state["number"], state["numeric"]) = (json!(number), json!(numeric));
            state
        };
        let none = "resource \"terraform_data\" \"late\" {\n  input = true\n}\n";
        let mut config = none.to_owned();
        for (name, digits) in [
            ("silent", ""),
            ("number", "number = false"),
            ("numeric", "numeric = false"),
            ("both", "number = true\n  numeric = true"),
            ("late", "number = terraform_data.late.output"),
            (
                "agreed",
                "number = terraform_data.late.output\n  numeric = true",
            ),
            ("old", ""),
            ("split", ""),
            ("same", "number = false"),
            ("emptied", ""),
        ] {
            config.push_str(&format!(
                "resource \"random_string\" \"{name}\" {}",
                text(digits)
            ));
        }
        let mut emptied = string.clone();
        emptied["override_special"] = json!("");
        host.config(&config)?;
        host.set_state(&state_of(&[
            ("random_string.old", version, differs(false, false)),
            ("random_string.split", version, differs(false, true)),
            ("random_string.same", version, differs(false, false)),
            ("random_string.emptied", version, emptied),
        ]))?;
        let plan = host.plan()?;
        for (name, expected) in [
            ("silent", true),
            ("number", false),
            ("numeric", false),
            ("both", true),
        ] {
            let after = plan.change(&format!("random_string.{name}"))?.after;
            assert_eq!(
                (&after["number"], &after["numeric"]),
                (&json!(expected), &json!(expected)),
                "{name}"
            );
        }
        let agreed = plan.change("random_string.agreed")?;
        assert_eq!(
            (&agreed.unknown["number"], &agreed.after["numeric"]),
            (&json!(true), &json!(true))
        );
        let late = plan.change("random_string.late")?;
        assert_eq!(
            (&late.unknown["number"], &late.unknown["numeric"]),
            (&json!(true), &json!(true))
        );
        for (name, action) in [
            ("old", Action::DeleteThenCreate),
            ("split", Action::DeleteThenCreate),
            ("same", Action::NoOp),
            ("emptied", Action::Update),
        ] {
            assert_eq!(
                plan.action(&format!("random_string.{name}"))?,
                action,
                "{name}"
            );
        }
        host.apply_plan(&plan)?;
        host.assert_settled()?;

        host.config(&format!(
            "resource \"random_password\" \"torn\" {}",
            text("number = true\n  numeric = false")
        ))?;
        let failure = host.plan().expect_err("they contradict each other");
        let errors: Vec<_> = failure
            .errors()
            .map(|error| error.summary.as_str())
            .collect();
        assert_eq!(
            errors,
            ["Number and numeric are both configured with different values"],
            "{failure}"
        );
        Ok(())
    });
}
