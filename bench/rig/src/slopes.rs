//! The cost of a further item. In an object with a hundred thousand items, it may exceed the cost in one with a thousand only as much as with plain
//! structs.
//!
//! The provider runs within this process, on one thread whose CPU time is read. So the figures include neither the client nor other work on the
//! machine.

use std::process::Command;
use std::time::Duration;
use std::{env, fmt, iter};

use bench_provider::Growing;
use rustix::time::{ClockId, clock_gettime};
use terrane_bench::workload::{self, Call, Error, Grown, Items, Operation, Types};

use crate::figure::Figure;
use crate::options::COST;
use crate::plain;

/// The name of the slopes in the option `--only`.
pub(crate) const SLOPES: &str = "slopes";

/// The largest allowed ratio of the slopes of two sizes, relative to that of plain structs for items.
const LIMIT: f64 = 1.5;

/// The least size whose slope is compared. In smaller objects, the cost of the call itself dominates.
const COMPARED: usize = 1000;

/// The least length of a round, the number of rounds in a process, and the number of processes.
const WINDOW: Duration = Duration::from_millis(20);
const ROUNDS: usize = 4;
const PROCESSES: usize = 5;

/// The cost of one subject by its size.
pub(crate) struct Slope {
    subject: Subject,
    /// Sizes, and the least CPU time of a call in microseconds.
    costs: Vec<(usize, f64)>,
}

/// The subject of a measurement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    /// Items as plain structs, with which other subjects are compared.
    Plain,
    /// A call of the provider.
    Call(Operation, Grown),
}

impl Subject {
    fn all() -> impl Iterator<Item = Self> {
        let calls = Grown::ALL.into_iter().flat_map(|grown| {
            let operations = Operation::ALL.into_iter();
            operations.map(move |operation| Self::Call(operation, grown))
        });
        iter::once(Self::Plain).chain(calls)
    }

    fn grown(self) -> Grown {
        match self {
            Self::Plain => Grown::Items(Items::List),
            Self::Call(_, grown) => grown,
        }
    }

    fn name(self) -> String {
        match self {
            Self::Plain => "plain items".to_owned(),
            Self::Call(operation, grown) => format!("{} {}", operation.name(), grown.name()),
        }
    }

    /// Whether its slope has a bar. Only plans and attributes have one. The other slopes show how memory behaves.
    fn has_bar(self) -> bool {
        match self {
            Self::Plain => false,
            Self::Call(operation, grown) => {
                operation == Operation::Plan || grown == Grown::Attributes
            }
        }
    }

    /// Whether its slope is compared with that of plain structs.
    fn has_items(self) -> bool {
        matches!(self, Self::Call(_, Grown::Items(_)))
    }
}

/// Measures all slopes.
///
/// Each size has its own processes, so that the heap of another size does not affect the cost of a call. All calls of the table are measured once
/// before any is measured again. So a temporary disturbance affects only one figure of each, and the minimum is another figure.
pub(crate) fn measure() -> Result<Vec<Slope>, Error> {
    let mut slopes: Vec<_> = Subject::all()
        .map(|subject| {
            let sizes = subject.grown().sizes().iter();
            let costs = sizes.map(|size| (*size, f64::INFINITY)).collect();
            Slope { subject, costs }
        })
        .collect();
    for _ in 0..PROCESSES {
        for slope in &mut slopes {
            for (size, least) in &mut slope.costs {
                *least = least.min(cost_in_own_process(&sized(slope.subject, *size))?);
            }
        }
    }
    Ok(slopes)
}

/// The name of a subject of one size.
fn sized(subject: Subject, size: usize) -> String {
    format!("{} {size}", subject.name())
}

/// The cost of a subject of one size in a process of its own.
fn cost_in_own_process(name: &str) -> Result<f64, Error> {
    let mut process = Command::new(env::current_exe()?);
    let output = process.args([COST, name]).output()?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{name}: {messages}").into());
    }
    Ok(String::from_utf8(output.stdout)?.parse()?)
}

/// The CPU time of a subject of one size in microseconds: the minimum of several rounds, because disturbances only add time.
pub(crate) async fn cost(name: &str) -> Result<f64, Error> {
    let mut all = Subject::all().flat_map(|subject| {
        let sizes = subject.grown().sizes().iter();
        sizes.map(move |size| (subject, *size))
    });
    let found = all.find(|(subject, size)| sized(*subject, *size) == name);
    match found.ok_or("there is no such subject")? {
        (Subject::Plain, size) => {
            least_cost(async || {
                plain::handle(size);
                Ok(())
            })
            .await
        }
        (Subject::Call(operation, grown), size) => call_cost(operation, grown, size).await,
    }
}

async fn call_cost(operation: Operation, grown: Grown, size: usize) -> Result<f64, Error> {
    let provider = terrane::server::<Growing>();
    workload::configure(&*provider).await?;
    let types = Types::of(&*provider).await?;
    let call = Call::grown(&types, operation, grown, size)?;
    call.check(&call.ask(&*provider).await?)?;
    least_cost(async || {
        drop(call.ask(&*provider).await?);
        Ok(())
    })
    .await
}

