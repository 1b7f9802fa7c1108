//! Detecting on Windows that the host has exited: it is the parent process.

use std::io;
use std::process;

use winsafe::co::{ERROR, PROCESS, TH32CS};
use winsafe::{HPROCESS, HPROCESSLIST, SysResult};

use crate::server::output::HostOutput;

/// The process that started this one. A process keeps the number of its parent after that has exited.
pub(crate) struct Host;

impl Host {
    pub(crate) fn find() -> Self {
        Self
    }

    /// Returns a function that waits until the host has exited.
    ///
    /// The handle is opened at the start, so that a later process with the same number is not mistaken for the host.
    pub(super) fn watch(self, _: &HostOutput) -> io::Result<impl FnOnce() + Send + 'static> {
        let parent = match parent().map_err(io::Error::other)? {
            Some(id) => HPROCESS::OpenProcess(PROCESS::SYNCHRONIZE, false, id),
            None => Err(ERROR::INVALID_PARAMETER),
        };
        Ok(move || match parent {
            Ok(parent) => {
                let _ = parent.WaitForSingleObject(None);
            }
            // No process has this number: the host has ended already.
            Err(ERROR::INVALID_PARAMETER) => {}
            Err(error) => {
                tracing::warn!(%error, "the exit of the host cannot be detected");
                loop {
                    std::thread::park();
                }
            }
        })
    }
}

/// Returns the number of the process that started this one.
fn parent() -> SysResult<Option<u32>> {
    let own = process::id();
    let mut processes = HPROCESSLIST::CreateToolhelp32Snapshot(TH32CS::SNAPPROCESS, None)?;
    for process in processes.iter_processes() {
        let process = process?;
        if process.th32ProcessID == own {
            return Ok(Some(process.th32ParentProcessID));
        }
    }
    Ok(None)
}
