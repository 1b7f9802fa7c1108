//! The bars: upper limits of the toolkit's costs.

use terrane_bench::workload::Items;

use crate::api::{self, WITH, WITHOUT};
use crate::blocked::{HEALTH, STOP};
use crate::composition::{ALONE, MUX};
use crate::language::{EVALUATE, PARSE};
use crate::peer::Peer::{self, Floor, GoQuiet, Terrane};
use crate::proxied::{CALLS, CHILDREN, MEMORY, PASSED, RECODED, START, WIDE, direct, proxied};
use crate::results::Quantity::{self, Cpu, Median, Peak, Size, Slowest, Wall};
use crate::results::Results;
use crate::secrets::{self, MANY, NONE, ONE, TEXTS};
use crate::soak;
use crate::start::{HANDSHAKE, SCHEMA, SIZE, SMALL_SIZE, WARM_SCHEMA};
use crate::suite::{NESTED_PLANS, called_by, on_one_processor, plan_name};

/// A bar, and the measured figure.
pub(crate) struct Bar {
    pub(crate) promise: String,
    /// The measured figure, in the unit of the limit. `None` if a part of it was not measured.
    pub(crate) found: Option<f64>,
    pub(crate) limit: f64,
}

impl Bar {
    /// Whether the figure is below the limit, if it was measured.
    pub(crate) fn passes(&self) -> Option<bool> {
        self.found.map(|found| found <= self.limit)
    }
}

/// All bars.
pub(crate) fn bars(results: &Results) -> Vec<Bar> {
    let bars = Bars { results };
    let mut all = vec![
        bars.to_floor(HANDSHAKE, Wall, 1.7),
        bars.to_go(HANDSHAKE, Wall, 6.0),
        bars.to_floor(SCHEMA, Wall, 2.0),
        bars.to_go(SCHEMA, Wall, 4.0),
        bars.to_floor(WARM_SCHEMA, Wall, 1.6),
        bars.to_floor(SCHEMA, Peak, 2.5),
        bars.to_go(NESTED_PLANS, Peak, 10.0),
        bars.megabytes(SIZE, 8.0),
        bars.megabytes(SMALL_SIZE, 6.5),
        bars.milliseconds(HEALTH, 100.0),
        bars.milliseconds(STOP, 100.0),
        bars.to_go("plan wide", Cpu, 300.0),
        bars.to_go("plan nested 1000", Cpu, 200.0),
        bars.to_go("plan set 1000", Cpu, 2000.0),
        bars.to_go("read nested 1000", Cpu, 100.0),
        bars.to_go("upgrade nested 1000", Cpu, 20.0),
        bars.to_go(PARSE, Wall, 5.0),
        bars.to_go(PARSE, Peak, 2.0),
        bars.to_go(EVALUATE, Wall, 5.0),
    ];
    for (call, to_go) in [
        ("validate small", 2.5),
        ("function call", 2.0),
        ("plan small", 2.5),
        ("apply small", 2.5),
    ] {
        let subject = on_one_processor(call);
        all.push(bars.to_floor(&subject, Cpu, 4.0));
        all.push(bars.to_go(&subject, Cpu, to_go));
    }
    for kind in [Items::List, Items::Set] {
        all.push(bars.straight(kind));
        all.push(Bar {
            promise: format!(
                "{} is cheaper than {}",
                plan_name(kind, 100),
                plan_name(kind, 1000)
            ),
            found: bars.own_ratio(&plan_name(kind, 100), &plan_name(kind, 1000), Cpu),
            limit: 1.0,
        });
    }
    let crowd = called_by("plan small", 64);
    all.push(Bar {
        promise: "CPU of plan small by 64 callers to one caller".to_owned(),
        found: bars.own_ratio(&crowd, "plan small", Cpu),
        limit: 1.1,
    });
    all.push(Bar {
        promise: "p99 to p50 of plan small by 64 callers".to_owned(),
        found: bars.quotient((&crowd, Slowest, Terrane), (&crowd, Median, Terrane)),
        limit: 8.0,
    });
    all.push(Bar {
        promise: format!("CPU of {MUX} minus that of {ALONE}"),
        found: bars.difference(MUX, ALONE),
        limit: 5.0,
    });
    all.extend(bars.of_proxy());
    all.extend(bars.of_secrets());
    all.extend(bars.of_api());
    all.push(Bar {
        promise: "peak memory after 1000000 plans to that after 100000".to_owned(),
        found: bars.own_ratio(soak::LATE, soak::EARLY, Peak),
        limit: 1.25,
    });
    all
}

/// Returns the number of bars that are missed.
pub(crate) fn missed(results: &Results) -> usize {
    let bars = bars(results);
    let missed = bars.iter().filter(|bar| bar.passes() == Some(false));
    missed.count()
}

