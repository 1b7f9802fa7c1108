//! Everything in one configuration: planned, created, changed, read again and destroyed.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};
use terrane_test::{Action, TestResult};

use super::{Kitchen, after, line, on_oldest_and_newest};

/// One object of each kind that has a state. The parts in braces are what the changes change.
fn config(sink: &Kitchen<'_>, leftovers: &str, heat: &str, title: &str, hooks: &[&str]) -> String {
    let rack = [
        sink.one("corner", "name = \"corner\""),
        sink.one("spare", "name = \"spare\"\nholds = 3"),
        "frame {\nheight = 2\n}\n".to_owned(),
        sink.many("hooks", hooks),
        sink.many("bins", &["litres = 10", "litres = 20\ncolour = \"green\""]),
        sink.named(
            "rows",
            &[
                ("top", &sink.many("hooks", &["name = \"pan\""])),
                ("bottom", "holds = \"pots\""),
            ],
        ),
    ]
    .concat();
    format!(
        r#"
resource "sink_dish" "plate" {{
  name      = "plate"
  leftovers = {leftovers:?}
  timeouts {{
    read = "1m"
  }}
}}
resource "sink_spice" "chili" {{
  name            = "chili"
  latin           = "capsicum"
  heat            = {heat:?}
  taste           = "hot"
  for             = "everything"
  mixture         = "secret"
  organic         = true
  price           = 12345678901234567890123456789.5
  density         = 0.5
  acidity         = 3.4
  tiny            = -128
  small           = -32768
  medium          = -2147483648
  large           = -9223372036854775808
  tiny_positive   = 255
  small_positive  = 65535
  medium_positive = 4294967295
  large_positive  = 18446744073709551615
  anything        = {{ a = [1, "b"] }}
  dishes          = ["b", "a"]
  gaps            = [1, null, 3]
  cuisines        = ["thai", "indian", "thai"]
  grams           = {{ jar = 12.5 }}
  blends          = {{ garam = ["clove", "pepper"] }}
  pairings        = [["mild"], ["on_fire", "mild"]]
  aliases         = [{{ cayenne = true }}]
  origin_and_year = ["Mexico", 1493, null]
  secrets         = ["s"]
}}
resource "sink_spice" "salt" {{
  name   = "salt"
  origin = "the sea"
}}
resource "sink_recipe" "pie" {{
  title = {title:?}
}}
resource "sink_rack" "rack" {{
{rack}}}
resource "sink_jar" "jam" {{
  label = "jam"
}}
resource "sink_menu" "menu" {{
  starter     = "soup"
  main_course = sink_recipe.pie.summary
}}
data "sink_inspection" "all" {{
  plates = 2
  soap   = true
  notes  = {{ plate = sink_dish.plate.name }}
}}
"#
    )
}

const HOOKS: &[&str] = &["name = \"a\"", "name = \"b\"\nmaterial = \"brass\""];

fn spice(state: &terrane_test::State) -> &Value {
    &state["sink_spice.chili"].attributes
}

