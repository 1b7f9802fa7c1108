//! The report, in Markdown.

use std::fmt;

use crate::bars::{Bar, bars};
use crate::figure::Figure;
use crate::machine::Machine;
use crate::options::Options;
use crate::peer::Peer;
use crate::results::{Quantity, Results};
use crate::slopes::{Section, Slope};

const HEAD: &str = "# Results of the benchmark

Written by `cargo xtask bench`. What is measured and how stands in [README.md](README.md).
";

pub(crate) struct Report<'a> {
    options: &'a Options,
    machine: &'a Machine,
    results: &'a Results,
    slopes: &'a [Slope],
}

impl<'a> Report<'a> {
    pub(crate) fn new(
        options: &'a Options,
        machine: &'a Machine,
        results: &'a Results,
        slopes: &'a [Slope],
    ) -> Self {
        Self {
            options,
            machine,
            results,
            slopes,
        }
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.options.quick { "quick" } else { "full" };
        writeln!(f, "{HEAD}\nA {kind} run. {}", self.machine)?;
        write_bars(f, &bars(self.results))?;
        for quantity in Quantity::ALL {
            write_table(f, quantity, self.results)?;
        }
        if !self.slopes.is_empty() {
            write!(f, "{}", Section(self.slopes))?;
        }
        if !self.results.omitted.is_empty() {
            writeln!(f, "\n## Not measured\n")?;
            for line in &self.results.omitted {
                writeln!(f, "- {line}")?;
            }
        }
        Ok(())
    }
}

fn write_bars(f: &mut fmt::Formatter<'_>, bars: &[Bar]) -> fmt::Result {
    writeln!(f, "\n## Bars\n\n| | found | at most | |\n|---|--:|--:|---|")?;
    for bar in bars {
        let verdict = match bar.passes() {
            Some(true) => "pass",
            Some(false) => "**fail**",
            None => "not measured",
        };
        let (found, limit) = (Figure(bar.found), Figure(Some(bar.limit)));
        writeln!(f, "| {} | {found} | {limit} | {verdict} |", bar.promise)?;
    }
    Ok(())
}

fn write_table(f: &mut fmt::Formatter<'_>, quantity: Quantity, results: &Results) -> fmt::Result {
    let subjects: Vec<&str> = results.subjects(quantity).collect();
    if subjects.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n## {}\n\nLeast / median.\n", quantity.title())?;
    write!(f, "| |")?;
    for peer in Peer::ALL {
        write!(f, " {} |", peer.name())?;
    }
    writeln!(
        f,
        " Go / Terrane | Terrane / floor |\n|---|--:|--:|--:|--:|--:|--:|"
    )?;
    for subject in subjects {
        write!(f, "| {subject} |")?;
        for peer in Peer::ALL {
            match results.least(subject, quantity, peer) {
                None => write!(f, " |")?,
                least => {
                    let median = results.median(subject, quantity, peer);
                    write!(f, " {} / {} |", Figure(least), Figure(median))?;
                }
            }
        }
        let median = |peer| results.median(subject, quantity, peer);
        let ratio = |above, below| Some(median(above)? / median(below)?);
        let (go, floor) = (
            ratio(Peer::GoQuiet, Peer::Terrane),
            ratio(Peer::Terrane, Peer::Floor),
        );
        writeln!(f, " {} | {} |", Figure(go), Figure(floor))?;
    }
    Ok(())
}

impl Quantity {
    const ALL: [Self; 9] = [
        Self::Wall,
        Self::Cpu,
        Self::Spent,
        Self::Median,
        Self::Slowest,
        Self::Rate,
        Self::Resident,
        Self::Peak,
        Self::Size,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Wall => "time",
            Self::Cpu => "CPU",
            Self::Spent => "CPU of all",
            Self::Median => "p50",
            Self::Slowest => "p99",
            Self::Rate => "rate",
            Self::Resident => "memory",
            Self::Peak => "peak memory",
            Self::Size => "size",
        }
    }

    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Wall => "Time on the clock, in ms",
            Self::Cpu => "CPU time of the provider's process a call, in µs",
            Self::Spent => "CPU time of the provider's processes a command of a host, in ms",
            Self::Median => "Latency p50, in µs",
            Self::Slowest => "Latency p99, in µs",
            Self::Rate => "Calls a second",
            Self::Resident => "Resident memory, in KiB",
            Self::Peak => "Peak memory, in KiB",
            Self::Size => "Programs, in bytes",
        }
    }
}
