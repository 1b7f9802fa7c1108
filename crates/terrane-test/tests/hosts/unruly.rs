//! Faults of author code under a real host: whether the object exists and is in the state afterwards.
//!
//! This test writes `docs/interrupts.md`. CI runs the rows of three operations and compares them;
//! `UNRULY_STEPS=all UPDATE_INTERRUPTS=1 cargo test -p terrane-test --test hosts unruly` runs and writes all rows.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::mem;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use terrane_test::hosts::{self, Kind};
use terrane_test::{Host, Matrix, Protocol, Provider, Running, TestResult, Workspace};

use super::example;

/// The operations on an object. `create, recorded` is `create` after `cx.record`.
const STEPS: [&str; 7] = [
    "plan",
    "create",
    "create, recorded",
    "settle",
    "read",
    "update",
    "delete",
];

/// The operations that every run of the test covers.
const ALWAYS: [&str; 3] = ["create", "settle", "update"];

const FAULTS: [&str; 7] = [
    "blocks at once",
    "blocks after an await",
    "blocks every worker",
    "ignores cancellation",
    "panics",
    "exits",
    "overflows its stack",
];

/// The number of hosts that run at the same time. Most of them wait.
const AT_ONCE: usize = 16;

/// The time limit for a host to call the provider's code.
const PATIENCE: Duration = Duration::from_secs(60);

/// How the run of a host ends, unless author code ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    /// Nobody interrupts it; the configuration sets a timeout of 1 s.
    Timeout,
    Interrupt,
    /// The second interrupt comes 3 s later.
    TwoInterrupts,
    TwoAtOnce,
    /// To the process group of the host and the provider.
    Terminate,
}

impl Ending {
    const ALL: [Self; 5] = [
        Self::Timeout,
        Self::Interrupt,
        Self::TwoInterrupts,
        Self::TwoAtOnce,
        Self::Terminate,
    ];

    fn send(self, running: &Running<'_>) -> TestResult {
        match self {
            Self::Timeout => {}
            Self::Interrupt => running.interrupt()?,
            Self::TwoInterrupts | Self::TwoAtOnce => {
                running.interrupt()?;
                let pause = match self {
                    Self::TwoAtOnce => Duration::from_millis(100),
                    _ => Duration::from_secs(3),
                };
                thread::sleep(pause);
                running.interrupt()?;
            }
            Self::Terminate => running.terminate_group()?,
        }
        Ok(())
    }
}

/// One cell of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Case {
    step: usize,
    fault: usize,
    ending: Ending,
}

