//! Negotiation of the application protocol version.

use super::Environment;

impl Environment {
    /// Picks the highest version that both sides support.
    ///
    /// If the sides have no version in common, or if the host is too old to list its versions, the lowest version is served. Then a host that does not
    /// support this version shows its own error. `skipped` is called with each entry that is not a number.
    pub fn negotiate(
        &self,
        served: impl DoubleEndedIterator<Item = u32>,
        mut skipped: impl FnMut(&str),
    ) -> Option<u32> {
        let mut host = Vec::new();
        for entry in self.versions.iter().flat_map(|list| list.split(',')) {
            match entry.trim().parse::<u32>() {
                Ok(version) => host.push(version),
                Err(_) => skipped(entry),
            }
        }
        let mut lowest = None;
        for version in served.rev() {
            if host.contains(&version) {
                return Some(version);
            }
            lowest = Some(version);
        }
        lowest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variable;

    fn pick(served: &[u32], offered: Option<&str>) -> (Option<u32>, Vec<String>) {
        let mut skipped = Vec::new();
        let environment = Environment::read("COOKIE", |name| {
            let offered = offered.filter(|_| name == variable::PROTOCOL_VERSIONS);
            offered.map(Into::into)
        });
        let picked = environment.negotiate(served.iter().copied(), |entry| {
            skipped.push(entry.to_owned())
        });
        (picked, skipped)
    }

    #[test]
    fn highest_common_version_wins_in_any_order() {
        for offered in ["5,6", "6,5", "7,6,5", " 6 ,5"] {
            assert_eq!(pick(&[5, 6], Some(offered)).0, Some(6), "{offered}");
        }
        assert_eq!(pick(&[5, 6], Some("5")).0, Some(5));
        assert_eq!(pick(&[4, 5, 9], Some("9,4")).0, Some(9));
    }

    #[test]
    fn lowest_is_served_when_nothing_matches_or_nothing_is_offered() {
        assert_eq!(pick(&[5, 6], Some("4,7")).0, Some(5));
        assert_eq!(pick(&[5, 6], None).0, Some(5));
        assert_eq!(pick(&[], Some("5")).0, None);
    }

    #[test]
    fn entries_that_are_no_numbers_are_reported_and_skipped() {
        let (picked, skipped) = pick(&[5, 6], Some("six,5,-1"));
        assert_eq!(picked, Some(5));
        assert_eq!(skipped, ["six", "-1"]);
    }
}
