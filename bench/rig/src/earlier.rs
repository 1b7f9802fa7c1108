//! Ratios of an earlier report next to those of this run.
//!
//! Both runs compare each provider with the floor and with Go, so their ratios are comparable even on different machines.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use terrane_bench::workload::Error;

use crate::figure::Figure;
use crate::peer::Peer;
use crate::results::{Quantity, Results};

/// The quantities that are compared.
const COMPARED: [Quantity; 4] = [
    Quantity::Wall,
    Quantity::Cpu,
    Quantity::Peak,
    Quantity::Size,
];

/// The ratios of one subject.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ratios {
    go_to_terrane: Option<f64>,
    terrane_to_floor: Option<f64>,
}

/// The tables of an earlier report: title of the table and subject, with the ratios.
#[derive(Debug, Default)]
pub(crate) struct Earlier {
    ratios: BTreeMap<(String, String), Ratios>,
}

impl Earlier {
    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let earlier = Self::parse(&text);
        if earlier.ratios.is_empty() {
            return Err(format!("{} has no table of a report", path.display()).into());
        }
        Ok(earlier)
    }

    fn parse(report: &str) -> Self {
        let mut earlier = Self::default();
        let mut title = "";
        for line in report.lines() {
            if let Some(heading) = line.strip_prefix("## ") {
                title = heading;
            }
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            // The subject, one cell for each provider, and the two ratios.
            if let ["", subject, _, _, _, _, go, floor, ""] = cells[..] {
                let ratios = Ratios {
                    go_to_terrane: go.parse().ok(),
                    terrane_to_floor: floor.parse().ok(),
                };
                if ratios.go_to_terrane.or(ratios.terrane_to_floor).is_some() {
                    let subject = (title.to_owned(), subject.to_owned());
                    earlier.ratios.insert(subject, ratios);
                }
            }
        }
        earlier
    }
}

/// The section of the report.
pub(crate) struct Comparison<'a> {
    pub(crate) earlier: &'a Earlier,
    pub(crate) results: &'a Results,
}

impl fmt::Display for Comparison<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\n## Compared with an earlier run\n\n\
             Each ratio is of medians of one run; the earlier run is the report that `--before` names.\n\n\
             | | Go / Terrane before | now | Terrane / floor before | now |\n|---|--:|--:|--:|--:|"
        )?;
        for quantity in COMPARED {
            for subject in self.results.subjects(quantity) {
                let key = (quantity.title().to_owned(), subject.to_owned());
                let Some(before) = self.earlier.ratios.get(&key) else {
                    continue;
                };
                let median = |peer| self.results.median(subject, quantity, peer);
                let ratio = |above, below| Some(median(above)? / median(below)?);
                writeln!(
                    f,
                    "| {} of {subject} | {} | {} | {} | {} |",
                    quantity.name(),
                    Figure(before.go_to_terrane),
                    Figure(ratio(Peer::GoQuiet, Peer::Terrane)),
                    Figure(before.terrane_to_floor),
                    Figure(ratio(Peer::Terrane, Peer::Floor)),
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "
## CPU time of the provider's process a call, in µs

| | Go | Go, log off | Terrane | floor | Go / Terrane | Terrane / floor |
|---|--:|--:|--:|--:|--:|--:|
| plan small | 792 / 1378 | 495 / 899 | 44.8 / 61.3 | 22.8 / 33.2 | 14.7 | 1.85 |
| plan set 1000, 10 callers | | | 2542 / 3017 | 259 / 335 |  | 9.00 |
";

    #[test]
    fn ratios_of_an_earlier_report_are_shown_next_to_those_of_this_run() {
        let mut results = Results::default();
        results.add("plan small", Quantity::Cpu, Peer::Terrane, 60.0);
        results.add("plan small", Quantity::Cpu, Peer::Floor, 20.0);
        results.add("new", Quantity::Cpu, Peer::Terrane, 1.0);
        let comparison = Comparison {
            earlier: &Earlier::parse(REPORT),
            results: &results,
        };
        let text = comparison.to_string();
        let rows: Vec<&str> = text.lines().skip(7).collect();
        assert_eq!(rows, ["| CPU of plan small | 14.7 |  | 1.85 | 3.00 |"]);
    }

    #[test]
    fn rows_without_ratios_are_no_figures() {
        let earlier = Earlier::parse(REPORT);
        assert_eq!(earlier.ratios.len(), 2);
        let set = earlier
            .ratios
            .iter()
            .find(|((_, subject), _)| subject.starts_with("plan set"));
        assert_eq!(set.unwrap().1.go_to_terrane, None);
    }
}
