//! Faults of author code under a real host: whether the object exists and is in the state afterwards.
//!
//! This test writes `docs/interrupts.md`. To add a row, add a step or a fault to its list here, and its code to `examples/unruly.rs`. CI runs some rows and
//! compares them; `UNRULY_STEPS=all UPDATE_INTERRUPTS=1 cargo test -p terrane-test --test hosts unruly` runs and writes all rows.
//!
//! Author code announces in a file that it has been reached. The test waits for that, and sends a signal.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use rustix::process::{Pid, Signal, kill_process};
use terrane_test::{
    Feature, Host, InstalledProvider, Matrix, Product, Protocol, Reason, Running, TestResult,
    Workspace,
};

use super::example;

/// An operation in which author code misbehaves.
struct Step {
    name: &'static str,
    /// The operation whose timeout limits it.
    timeout: Option<&'static str>,
    /// Whether the object exists before.
    on_existing: bool,
    /// The commands of the host that pass an interrupt on to the provider while the code runs.
    stopped_by: StoppedBy,
    /// Whether the code learns of its cancellation.
    is_cancelled: bool,
    /// Whether CI runs it with every fault.
    in_ci: bool,
}

/// A command of the host that asks providers to stop when it is interrupted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StoppedBy {
    Apply,
    /// `plan` alone: `apply` sends no Stop while it plans.
    Plan,
    /// No command stops the process that functions run in.
    None,
}

const STEP: Step = Step {
    name: "",
    timeout: None,
    on_existing: false,
    stopped_by: StoppedBy::Apply,
    is_cancelled: true,
    in_ci: false,
};

const STEPS: &[Step] = &[
    Step {
        name: "configure",
        stopped_by: StoppedBy::Plan,
        ..STEP
    },
    Step {
        name: "function",
        stopped_by: StoppedBy::None,
        is_cancelled: false,
        ..STEP
    },
    Step {
        name: "plan",
        stopped_by: StoppedBy::Plan,
        ..STEP
    },
    Step {
        name: "create",
        timeout: Some("create"),
        in_ci: true,
        ..STEP
    },
    Step {
        name: "create, recorded",
        timeout: Some("create"),
        ..STEP
    },
    Step {
        name: "settle",
        timeout: Some("create"),
        in_ci: true,
        ..STEP
    },
    Step {
        name: "read",
        timeout: Some("read"),
        on_existing: true,
        stopped_by: StoppedBy::Plan,
        ..STEP
    },
    Step {
        name: "update",
        timeout: Some("update"),
        on_existing: true,
        in_ci: true,
        ..STEP
    },
    Step {
        name: "delete",
        timeout: Some("delete"),
        on_existing: true,
        ..STEP
    },
];

/// How author code misbehaves.
struct Fault {
    name: &'static str,
    /// Whether the code ends by itself. If the run ends with a signal, the code does so once it is cancelled.
    ends: bool,
    /// Whether the process ends with it.
    ends_process: bool,
    /// Whether the author's subscriber prints each event to standard output.
    subscriber_prints: bool,
}

const FAULT: Fault = Fault {
    name: "",
    ends: false,
    ends_process: false,
    subscriber_prints: false,
};

const FAULTS: &[Fault] = &[
    Fault {
        name: "blocks at once",
        ..FAULT
    },
    Fault {
        name: "blocks after an await",
        ..FAULT
    },
    Fault {
        name: "blocks every worker",
        ..FAULT
    },
    Fault {
        name: "ignores cancellation",
        ..FAULT
    },
    Fault {
        name: "holds standard error",
        ..FAULT
    },
    Fault {
        name: "holds standard output, and its subscriber prints",
        subscriber_prints: true,
        ..FAULT
    },
    Fault {
        name: "prints for ever, as its subscriber does",
        subscriber_prints: true,
        ..FAULT
    },
    Fault {
        name: "panics",
        ends: true,
        ..FAULT
    },
    Fault {
        name: "panics, and again when the payload is dropped",
        ends: true,
        ..FAULT
    },
    Fault {
        name: "exits",
        ends: true,
        ends_process: true,
        ..FAULT
    },
    Fault {
        name: "overflows its stack",
        ends: true,
        ends_process: true,
        ..FAULT
    },
];