struct Bars<'a> {
    results: &'a Results,
}

impl Bars<'_> {
    fn to_floor(&self, subject: &str, quantity: Quantity, limit: f64) -> Bar {
        Bar {
            promise: format!("{} of {subject} to the floor's", quantity.name()),
            found: self.quotient((subject, quantity, Terrane), (subject, quantity, Floor)),
            limit,
        }
    }

    /// Go's figure is at least this many times as large.
    fn to_go(&self, subject: &str, quantity: Quantity, times: f64) -> Bar {
        Bar {
            promise: format!("{} of {subject} to Go's: 1/{times}", quantity.name()),
            found: self.quotient((subject, quantity, Terrane), (subject, quantity, GoQuiet)),
            limit: 1.0 / times,
        }
    }

    fn megabytes(&self, subject: &str, limit: f64) -> Bar {
        let size = self.results.median(subject, Size, Terrane);
        Bar {
            promise: format!("MB of the {subject}"),
            found: size.map(|size| size / 1e6),
            limit,
        }
    }

    fn milliseconds(&self, subject: &str, limit: f64) -> Bar {
        Bar {
            promise: format!("ms of the slowest {subject}"),
            found: self.results.median(subject, Wall, Terrane),
            limit,
        }
    }

    /// An item costs the same in an object with a hundred thousand items as in one with a thousand.
    fn straight(&self, kind: Items) -> Bar {
        let cost = |count| self.results.median(&plan_name(kind, count), Cpu, Terrane);
        let slope = |count: u32| {
            let count = usize::try_from(count).ok()?;
            Some((cost(10 * count)? - cost(count)?) / (9 * count) as f64)
        };
        let slopes: Option<Vec<f64>> = [1000, 10_000].into_iter().map(slope).collect();
        let found = slopes.and_then(|slopes| {
            let (low, high) = (*slopes.first()?, *slopes.last()?);
            // If more items cost no more, the figures show noise and not a slope.
            let falls = low <= 0.0 || high <= 0.0;
            Some(if falls {
                f64::INFINITY
            } else {
                low.max(high) / low.min(high)
            })
        });
        Bar {
            promise: format!(
                "CPU of a further item of {}, 10000 to 100000 items against 1000 to 10000",
                kind.type_name()
            ),
            found,
            limit: 1.5,
        }
    }

    /// What the proxy may add in front of each provider.
    fn of_proxy(&self) -> Vec<Bar> {
        let mut all = Vec::new();
        for child in CHILDREN {
            let name = child.name();
            for call in CALLS {
                // Go takes a tenth of a second for a wide plan, and two of its processes differ by milliseconds. See `README.md`.
                if (child, call) == (GoQuiet, WIDE) {
                    continue;
                }
                all.push(Bar {
                    promise: format!("µs of CPU of the proxy, {call} in front of {name}"),
                    found: self.results.median(&proxied(call), Cpu, child),
                    limit: 200.0,
                });
                all.push(Bar {
                    promise: format!("µs that the proxy adds to the p50 of {call} of {name}"),
                    found: self.added(call, Median, child),
                    limit: 300.0,
                });
            }
            all.push(Bar {
                promise: format!("ms that the proxy adds to the start of {name}"),
                found: self.added(START, Wall, child),
                limit: 15.0,
            });
            all.push(self.proxy_mebibytes(MEMORY, child));
        }
        all.push(self.proxy_mebibytes(PASSED, Terrane));
        all.push(Bar {
            promise: format!("CPU of {PASSED} to {RECODED}"),
            found: self.to_recoding(),
            limit: 0.2,
        });
        all
    }

    /// The search for secrets in long texts.
    fn of_secrets(&self) -> Vec<Bar> {
        let mut all = vec![self.milliseconds(secrets::HEALTH, 100.0)];
        for (kind, _) in TEXTS {
            let least = |megabytes, secrets, quantity| {
                let subject = secrets::subject(kind, megabytes, secrets);
                self.results.least(&subject, quantity, Terrane)
            };
            let added = |megabytes, quantity| {
                Some(least(megabytes, ONE, quantity)? - least(megabytes, NONE, quantity)?)
            };
            let many = || Some(least(1, MANY, Cpu)? - least(0, MANY, Cpu)?);
            all.push(Bar {
                promise: format!("µs of CPU to hide a secret in 1 MB of {kind}"),
                found: added(1, Cpu),
                limit: 50_000.0,
            });
            all.push(Bar {
                promise: format!("CPU to hide a secret in 4 MB of {kind} to that in 1 MB"),
                found: added(4, Cpu)
                    .zip(added(1, Cpu))
                    .map(|(four, one)| four / one),
                limit: 4.4,
            });
            all.push(Bar {
                promise: format!("bytes of peak memory to hide a secret in each byte of {kind}"),
                found: added(1, Peak).map(|kibibytes| kibibytes * 1024.0 / 1e6),
                limit: 12.0,
            });
            all.push(Bar {
                promise: format!(
                    "CPU of 1 MB of {kind} with {MANY} secrets of one start to one secret"
                ),
                found: many().zip(least(1, ONE, Cpu)).map(|(many, one)| many / one),
                limit: 1.3,
            });
        }
        all
    }

    /// What a client of an API adds to a provider.
    fn of_api(&self) -> Vec<Bar> {
        let added = |figure: &str, quantity| {
            let found = |program| {
                let subject = api::of(figure, program);
                self.results.median(&subject, quantity, Terrane)
            };
            Some(found(WITH)? - found(WITHOUT)?)
        };
        let later = api::starts().map(|figure| Bar {
            promise: format!("ms that terrane-api adds to the {figure}"),
            found: added(figure, Wall),
            limit: 2.0,
        });
        let larger = Bar {
            promise: format!("MB that terrane-api adds to the {SIZE}"),
            found: added(SIZE, Size).map(|size| size / 1e6),
            limit: 2.5,
        };
        later.into_iter().chain([larger]).collect()
    }

    /// What the proxy adds to a direct connection.
    fn added(&self, subject: &str, quantity: Quantity, child: Peer) -> Option<f64> {
        let found = self.results.median(&proxied(subject), quantity, child)?;
        Some(found - self.results.median(&direct(subject), quantity, child)?)
    }

    fn proxy_mebibytes(&self, subject: &str, child: Peer) -> Bar {
        let peak = self.results.median(subject, Peak, child);
        Bar {
            promise: format!(
                "MiB of peak memory of {subject} in front of {}",
                child.name()
            ),
            found: peak.map(|peak| peak / 1024.0),
            limit: 8.0,
        }
    }

    /// Most of the cost of passing is in system calls, and other work on the machine only adds to it. So the least figures are compared.
    fn to_recoding(&self) -> Option<f64> {
        let cost = |subject| self.results.least(subject, Cpu, Terrane);
        Some(cost(PASSED)? / cost(RECODED)?)
    }

    fn own_ratio(&self, subject: &str, base: &str, quantity: Quantity) -> Option<f64> {
        self.quotient((subject, quantity, Terrane), (base, quantity, Terrane))
    }

    fn difference(&self, subject: &str, base: &str) -> Option<f64> {
        let found = self.results.least(subject, Cpu, Terrane)?;
        Some(found - self.results.least(base, Cpu, Terrane)?)
    }

    fn quotient(
        &self,
        (subject, quantity, peer): (&str, Quantity, Peer),
        (base, base_quantity, base_peer): (&str, Quantity, Peer),
    ) -> Option<f64> {
        let found = self.results.median(subject, quantity, peer)?;
        Some(found / self.results.median(base, base_quantity, base_peer)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(results: &Results, promise: &str) -> Option<bool> {
        let bars = bars(results);
        let bar = bars.iter().find(|bar| bar.promise.starts_with(promise));
        bar.and_then(Bar::passes)
    }

    #[test]
    fn a_bar_is_passed_failed_or_not_measured() {
        let promise = "CPU of plan small, on one processor to the floor's";
        let subject = &on_one_processor("plan small");
        let mut results = Results::default();
        assert_eq!(verdict(&results, promise), None);
        results.add(subject, Cpu, Floor, 30.0);
        results.add(subject, Cpu, Terrane, 90.0);
        assert_eq!(verdict(&results, promise), Some(true));
        results.add(subject, Cpu, Terrane, 110.0);
        assert_eq!(verdict(&results, promise), Some(false));
    }

    #[test]
    fn items_that_cost_more_among_many_fail() {
        let promise = "CPU of a further item of bench_set";
        let mut results = Results::default();
        for (count, cost) in [(1000, 1.0), (10_000, 10.0), (100_000, 100.0)] {
            results.add(&plan_name(Items::Set, count), Cpu, Terrane, cost);
        }
        assert_eq!(verdict(&results, promise), Some(true));
        for cost in [1000.0, 1000.0] {
            results.add(&plan_name(Items::Set, 100_000), Cpu, Terrane, cost);
        }
        assert_eq!(verdict(&results, promise), Some(false));
    }

    #[test]
    fn items_that_cost_nothing_are_no_slope() {
        let mut results = Results::default();
        for (count, cost) in [(1000, 20.0), (10_000, 10.0), (100_000, 100.0)] {
            results.add(&plan_name(Items::Set, count), Cpu, Terrane, cost);
        }
        let verdict = verdict(&results, "CPU of a further item of bench_set");
        assert_eq!(verdict, Some(false));
    }
}