impl Case {
    fn step(self) -> &'static str {
        STEPS[self.step]
    }

    fn fault(self) -> &'static str {
        FAULTS[self.fault]
    }

    fn config(self, size: u8, fault: bool) -> String {
        let timeouts = match (self.ending, self.step()) {
            (Ending::Timeout, "create" | "create, recorded" | "settle") => {
                "timeouts {\ncreate = \"1s\"\n}\n"
            }
            (Ending::Timeout, "read") => "timeouts {\nread = \"1s\"\n}\n",
            (Ending::Timeout, "update") => "timeouts {\nupdate = \"1s\"\n}\n",
            (Ending::Timeout, "delete") => "timeouts {\ndelete = \"1s\"\n}\n",
            _ => "",
        };
        let fault = match fault {
            true => format!(
                "step = \"{}\"\nfault = \"{}\"\nwaits = {}\n",
                self.step(),
                self.fault(),
                // What ends by itself does so after the interrupt.
                self.ending != Ending::Timeout && self.fault >= 4
            ),
            false => String::new(),
        };
        format!(
            "resource \"unruly_object\" \"it\" {{\nname = \"it\"\nsize = {size}\n{fault}{timeouts}}}\n"
        )
    }

    /// Whether the code ends the process.
    fn ends_process(self) -> bool {
        matches!(self.fault(), "exits" | "overflows its stack")
    }

    /// Whether the host and the code end at the same moment, so that every run may be another.
    fn is_race(self) -> bool {
        self.ending == Ending::TwoAtOnce && self.fault >= 4
    }

    /// Whether the host waits for ever: a plan has no timeout, and `apply` does not pass an interrupt on while it plans.
    fn never_ends(self) -> bool {
        match self.ending {
            Ending::Timeout => self.step() == "plan" && self.fault < 4,
            Ending::Interrupt => matches!(self.step(), "plan" | "read"),
            Ending::TwoInterrupts | Ending::TwoAtOnce | Ending::Terminate => false,
        }
    }

    /// Runs the host and says what exists afterwards.
    fn run(self, host: &Host) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
        let provider = Provider::binary("example/unruly", example("unruly"));
        let mut workspace = Workspace::new(host, Protocol::Newest, &[provider])?;
        let world = workspace.path().join("world");
        fs::create_dir(&world)?;
        workspace.env("UNRULY_WORLD", &world);
        let file = world.join("it");
        let destroys = self.step() == "delete";
        if matches!(self.step(), "read" | "update" | "delete") {
            // The step of an update stands in its plan, those of the others in the state.
            workspace.config(&self.config(1, self.step() != "update"))?;
            workspace.apply()?;
        }
        workspace.config(&self.config(2, true))?;
        let verb = if destroys { "destroy" } else { "apply" };
        // A destroy without a refresh: only the step in question runs.
        let refresh = if destroys {
            "-refresh=false"
        } else {
            "-refresh=true"
        };
        let running = workspace.start([verb, "-no-color", "-auto-approve", refresh])?;
        let started = Instant::now();
        while !world.join("reached").exists() {
            assert!(started.elapsed() < PATIENCE, "{self:?} was not reached");
            thread::sleep(Duration::from_millis(10));
        }
        self.ending.send(&running)?;
        let failure = running.wait().expect_err("the code misbehaves");
        let outcome = failure.outcome();
        let text = format!("{}{}", outcome.stdout(), outcome.stderr());
        let exists = fs::read_to_string(&file).ok();
        let state = workspace.state()?;
        let stored = state.get("unruly_object.it");
        let mut cell = match (exists.as_deref(), stored) {
            (None, None) => "nothing exists".to_owned(),
            (None, Some(_)) => "in the state only".to_owned(),
            (Some(_), None) => "lost".to_owned(),
            (Some(_), Some(stored)) if stored.tainted => "kept, tainted".to_owned(),
            (Some(size), Some(stored))
                if size
                    .parse::<i64>()
                    .is_ok_and(|size| stored.attributes["size"] == size) =>
            {
                "kept".to_owned()
            }
            (Some(_), Some(_)) => "kept with an older size".to_owned(),
        };
        if text.contains("Two interrupts received") {
            cell.push_str("; the host exits first");
        } else if self.ends_process() || text.contains("Plugin did not respond") {
            cell.push_str("; the process dies");
        }
        Ok(cell)
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().expect("no case panics")
}

/// Runs cases, a few at the same time.
fn run(host: &Host, cases: Vec<Case>, at_once: usize) -> BTreeMap<Case, String> {
    let cases = Mutex::new(cases.into_iter());
    let cells = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                loop {
                    let next = lock(&cases).next();
                    let Some(case) = next else { break };
                    let cell = case
                        .run(host)
                        .unwrap_or_else(|error| format!("no result: {error}"));
                    lock(&cells).insert(case, cell);
                }
            });
        }
    });
    mem::take(&mut *lock(&cells))
}

fn row(cells: &BTreeMap<Case, String>, step: usize, fault: usize) -> String {
    let mut row = format!("| {} | {} |", STEPS[step], FAULTS[fault]);
    for ending in Ending::ALL {
        let case = Case {
            step,
            fault,
            ending,
        };
        let cell = match cells.get(&case) {
            Some(cell) => cell,
            None if case.is_race() => "a race",
            None => "never ends",
        };
        row.push_str(&format!(" {cell} |"));
    }
    row
}

const HEAD: &str = "# What exists after author code misbehaved

Each row has an operation and a fault of the author code in it. Each cell is one run of Terraform. A cell says whether the object exists, and whether
the state has it, after the host has exited. \"Kept\" means both. Hosts mark a new object whose creation failed as \"tainted\", and the next apply replaces
it. In the columns with an interruption, code that panics, exits or overflows its stack does so when it is cancelled.