/// The CPU time of some work in microseconds: the minimum of several rounds.
pub(crate) async fn least_cost(work: impl AsyncFn() -> Result<(), Error>) -> Result<f64, Error> {
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = cpu_time();
        let mut times = 0_u32;
        let mut spent = Duration::ZERO;
        while spent < WINDOW {
            work().await?;
            times += 1;
            spent = cpu_time().saturating_sub(start);
        }
        least = least.min(spent.as_secs_f64() * 1e6 / f64::from(times));
    }
    Ok(least)
}

/// The CPU time of this thread.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

impl Slope {
    /// The cost of one further item between each size and the next, in nanoseconds.
    fn steps(&self) -> impl Iterator<Item = (usize, f64)> {
        self.costs.windows(2).map(|pair| {
            let ((few, low), (many, high)) = (pair[0], pair[1]);
            (few, (high - low) * 1e3 / (many - few) as f64)
        })
    }

    /// The ratio of the largest slope between compared sizes to the least one.
    fn bend(&self) -> f64 {
        let from = match self.subject.grown() {
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

    /// The bend relative to that of plain structs, for items of a call.
    fn relative_bend(&self, all: &[Self]) -> f64 {
        let has_items = self.subject.has_items();
        let plain = all
            .iter()
            .find(|slope| has_items && slope.subject == Subject::Plain);
        self.bend() / plain.map_or(1.0, Self::bend)
    }

    /// Whether a larger object costs more, and each further item the same.
    fn passes(&self, all: &[Self]) -> bool {
        let grows = self.costs.windows(2).all(|pair| pair[0].1 < pair[1].1);
        grows && self.relative_bend(all) <= LIMIT
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
             flattest. `plain items` are a list and a map of the same items as plain structs, which are created, copied, compared and \
             dropped: they bend by what more memory costs on this machine. The bars: the bend of a plan of items to that of plain ones, and each bend of attributes, is at most {LIMIT}. \
             The other rows have no bar: they follow the memory of the machine.\n"
        )?;
        for attributes in [false, true] {
            let sizes = if attributes {
                Grown::Attributes.sizes()
            } else {
                Grown::Items(Items::List).sizes()
            };
            write!(f, "| |")?;
            sizes.iter().try_for_each(|size| write!(f, " {size} |"))?;
            writeln!(f, " bend | to plain | |")?;
            writeln!(f, "|---|{}--:|--:|---|", "--:|".repeat(sizes.len()))?;
            for slope in self.0 {
                if (slope.subject.grown() == Grown::Attributes) == attributes {
                    slope.write(self.0, f)?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Slope {
    fn write(&self, all: &[Self], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| {} |", self.subject.name())?;
        let steps: Vec<f64> = self.steps().map(|(_, step)| step).collect();
        for (at, (_, cost)) in self.costs.iter().enumerate() {
            write!(f, " {}", Figure(Some(*cost)))?;
            if let Some(step) = at.checked_sub(1).and_then(|before| steps.get(before)) {
                write!(f, " ({})", Figure(Some(*step)))?;
            }
            write!(f, " |")?;
        }
        let relative = self.subject.has_items().then(|| self.relative_bend(all));
        let verdict = if !self.subject.has_bar() {
            ""
        } else if self.passes(all) {
            "pass"
        } else {
            "**fail**"
        };
        let (bend, relative) = (Figure(Some(self.bend())), Figure(relative));
        writeln!(f, " {bend} | {relative} | {verdict} |")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slope(subject: Subject, costs: [f64; 4]) -> Slope {
        Slope {
            subject,
            costs: [100, 1000, 10_000, 100_000]
                .into_iter()
                .zip(costs)
                .collect(),
        }
    }

    const SET: Subject = Subject::Call(Operation::Plan, Grown::Items(Items::Set));

    #[test]
    fn a_straight_slope_passes_and_a_bent_one_fails() {
        let passes = |costs| {
            let plain = slope(Subject::Plain, [2.0, 10.0, 100.0, 1000.0]);
            let slopes = [plain, slope(SET, costs)];
            slopes[1].passes(&slopes)
        };
        assert!(passes([20.0, 100.0, 1000.0, 12_000.0]));
        assert!(!passes([20.0, 100.0, 1000.0, 16_000.0]));
        assert!(!passes([120.0, 100.0, 1000.0, 10_000.0]));
    }

    #[test]
    fn a_slope_may_bend_as_that_of_plain_structs_does() {
        let plain = slope(Subject::Plain, [2.0, 10.0, 100.0, 1400.0]);
        let slopes = [plain, slope(SET, [20.0, 100.0, 1000.0, 16_000.0])];
        assert!(slopes[1].passes(&slopes));
    }
}