/// How the run of a host ends, unless author code ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    /// Nobody interrupts it; the configuration sets a timeout of 1 s.
    Timeout,
    Interrupt,
    /// To the process group of the host and the provider.
    Terminate,
    /// Two interrupts, the second before the provider's answer.
    SecondInterrupt,
    /// To the process group of the host and the provider.
    HangUp,
    /// To the process group of the host and the provider.
    Quit,
}

impl Ending {
    /// Ends the run of a host that has reached the code in the provider's process.
    fn send(self, running: &mut Running<'_>, provider: Pid) -> TestResult {
        match self {
            Self::Timeout => {}
            Self::Interrupt => running.interrupt()?,
            Self::Terminate => running.terminate_group()?,
            Self::SecondInterrupt => {
                // A stopped process does not answer, however long the signals take.
                kill_process(provider, Signal::STOP)?;
                running.interrupt()?;
                running.until_printed("Interrupt received")?;
                running.interrupt()?;
                running.until_printed("Two interrupts received")?;
                kill_process(provider, Signal::KILL)?;
            }
            Self::HangUp => running.hang_up_group()?,
            Self::Quit => running.quit_group()?,
        }
        Ok(())
    }

    /// Whether the host exits before the provider answers.
    fn ends_host(self) -> bool {
        matches!(self, Self::SecondInterrupt | Self::HangUp | Self::Quit)
    }
}

/// A table of the document. Each step with each fault is a row, and each ending is a column.
struct Table {
    faults: &'static [Fault],
    endings: &'static [Ending],
    /// Whether CI runs a step.
    in_ci: fn(&Step) -> bool,
}

const ANSWERED: Table = Table {
    faults: FAULTS,
    endings: &[Ending::Timeout, Ending::Interrupt, Ending::Terminate],
    in_ci: |step| step.in_ci,
};

/// What the code does makes no difference if the host does not wait for it.
const UNANSWERED: Table = Table {
    faults: &[Fault {
        name: "ignores cancellation",
        ..FAULT
    }],
    endings: &[Ending::SecondInterrupt, Ending::HangUp, Ending::Quit],
    in_ci: |_| true,
};

/// The log levels of the host. A cell does not depend on them.
const LOG_LEVELS: [Option<&str>; 2] = [None, Some("TRACE")];

/// The number of hosts that run at the same time. Most of them wait.
const AT_ONCE: usize = 16;

/// The step, the fault and the ending of a case: its place in the document.
type Key = (&'static str, &'static str, Ending);

/// One run of a host.
#[derive(Clone, Copy)]
struct Case {
    step: &'static Step,
    fault: &'static Fault,
    ending: Ending,
    log_level: Option<&'static str>,
}

/// What exists after a run, and the output of the host.
struct Cell {
    text: String,
    output: String,
}

impl Case {
    fn key(self) -> Key {
        (self.step.name, self.fault.name, self.ending)
    }

