//! Random sequences of calls to the kitchen sink in a mux, an upgrade and a downgrade.

use std::env;
use std::path::{Path, PathBuf};

use terrane_proof::{Composition, compare};

/// The number of sequences in a run without `TERRANE_SEQUENCES`.
const SEQUENCES: u64 = 100;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_answers_of_the_kitchen_sink_pass_every_composition_unchanged() {
    let sequences = env::var("TERRANE_SEQUENCES");
    let sequences = sequences.map_or(SEQUENCES, |text| text.parse().expect("a number"));
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

#[test]
fn an_answer_that_is_tampered_with_is_found() {
    for composition in Composition::ALL {
        let found = compare(composition, 1, &folder("composed-tampered"), true);
        let problem = found.expect_err("the plan is changed");
        assert!(problem.contains("PlanResourceChange"), "{problem}");
    }
}
