//! Random sequences of calls to the kitchen sink in a mux, an upgrade and a downgrade.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};

use terrane_composition::Downgrade;
use terrane_proof::{Composition, compare};
use terrane_protocol::EmptyRequest;
use terrane_protocol::schema::{AttributeKind, Block, TypeKind};
use tokio::runtime::Builder;

/// The number of sequences in a run without `TERRANE_SEQUENCES`.
const SEQUENCES: u64 = 100;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_answers_of_the_kitchen_sink_pass_every_composition_unchanged() {
    let sequences =
        env::var("TERRANE_SEQUENCES").map_or(SEQUENCES, |text| text.parse().expect("a number"));
    std::thread::scope(|scope| {
        for composition in Composition::ALL {
            scope.spawn(move || {
                let folder = folder(&format!("composed-{composition:?}"));
                let mut objects = 0;
                for seed in 0..sequences {
                    match compare(composition, seed, &folder, false) {
                        Ok(count) => objects += count,
                        Err(problem) => panic!("{problem}"),
                    }
                }
                assert!(objects > 0, "no call has created an object");
            });
        }
    });
}

/// Collects the places in a block that protocol 5 cannot express.
fn collect(owner: &str, path: &str, block: &Block, found: &mut BTreeSet<String>) {
    for attribute in &block.attributes {
        if matches!(attribute.kind, AttributeKind::Nested(_)) {
            found.insert(format!(
                "{owner}, {path}{}: a nested attribute",
                attribute.name
            ));
        }
    }
    for nested in &block.blocks {
        let path = format!("{path}{}", nested.name);
        if nested.block.computed {
            found.insert(format!("{owner}, {path}: a computed block"));
        }
        collect(owner, &format!("{path}."), &nested.block, found);
    }
}

/// The lines of the error of a downgrade without these types.
async fn refused(types: &[(TypeKind, String)]) -> BTreeSet<String> {
    let refused = Downgrade::without(sink::server(), types.to_vec()).await;
    let text = refused
        .expect_err("protocol 5 cannot express it")
        .to_string();
    let lines = text.lines().filter_map(|line| line.strip_prefix("  - "));
    lines.map(str::to_owned).collect()
}

#[test]
fn each_type_and_path_of_the_kitchen_sink_that_protocol_5_cannot_express_is_an_error_at_the_start()
{
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let request = EmptyRequest::default();
        let schemas = sink::server().get_provider_schema(request).await;
        let schemas = schemas.expect("schemas");
        let mut places = BTreeMap::new();
        for kind in TypeKind::ALL {
            for (name, schema) in schemas.types(kind) {
                let owner = format!("{} {name}", kind.name());
                let mut found = BTreeSet::new();
                match kind {
                    TypeKind::StateStore => drop(found.insert(format!("{owner}: a state store"))),
                    _ => collect(&owner, "", &schema.block, &mut found),
                }
                if !found.is_empty() {
                    places.insert((kind.name(), name.clone()), (kind, found));
                }
            }
        }
        assert!(places.len() >= 3, "{places:?}");
        let all: BTreeSet<String> = places.values().flat_map(|(_, it)| it.clone()).collect();
        assert_eq!(refused(&[]).await, all);
        for (own, (_, expected)) in &places {
            let others: Vec<_> = places
                .iter()
                .filter(|(other, _)| *other != own)
                .map(|((_, name), (kind, _))| (*kind, name.clone()))
                .collect();
            assert_eq!(refused(&others).await, *expected, "{own:?}");
        }
    });
}

#[test]
fn an_answer_that_is_tampered_with_is_found() {
    for composition in Composition::ALL {
        let found = compare(composition, 1, &folder("composed-tampered"), true);
        let problem = found.expect_err("the plan is changed");
        assert!(problem.contains("PlanResourceChange"), "{problem}");
    }
}
