//! Runs a host in a process group of its own: captures its output, limits its time, and checks for processes that it leaves behind.

use std::env;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use self::unix::{Group, died_of};
#[cfg(windows)]
use self::windows::{Group, died_of};
use crate::signal::Signal;

/// How long processes that a host started may run after the host has ended. A process that has not ended then never ends.
const GRACE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 60 });

/// The interval at which a running process is checked.
pub(crate) const TICK: Duration = Duration::from_millis(4);

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// It exited with a code.
    Exit(i32),
    /// A signal ended it.
    Signal(i32),
    /// It ran longer than its limit, and was killed.
    TimedOut(Duration),
    /// It exited with a code, but a process that it started did not end and was killed.
    LeftProcesses(i32),
}

/// A process that has ended, and what it printed.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) end: End,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) elapsed: Duration,
}

/// Removes the caller's settings of hosts, the variables `TF_*`, from the environment of a command.
pub(crate) fn without_host_settings(command: &mut Command) {
    for (name, _) in env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"TF_") {
            command.env_remove(name);
        }
    }
}

/// A process that runs, the leader of its group.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: Group,
    streams: [Option<Stream>; 2],
    started: Instant,
    ended: bool,
}

impl Process {
    /// Starts a command without input.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (mut child, group) = Group::start(command)?;
        let streams = [
            child.stdout.take().map(Stream::read),
            child.stderr.take().map(Stream::read),
        ];
        Ok(Self {
            child,
            group,
            streams,
            started: Instant::now(),
            ended: false,
        })
    }

    /// Sends a signal to the process alone, as `kill` does.
    pub(crate) fn signal(&self, signal: Signal) -> io::Result<()> {
        if self.ended {
            Ok(())
        } else {
            self.group.signal_leader(signal)
        }
    }

    /// Sends a signal to the process and all that it has started.
    pub(crate) fn signal_group(&self, signal: Signal) -> io::Result<()> {
        if self.ended {
            Ok(())
        } else {
            self.group.signal(signal)
        }
    }

    /// Waits until the process has printed a text; `false` if it ended before or the limit was reached.
    pub(crate) fn has_printed(&mut self, text: &str, limit: Duration) -> io::Result<bool> {
        self.has_reached(limit, |process| {
            let holds = |stream: &Stream| stream.holds(text.as_bytes());
            process.streams.iter().flatten().any(holds)
        })
    }

    /// Waits until a condition holds; `false` if the process ended before or the limit was reached.
    pub(crate) fn has_reached(
        &mut self,
        limit: Duration,
        condition: impl Fn(&Self) -> bool,
    ) -> io::Result<bool> {
        loop {
            // Checked before the condition, because the last output of a process is read after its end.
            let ended = self.child.try_wait()?.is_some()
                && self.streams.iter().flatten().all(Stream::has_ended);
            if condition(self) {
                return Ok(true);
            }
            if ended || self.started.elapsed() >= limit {
                return Ok(false);
            }
            thread::sleep(TICK);
        }
    }

    /// Waits for the process and its group. Processes that still run at the limit are killed.
    pub(crate) fn wait(mut self, limit: Duration) -> io::Result<Finished> {
        let end = match self.wait_until(limit)? {
            None => {
                self.kill_group();
                self.child.wait()?;
                End::TimedOut(limit)
            }
            Some(status) => match (status.code(), died_of(status)) {
                (Some(code), _) if self.group_ends() => End::Exit(code),
                (Some(code), _) => End::LeftProcesses(code),
                (None, signal) => End::Signal(signal.unwrap_or_default()),
            },
        };
        if !matches!(end, End::Exit(_)) {
            self.kill_group();
        }
        self.ended = true;
        let elapsed = self.started.elapsed();
        let [stdout, stderr] = self.streams.each_mut().map(|stream| {
            let bytes = stream.take().map(Stream::whole).unwrap_or_default();
            without_colours(&String::from_utf8_lossy(&bytes))
        });
        Ok(Finished {
            end,
            stdout,
            stderr,
            elapsed,
        })
    }

    fn wait_until(&mut self, limit: Duration) -> io::Result<Option<ExitStatus>> {
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(Some(status));
            }
            if self.started.elapsed() >= limit {
                return Ok(None);
            }
            thread::sleep(TICK);
        }
    }

    /// Returns whether all processes of the group end within the grace.
    fn group_ends(&self) -> bool {
        let deadline = Instant::now() + GRACE;
        while self.group.lives() {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(TICK);
        }
        true
    }

    fn kill_group(&self) {
        // For an empty group this is an error, which can be ignored.
        let _ = self.group.signal(Signal::Kill);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
            self.kill_group();
            drop(self.child.wait());
        }
    }
}

/// The output of a process to one stream. A thread reads it, so that the process never waits for a reader.
#[derive(Debug)]
struct Stream {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Stream {
    fn read(mut stream: impl Read + Send + 'static) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&bytes);
        let reader = thread::spawn(move || {
            let mut piece = [0; 8192];
            // If reading fails, the bytes before the error are the output.
            while let Ok(length @ 1..) = stream.read(&mut piece) {
                lock_output(&seen).extend_from_slice(&piece[..length]);
            }
        });
        Self { bytes, reader }
    }

    fn holds(&self, text: &[u8]) -> bool {
        let bytes = lock_output(&self.bytes);
        bytes.windows(text.len()).any(|window| window == text)
    }