    /// Returns the cell, if there is nothing to run.
    fn known(self) -> Option<&'static str> {
        let Self { step, fault, .. } = self;
        let ends = match self.ending {
            _ if fault.ends => true,
            Ending::Timeout => step.timeout.is_some(),
            Ending::Interrupt => step.stopped_by != StoppedBy::None,
            _ => true,
        };
        if !ends {
            return Some("never ends");
        }
        // The code ends before the signal.
        let is_early = fault.ends && !step.is_cancelled && self.ending != Ending::Timeout;
        is_early.then_some("as with a timeout")
    }

    /// Whether the host runs `plan`, because `apply` would never end.
    fn plans_only(self) -> bool {
        self.ending == Ending::Interrupt && self.step.stopped_by == StoppedBy::Plan
    }

    fn config(self, size: u8, misbehaves: bool) -> String {
        let (step, fault) = (self.step.name, self.fault.name);
        let waits = self.fault.ends && self.ending != Ending::Timeout;
        let misbehaviour = format!("fault = \"{fault}\"\nwaits = {waits}\n");
        let (settings, values) = match step {
            _ if !misbehaves => (String::new(), String::new()),
            "function" => {
                return format!(
                    "output \"it\" {{\nvalue = provider::unruly::misbehaves(\"{fault}\")\n}}\n"
                );
            }
            "configure" => (
                format!("provider \"unruly\" {{\n{misbehaviour}}}\n"),
                String::new(),
            ),
            _ => (String::new(), format!("step = \"{step}\"\n{misbehaviour}")),
        };
        let timeouts = match (self.ending, self.step.timeout) {
            (Ending::Timeout, Some(operation)) => {
                format!("timeouts {{\n{operation} = \"1s\"\n}}\n")
            }
            _ => String::new(),
        };
        format!(
            "{settings}resource \"unruly_object\" \"it\" {{\nname = \"it\"\nsize = {size}\n{values}{timeouts}}}\n"
        )
    }

    fn run(self, host: &Host) -> Result<Cell, Box<dyn std::error::Error + Send + Sync>> {
        let provider = InstalledProvider::binary("example/unruly", example("unruly"));
        let mut workspace = Workspace::new(host, Protocol::Newest, &[provider])?;
        let world = workspace.path().join("world");
        fs::create_dir(&world)?;
        workspace.env("UNRULY_WORLD", &world);
        if let Some(level) = self.log_level {
            workspace.log_at(level);
        }
        if self.fault.subscriber_prints {
            workspace.env("UNRULY_SUBSCRIBER", "prints");
        }
        if self.step.on_existing {
            // The step of an update stands in its plan, those of the others in the state.
            workspace.config(&self.config(1, self.step.name != "update"))?;
            workspace.apply()?;
        }
        workspace.config(&self.config(2, true))?;
        let arguments: &[_] = match self.step.name {
            // A destroy without a refresh: only the step in question runs.
            "delete" => &["destroy", "-no-color", "-auto-approve", "-refresh=false"],
            _ if self.plans_only() => &["plan", "-no-color"],
            _ => &["apply", "-no-color", "-auto-approve"],
        };
        let mut running = workspace.start(arguments)?;
        let reached = reached(&world, self.step.name);
        running.until_exists(&reached)?;
        let stored = workspace.path().join("terraform.tfstate");
        let before = fs::read(&stored).unwrap_or_default();
        let pid = Pid::from_raw(fs::read_to_string(reached)?.parse()?);
        self.ending.send(&mut running, pid.ok_or("no process")?)?;
        let failure = running.wait().expect_err("the code misbehaves");
        let outcome = failure.outcome();
        let printed = format!("{}{}", outcome.stdout(), outcome.stderr());
        let exists = fs::read_to_string(world.join("it")).ok();
        if fs::metadata(&stored).is_ok_and(|file| file.len() == 0) {
            // The host has exited while it was writing the file.
            fs::write(stored, before)?;
        }
        let state = workspace.state()?;
        let stored = state.get("unruly_object.it");
        let mut text = match (exists.as_deref(), stored) {
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
        let host_exits = match (self.ending, failure.reason()) {
            (Ending::HangUp, Reason::Signal(signal)) => *signal == Signal::HUP.as_raw(),
            // A program in Go prints its stacks and exits with 2.
            (Ending::Quit, Reason::Exit(code)) => *code == 2 && printed.contains("SIGQUIT: quit"),
            (Ending::Quit, Reason::Signal(signal)) => *signal == Signal::QUIT.as_raw(),
            _ => printed.contains("Two interrupts received"),
        };
        if host_exits {
            text.push_str("; the host exits first");
        } else if self.fault.ends_process || printed.contains("Plugin did not respond") {
            text.push_str("; the process dies");
        }
        if self.plans_only() {
            text = format!("`plan`: {text}; `apply` never ends");
        }
        let output = failure.to_string();
        Ok(Cell { text, output })
    }

    /// Returns how a cell breaks the promise that no object is lost while the process lives and the host waits.
    fn problem(self, cell: &str) -> Option<&'static str> {
        let process_dies = cell.contains("the process dies");
        let host_exits = cell.contains("the host exits first");
        if process_dies && !self.fault.ends_process {
            return Some("the process dies");
        }
        if host_exits != self.ending.ends_host() {
            return Some("the host exits at the wrong time");
        }
        if cell.contains("lost") && !process_dies && !host_exits {
            return Some("the object is lost");
        }
        let tainted = self.step.name != "settle" || process_dies || host_exits;
        (!tainted && cell != "kept, tainted").then_some("the object is not kept")
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (step, fault, ending) = (self.step.name, self.fault.name, self.ending);
        let log_level = self.log_level.unwrap_or("none");
        write!(f, "{step}, {fault}, {ending:?}, log level {log_level}")
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().expect("no case panics")
}

