//! Runs one test body on every host and protocol, and reports what failed where.

mod report;

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::thread;

use self::report::{CaseReport, panic_text};
use crate::{Feature, Host, InstalledProvider, Protocol, Workspace};

/// The result of a test body. The operator `?` converts every error to it.
pub type TestResult = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// How many hosts run at once for each processor, whatever the number of tests. A host and its provider wait for each other, and for files and
/// processes.
const HOSTS_FOR_EACH_PROCESSOR: usize = 2;

/// How much of each matrix runs: see [`Extent`].
const MATRIX: &str = "TERRANE_MATRIX";

/// How much of a matrix runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Every host, with its newest protocol, and the oldest and the newest host with more protocols.
    Hosts,
    /// `full`: every host with all protocols.
    Full,
    /// `turns`: the newest host, and one of the others, which differs from test to test.
    Turns,
}

impl Extent {
    fn of(variable: Result<String, env::VarError>) -> Self {
        match variable.as_deref() {
            Ok("full") => Self::Full,
            Ok("turns") => Self::Turns,
            _ => Self::Hosts,
        }
    }
}

/// A condition on the host, and the text that is printed for hosts that do not meet it.
type Condition = (String, fn(&Host) -> bool);

/// The hosts and protocols that a test runs on: first the [embedded host](Host::embedded), and then every installed host.
///
/// If the machine has no host, the test prints this and passes. With `CI=true` it fails instead. With `CI=true` it also fails if one of the hosts
/// that `TERRANE_HOSTS_REQUIRED` names (by [`Host::name`], separated by spaces) is missing.
///
/// With `TERRANE_MATRIX=turns`, a test runs on the newest host that meets its conditions, and on one of the others. That one depends on the name of
/// the test, so all tests together run on every host. With `TERRANE_MATRIX=full`, every host also offers each
/// [further protocol](Self::protocols_of_oldest_and_newest).
#[derive(Debug)]
#[must_use = "a matrix does nothing until it runs"]
pub struct Matrix {
    providers: Vec<InstalledProvider>,
    protocols: Vec<Protocol>,
    protocols_of_ends: Vec<Protocol>,
    features: Vec<Feature>,
    conditions: Vec<Condition>,
    hosts: Option<Vec<Host>>,
}

/// The embedded host.
static EMBEDDED: LazyLock<Host> = LazyLock::new(Host::embedded);

impl Matrix {
    /// Makes the matrix of all hosts with their newest protocol, for one provider under test.
    pub fn new(provider: InstalledProvider) -> Self {
        Self {
            providers: vec![provider],
            protocols: vec![Protocol::Newest],
            protocols_of_ends: Vec::new(),
            features: Vec::new(),
            conditions: Vec::new(),
            hosts: None,
        }
    }

    /// Adds a second provider that the configuration uses.
    pub fn provider(mut self, provider: InstalledProvider) -> Self {
        self.providers.push(provider);
        self
    }

    /// Sets the protocols that each host offers, in place of its newest.
    pub fn protocols(mut self, protocols: impl IntoIterator<Item = Protocol>) -> Self {
        self.protocols = protocols.into_iter().collect();
        self
    }

    /// Adds protocols that only the oldest and the newest host of the test offer, for Terraform and for OpenTofu.
    ///
    /// Each run takes time, and a change between versions of a host shows on the oldest or the newest. With `TERRANE_MATRIX=full`, every host offers
    /// them.
    pub fn protocols_of_oldest_and_newest(
        mut self,
        protocols: impl IntoIterator<Item = Protocol>,
    ) -> Self {
        self.protocols_of_ends = protocols.into_iter().collect();
        self
    }

    /// Skips hosts that do not have a feature.
    pub fn needs(mut self, feature: Feature) -> Self {
        self.features.push(feature);
        self
    }

    /// Skips hosts that do not meet a condition. The output shows `reason` for them.
    pub fn only_if(mut self, reason: impl Into<String>, condition: fn(&Host) -> bool) -> Self {
        self.conditions.push((reason.into(), condition));
        self
    }

    /// Runs on the given hosts, in place of those that are installed; none of them is required.
    pub fn on(mut self, hosts: impl IntoIterator<Item = Host>) -> Self {
        self.hosts = Some(hosts.into_iter().collect());
        self
    }

