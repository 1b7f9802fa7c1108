//! Feeds each target its seeds and all inputs that have shown a fault once.

use terrane_fuzz::{Format, Random, TARGETS, mutate, root};

#[test]
fn inputs_that_have_shown_a_fault_show_none() -> std::io::Result<()> {
    for target in TARGETS {
        for input in target.inputs()? {
            if let Err(failure) = target.check(&input) {
                panic!(
                    "{}: {failure}\n{:?}",
                    target.name,
                    String::from_utf8_lossy(&input)
                );
            }
        }
    }
    Ok(())
}

#[test]
fn each_folder_of_regressions_belongs_to_a_target() -> std::io::Result<()> {
    for entry in std::fs::read_dir(root().join("regressions"))? {
        let name = entry?.file_name();
        assert!(TARGETS.iter().any(|target| name == target.name), "{name:?}");
    }
    Ok(())
}

#[test]
fn the_same_seed_gives_the_same_inputs() {
    let inputs = |seed| {
        let mut random = Random::new(seed);
        let seeds = (TARGETS[0].seeds)();
        let mutated = (0..100).map(|_| {
            mutate(
                random.pick(&seeds).clone().as_slice(),
                &seeds,
                Format::TypedMsgpack,
                &mut random,
            )
        });
        mutated.collect::<Vec<_>>()
    };
    assert_eq!(inputs(7), inputs(7));
    assert_ne!(inputs(7), inputs(8));
}
