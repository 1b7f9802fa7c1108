//! Objects that are values of plain attributes.

use serde_json::json;
use terrane_test::{Action, TestResult};

use super::{Kitchen, with_every_schema};

/// A larder with these attributes next to its hams.
fn larder(sink: &mut Kitchen<'_>, hams: &str, more: &str) -> TestResult {
    sink.config(&format!(
        "resource \"sink_larder\" \"a\" {{\n{hams}\n{more}\n}}\n"
    ))?;
    Ok(())
}

const SMOKED: &str =
    "{ name = \"Jamon\", kilos = 0.1, smoke = { woods = [\"oak\"], heat = \"on_fire\" } }";
const PLAIN: &str = "{ name = \"Prosciutto\", kilos = null, smoke = null }";

#[test]
fn objects_are_written_planned_and_stored_as_values() {
    with_every_schema(|sink| {
        let hams = format!("hams = [{SMOKED}, {PLAIN}]");
        let more = format!(
            "best = {PLAIN}\nold = [{PLAIN}, {SMOKED}]\nshelves = {{ top = [{SMOKED}], low = [] }}\nrows = [[{PLAIN}], []]\nhidden = [{PLAIN}]"
        );
        larder(sink, &hams, &more)?;
        sink.apply()?;
        sink.assert_settled()?;
        let state = sink.state()?;
        let found = &state["sink_larder.a"].attributes;
        let smoke = json!({ "woods": ["oak"], "heat": "on_fire" });
        let smoked = json!({ "name": "Jamon", "kilos": 0.1, "smoke": smoke });
        let plain = json!({ "name": "Prosciutto", "kilos": null, "smoke": null });
        assert_eq!(found["hams"], json!([smoked, plain]));
        assert_eq!(found["shelves"], json!({ "top": [smoked], "low": [] }));
        assert_eq!(found["rows"], json!([[plain], []]));
        assert_eq!(found["smoked"], json!([smoke]));
        assert_eq!(found["fire"], smoke);
        // The same float in other digits is no change; one part more is a change.
        larder(sink, &hams.replace("0.1", "0.100000001"), &more)?;
        sink.plan()?.assert_empty();
        larder(sink, &hams.replace("kilos = null", "kilos = 2"), &more)?;
        let plan = sink.plan()?;
        assert_eq!(plan.action("sink_larder.a")?, Action::Update);
        sink.apply_plan(&plan)?;
        sink.assert_settled()?;
        Ok(())
    });
}

#[test]
fn an_object_is_written_with_all_its_attributes() {
    with_every_schema(|sink| {
        for (ham, says) in [
            ("{ name = \"Jamon\", kilos = 1 }", "smoke"),
            ("{ name = null, kilos = 1, smoke = null }", "hams[0].name"),
            (
                "{ name = \"Jamon\", kilos = 21, smoke = null }",
                "too heavy",
            ),
            (
                "{ name = \"Jamon\", kilos = 1, smoke = { woods = [], heat = \"cold\" } }",
                "hams[0].smoke.heat",
            ),
        ] {
            larder(sink, &format!("hams = [{ham}]"), "")?;
            let failure = sink.plan().expect_err("the ham is wrong");
            failure.assert_mentions(says);
        }
        Ok(())
    });
}

#[test]
fn unknown_parts_of_objects_are_planned() {
    with_every_schema(|sink| {
        let tap = "resource \"sink_spice\" \"salt\" {\nname = \"salt\"\n}\n";
        let ham = "{ name = sink_spice.salt.shelf, kilos = 1, smoke = { woods = [sink_spice.salt.shelf], heat = \"mild\" } }";
        sink.config(&format!(
            "{tap}resource \"sink_larder\" \"a\" {{\nhams = [{ham}]\nold = [{ham}]\nbest = {ham}\n}}\n"
        ))?;
        sink.apply()?;
        sink.assert_settled()?;
        let state = sink.state()?;
        let found = &state["sink_larder.a"].attributes;
        assert_eq!(found["best"]["smoke"]["woods"], json!(["s"]));
        assert_eq!(found["old"][0]["name"], "s");
        Ok(())
    });
}