    fn has_ended(&self) -> bool {
        self.reader.is_finished()
    }

    /// Waits for the end of the stream, and returns the whole output.
    fn whole(self) -> Vec<u8> {
        drop(self.reader.join());
        std::mem::take(&mut *lock_output(&self.bytes))
    }
}

fn lock_output(bytes: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    bytes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the codes of colours, which hosts also print to pipes.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |mut plain, piece| {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        plain.push_str(rest.strip_prefix('m').unwrap_or(rest));
        plain
    })
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use rustix::process::{Pid, kill_process};

    use super::unix::group_lives;
    use super::*;

    fn sh(script: &str) -> Process {
        Process::start(Command::new("/bin/sh").args(["-c", script])).unwrap()
    }

    /// It only ends a hang.
    const LONG: Duration = Duration::from_secs(600);

    #[test]
    fn colours_are_taken_out() {
        assert_eq!(
            without_colours("\u{1b}[31m╷\u{1b}[0m\u{1b}[1;31mError: \u{1b}[0mx"),
            "╷Error: x"
        );
        assert_eq!(without_colours("plain [31m"), "plain [31m");
        assert_eq!(without_colours(""), "");
    }

    #[test]
    fn exit_code_and_both_streams_are_returned() {
        let finished = sh("echo out; echo err >&2; exit 7").wait(LONG).unwrap();
        assert_eq!(finished.end, End::Exit(7));
        assert_eq!(
            (finished.stdout.as_str(), finished.stderr.as_str()),
            ("out\n", "err\n")
        );
    }

    #[test]
    fn more_output_than_a_pipe_holds_does_not_block() {
        let finished = sh("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2")
            .wait(LONG)
            .unwrap();
        assert_eq!(
            (finished.stdout.len(), finished.stderr.len()),
            (1_000_000, 1_000_000)
        );
    }

    #[test]
    fn a_limit_kills_the_whole_group_and_keeps_the_output() {
        // The inner shell holds the outer one's stdout: if it lived on, the reader would wait for it.
        let mut process = sh("echo before; sh -c 'sleep 60; echo after'; true");
        assert!(process.has_printed("before", LONG).unwrap());
        let limit = Duration::from_millis(200);
        let finished = process.wait(limit).unwrap();
        assert_eq!(finished.end, End::TimedOut(limit));
        assert_eq!(finished.stdout, "before\n");
    }

    #[test]
    fn an_orphaned_process_is_reported_and_killed() {
        let finished = sh("sleep 60 >/dev/null 2>&1 & echo $!").wait(LONG).unwrap();
        assert_eq!(finished.end, End::LeftProcesses(0));
        let pid = Pid::from_raw(finished.stdout.trim().parse().unwrap()).unwrap();
        let deadline = Instant::now() + LONG;
        while group_lives(pid)
            || std::path::Path::new(&format!("/proc/{}/exe", pid.as_raw_nonzero())).exists()
        {
            assert!(Instant::now() < deadline, "{pid:?} lives");
            thread::sleep(TICK);
        }
    }

    /// The signal that a run of the test ignores.
    const IGNORED: &str = "TERRANE_TEST_IGNORED_SIGNAL";

    #[test]
    fn a_signal_ends_the_process_even_if_the_test_was_started_in_the_background() {
        if let Ok(signal) = std::env::var(IGNORED) {
            let process = sh(&format!("kill -{signal} $$; echo it continues"));
            let end = process.wait(LONG).unwrap().end;
            assert!(matches!(end, End::Signal(1..=3)), "{end:?}");
            return;
        }
        let name = "process::tests::a_signal_ends_the_process_even_if_the_test_was_started_in_the_background";
        let test = std::env::current_exe().unwrap();
        for signal in ["HUP", "INT", "QUIT"] {
            let script = format!("trap '' {signal}; exec \"$0\" --exact --nocapture \"$1\"");
            let ignoring = Command::new("/bin/sh")
                .args(["-c", &script, test.to_str().unwrap(), name])
                .env(IGNORED, signal)
                .output()
                .unwrap();
            let output = String::from_utf8_lossy(&ignoring.stdout);
            assert!(output.contains("1 passed"), "{ignoring:?}");
        }
    }

    #[test]
    fn a_signal_reaches_the_process() {
        // The shell only waits in `wait`, which a signal ends at once. A signal that arrives while the shell starts a program may be lost. The signal
        // is USR1 because nobody ignores it: a shell cannot trap a signal that its parent ignores, such as SIGINT if tests run in the background.
        let mut process =
            sh("sleep 60 & trap 'echo stopping; kill $!; exit 3' USR1; echo ready; wait");
        assert!(process.has_printed("ready", LONG).unwrap());
        let id = Pid::from_raw(process.child.id().cast_signed()).unwrap();
        kill_process(id, rustix::process::Signal::USR1).unwrap();
        let finished = process.wait(LONG).unwrap();
        assert_eq!(
            (finished.end, finished.stdout.as_str()),
            (End::Exit(3), "ready\nstopping\n")
        );
        assert!(!sh("echo other").has_printed("ready", LONG).unwrap());
        let process = sh("sleep 60");
        process.signal(Signal::Terminate).unwrap();
        assert_eq!(process.wait(LONG).unwrap().end, End::Signal(15));
    }
}
