//! The generator of numbers from a seed: the additive lagged Fibonacci generator of Go's `math/rand`. So a seed gives the same numbers as with the
//! original provider.

use std::sync::LazyLock;

use crc::{CRC_64_GO_ISO, Crc};

/// The number of outputs that the generator stores.
const LONG: usize = 607;
/// The distance of the newer one of the two outputs whose sum is the next output.
const SHORT: usize = 273;
/// A Mersenne prime: the modulus of the generator that fills the first state.
const MODULUS: i64 = (1 << 31) - 1;

/// The generator: each output is the sum of the outputs `LONG` and `SHORT` positions before it.
pub(crate) struct LaggedFibonacci {
    state: [u64; LONG],
    tap: usize,
    feed: usize,
}

impl LaggedFibonacci {
    /// Starts the sequence of a seed.
    pub(crate) fn new(seed: &str) -> Self {
        let seed = Crc::<u64>::new(&CRC_64_GO_ISO).checksum(seed.as_bytes());
        let mut state = first_state(seed.cast_signed(), 40);
        for (cell, salt) in state.iter_mut().zip(SALT.iter()) {
            *cell ^= salt;
        }
        Self {
            state,
            tap: 0,
            feed: LONG - SHORT,
        }
    }

    fn next(&mut self) -> u64 {
        let before = |at: usize| at.checked_sub(1).unwrap_or(LONG - 1);
        (self.tap, self.feed) = (before(self.tap), before(self.feed));
        self.state[self.feed] = self.state[self.feed].wrapping_add(self.state[self.tap]);
        self.state[self.feed]
    }

    /// Returns a number from 0 to `last`. As in Go, smaller ranges use fewer bits of an output. Ranges that Go's generator refuses use all bits.
    pub(crate) fn up_to(&mut self, last: u64) -> u64 {
        let bits = match last {
            0..0x7fff_ffff => 31,
            0x7fff_ffff..0x7fff_ffff_ffff_ffff => 63,
            _ => 64,
        };
        let below = u64::MAX >> (64 - bits);
        let mut next = || {
            let output = self.next();
            if bits == 31 {
                (output & (u64::MAX >> 1)) >> 32
            } else {
                output & below
            }
        };
        let Some(count) = last.checked_add(1).filter(|count| !count.is_power_of_two()) else {
            return next() & last;
        };
        // Numbers above the last multiple would make some results more likely than others.
        let surplus = (below % count + 1) % count;
        loop {
            let number = next();
            if number <= below - surplus {
                return number % count;
            }
        }
    }
}

/// Returns the first state for a seed. Each cell combines three outputs of a multiplicative generator, which are shifted against each other.
fn first_state(seed: i64, shift: u32) -> [u64; LONG] {
    let mut x = match seed.rem_euclid(MODULUS) {
        0 => 89_482_311,
        x => x,
    };
    let mut next = || {
        x = x * 48_271 % MODULUS;
        x.cast_unsigned()
    };
    for _ in 0..20 {
        next();
    }
    std::array::from_fn(|_| next() << shift ^ next() << (shift / 2) ^ next())
}

/// The constant that first states are combined with: the state of the generator after very many outputs.
static SALT: LazyLock<[u64; LONG]> = LazyLock::new(|| after(7_800_000_000_000));

/// Returns the state after a number of outputs, from a fixed start.
///
/// Outputs satisfy `y(n) = y(n - LONG) + y(n - SHORT)`. So where `X^n` is the sum of `c(i) X^i` modulo the polynomial of that recurrence, `y(n)`
/// is the sum of `c(i) y(i)`, and so on for the outputs after it.
fn after(outputs: usize) -> [u64; LONG] {
    let cell = |output: usize| (LONG - SHORT + LONG - output % LONG) % LONG;
    let start = first_state(1, 20);
    // The first outputs are the cells of the start state, the oldest first.
    let mut known: Vec<u64> = (1..=LONG).map(|at| start[cell(at)]).collect();
    for at in LONG..2 * LONG {
        known.push(known[at - LONG].wrapping_add(known[at - SHORT]));
    }
    let power = power_of_x(outputs);
    let mut state = [0; LONG];
    for at in 0..LONG {
        let terms = power.iter().zip(&known[at..]);
        let sum = terms.fold(0_u64, |sum, (c, y)| sum.wrapping_add(c.wrapping_mul(*y)));
        state[cell(outputs + 1 + at)] = sum;
    }
    state
}

/// Returns the coefficients of a power of X modulo `X^LONG - X^(LONG - SHORT) - 1`.
fn power_of_x(exponent: usize) -> Vec<u64> {
    let mut power = vec![0_u64; LONG];
    power[0] = 1;
    for bit in (0..usize::BITS - exponent.leading_zeros()).rev() {
        let shift = exponent >> bit & 1;
        let mut square = vec![0_u64; 2 * LONG];
        for (at, c) in power.iter().enumerate() {
            for (cell, other) in square[at + shift..].iter_mut().zip(&power) {
                *cell = cell.wrapping_add(c.wrapping_mul(*other));
            }
        }
        for at in (LONG..2 * LONG).rev() {
            let high = square[at];
            square[at - LONG] = square[at - LONG].wrapping_add(high);
            square[at - SHORT] = square[at - SHORT].wrapping_add(high);
        }
        square.truncate(LONG);
        power = square;
    }
    power
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;
    use base16ct::lower::encode_string as hex;

    #[test]
    fn the_salt_is_that_of_go() {
        let bytes: Vec<u8> = SALT.iter().flat_map(|cell| cell.to_le_bytes()).collect();
        let expected = "1928503b93a563e491119a5889baba73d1605b90b63634c14a408805797a7c7b";
        assert_eq!(hex(&Sha256::digest(bytes)), expected);
    }

    #[test]
    fn few_outputs_are_found_as_by_counting() {
        for outputs in [0, 1, 300, 607, 5000] {
            let mut counted = LaggedFibonacci {
                state: first_state(1, 20),
                tap: 0,
                feed: LONG - SHORT,
            };
            for _ in 0..outputs {
                counted.next();
            }
            assert_eq!(after(outputs), counted.state, "{outputs}");
        }
    }

    #[test]
    fn a_seed_gives_the_sequence_of_go() {
        for (seed, first) in [
            ("a", 16_297_550_746_550_000_153),
            ("12345", 6_207_398_735_832_905_869),
            ("terrane", 8_350_750_260_647_896_938),
            ("seed value", 3_896_955_315_118_689_739),
            ("é", 10_247_412_644_708_901_566),
        ] {
            assert_eq!(LaggedFibonacci::new(seed).next(), first, "{seed}");
        }
    }

    #[test]
    fn numbers_of_every_size_are_in_their_range_and_reach_its_ends() {
        let mut generator = LaggedFibonacci::new("ends");
        for last in [0, 1, 2, 6] {
            let drawn: std::collections::BTreeSet<u64> =
                (0..200).map(|_| generator.up_to(last)).collect();
            assert_eq!(drawn, (0..=last).collect());
        }
        let edges =
            [1 << 31, 1 << 62, 1 << 63].map(|edge: u64| [edge - 2, edge - 1, edge, edge + 1]);
        for last in edges.into_iter().flatten().chain([u64::MAX - 1, u64::MAX]) {
            let drawn: Vec<u64> = (0..100).map(|_| generator.up_to(last)).collect();
            assert!(drawn.iter().all(|number| *number <= last), "{last}");
            assert!(drawn.iter().any(|number| *number > last / 2), "{last}");
            assert!(drawn.iter().any(|number| *number < last / 2), "{last}");
        }
    }
}
