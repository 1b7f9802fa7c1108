//! Choices by chance.

/// Makes choices. Equal seeds make equal choices.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).expect("31 bits") % count
    }

    pub(crate) fn pick<'t>(&mut self, choices: &[&'t str]) -> &'t str {
        choices[self.below(choices.len())]
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// Joins a number of choices.
    pub(crate) fn several(&mut self, most: usize, choices: &[&str]) -> String {
        let count = self.below(most + 1);
        (0..count).map(|_| self.pick(choices)).collect()
    }

    /// Changes a text at a few places: parts are removed, doubled, or replaced by one of some parts.
    pub(crate) fn mutated(&mut self, text: &str, parts: &[&str]) -> String {
        let mut characters: Vec<String> = text.chars().map(String::from).collect();
        for _ in 0..=self.below(3) {
            let at = self.below(characters.len() + 1);
            let end = (at + self.below(3)).min(characters.len());
            let replacement: Vec<String> = match self.below(4) {
                0 => Vec::new(),
                1 => [&characters[at..end], &characters[at..end]].concat(),
                _ => vec![self.pick(parts).to_owned()],
            };
            characters.splice(at..end, replacement);
        }
        characters.concat()
    }
}
