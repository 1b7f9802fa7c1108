//! Whatever a host proposes: what is planned of it breaks no rule of the hosts.

use proptest::prelude::*;

use crate::align::{Lab, Wall};
use crate::rig::{decode, request};

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
    fn c1_to_c9_no_plan_breaks_a_rule_of_the_hosts(prior in wall(), config in wall()) {
        // What stands in a state is known, and has what the provider fills.
        let prior = prior.replace('?', "d").replace("\"name\"", "\"id\":\"i\",\"name\"");
        let request = request::<Wall>("lab_wall", Some(&prior), Some(&config));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let answer = runtime
            .block_on(terrane::server::<Lab>().plan_resource_change(request))
            .unwrap();
        prop_assert!(!answer.diagnostics.has_errors(), "{:?}", answer.diagnostics);
        prop_assert!(decode::<Wall>(&answer.planned_state).is_some());
    }
}