    /// Runs the body in a new workspace for each host and protocol, two at a time for each processor.
    ///
    /// # Panics
    ///
    /// Panics if the body panics or returns an error on any host. The message names each such host and protocol, with the commands so far and the
    /// output of the host.
    #[track_caller]
    pub fn run(self, body: impl Fn(&mut Workspace) -> TestResult + Sync) {
        if self.hosts.is_none() {
            let missing = missing_hosts(
                env::var("CI").is_ok_and(|ci| ci == "true"),
                &env::var("TERRANE_HOSTS_REQUIRED").unwrap_or_default(),
                Host::installed(),
            );
            assert!(
                missing.is_empty(),
                "CI=true, and hosts are missing: {}; TERRANE_HOSTS names the folder that holds them",
                missing.join(", ")
            );
        }
        let (cases, skipped) = self.cases(Extent::of(env::var(MATRIX)));
        for line in &skipped {
            print_line(&format!("skipped: {line}"));
        }
        if cases.is_empty() {
            print_line("no host ran this test: TERRANE_HOSTS names the folder that holds them");
        }
        let reports = self.run_cases(&cases, &body);
        let (failed, passed): (Vec<_>, Vec<_>) =
            reports.iter().partition(|report| report.has_failed());
        for report in passed {
            print_line(&report.to_string());
        }
        let failures: Vec<String> = failed.iter().map(ToString::to_string).collect();
        assert!(
            failures.is_empty(),
            "{} of {} runs failed\n\n{}",
            failures.len(),
            reports.len(),
            failures.join("\n\n")
        );
    }

    /// Runs the body for each case on a thread of the case's name, which is what a panic's message starts with.
    fn run_cases(
        &self,
        cases: &[(&Host, Protocol)],
        body: &(impl Fn(&mut Workspace) -> TestResult + Sync),
    ) -> Vec<CaseReport> {
        thread::scope(|scope| {
            let threads: Vec<_> = cases
                .iter()
                .map(|(host, protocol)| {
                    let case = format!("{host}, {protocol}");
                    let thread = thread::Builder::new().name(case.clone());
                    let run = || run_case(host, *protocol, &self.providers, body);
                    (case, thread.spawn_scoped(scope, run))
                })
                .collect();
            threads
                .into_iter()
                .map(|(case, thread)| match thread.map(|thread| thread.join()) {
                    Ok(Ok(report)) => report,
                    Ok(Err(payload)) => CaseReport::failed(case, panic_text(payload.as_ref())),
                    Err(error) => CaseReport::failed(case, error.to_string()),
                })
                .collect()
        })
    }

    /// Returns why a host does not run the test.
    fn refusal(&self, host: &Host) -> Option<String> {
        let missing = self.features.iter().find(|feature| !host.has(**feature));
        if let Some(feature) = missing {
            return Some(format!("{host} has no {feature}"));
        }
        let mut conditions = self.conditions.iter();
        let (reason, _) = conditions.find(|(_, condition)| !condition(host))?;
        Some(format!("{host}: {reason}"))
    }

    /// Returns the cases of the embedded host, which runs all protocols.
    fn embedded_cases(&self) -> Vec<(&'static Host, Protocol)> {
        let protocols = self.protocols.iter().chain(&self.protocols_of_ends);
        protocols.map(|protocol| (&*EMBEDDED, *protocol)).collect()
    }

    /// Pairs hosts with protocols, and returns the reasons why other hosts are skipped.
    fn cases(&self, extent: Extent) -> (Vec<(&Host, Protocol)>, Vec<String>) {
        let mut hosts = Vec::new();
        let mut skipped = Vec::new();
        for host in self.hosts.as_deref().unwrap_or_else(|| Host::installed()) {
            match self.refusal(host) {
                Some(reason) => skipped.push(reason),
                None => hosts.push(host),
            }
        }
        if extent == Extent::Turns && self.hosts.is_none() {
            let chosen = in_turn(&hosts, thread::current().name().unwrap_or_default());
            let others = hosts.iter().filter(|host| !chosen.contains(host));
            skipped.extend(others.map(|host| format!("{host}: other tests run on it")));
            hosts = chosen;
        }
        let mut cases = Vec::new();
        for host in &hosts {
            let others = hosts
                .iter()
                .filter(|other| other.product() == host.product());
            let is_oldest = others
                .clone()
                .all(|other| other.version() >= host.version());
            let is_newest = others
                .clone()
                .all(|other| other.version() <= host.version());
            let is_end = extent == Extent::Full || is_oldest || is_newest;
            let protocols = self.protocols.iter();
            let of_ends = self.protocols_of_ends.iter().filter(|_| is_end);
            cases.extend(protocols.chain(of_ends).map(|protocol| (*host, *protocol)));
        }
        let runs_already = |provider: &InstalledProvider| !provider.is_started_by_host();
        if self.hosts.is_none() && !self.providers.iter().any(runs_already) {
            match self.refusal(&EMBEDDED) {
                Some(reason) => skipped.push(reason),
                None => cases.splice(0..0, self.embedded_cases()).for_each(drop),
            }
        }
        if self.providers.iter().any(runs_already) {
            cases.retain(|(host, protocol)| {
                let runs = *protocol == Protocol::Newest;
                if !runs {
                    skipped.push(format!("{host}, {protocol}: the provider runs already"));
                }
                runs
            });
        }
        (cases, skipped)
    }
}

