//! Commands of this machine, with their output line by line.

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::Stdio;

use tokio::process::Command;
use tokio::sync::mpsc;

use super::Stop;

/// The end of the output that an error shows.
const SHOWN: usize = 8 * 1024;

/// A command of a provisioner.
#[derive(Debug)]
pub(super) struct LocalExec {
    /// The program with its arguments, of which the command is the last one.
    pub(super) arguments: Vec<String>,
    pub(super) environment: Vec<(String, String)>,
    pub(super) folder: PathBuf,
}

impl LocalExec {
    /// Returns the shell that runs a command.
    pub(super) fn shell() -> [String; 2] {
        let shell = if cfg!(windows) {
            ["cmd", "/C"]
        } else {
            ["/bin/sh", "-c"]
        };
        shell.map(str::to_owned)
    }

    /// Runs the command, and reports each line of its output. A stopped run ends it.
    ///
    /// # Errors
    ///
    /// Fails with the reason and the end of the output.
    pub(super) async fn run(
        &self,
        stop: &Stop,
        report: impl Fn(String),
    ) -> Result<(), (String, String)> {
        let failed = |error: std::io::Error| (error.to_string(), String::new());
        let (reader, writer) = std::io::pipe().map_err(failed)?;
        let [program, arguments @ ..] = self.arguments.as_slice() else {
            return Err(("no command".to_owned(), String::new()));
        };
        let errors = writer.try_clone().map_err(failed)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .envs(self.environment.iter().cloned())
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(errors)
            .kill_on_drop(true);
        let child = command.spawn();
        // The command has the last ends for writing, so its output ends with it.
        drop(command);
        let mut child = child.map_err(failed)?;
        let (sender, mut lines) = mpsc::unbounded_channel();
        tokio::task::spawn_blocking(move || read_lines(BufReader::new(reader), &sender));
        let mut output = String::new();
        let reading = async {
            while let Some(line) = lines.recv().await {
                output.push_str(&line);
                report(line);
            }
        };
        let is_stopped = tokio::select! {
            () = reading => false,
            () = stop.stopped() => true,
        };
        if is_stopped {
            // A command that has ended meanwhile cannot be killed.
            let _ = child.kill().await;
        }
        let reason = match child.wait().await {
            Ok(status) if status.success() => return Ok(()),
            Ok(status) => describe(status),
            Err(error) => error.to_string(),
        };
        let mut start = output.len().saturating_sub(SHOWN);
        while !output.is_char_boundary(start) {
            start += 1;
        }
        Err((reason, output.split_off(start)))
    }
}

/// Sends lines until the output ends, or nobody wants them.
fn read_lines(mut reader: BufReader<std::io::PipeReader>, sender: &mpsc::UnboundedSender<String>) {
    loop {
        let mut line = Vec::new();
        match reader.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                if sender
                    .send(String::from_utf8_lossy(&line).into_owned())
                    .is_err()
                {
                    return;
                }
            }
        }
    }
}

fn describe(status: std::process::ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("exit status {code}"),
        None => status.to_string(),
    }
}