/// The cells of a run of the test, and what is wrong with them.
#[derive(Default)]
struct Results {
    cells: BTreeMap<Key, String>,
    problems: Vec<String>,
}

impl Results {
    fn add(&mut self, case: Case, result: Result<Cell, Box<dyn std::error::Error + Send + Sync>>) {
        let problem = match result {
            Ok(Cell { text, output }) => {
                let cell = self.cells.entry(case.key()).or_insert_with(|| text.clone());
                let differs = *cell != text;
                let problem = case
                    .problem(&text)
                    .or(differs.then_some("another log level has another cell"));
                problem.map(|problem| format!("{problem}: {text}\n{output}"))
            }
            Err(error) => Some(error.to_string()),
        };
        self.problems
            .extend(problem.map(|problem| format!("{case}: {problem}")));
    }
}

/// Runs cases, a few at the same time.
fn run(host: &Host, cases: Vec<Case>) -> Results {
    let remaining = Mutex::new(cases.into_iter());
    let results = Mutex::new(Results::default());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let next = lock(&remaining).next();
                    let Some(case) = next else { break };
                    let result = case.run(host);
                    lock(&results).add(case, result);
                }
            });
        }
    });
    results.into_inner().expect("no case panics")
}

/// Returns the rows of a table that have been run.
fn rows(table: &Table, cells: &BTreeMap<Key, String>, all: bool) -> Vec<String> {
    let mut rows = Vec::new();
    for step in STEPS.iter().filter(|step| all || (table.in_ci)(step)) {
        for fault in table.faults {
            let cell = |ending: &Ending| {
                let case = Case {
                    step,
                    fault,
                    ending: *ending,
                    log_level: None,
                };
                let run = cells.get(&case.key()).map(String::as_str);
                format!(" {} |", case.known().or(run).unwrap_or("no result"))
            };
            let cells: String = table.endings.iter().map(cell).collect();
            rows.push(format!("| {} | {} |{cells}", step.name, fault.name));
        }
    }
    rows
}

const HEAD: &str = "# What exists after author code misbehaved

Each row has an operation and a fault of the author code in it. Each cell is a run of Terraform. A cell says whether the object exists, and whether
the state has it, after the host has exited. \"Kept\" means both. Hosts mark a new object whose creation failed as \"tainted\", and the next apply replaces
it. A cell is the same with `TF_LOG=TRACE` and without.

In the rows `create`, the fault happens before the object exists, and in the rows `create, recorded` after `cx.record`. An object that `create` has
neither returned nor recorded is not protected: the provider cannot answer with an object that it does not know. The promise holds while the process lives: a process that exits, aborts or overflows
its stack answers nothing, and the protocol has no message by which an object reaches the host before the answer.

The test `crates/terrane-test/tests/hosts/unruly.rs` writes these tables. CI runs the rows of `create`, `settle` and `update`, and the whole second
table, and compares them.

## The host waits for the answer

- *timeout*: the host is not interrupted, and the configuration sets a timeout of 1 s for the operation.
- *interrupt*: the host gets one SIGINT.
- *SIGTERM*: the process group of the host and the provider gets the signal, as from service managers.

With an interrupt or SIGTERM, code that panics, exits or overflows its stack does so when it is cancelled. A function is not cancelled.

*Never ends* means that the host waits for ever. Only operations on objects have timeouts. Terraform's `plan` sends Stop to providers when it is
interrupted. Its `apply` sends none while it plans and refreshes, and neither sends one to a function, so only a second interrupt ends them.

| step | the code | timeout | interrupt | SIGTERM |
|---|---|---|---|---|
{answered}

## The host exits first

Whatever the provider does, the host stores no answer after these signals.

- *second interrupt*: the host gets a second SIGINT before the provider answers the call. After the first, a call with a recorded object is answered
  within 2 s (`Provider::INTERRUPT_GRACE`), and any other call within 10 s. Once the host has exited or the state has the answer, no second interrupt
  can lose it.
