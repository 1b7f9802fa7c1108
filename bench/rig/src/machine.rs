//! The machine on which the figures were measured.

use std::fmt;
use std::fs;
use std::process::Command;

use terrane_bench::workload::Error;

pub(crate) struct Machine {
    cpu: String,
    cores: usize,
    kernel: String,
    load: String,
    rust: String,
    go: String,
    date: String,
}

impl Machine {
    pub(crate) fn detect() -> Result<Self, Error> {
        let cpus = fs::read_to_string("/proc/cpuinfo")?;
        let cpu = cpus
            .lines()
            .find_map(|line| line.strip_prefix("model name"));
        let kernel = fs::read_to_string("/proc/sys/kernel/osrelease")?;
        Ok(Self {
            cpu: cpu
                .unwrap_or("unknown CPU")
                .trim_start_matches([':', ' ', '\t'])
                .to_owned(),
            cores: std::thread::available_parallelism()?.get(),
            kernel: kernel.trim().to_owned(),
            load: load()?,
            rust: output_of("rustc", &["--version"]),
            go: output_of("go", &["version"]),
            date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
        })
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            cpu,
            cores,
            kernel,
            load,
            rust,
            go,
            date,
        } = self;
        let load_now = self::load().unwrap_or_default();
        writeln!(
            f,
            "{date}; {cpu}, {cores} cores, Linux {kernel}; {rust}; {go}."
        )?;
        writeln!(
            f,
            "Load average at the start {load}, at the end {load_now} (the benchmark itself makes 1 to 2)."
        )
    }
}

/// The system's load over the last minute.
fn load() -> Result<String, Error> {
    let load = fs::read_to_string("/proc/loadavg")?;
    Ok(load
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .to_owned())
}

fn output_of(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output.map_or_else(
        |_| format!("no {program}"),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}