- *timeout*: the host is not interrupted, and the configuration sets a timeout of 1 s for the operation.
- *interrupt*: the host gets one SIGINT. *Two interrupts*: the second 3 s later. *Two at once*: the second 0.1 s later; the host exits then.
- *SIGTERM*: the process group of the host and the provider gets the signal, as from service managers and terminals.

In the rows `create`, the fault happens before the object exists, and in the rows `create, recorded` after `cx.record`. An object that `create` has
neither returned nor recorded is not protected: the provider cannot answer with an object that it does not know. The promise holds while the process lives: a process that exits, aborts or overflows
its stack answers nothing, and the protocol has no message by which an object reaches the host before the answer.

*A race* means that the code and the host exit at the same moment, so the result varies. *Never ends* means that the host waits for ever. Plans have no
timeout. Terraform's `plan` sends Stop to providers when it is interrupted. Its `apply` sends none while it plans and refreshes, so only the second
interrupt ends it.

The test `crates/terrane-test/tests/hosts/unruly.rs` writes this table. CI runs the rows of `create`, `settle` and `update`, and compares them.

| step | the code | timeout | interrupt | two interrupts | two at once | SIGTERM |
|---|---|---|---|---|---|---|
";

#[test]
fn a13_no_object_is_lost_while_the_process_lives() {
    let Some(host) = hosts::find()
        .iter()
        .filter(|host| host.kind() == Kind::Terraform)
        .max_by_key(|host| host.version().clone())
    else {
        return;
    };
    let all = env::var_os("UNRULY_STEPS").is_some_and(|steps| steps == "all");
    let mut wanted = Vec::new();
    for (step, name) in STEPS.iter().enumerate() {
        if all || ALWAYS.contains(name) {
            wanted.extend((0..FAULTS.len()).flat_map(|fault| {
                Ending::ALL.map(|ending| Case {
                    step,
                    fault,
                    ending,
                })
            }));
        }
    }
    wanted.retain(|case| !case.never_ends() && !case.is_race());
    let mut cells = run(host, wanted, AT_ONCE);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/interrupts.md");
    let written = fs::read_to_string(&path).unwrap_or_default();
    let update = env::var_os("UPDATE_INTERRUPTS").is_some();
    // A busy machine may let the second interrupt come before the host has stored the answer.
    let lost = |cell: &String| cell.starts_with("lost") || cell.starts_with("no result");
    let again = cells.iter().filter(|(case, cell)| {
        let late = case.ending == Ending::TwoInterrupts && cell.ends_with("the host exits first");
        let differs = !update && !written.contains(&row(&cells, case.step, case.fault));
        (lost(cell) && !cell.ends_with("the process dies")) || late || differs
    });
    let again: Vec<Case> = again.map(|(case, _)| *case).collect();
    cells.extend(run(host, again, 1));

    for (case, cell) in &cells {
        let explained =
            cell.ends_with("the host exits first") || cell.ends_with("the process dies");
        assert!(!lost(cell) || explained, "{case:?}: {cell}");
        assert!(
            !cell.ends_with("the process dies") || case.ends_process(),
            "{case:?}: {cell}"
        );
        if case.ending != Ending::TwoAtOnce && case.step() == "settle" && !case.ends_process() {
            assert_eq!(cell, "kept, tainted", "{case:?}");
        }
    }
    let mut rows = Vec::new();
    for (step, name) in STEPS.iter().enumerate() {
        if all || ALWAYS.contains(name) {
            rows.extend((0..FAULTS.len()).map(|fault| row(&cells, step, fault)));
        }
    }
    if update {
        assert!(all, "set UNRULY_STEPS=all too");
        fs::write(&path, format!("{HEAD}{}\n", rows.join("\n"))).unwrap();
    } else {
        let missing: Vec<_> = rows.iter().filter(|row| !written.contains(*row)).collect();
        assert!(
            missing.is_empty(),
            "docs/interrupts.md differs; run with UNRULY_STEPS=all UPDATE_INTERRUPTS=1 and read the difference: {missing:#?}"
        );
    }
}

/// An object whose `settle` misbehaves.
fn settles(name: &str, fault: &str, timeout: &str) -> String {
    format!(
        "resource \"unruly_object\" \"{name}\" {{\nname = \"{name}\"\nsize = 1\nstep = \"settle\"\nfault = \"{fault}\"\n{timeout}}}\n"
    )
}