- *SIGHUP*: the process group gets the signal, as from a terminal that closes.
- *SIGQUIT*: the process group gets the signal, as from Ctrl+\\ in a terminal.

Terraform handles SIGINT and SIGTERM alone: SIGHUP and SIGQUIT end it at once. The objects of all calls that it has not stored yet are lost. A local state
has every answer that the host got before, because the host writes the file after each. A remote state may lack the answers since its last upload, and
stays locked until `terraform force-unlock`. A host that exits while it writes a local state leaves an empty file.
With `nohup`, the host and its providers ignore SIGHUP.

| step | the code | second interrupt | SIGHUP | SIGQUIT |
|---|---|---|---|---|
{unanswered}

## The host does not read the log

No host is known to do this. A client of the test makes the calls of a host, and reads nothing of the provider's standard error while it logs at `TRACE`.

| step | the code | timeout | interrupt | SIGTERM |
|---|---|---|---|---|
| create | ignores cancellation, and the log is not read | nothing exists | nothing exists | nothing exists |
| create, recorded | ignores cancellation, and the log is not read | kept, tainted | kept, tainted | kept, tainted |
| settle | ignores cancellation, and the log is not read | kept, tainted | kept, tainted | kept, tainted |
| update | ignores cancellation, and the log is not read | kept | kept | kept |

## Several creations that fail at once

From 1.16 alpha on, Terraform panics when several creations fail with an object at the same time: in the rows whose cells say \"kept, tainted\". All
answers that it has not stored yet are lost, and no provider can prevent it. With `-parallelism=1`, no two creations run at the same time.
";

