//! All measured figures.

use std::collections::BTreeMap;

use crate::peer::Peer;

/// The measured quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Quantity {
    /// Milliseconds of wall-clock time.
    Wall,
    /// Microseconds of the provider's CPU time for each call.
    Cpu,
    /// Milliseconds of the CPU time of all the provider's processes for each command of a host.
    Spent,
    /// Microseconds within which half of the calls were answered.
    Median,
    /// Microseconds within which 99 of 100 calls were answered.
    Slowest,
    /// Calls in a second.
    Rate,
    /// KiB of memory in use.
    Resident,
    /// The peak of memory in use, in KiB.
    Peak,
    /// Bytes of the program.
    Size,
}

/// Samples by subject, quantity and provider.
#[derive(Debug, Default)]
pub(crate) struct Results {
    samples: BTreeMap<(String, Quantity, Peer), Vec<f64>>,
    /// Subjects in the order in which they were measured.
    subjects: Vec<String>,
    /// The subjects that were not measured, and the reasons.
    pub(crate) omitted: Vec<String>,
}

impl Results {
    pub(crate) fn add(&mut self, subject: &str, quantity: Quantity, peer: Peer, sample: f64) {
        if !self.subjects.iter().any(|known| known == subject) {
            self.subjects.push(subject.to_owned());
        }
        let key = (subject.to_owned(), quantity, peer);
        self.samples.entry(key).or_default().push(sample);
    }

    pub(crate) fn subjects(&self, quantity: Quantity) -> impl Iterator<Item = &str> {
        self.subjects
            .iter()
            .map(String::as_str)
            .filter(move |subject| {
                Peer::ALL
                    .iter()
                    .any(|peer| self.median(subject, quantity, *peer).is_some())
            })
    }

    pub(crate) fn median(&self, subject: &str, quantity: Quantity, peer: Peer) -> Option<f64> {
        let mut samples = self.of(subject, quantity, peer)?.to_vec();
        samples.sort_by(f64::total_cmp);
        let middle = samples.len() / 2;
        match samples.len() % 2 {
            0 => Some(f64::midpoint(
                *samples.get(middle.checked_sub(1)?)?,
                *samples.get(middle)?,
            )),
            _ => samples.get(middle).copied(),
        }
    }

    pub(crate) fn least(&self, subject: &str, quantity: Quantity, peer: Peer) -> Option<f64> {
        self.of(subject, quantity, peer)?
            .iter()
            .copied()
            .min_by(f64::total_cmp)
    }

    fn of(&self, subject: &str, quantity: Quantity, peer: Peer) -> Option<&[f64]> {
        self.samples
            .get(&(subject.to_owned(), quantity, peer))
            .map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(samples: &[f64]) -> Results {
        let mut results = Results::default();
        for sample in samples {
            results.add("plan", Quantity::Cpu, Peer::Terrane, *sample);
        }
        results
    }

    #[test]
    fn the_median_does_not_depend_on_the_order() {
        let median = |samples: &[f64]| of(samples).median("plan", Quantity::Cpu, Peer::Terrane);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
        assert_eq!(median(&[]), None);
    }

    #[test]
    fn a_missing_measurement_is_no_number() {
        let results = of(&[1.0]);
        assert_eq!(results.median("plan", Quantity::Cpu, Peer::Floor), None);
        assert_eq!(results.least("plan", Quantity::Peak, Peer::Terrane), None);
        assert_eq!(results.subjects(Quantity::Peak).count(), 0);
        assert_eq!(
            results.subjects(Quantity::Cpu).collect::<Vec<_>>(),
            ["plan"]
        );
    }
}
