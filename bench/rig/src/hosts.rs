//! A real host plans and applies a thousand objects, with HashiCorp's providers in Go and with ours.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use terrane_bench::workload::Error;
use terrane_test::{Host, InstalledProvider, Outcome, Protocol, Workspace};

use crate::options::Options;
use crate::peer::Peer;
use crate::process::{Memory, cpu_time};
use crate::results::{Quantity, Results};

/// The number of rounds. A round takes minutes.
const ROUNDS: usize = 1;

/// The interval at which the providers' processes are sampled. Time that a process uses after the last sample is not in the figures.
const SAMPLING_INTERVAL: Duration = Duration::from_millis(10);

/// A provider that exists in Go and on Terrane, and a thousand objects of it.
struct DropIn {
    name: &'static str,
    object: &'static str,
    config: &'static str,
}

const DROP_INS: [DropIn; 2] = [
    DropIn {
        name: "local",
        object: "local_file",
        config: r#"
resource "local_file" "it" {
  count    = 1000
  filename = "${path.module}/files/${count.index}"
  content  = "The content of file ${count.index}"
}
"#,
    },
    DropIn {
        name: "random",
        object: "random_id",
        config: r#"
resource "random_id" "it" {
  count       = 1000
  byte_length = 8
}
"#,
    },
];

/// The commands of the host, in order.
const COMMANDS: [(&str, &[&str]); 4] = [
    ("plan", &["plan", "-input=false", "-out=it.plan"]),
    ("apply", &["apply", "-input=false", "it.plan"]),
    ("replan", &["plan", "-input=false", "-detailed-exitcode"]),
    ("destroy", &["destroy", "-input=false", "-auto-approve"]),
];

/// Measures with the `terraform` or `tofu` on the `PATH`, whose programs are as users run them.
pub(crate) fn measure(options: &Options, results: &mut Results) -> Result<(), Error> {
    let Some(folder) = &options.drop_ins else {
        return Ok(());
    };
    let known = Host::installed().iter();
    let mut on_path = known.filter(|host| ["terraform", "tofu"].contains(&host.name()));
    let Some(host) = on_path.next() else {
        let omitted = "a host's commands: there is no `terraform` or `tofu` on the PATH";
        results.omitted.push(omitted.to_owned());
        return Ok(());
    };
    let peers = [
        (Peer::Go, options.drop_ins_go.as_ref()),
        (Peer::GoQuiet, options.drop_ins_go.as_ref()),
        (Peer::Terrane, Some(folder)),
    ];
    for _ in 0..ROUNDS {
        for drop_in in &DROP_INS {
            for (peer, folder) in peers {
                let Some(folder) = folder else { continue };
                let program = folder
                    .join(format!("terraform-provider-{}", drop_in.name))
                    .canonicalize()?;
                let source = format!("hashicorp/{}", drop_in.name);
                let provider = InstalledProvider::binary(source, &program);
                let mut workspace = Workspace::new(host, Protocol::Newest, &[provider])?;
                if peer == Peer::GoQuiet {
                    workspace.env("TF_LOG_SDK", "OFF");
                }
                workspace.config(drop_in.config)?;
                for (command, arguments) in COMMANDS {
                    let (outcome, used) = watched(&program, || workspace.run(arguments))?;
                    let subject = format!("host {command} 1000 {}", drop_in.object);
                    let wall = outcome.elapsed().as_secs_f64() * 1e3;
                    results.add(&subject, Quantity::Wall, peer, wall);
                    results.add(&subject, Quantity::Spent, peer, used.cpu);
                    results.add(&subject, Quantity::Peak, peer, used.peak);
                }
            }
        }
    }
    Ok(())
}

/// The resource use of all processes of a program.
struct Used {
    /// Milliseconds of CPU time.
    cpu: f64,
    /// The peak memory of the largest process, in KiB.
    peak: f64,
}

/// Runs a command, and samples the processes of a program meanwhile.
fn watched<E: Into<Error>>(
    program: &Path,
    run: impl FnOnce() -> Result<Outcome, E>,
) -> Result<(Outcome, Used), Error> {
    let ended = AtomicBool::new(false);
    let (outcome, seen) = thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut seen = BTreeMap::new();
            while !ended.load(Ordering::Relaxed) {
                sample(program, &mut seen);
                thread::sleep(SAMPLING_INTERVAL);
            }
            seen
        });
        let outcome = run();
        ended.store(true, Ordering::Relaxed);
        (outcome, watch.join())
    });
    let seen = seen.map_err(|_| "the thread that looks at the providers panicked")?;
    let used = Used {
        cpu: seen.values().map(|(cpu, _)| cpu.as_secs_f64() * 1e3).sum(),
        peak: seen
            .values()
            .map(|(_, peak)| f64::from(*peak))
            .fold(0.0, f64::max),
    };
    Ok((outcome.map_err(Into::into)?, used))
}

/// Records the resource use of each process of the program so far.
fn sample(program: &Path, seen: &mut BTreeMap<u32, (Duration, u32)>) {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    for id in ids {
        let exe: Option<PathBuf> = fs::read_link(format!("/proc/{id}/exe")).ok();
        if exe.as_deref() != Some(program) {
            continue;
        }
        // It may end at any moment.
        if let (Ok(cpu), Ok(memory)) = (cpu_time(id), Memory::of(id)) {
            seen.insert(id, (cpu, memory.peak));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_found_by_its_program() {
        let mut seen = BTreeMap::new();
        sample(&std::env::current_exe().unwrap(), &mut seen);
        let (_, peak) = seen[&std::process::id()];
        assert!(peak > 0);
        let mut none = BTreeMap::new();
        sample(Path::new("/no/such/program"), &mut none);
        assert!(none.is_empty());
    }
}