#[test]
fn a13_no_object_is_lost_while_the_process_lives() {
    let Some(host) = Host::installed()
        .iter()
        .filter(|host| host.product() == Product::Terraform)
        .max_by_key(|host| host.version().clone())
    else {
        return;
    };
    let all = env::var_os("UNRULY_STEPS").is_some_and(|steps| steps == "all");
    let mut cases = Vec::new();
    for table in [&ANSWERED, &UNANSWERED] {
        for step in STEPS.iter().filter(|step| all || (table.in_ci)(step)) {
            for fault in table.faults {
                for &ending in table.endings {
                    let levels = LOG_LEVELS.map(|log_level| Case {
                        step,
                        fault,
                        ending,
                        log_level,
                    });
                    if all {
                        cases.extend(levels);
                    } else {
                        // The log levels take turns.
                        cases.push(levels[cases.len() % levels.len()]);
                    }
                }
            }
        }
    }
    cases.retain(|case| case.known().is_none());
    let Results { cells, problems } = run(host, cases);
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    let answered = rows(&ANSWERED, &cells, all);
    let unanswered = rows(&UNANSWERED, &cells, all);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/interrupts.md");
    if env::var_os("UPDATE_INTERRUPTS").is_some() {
        assert!(all, "set UNRULY_STEPS=all too");
        let text = HEAD
            .replace("{answered}", &answered.join("\n"))
            .replace("{unanswered}", &unanswered.join("\n"));
        fs::write(&path, text).unwrap();
        return;
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    let rows = answered.iter().chain(&unanswered);
    let missing: Vec<_> = rows.filter(|row| !written.contains(*row)).collect();
    assert!(
        missing.is_empty(),
        "docs/interrupts.md differs; run with UNRULY_STEPS=all UPDATE_INTERRUPTS=1 and read the difference: {missing:#?}"
    );
}

/// Returns the file by which author code announces that it has been reached.
fn reached(world: &Path, step: &str) -> PathBuf {
    world.join(format!("reached {step}"))
}

/// An object whose code misbehaves.
fn object(name: &str, step: &str, fault: &str, timeouts: &str) -> String {
    format!(
        "resource \"unruly_object\" \"{name}\" {{\nname = \"{name}\"\nsize = 1\nstep = \"{step}\"\nfault = \"{fault}\"\n{timeouts}}}\n"
    )
}

/// Runs a case on every host; it gets the folder of the objects.
#[track_caller]
fn on_every_host(body: impl Fn(&mut Workspace, &Path) -> TestResult + Sync) {
    let provider = InstalledProvider::binary("example/unruly", example("unruly"));
    let matrix = Matrix::new(provider).needs(Feature::CommandLine);
    matrix.run(|host| {
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
            object("blocked", "settle", "blocks after an await", timeout),
            object("swamped", "settle", "blocks every worker", timeout),
        ];
        host.config(&config.concat())?;
        let failure = host.apply().expect_err("two objects are blocked");
        failure.assert_mentions("did not finish within its timeout of 1s");
        let state = host.state()?;
        for name in ["blocked", "swamped"] {
            assert!(state[&*format!("unruly_object.{name}")].tainted, "{name}");
        }
        let config = [
            object("late", "settle", "blocks after an await", timeout),
            object("other", "settle", "takes a second", ""),
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
fn a13_much_printed_text_of_code_and_its_subscriber_does_not_block_an_apply() {
    on_every_host(|host, _| {
        host.env("UNRULY_SUBSCRIBER", "prints");
        host.config(&object("it", "create, recorded", "prints much", ""))?;
        host.apply()?;
        assert!(!host.state()?["unruly_object.it"].tainted);
        Ok(())
    });
}

#[test]
fn a13_after_an_interruption_recorded_objects_are_answered_before_other_calls() {
    on_every_host(|host, world| {
        let config = [
            object("recorded", "settle", "ignores cancellation", ""),
            object("unrecorded", "create", "ignores cancellation", ""),
        ];
        host.config(&config.concat())?;
        let mut running = host.start(["apply", "-json", "-auto-approve"])?;
        for step in ["settle", "create"] {
            running.until_exists(reached(world, step))?;
        }
        running.interrupt()?;
        let failure = running.wait().expect_err("it was interrupted");
        failure.assert_mentions("Operation interrupted");
        let state = host.state()?;
        assert!(state["unruly_object.recorded"].tainted);
        assert!(state.get("unruly_object.unrecorded").is_none());
        let mut answers = failure
            .outcome()
            .stdout()
            .lines()
            .filter(|line| line.contains("\"apply_errored\""));
        for name in ["recorded", "unrecorded"] {
            let answer = answers.next().unwrap_or_default();
            assert!(
                answer.contains(&format!("\"unruly_object.{name}\"")),
                "{failure}"
            );
        }
        Ok(())
    });
}

/// Whatever a provider does, it cannot answer a host that has exited.
#[test]
fn a_host_exits_at_once_when_its_terminal_is_closed_or_quits_it() {
    on_every_host(|host, world| {
        for (name, signal) in [("closed", Signal::HUP), ("quit", Signal::QUIT)] {
            host.config(&object(name, "settle", "ignores cancellation", ""))?;
            let mut running = host.start(["apply", "-no-color", "-auto-approve"])?;
            let reached = reached(world, "settle");
            running.until_exists(&reached)?;
            fs::remove_file(reached)?;
            match signal {
                Signal::HUP => running.hang_up_group()?,
                _ => running.quit_group()?,
            }
            let failure = running.wait().expect_err("a signal ends it");
            // A program in Go prints its stacks and exits with 2 when it is quit.
            let quits = *failure.reason() == Reason::Exit(2) && signal == Signal::QUIT;
            let dies = *failure.reason() == Reason::Signal(signal.as_raw());
            assert!(quits || dies, "{failure}");
            assert!(world.join(name).exists() && host.state()?.is_empty());
        }
        Ok(())
    });
}

/// What Terraform logs when it asks a provider to stop.
const STOP: &str = ": Stop";

/// Terraform asks providers to stop when a plan is interrupted, but not while an apply makes its own plan: there nothing reaches the provider.
#[test]
fn an_interrupted_apply_waits_for_a_hanging_read_because_the_host_sends_no_stop() {
    on_every_host(|host, world| {
        if host.host().product() != Product::Terraform {
            return Ok(());
        }
        host.config(&object("it", "read", "ignores cancellation", ""))?;
        host.apply()?;
        host.log_at("TRACE");
        for (command, stops) in [("plan", true), ("apply", false)] {
            let reached = reached(world, "read");
            let logged = host.log().len();
            let mut running = host.start([command, "-no-color", "-input=false"])?;
            running.until_exists(&reached)?;
            fs::remove_file(&reached)?;
            running.interrupt()?;
            if !stops {
                running.until_printed("Interrupt received")?;
                running.interrupt()?;
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