/// Runs a case on every host; it gets the folder of the objects.
#[track_caller]
fn on_every_host(body: impl Fn(&mut Workspace, &Path) -> TestResult + Sync) {
    let provider = Provider::binary("example/unruly", example("unruly"));
    Matrix::new(provider).run(|host| {
        let world = host.path().join("world");
        fs::create_dir(&world)?;
        host.env("UNRULY_WORLD", &world);
        body(host, &world)
    });
}

#[test]
fn a13_code_that_blocks_after_an_await_delays_neither_its_deadline_nor_other_objects() {
    on_every_host(|host, _| {
        let timeout = "timeouts {\ncreate = \"1s\"\n}\n";
        let config = [
            settles("blocked", "blocks after an await", timeout),
            settles("swamped", "blocks every worker", timeout),
        ];
        host.config(&config.concat())?;
        let failure = host.apply().expect_err("two objects are blocked");
        failure.assert_mentions("did not finish within its timeout of 1s");
        let state = host.state()?;
        for name in ["blocked", "swamped"] {
            assert!(state[&*format!("unruly_object.{name}")].tainted, "{name}");
        }
        let config = [
            settles("late", "blocks after an await", timeout),
            settles("other", "takes a second", ""),
        ];
        host.config(&config.concat())?;
        host.apply().expect_err("one object is blocked");
        let state = host.state()?;
        assert!(state["unruly_object.late"].tainted);
        let other = &state["unruly_object.other"];
        assert!(!other.tainted && other.attributes["done"] == true);
        Ok(())
    });
}

#[test]
fn a13_an_interrupted_settle_that_never_returns_is_answered_within_seconds() {
    on_every_host(|host, world| {
        host.config(&settles("it", "ignores cancellation", ""))?;
        let running = host.start(["apply", "-no-color", "-auto-approve"])?;
        let started = Instant::now();
        while !world.join("reached").exists() {
            assert!(started.elapsed() < PATIENCE, "nothing is settled");
            thread::sleep(Duration::from_millis(10));
        }
        running.interrupt()?;
        let interrupted = Instant::now();
        let failure = running.wait().expect_err("it was interrupted");
        // Not the 10 s of calls that have recorded nothing.
        let elapsed = interrupted.elapsed();
        assert!(elapsed < Duration::from_secs(9), "{elapsed:?}");
        failure.assert_mentions("Operation interrupted");
        assert!(host.state()?["unruly_object.it"].tainted);
        Ok(())
    });
}

/// What Terraform logs when it asks a provider to stop.
const STOP: &str = ": Stop";

/// Terraform asks providers to stop when a plan is interrupted, but not while an apply makes its own plan: there nothing reaches the provider.
#[test]
fn an_interrupted_apply_waits_for_a_hanging_read_because_the_host_sends_no_stop() {
    on_every_host(|host, world| {
        if host.host().kind() != Kind::Terraform {
            return Ok(());
        }
        host.config(
            "resource \"unruly_object\" \"it\" {\nname = \"it\"\nsize = 1\nstep = \"read\"\nfault = \"ignores cancellation\"\n}\n",
        )?;
        host.apply()?;
        host.log_at("TRACE");
        for (command, stops) in [("plan", true), ("apply", false)] {
            let reached = world.join("reached");
            let logged = host.log().len();
            let running = host.start([command, "-no-color", "-input=false"])?;
            let started = Instant::now();
            while !reached.exists() {
                assert!(started.elapsed() < PATIENCE, "{command}: no read");
                thread::sleep(Duration::from_millis(10));
            }
            fs::remove_file(&reached)?;
            running.interrupt()?;
            // The provider answers 10 s after it is asked to stop.
            thread::sleep(Duration::from_secs(if stops { 0 } else { 15 }));
            if !stops {
                running.kill()?;
            }
            let failure = running.wait().expect_err("it was interrupted");
            assert_eq!(host.log()[logged..].contains(STOP), stops, "{command}");
            assert_eq!(
                failure.error("Operation interrupted").is_some(),
                stops,
                "{failure}"
            );
        }
        Ok(())
    });
}