/// L8, L10, L20, L21, A1, A3 to A5, R1, R2, R6, S3, D1.
#[test]
fn everything_is_planned_created_changed_read_and_destroyed() {
    on_oldest_and_newest(|sink| {
        let first = config(sink, "gold", "mild", "Apple Pie", HOOKS);
        sink.config(&first)?;
        let plan = sink.plan()?;
        let value = |address: &str, name: &str| after(&plan, address, name);
        assert_eq!(
            value("sink_spice.salt", "heat")?,
            Some(json!("mild")),
            "a default"
        );
        assert_eq!(
            value("sink_spice.salt", "shelf")?,
            None,
            "known after apply"
        );
        assert_eq!(value("sink_spice.salt", "origin")?, Some(json!("the sea")));
        assert_eq!(
            value("sink_recipe.pie", "slug")?,
            Some(json!("apple-pie")),
            "planned"
        );
        assert_eq!(value("sink_recipe.pie", "id")?, None);
        assert_eq!(value("sink_jar.jam", "grams")?, Some(json!(500)));
        let hooks = value("sink_rack.rack", "hooks")?.ok_or("the hooks are configured")?;
        assert_eq!(hooks[0]["material"], "steel", "a default inside a list");
        let bins = value("sink_rack.rack", "bins")?.ok_or("the bins are configured")?;
        let colours: BTreeSet<_> = bins
            .as_array()
            .into_iter()
            .flatten()
            .map(|it| it["colour"].as_str())
            .collect();
        assert_eq!(
            colours,
            [Some("green"), Some("grey")].into(),
            "a default inside a set"
        );

        let applied = sink.apply_plan(&plan)?;
        let gold = applied.warnings().find(|it| it.summary == "Gold on a dish");
        assert!(gold.is_some(), "{}", applied.stdout());
        created(sink)?;
        sink.assert_settled()?;
        let kept = spice(&sink.state()?).clone();

        // What means the same is no change; what stands elsewhere keeps what is its own.
        let hooks = [
            "name = \"b\"\nmaterial = \"brass\"",
            "name = \"c\"",
            "name = \"a\"\nholds = 9",
        ];
        let second = config(sink, "rice", "on_fire", "APPLE PIE", &hooks);
        sink.config(&second)?;
        let plan = sink.plan()?;
        assert_eq!(plan.action("sink_dish.plate")?, Action::Update);
        let pie = |name| after(&plan, "sink_recipe.pie", name);
        assert_eq!(
            pie("title")?,
            Some(json!("Apple Pie")),
            "only the case has changed"
        );
        assert_eq!(
            pie("summary")?,
            Some(json!("Apple Pie for 4")),
            "what comes of the title does not"
        );
        assert_eq!(pie("id")?, Some(json!("recipe-1")));
        assert_eq!(plan.action("sink_jar.jam")?, Action::NoOp);
        assert_eq!(plan.action("sink_spice.chili")?, Action::Update);
        assert_eq!(after(&plan, "sink_spice.chili", "substitute")?, None);
        let change = plan.change("sink_rack.rack")?;
        assert_eq!(change.action, Action::Update);
        let ids = |at: usize| {
            (
                change.after["hooks"][at]["id"].clone(),
                change.unknown["hooks"][at]["id"].clone(),
            )
        };
        assert_eq!(ids(0).0, "hook-b");
        assert_eq!(ids(1).1, true, "a new one");
        assert_eq!(ids(2).0, "hook-a", "found by its name");
        sink.apply_plan(&plan)?;
        let state = sink.state()?;
        assert_eq!(spice(&state)["substitute"], "pepper");
        assert_ne!(spice(&state), &kept);
        assert_eq!(state["sink_recipe.pie"].attributes["title"], "Apple Pie");
        assert_eq!(sink.dish("plate").as_deref(), Some("rice"));
        let second = second.replace("APPLE PIE", "Apple Pie");
        sink.config(&second)?;
        sink.assert_settled()?;

        // What others change is seen; what is gone comes again; less for fewer people is another recipe.
        fs::write(sink.folder().join("plate.dish"), "ants")?;
        let third = second.replace(
            "title = \"Apple Pie\"",
            "title = \"Apple Pie\"\n  servings = 2",
        );
        sink.config(&third)?;
        let plan = sink.plan()?;
        let drift = plan.drift().next().ok_or("the plan shows no drift")?;
        assert_eq!(
            (&drift.before["leftovers"], &drift.after["leftovers"]),
            (&json!("rice"), &json!("ants"))
        );
        assert_eq!(plan.action("sink_dish.plate")?, Action::Update);
        assert!(plan.action("sink_recipe.pie")?.replaces());
        assert_eq!(after(&plan, "sink_recipe.pie", "summary")?, None);
        fs::remove_file(sink.folder().join("plate.dish"))?;
        assert_eq!(sink.plan()?.action("sink_dish.plate")?, Action::Create);

        let destroyed = sink.destroy()?;
        let lost = destroyed
            .warnings()
            .find(|it| it.summary == "A recipe will be lost");
        assert!(lost.is_some(), "{}", destroyed.stdout());
        assert!(sink.state()?.is_empty());
        let diary = sink.diary();
        assert!(diary.contains(&"forgot recipe-1".to_owned()));
        assert!(
            diary.contains(&"recipe-1 fed 4 at most".to_owned()),
            "{diary:?}"
        );
        Ok(())
    });
}

/// What stands in the state, to the last attribute.
fn created(sink: &Kitchen<'_>) -> TestResult {
    let state = sink.state()?;
    assert_eq!(
        *spice(&state),
        json!({
            "name": "chili", "latin": "capsicum", "heat": "mild", "shelf": "c", "substitute": null, "origin": "unknown lands",
            "taste": "hot", "for": "everything", "mixture": "secret", "pungency": null, "organic": true,
            "price": serde_json::from_str::<Value>("12345678901234567890123456789.5")?,
            "density": 0.5, "acidity": 3.4, "tiny": -128, "small": -32768, "medium": -2147483648_i64, "large": i64::MIN,
            "tiny_positive": 255, "small_positive": 65535, "medium_positive": u32::MAX, "large_positive": u64::MAX,
            "anything": {
                "type": ["object", { "a": ["tuple", ["number", "string"]] }],
                "value": { "a": [1, "b"] },
            },
            "dishes": ["b", "a"], "gaps": [1, null, 3], "cuisines": ["indian", "thai"], "grams": { "jar": 12.5 },
            "blends": { "garam": ["clove", "pepper"] }, "pairings": [["mild"], ["mild", "on_fire"]],
            "aliases": [{ "cayenne": true }], "origin_and_year": ["Mexico", 1493, null], "secrets": ["s"], "letters": ["c", "h", "i", "l", "i"],
        })
    );
    let recipe = &state["sink_recipe.pie"].attributes;
    assert_eq!(recipe["summary"], "Apple Pie for 4");
    assert_eq!(recipe["length"], 15);
    assert_eq!(recipe["planner"], "sink", "what the plan told");
    let rack = &state["sink_rack.rack"].attributes;
    assert_eq!(rack["frame"], json!({ "material": "wood", "height": 2 }));
    assert_eq!(
        rack["hooks"][1],
        json!({ "name": "b", "material": "brass", "holds": null, "mount": null, "id": "hook-b" })
    );
    assert_eq!(rack["rows"]["top"]["holds"], "plates");
    assert_eq!(rack["rows"]["top"]["hooks"][0]["id"], "hook-pan");
    assert_eq!(rack["rows"]["bottom"]["holds"], "pots");
    assert_eq!(state["sink_menu.menu"].attributes["courses"], 2);
    assert_eq!(
        state["data.sink_inspection.all"].attributes["verdict"],
        "clean"
    );
    Ok(())
}