/// Returns the newest host of each kind, and one of the others, which depends on the name of the test. The hosts are sorted by version.
fn in_turn<'a>(hosts: &[&'a Host], test: &str) -> Vec<&'a Host> {
    let sum: usize = test.bytes().map(usize::from).sum();
    let of_each_kind = hosts.chunk_by(|one, next| one.product() == next.product());
    of_each_kind
        .flat_map(|hosts| match hosts {
            [older @ .., newest] if !older.is_empty() => vec![older[sum % older.len()], *newest],
            few => few.to_vec(),
        })
        .collect()
}

/// Runs the body on one host, once few enough others run. A panic of the body becomes a part of the report.
fn run_case(
    host: &Host,
    protocol: Protocol,
    providers: &[InstalledProvider],
    body: &(impl Fn(&mut Workspace) -> TestResult + Sync),
) -> CaseReport {
    let _permit = Permit::take();
    let case = format!("{host}, {protocol}");
    let mut workspace = match Workspace::new(host, protocol, providers) {
        Ok(workspace) => workspace,
        Err(error) => return CaseReport::failed(case, error.to_string()),
    };
    let result = catch_unwind(AssertUnwindSafe(|| body(&mut workspace)));
    let problem = match result {
        Ok(Ok(())) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(payload) => Some(panic_text(payload.as_ref())),
    };
    CaseReport::new(case, &workspace, problem)
}

/// Returns the hosts that CI requires and that are missing.
fn missing_hosts(ci: bool, required: &str, found: &[Host]) -> Vec<String> {
    if !ci {
        return Vec::new();
    }
    if found.is_empty() {
        return vec!["no Terraform and no OpenTofu was found".to_owned()];
    }
    required
        .split_whitespace()
        .filter(|name| found.iter().all(|host| host.name() != *name))
        .map(str::to_owned)
        .collect()
}

/// The right to run a host now.
struct Permit;

/// How many hosts run now, in all matrices of this process.
static RUNNING: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());

impl Permit {
    fn take() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let limit = HOSTS_FOR_EACH_PROCESSOR * processors;
        let running = RUNNING.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free_slot = RUNNING
            .1
            .wait_while(running, |running| *running >= limit)
            .unwrap_or_else(PoisonError::into_inner);
        *free_slot += 1;
        Self
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        *RUNNING.0.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        RUNNING.1.notify_one();
    }
}

#[expect(
    clippy::print_stdout,
    reason = "a test's output is where its author looks"
)]
fn print_line(line: &str) {
    println!("{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ci_requires_hosts() {
        assert_eq!(
            missing_hosts(false, "terraform-1.6", &[]),
            Vec::<String>::new()
        );
        assert_eq!(
            missing_hosts(true, "", &[]),
            ["no Terraform and no OpenTofu was found"]
        );
    }

    #[test]
    fn tests_take_turns_on_the_hosts_before_the_newest() {
        let installed = crate::hosts::fake(&[
            "terraform-1",
            "terraform-2",
            "terraform-3",
            "terraform-4",
            "tofu-1",
            "tofu-2",
        ]);
        let hosts: Vec<&Host> = installed.iter().collect();
        let names = |test| -> Vec<&str> {
            let chosen = in_turn(&hosts, test).into_iter();
            chosen.map(Host::name).collect()
        };
        let first = ["terraform-2", "terraform-4", "tofu-1", "tofu-2"];
        let second = ["terraform-3", "terraform-4", "tofu-1", "tofu-2"];
        assert_eq!([names("a"), names("b")], [first, second]);
    }

    #[test]
    fn ci_names_each_required_host_that_is_missing() {
        let found = crate::hosts::fake(&["terraform", "terraform-1.6"]);
        assert_eq!(
            missing_hosts(true, "terraform-1.6  terraform", &found),
            Vec::<String>::new()
        );
        assert_eq!(
            missing_hosts(true, "terraform-1.6 terraform-1.8 tofu", &found),
            ["terraform-1.8", "tofu"]
        );
        assert_eq!(
            missing_hosts(false, "terraform-1.8", &found),
            Vec::<String>::new()
        );
    }
}
