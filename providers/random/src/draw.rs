//! Sources of randomness: the operating system, or a seed.

use std::fmt::Display;

use rand::rngs::{StdRng, SysRng};
use rand::{RngExt as _, SeedableRng as _, TryRng as _};
use terrane::{Error, Result};

use crate::lagged_fibonacci::LaggedFibonacci;

/// Random bytes of the operating system.
pub(crate) fn bytes(count: i64, summary: &str) -> Result<Vec<u8>> {
    let failed = |cause: &dyn Display| failed(summary, cause);
    let count = usize::try_from(count).map_err(|error| failed(&error))?;
    let mut bytes = Vec::new();
    let room = bytes.try_reserve_exact(count);
    room.map_err(|error| failed(&error))?;
    bytes.resize(count, 0);
    let filled = SysRng.try_fill_bytes(&mut bytes);
    filled.map_err(|error| failed(&error))?;
    Ok(bytes)
}

/// A cryptographically secure generator that the operating system seeds.
pub(crate) fn generator() -> Result<StdRng> {
    StdRng::try_from_rng(&mut SysRng).map_err(|error| failed(READ_ERROR, error))
}

/// The summary of most errors.
pub(crate) const READ_ERROR: &str = "Random Read Error";

/// Returns the error for a value that could not be drawn.
pub(crate) fn failed(summary: &str, cause: impl Display) -> Error {
    let detail = format!("No random value could be drawn. Try again.\n\nOriginal Error: {cause}");
    Error::new(summary, detail)
}

/// A source of random whole numbers. The same seed gives the same numbers.
pub(crate) enum Numbers {
    Fresh(Box<StdRng>),
    Seeded(Box<LaggedFibonacci>),
}

impl Numbers {
    /// Creates the source for a seed. Without a seed, or with an empty one, the numbers differ each time.
    pub(crate) fn of(seed: Option<&str>) -> Result<Self> {
        Ok(match seed {
            None | Some("") => Self::Fresh(Box::new(generator()?)),
            Some(seed) => Self::Seeded(Box::new(LaggedFibonacci::new(seed))),
        })
    }

    /// Returns a uniformly distributed number from 0 to `last`.
    pub(crate) fn up_to(&mut self, last: u64) -> u64 {
        match self {
            Self::Fresh(generator) => generator.random_range(0..=last),
            Self::Seeded(generator) => generator.up_to(last),
        }
    }

    /// Returns the numbers below `count` in random order.
    pub(crate) fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order = Vec::with_capacity(count);
        for (next, last) in (0..count).zip(0..) {
            let at = usize::try_from(self.up_to(last)).unwrap_or(next);
            order.push(next);
            order.swap(at, next);
        }
        order
    }
}
