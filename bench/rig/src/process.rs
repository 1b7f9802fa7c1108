//! The processes of providers, and the system's data about them.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, io};

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::time::ClockId;
use nix::unistd::Pid;
use tempfile::TempDir;
use terrane_bench::workload::Error;

/// The command that starts a provider as a host starts it: without settings of the log, and without the library path of `cargo run`. With that path, the
/// system looks for each library of a program in several folders more.
pub(crate) fn provider(program: &Path) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("TF_") {
            command.env_remove(name);
        }
    }
    command.env_remove("LD_LIBRARY_PATH");
    command.stdin(Stdio::null());
    command
}

/// Makes a folder for the sockets of providers, in memory. On a disk, making a file takes 15 to 200 microseconds, depending on the state of the disk.
pub(crate) fn socket_folder() -> io::Result<TempDir> {
    tempfile::tempdir_in("/dev/shm")
}

/// The CPU time of all threads of a process, also of those that have ended, of both modes, to the nanosecond.
pub(crate) fn cpu_time(pid: u32) -> Result<Duration, Error> {
    let clock = ClockId::pid_cpu_clock_id(Pid::from_raw(pid.try_into()?))?;
    Ok(clock.now()?.into())
}

/// Keeps processes, and the rig itself, on one processor until it is dropped.
///
/// A call of one caller wakes a thread of the provider and then one of the caller. What that costs depends on whether both are on one processor and, on
/// a virtual machine, on how deeply the other processor sleeps: up to three times as much. On one processor it is the same for all providers.
pub(crate) struct OneProcessor {
    processes: Vec<u32>,
    before: CpuSet,
}

impl OneProcessor {
    pub(crate) fn keep(providers: impl IntoIterator<Item = u32>) -> Result<Self, Error> {
        let before = sched_getaffinity(Pid::from_raw(0))?;
        let first = (0..CpuSet::count()).find(|at| before.is_set(*at).unwrap_or_default());
        let mut one = CpuSet::new();
        one.set(first.ok_or("this process may run on no processor")?)?;
        let processes = providers.into_iter().chain([std::process::id()]).collect();
        let kept = Self { processes, before };
        for process in &kept.processes {
            allow(*process, &one)?;
        }
        Ok(kept)
    }
}

impl Drop for OneProcessor {
    fn drop(&mut self) {
        for process in &self.processes {
            // A process that has ended needs nothing.
            let _ = allow(*process, &self.before);
        }
    }
}

/// Lets the threads of a process run on these processors alone. Threads that they start inherit this.
fn allow(process: u32, processors: &CpuSet) -> Result<(), Error> {
    for thread in fs::read_dir(format!("/proc/{process}/task"))? {
        let thread = thread?.file_name().to_string_lossy().parse()?;
        // A thread that has ended needs nothing.
        let _ = sched_setaffinity(Pid::from_raw(thread), processors);
    }
    Ok(())
}

/// Memory of a process in KiB.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory {
    pub(crate) resident: u32,
    pub(crate) peak: u32,
}

impl Memory {
    pub(crate) fn of(pid: u32) -> Result<Self, Error> {
        let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|line| line.split_whitespace().next());
            number
                .and_then(|number| number.parse().ok())
                .ok_or_else(|| format!("the status of process {pid} has no {name}"))
        };
        Ok(Self {
            resident: field("VmRSS:")?,
            peak: field("VmHWM:")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_used_time_and_memory() {
        let pid = std::process::id();
        assert!(cpu_time(pid).unwrap() > Duration::ZERO);
        let memory = Memory::of(pid).unwrap();
        assert!(0 < memory.resident && memory.resident <= memory.peak);
    }

    #[test]
    fn a_process_is_on_one_processor_while_it_is_kept_there() {
        let allowed = || sched_getaffinity(Pid::from_raw(0)).unwrap();
        let number = |set: CpuSet| {
            (0..CpuSet::count())
                .filter(|at| set.is_set(*at).unwrap())
                .count()
        };
        let before = allowed();
        let kept = OneProcessor::keep([]).unwrap();
        assert_eq!(number(allowed()), 1);
        drop(kept);
        assert_eq!(allowed(), before);
    }

    #[test]
    fn time_of_threads_that_have_ended_counts() {
        let pid = std::process::id();
        let before = cpu_time(pid).unwrap();
        let worked = Duration::from_millis(5);
        let work = move || {
            while cpu_time(pid).unwrap() - before < worked {
                std::hint::spin_loop();
            }
        };
        std::thread::spawn(work).join().unwrap();
        assert!(cpu_time(pid).unwrap() - before >= worked);
    }

    #[test]
    fn an_exited_process_is_an_error() {
        assert!(cpu_time(u32::MAX).is_err());
        assert!(Memory::of(u32::MAX).is_err());
    }
}
