//! The lock that Terraform takes on a state file, by the means of each operating system.

use std::fs::File;
use std::io;

/// Takes the exclusive lock on a whole file. Returns false if another process holds one.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn try_lock(file: &File) -> io::Result<bool> {
    use nix::errno::Errno;

    match set_lock(file, nix::libc::F_WRLCK) {
        Ok(()) => Ok(true),
        Err(Errno::EAGAIN | Errno::EACCES) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Releases the lock. Closing the file would not, as long as a process that another thread has just forked has a copy of the handle.
#[cfg(any(target_os = "linux", target_os = "android"))]
pub(super) fn unlock(file: &File) -> io::Result<()> {
    Ok(set_lock(file, nix::libc::F_UNLCK)?)
}

/// Sets the lock of the open file, so closing another handle of the file in this process does not release it.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn set_lock(file: &File, kind: nix::libc::c_int) -> nix::Result<()> {
    use nix::fcntl::{FcntlArg, fcntl};
    use nix::libc;

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the constants are below 3, and the fields are shorter than them"
    )]
    let lock = libc::flock {
        l_type: kind as libc::c_short,
        l_whence: libc::SEEK_SET as libc::c_short,
        l_start: 0,
        l_len: 0,
        l_pid: 0,
    };
    fcntl(file, FcntlArg::F_OFD_SETLK(&lock)).map(drop)
}

/// Takes the exclusive lock on a whole file. Returns false if another process holds one.
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
pub(super) fn try_lock(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, fcntl_lock};
    use rustix::io::Errno;

    match fcntl_lock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(Errno::AGAIN | Errno::ACCESS) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Releases the lock.
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android"))))]
pub(super) fn unlock(file: &File) -> io::Result<()> {
    use rustix::fs::{FlockOperation, fcntl_lock};

    Ok(fcntl_lock(file, FlockOperation::NonBlockingUnlock)?)
}

/// Takes the exclusive lock on a whole file. Returns false if another process holds one.
#[cfg(not(unix))]
pub(super) fn try_lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(std::fs::TryLockError::WouldBlock) => Ok(false),
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Releases the lock.
#[cfg(not(unix))]
pub(super) fn unlock(file: &File) -> io::Result<()> {
    file.unlock()
}

/// Returns whether a path names the file of a handle.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &std::path::Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;

    let own = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(other) => Ok((own.dev(), own.ino()) == (other.dev(), other.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns whether a path names the file of a handle. Other systems do not say, but only Unix lets a waiting process keep a replaced file.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "Unix can fail")]
pub(super) fn is_at(_: &File, _: &std::path::Path) -> io::Result<bool> {
    Ok(true)
}

/// Returns whether no name of the file is left.
#[cfg(unix)]
pub(super) fn is_nameless(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;

    Ok(file.metadata()?.nlink() == 0)
}

/// Returns whether no name of the file is left. Other systems do not say.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "Unix can fail")]
pub(super) fn is_nameless(_: &File) -> io::Result<bool> {
    Ok(true)
}
