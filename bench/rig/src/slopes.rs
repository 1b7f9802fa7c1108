//! What a further item costs: as much among a hundred thousand as among a thousand.
//!
//! The provider answers within this process, on one thread, whose CPU time is read: so neither the client nor other work on the machine is
//! in the figures.

use std::process::Command;
use std::time::Duration;
use std::{env, fmt};

use bench_provider::Growing;
use rustix::time::{ClockId, clock_gettime};
use terrane_bench::workload::{self, Call, Error, Grown, Operation, Types};

use crate::report::Figure;

/// What `--only` calls them.
pub(crate) const SLOPES: &str = "slopes";

/// How much steeper one part of a slope may be than another.
const LIMIT: f64 = 1.5;

/// The objects whose slope is compared: below, the cost of the call itself is in the way.
const COMPARED: usize = 1000;

/// How long each round measures at least, how many there are in a process, and how many processes.
const WINDOW: Duration = Duration::from_millis(20);
const ROUNDS: usize = 4;
const PROCESSES: usize = 5;

/// The option by which one call is measured.
pub(crate) const COST: &str = "--cost";

/// The cost of one operation by the size of what it is asked of.
pub(crate) struct Slope {
    operation: Operation,
    grown: Grown,
    /// Sizes, and the least CPU time of a call in microseconds.
    costs: Vec<(usize, f64)>,
}

/// Measures all slopes.
///
/// Each size has processes of its own: how other sizes have left the heap is no part of what a call costs. Every call of the table has its
/// turn before any has the next one: what disturbs for a while disturbs one figure of each, and the least of them is another.
pub(crate) fn measure() -> Result<Vec<Slope>, Error> {
    let mut slopes = Vec::new();
    for grown in Grown::ALL {
        for operation in Operation::ALL {
            let sizes = grown.sizes().iter();
            slopes.push(Slope {
                operation,
                grown,
                costs: sizes.map(|size| (*size, f64::INFINITY)).collect(),
            });
        }
    }
    for _ in 0..PROCESSES {
        for slope in &mut slopes {
            for (size, least) in &mut slope.costs {
                *least = least.min(cost_apart(&call(slope.operation, slope.grown, *size))?);
            }
        }
    }
    Ok(slopes)
}

/// What a call is called.
fn call(operation: Operation, grown: Grown, size: usize) -> String {
    format!("{} {} {size}", operation.name(), grown.name())
}

/// The cost of a call in a process of its own.
fn cost_apart(call: &str) -> Result<f64, Error> {
    let mut process = Command::new(env::current_exe()?);
    let output = process.args([COST, call]).output()?;
    if !output.status.success() {
        let told = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{call}: {told}").into());
    }
    Ok(String::from_utf8(output.stdout)?.parse()?)
}

/// The CPU time of a call in microseconds: the least of several rounds, as whatever disturbs makes it longer.
pub(crate) async fn cost(name: &str) -> Result<f64, Error> {
    let all = Grown::ALL.into_iter().flat_map(|grown| {
        Operation::ALL.into_iter().flat_map(move |operation| {
            let sizes = grown.sizes().iter();
            sizes.map(move |size| (operation, grown, *size))
        })
    });
    let mut asked = all.filter(|(operation, grown, size)| call(*operation, *grown, *size) == name);
    let (operation, grown, size) = asked.next().ok_or("there is no such call")?;
    let provider = terrane::server::<Growing>();
    workload::configure(&*provider).await?;
    let types = Types::of(&*provider).await?;
    let call = Call::grown(&types, operation, grown, size)?;
    call.check(&call.ask(&*provider).await?)?;
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = cpu_time();
        let mut calls = 0_u32;
        let mut spent = Duration::ZERO;
        while spent < WINDOW {
            drop(call.ask(&*provider).await?);
            calls += 1;
            spent = cpu_time().saturating_sub(start);
        }
        least = least.min(spent.as_secs_f64() * 1e6 / f64::from(calls));
    }
    Ok(least)
}

/// The CPU time of this thread.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

impl Slope {
    /// What one more costs between each size and the next, in nanoseconds.
    fn steps(&self) -> impl Iterator<Item = (usize, f64)> {
        self.costs.windows(2).map(|pair| {
            let ((few, low), (many, high)) = (pair[0], pair[1]);
            (few, (high - low) * 1e3 / (many - few) as f64)
        })
    }

    /// How much the slope differs along the sizes.
    fn bend(&self) -> f64 {
        let from = match self.grown {
            Grown::Items(_) => COMPARED,
            Grown::Attributes => 0,
        };
        let steps = self.steps().filter(|(few, _)| *few >= from);
        let (least, most) = steps.fold((f64::INFINITY, 0.0), |(least, most), (_, step)| {
            (step.min(least), step.max(most))
        });
        if least > 0.0 {
            most / least
        } else {
            f64::INFINITY
        }
    }

    /// Whether a larger object costs more, and each further item the same.
    fn passes(&self) -> bool {
        let grows = self.costs.windows(2).all(|pair| pair[0].1 < pair[1].1);
        grows && self.bend() <= LIMIT
    }
}

/// The slopes as a section of the report.
pub(crate) struct Section<'a>(pub(crate) &'a [Slope]);

impl fmt::Display for Section<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\n## Slopes\n\nCPU time of a call within one process, in µs, and in brackets what each further item or attribute costs since the \
             size before, in ns. The bend is the steepest part of the slope from {COMPARED} items on, or of all of it for attributes, against the \
             flattest: at most {LIMIT}.\n"
        )?;
        for attributes in [false, true] {
            let sizes = match attributes {
                false => Grown::Items(terrane_bench::workload::Items::List).sizes(),
                true => Grown::Attributes.sizes(),
            };
            write!(f, "| |")?;
            sizes.iter().try_for_each(|size| write!(f, " {size} |"))?;
            writeln!(f, " bend | |")?;
            writeln!(f, "|---|{}--:|---|", "--:|".repeat(sizes.len()))?;
            for slope in self.0 {
                if (slope.grown == Grown::Attributes) == attributes {
                    slope.write(f)?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Slope {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| {} {} |", self.operation.name(), self.grown.name())?;
        let steps: Vec<f64> = self.steps().map(|(_, step)| step).collect();
        for (at, (_, cost)) in self.costs.iter().enumerate() {
            write!(f, " {}", Figure(Some(*cost)))?;
            if let Some(step) = at.checked_sub(1).and_then(|before| steps.get(before)) {
                write!(f, " ({})", Figure(Some(*step)))?;
            }
            write!(f, " |")?;
        }
        let verdict = if self.passes() { "pass" } else { "**fail**" };
        writeln!(f, " {} | {verdict} |", Figure(Some(self.bend())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slope(costs: &[(usize, f64)]) -> Slope {
        Slope {
            operation: Operation::Plan,
            grown: Grown::Items(workload::Items::Set),
            costs: costs.to_vec(),
        }
    }

    #[test]
    fn a_straight_slope_passes_and_a_bent_one_fails() {
        let straight = [
            (100, 20.0),
            (1000, 100.0),
            (10_000, 1000.0),
            (100_000, 12_000.0),
        ];
        assert!(slope(&straight).passes());
        let bent = [
            (100, 20.0),
            (1000, 100.0),
            (10_000, 1000.0),
            (100_000, 16_000.0),
        ];
        assert!(!slope(&bent).passes());
        let falls = [
            (100, 120.0),
            (1000, 100.0),
            (10_000, 1000.0),
            (100_000, 10_000.0),
        ];
        assert!(!slope(&falls).passes());
    }
}