/// L10h: plan hooks of fields warn at their place, read their siblings in elements and in the configuration, and keep private values.
#[test]
fn l10h_plan_hooks_of_fields_warn_and_remember() {
    on_oldest_and_newest(|sink| {
        let rack = [
            sink.one("corner", "name = \"corner\""),
            "frame {}\n".to_owned(),
            sink.many(
                "hooks",
                &[
                    "name = \"a\"\nholds = 1",
                    "name = \"b\"\nmaterial = \"paper\"\nholds = 2",
                ],
            ),
        ]
        .concat();
        let config = |servings: u8, more: &str| {
            format!(
                "resource \"sink_rack\" \"rack\" {{\n{rack}}}\nresource \"sink_recipe\" \"pie\" {{\ntitle = \"Pie\"\nservings = {servings}\n{more}}}\n"
            )
        };
        let large = config(20, "");
        sink.config(&large)?;
        let applied = sink.apply()?;
        let found = |outcome: &terrane_test::Outcome, summary: &str| {
            let mut warnings = outcome.warnings().filter(|it| it.summary == summary);
            warnings
                .next()
                .map(|it| (it.detail.clone(), it.place.clone()))
        };
        let place = |config: &str, text: &str| Some(("main.tf".to_owned(), line(config, text)));
        let many = found(&applied, "Many will eat");
        let detail = "20 people. Write the method down.".to_owned();
        assert_eq!(many, Some((detail, place(&large, "servings"))));
        let (detail, weak) = found(&applied, "A weak hook").ok_or("no warning")?;
        assert_eq!(
            detail,
            "`hooks[1].holds` of the hook b: paper holds nothing."
        );
        assert!(weak.is_some(), "{detail}");

        let larger = config(30, "");
        sink.config(&larger)?;
        let many = found(&sink.apply()?, "Many will eat");
        let detail = "30 people, after 20. Write the method down.".to_owned();
        assert_eq!(many, Some((detail, place(&larger, "servings"))));
        sink.config(&config(31, "method = \"stir\"\n"))?;
        assert_eq!(found(&sink.apply()?, "Many will eat"), None);
        sink.destroy()?;
        let diary = sink.diary();
        assert!(
            diary.contains(&"recipe-1 fed 31 at most".to_owned()),
            "{diary:?}"
        );
        Ok(())
    });
}

/// S3, C6: whatever form a service gives it, a text stays as it is configured; another form of it is no change.
#[test]
fn texts_with_a_meaning_stay_as_they_are_written() {
    let texts = [
        ("word", "Jam", "JAM"),
        ("phone", "127.0.0.1:80", "127.0.0.1:80"),
        ("keeps", "1h30m", "90m"),
        ("made", "2024-02-29T12:00:00Z", "2024-02-29T13:00:00+01:00"),
        ("contents", r#"{ "b": 1.0, "a": [] }"#, r#"{"a":[],"b":1}"#),
        ("exact_contents", r#"{ "a": 1 }"#, r#"{ "a": 1 }"#),
        ("printer", "00:00:5E:00:53:01", "00-00-5e-00-53-01"),
        ("ip", "2001:DB8::1", "2001:db8::1"),
        ("ipv4", "192.0.2.1", "192.0.2.1"),
        ("ipv6", "2001:DB8::2", "2001:db8:0::2"),
        ("network", "2001:DB8::/32", "2001:db8::/32"),
        ("network_v4", "192.0.2.0/24", "192.0.2.0/24"),
        ("network_v6", "2001:DB8::/48", "2001:db8::/48"),
    ];
    let label = |form: usize, boil: u8| {
        let lines = texts
            .map(|(name, one, other)| format!("{name} = {:?}\n", [one, other][form]))
            .concat();
        format!(
            "resource \"sink_label\" \"jam\" {{\n{lines}boil = {boil}\nwords = [\"{}\"]\n}}\n",
            ["A", "a"][form]
        )
    };
    on_oldest_and_newest(|sink| {
        sink.config(&label(0, 3))?;
        sink.apply()?;
        let state = sink.state()?;
        for (name, written, _) in texts {
            assert_eq!(state["sink_label.jam"].attributes[name], written, "{name}");
        }
        sink.config(&label(1, 3))?;
        sink.assert_settled()?;
        sink.config(&label(1, 4))?;
        sink.apply()?;
        let label = &sink.state()?["sink_label.jam"].attributes.clone();
        assert_eq!(
            (&label["boil"], &label["prints"], &label["word"]),
            (&json!(4), &json!(2), &json!("Jam"))
        );
        Ok(())
    });
}
