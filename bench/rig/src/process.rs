//! What the system says of another process.

use std::fs;
use std::time::Duration;

use terrane_bench::workload::Error;

/// The CPU time of all threads of a process, of both modes, to the nanosecond.
pub(crate) fn cpu_time(pid: u32) -> Result<Duration, Error> {
    let mut nanoseconds = 0;
    for task in fs::read_dir(format!("/proc/{pid}/task"))? {
        // A thread may end meanwhile.
        let Ok(statistics) = fs::read_to_string(task?.path().join("schedstat")) else {
            continue;
        };
        let on_cpu = statistics.split_whitespace().next().unwrap_or_default();
        nanoseconds += on_cpu.parse::<u64>()?;
    }
    Ok(Duration::from_nanos(nanoseconds))
}

/// The CPU time of a process in hundredths of a second, with the threads that have ended.
pub(crate) fn ticks(pid: u32) -> Result<Duration, Error> {
    let statistics = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // "pid (name) state ..."; the name may hold anything, and the modes' times are the twelfth and thirteenth field behind it.
    let (_, behind) = statistics.rsplit_once(')').unwrap_or_default();
    let mut ticks = 0;
    for field in behind.split_whitespace().skip(11).take(2) {
        ticks += field.parse::<u64>()?;
    }
    Ok(Duration::from_millis(10 * ticks))
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
        let start = ticks(pid).unwrap();
        while ticks(pid).unwrap() == start {
            std::hint::spin_loop();
        }
        let memory = Memory::of(pid).unwrap();
        assert!(0 < memory.resident && memory.resident <= memory.peak);
    }

    #[test]
    fn a_process_that_is_gone_is_an_error() {
        assert!(cpu_time(u32::MAX).is_err());
        assert!(ticks(u32::MAX).is_err());
        assert!(Memory::of(u32::MAX).is_err());
    }
}
