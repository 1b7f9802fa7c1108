//! The guard on Windows: a job object, whose processes the system ends when this process has ended.

use std::io;
use std::sync::OnceLock;

use tokio::process::{Child, Command};
use win32job::{ExtendedLimitInfo, Job, JobError};

/// Starts a command in the job.
pub(crate) fn start(mut command: Command, stdio: impl FnOnce(&mut Command)) -> io::Result<Child> {
    stdio(&mut command);
    let mut child = command.spawn()?;
    match bind_to_job(&child) {
        Ok(()) => Ok(child),
        Err(error) => {
            child.start_kill()?;
            Err(io::Error::other(error))
        }
    }
}

/// Adds a process to the job. The system closes the job's handle when this process ends.
fn bind_to_job(child: &Child) -> Result<(), JobError> {
    static JOB: OnceLock<Job> = OnceLock::new();
    let job = match JOB.get() {
        Some(job) => job,
        None => {
            let mut limits = ExtendedLimitInfo::new();
            limits.limit_kill_on_job_close();
            let job = Job::create_with_limit_info(&limits)?;
            JOB.get_or_init(|| job)
        }
    };
    match child.raw_handle() {
        Some(handle) => job.assign_process(handle as isize),
        // The process has exited already.
        None => Ok(()),
    }
}
