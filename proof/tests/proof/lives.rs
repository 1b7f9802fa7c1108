//! Random life cycles of objects with random schemas: the provider's answers must conform to the rules of hosts.

use std::env;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use terrane_proof::{Counts, Failure, STEPS, Tampering, live};

/// The number of life cycles in a run without `TERRANE_LIVES`.
const LIVES: u64 = 500;

/// The seed of a run without `TERRANE_SEED`.
const SEED: u64 = 1;

/// The failures that a run prints.
const SHOWN: usize = 5;

fn number(variable: &str, default: u64) -> u64 {
    match env::var(variable) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|error| panic!("{variable}={text}: {error}")),
        Err(_) => default,
    }
}

/// Runs life cycles on all processors.
fn run(first: u64, lives: u64, tampering: Option<Tampering>) -> (Counts, Vec<Failure>) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    let parts = thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let (mut counts, mut failures) = (Counts::new(), Vec::new());
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        if at >= lives {
                            break;
                        }
                        match live(first.wrapping_add(at), tampering) {
                            Ok(steps) => {
                                for (step, count) in steps {
                                    *counts.entry(step).or_default() += count;
                                }
                            }
                            Err(failure) => failures.push(failure),
                        }
                    }
                    (counts, failures)
                })
            })
            .collect();
        parts
            .into_iter()
            .map(|part| part.join().expect("a life does not panic"))
            .collect::<Vec<_>>()
    });
    let (mut counts, mut failures) = (Counts::new(), Vec::new());
    for (steps, failed) in parts {
        failures.extend(failed);
        for (step, count) in steps {
            *counts.entry(step).or_default() += count;
        }
    }
    (counts, failures)
}

/// `TERRANE_LIFE` is the number of a life that failed. Then only this life is repeated.
#[test]
fn every_random_sequence_of_operations_is_consistent_and_converges() {
    if env::var_os("TERRANE_LIFE").is_some() {
        if let Err(failure) = live(number("TERRANE_LIFE", 0), None) {
            panic!("{failure}");
        }
        return;
    }
    let (lives, seed) = (number("TERRANE_LIVES", LIVES), number("TERRANE_SEED", SEED));
    let (counts, failures) = run(seed.wrapping_mul(1 << 32), lives, None);
    println!("{lives} lives of seed {seed}: {counts:?}");
    let shown: String = failures
        .iter()
        .take(SHOWN)
        .map(ToString::to_string)
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {lives} lives fail:\n{shown}",
        failures.len()
    );
    for step in STEPS {
        assert!(counts.contains_key(step), "no life has the step: {step}");
    }
}

#[test]
fn an_answer_that_is_tampered_with_is_found() {
    for tampering in [
        Tampering::Planned,
        Tampering::Promised,
        Tampering::Applied,
        Tampering::Lost,
        Tampering::Read,
        Tampering::Upgraded,
    ] {
        let (_, failures) = run(0, 100, Some(tampering));
        assert!(!failures.is_empty(), "{tampering:?}");
    }
}
