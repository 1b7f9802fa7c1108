//! Whatever a host proposes: what is planned of it breaks no rule of the hosts.

use proptest::prelude::*;

use terrane_test::client::Client;

use crate::planning::align::Lab;
use crate::setup::{json, stored};

/// Rules as they are configured, with distinct names.
fn rules() -> impl Strategy<Value = String> {
    let part = ("[xyz]", prop::option::of("[nm]")).prop_map(|(name, note)| match note {
        Some(note) => format!(r#"{{"name":"{name}","note":"{note}"}}"#),
        None => format!(r#"{{"name":"{name}"}}"#),
    });
    let parts = prop::option::of(prop::collection::vec(part, 0..3));
    let rule = (
        "[abc?]",
        prop::option::of(1..3),
        prop::option::of("[tu]"),
        parts,
    );
    let rule = rule.prop_map(|(name, port, proto, parts)| {
        let mut text = format!(r#""name":"{name}""#);
        text.extend(port.map(|port| format!(r#","port":{port}"#)));
        text.extend(proto.map(|proto| format!(r#","proto":"{proto}""#)));
        text.extend(parts.map(|parts| format!(r#","parts":[{}]"#, parts.join(","))));
        format!("{{{text}}}")
    });
    prop::collection::vec(rule, 0..4).prop_map(|rules| format!("[{}]", rules.join(",")))
}

fn wall() -> impl Strategy<Value = String> {
    let field = prop::sample::select(vec!["listed", "set", "plain", "free"]);
    prop::collection::btree_map(field, rules(), 0..4).prop_map(|fields| {
        let fields: Vec<String> = fields
            .iter()
            .map(|(name, rules)| format!(r#""{name}":{rules}"#))
            .collect();
        format!("{{{}}}", fields.join(","))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn c1_to_c9_no_plan_violates_a_consistency_rule(prior in wall(), config in wall()) {
        // What stands in a state is known, and has what the provider fills.
        let prior = prior.replace('?', "d").replace("\"name\"", "\"id\":\"i\",\"name\"");
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let planned = runtime.block_on(async {
            let client = Client::new(terrane::server::<Lab>()).await?;
            let prior = stored(&client, "lab_wall", Some(&prior));
            client.plan_in_place(&prior, json(&config)).await
        });
        prop_assert!(planned.is_ok(), "{planned:?}");
        prop_assert!(!planned.unwrap().value().is_null());
    }
}
