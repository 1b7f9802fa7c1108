//! Unix sockets in a folder to which other users have no access.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, Permissions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::net::{AddressFamily, SocketAddrUnix, SocketType};

use crate::Error;

/// The maximum number of connections that wait to be accepted. Rust's standard library uses the same number.
const BACKLOG: i32 = 128;

/// The parent folder if the path of the usual folder is too long for a socket address.
const SHORT_FOLDER: &str = "/tmp";

/// The sockets of this process.
///
/// If the host gives a folder, the sockets are made directly in it, because hosts that run plugins in containers expect them there. Otherwise the
/// sockets are made in a new folder.
#[derive(Debug)]
pub struct UnixSockets {
    given: Option<PathBuf>,
    group: Option<u32>,
    made: Mutex<Made>,
}

/// The files and folders that this process has made.
#[derive(Debug, Default)]
struct Made {
    folder: Option<PathBuf>,
    sockets: BTreeSet<PathBuf>,
}

/// Returns the system's folder for temporary files. An empty `TMPDIR` counts as unset, as in Go.
pub fn temporary_folder() -> PathBuf {
    let folder = std::env::temp_dir();
    if folder.as_os_str().is_empty() {
        PathBuf::from(SHORT_FOLDER)
    } else {
        folder
    }
}

impl UnixSockets {
    pub(super) fn new(given: Option<PathBuf>, group: Option<&str>) -> Result<Self, Error> {
        let group = group
            .map(|group| group_id(group, Path::new("/etc/group")))
            .transpose()?;
        Ok(Self {
            given,
            group,
            made: Mutex::default(),
        })
    }

    pub(super) fn bind(&self) -> Result<(UnixListener, PathBuf), Error> {
        let mut made = self.made();
        let path = match &self.given {
            Some(folder) if fits(&folder.join(unique_name())) => folder.join(unique_name()),
            Some(_) | None => self.private_folder(&mut made)?.join(unique_name()),
        };
        let listener = self
            .bind_at(&path)
            .map_err(|error| no_socket(&path, error))?;
        made.sockets.insert(path.clone());
        Ok((listener, path))
    }

    /// Removes all sockets, and the folder that was made for them.
    pub(super) fn remove(&self) {
        let mut made = self.made();
        for socket in std::mem::take(&mut made.sockets) {
            // An error is ignored, because it can neither be reported nor handled here.
            let _ = fs::remove_file(socket);
        }
        if let Some(folder) = made.folder.take() {
            let _ = fs::remove_dir(folder);
        }
    }

    /// Allows the group to make sockets in a folder, if a group is set.
    pub(super) fn admit_group(&self, folder: &Path) -> io::Result<()> {
        match self.group {
            Some(group) => own(folder, group, 0o770),
            None => Ok(()),
        }
    }

    fn private_folder(&self, made: &mut Made) -> Result<PathBuf, Error> {
        if let Some(folder) = &made.folder {
            return Ok(folder.clone());
        }
        let mut folder = temporary_folder().join(unique_name());
        if !fits(&folder.join(unique_name())) {
            folder = Path::new(SHORT_FOLDER).join(unique_name());
        }
        let fail = |error| no_socket(&folder, error);
        DirBuilder::new()
            .mode(0o700)
            .create(&folder)
            .map_err(fail)?;
        made.folder = Some(folder.clone());
        if let Some(group) = self.group {
            // The group may access sockets in the folder by name, but not list the folder.
            own(&folder, group, 0o710).map_err(fail)?;
        }
        Ok(folder)
    }

    /// Makes a socket, and sets its permissions between bind and listen, because nobody can connect before listen.
    fn bind_at(&self, path: &Path) -> io::Result<UnixListener> {
        let socket = rustix::net::socket(AddressFamily::UNIX, SocketType::STREAM, None)?;
        fcntl_setfd(&socket, FdFlags::CLOEXEC)?;
        rustix::net::bind(&socket, &SocketAddrUnix::new(path)?)?;
        let ready = match self.group {
            Some(group) => own(path, group, 0o660),
            None => fs::set_permissions(path, Permissions::from_mode(0o600)),
        };
        match ready.and_then(|()| Ok(rustix::net::listen(&socket, BACKLOG)?)) {
            Ok(()) => Ok(socket.into()),
            Err(error) => {
                let _ = fs::remove_file(path);
                Err(error)
            }
        }
    }

    fn made(&self) -> MutexGuard<'_, Made> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UnixSockets {
    fn drop(&mut self) {
        self.remove();
    }
}

/// The error of a socket or its folder that cannot be made.
fn no_socket(path: &Path, error: io::Error) -> Error {
    Error::caused(format!("cannot make a socket at {}", path.display()), error)
}

fn own(path: &Path, group: u32, mode: u32) -> io::Result<()> {
    std::os::unix::fs::chown(path, None, Some(group))?;
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Returns a random name. If the name is already in use, making the socket or folder fails.
fn unique_name() -> String {
    let random = RandomState::new().build_hasher().finish();
    format!("plugin{random:016x}")
}

/// Whether a path can be a socket's address. The system limits such a path to about a hundred bytes, and it must be printable in the handshake line.
fn fits(path: &Path) -> bool {
    let tellable = |text: &str| !text.contains(|c: char| c == '|' || c.is_control());
    SocketAddrUnix::new(path).is_ok() && path.to_str().is_some_and(tellable)
}

/// The number that `chown` takes for "leave the group unchanged".
const NO_GROUP: u32 = u32::MAX;

/// Finds a group by its number, or by its name in a file like `/etc/group`.
fn group_id(group: &str, file: &Path) -> Result<u32, Error> {
    let id = match group.parse() {
        Ok(id) => Some(id),
        Err(_) => named_group(group, file),
    };
    id.filter(|id| *id != NO_GROUP)
        .ok_or_else(|| {
            Error::new(format!(
                "cannot find the group {group:?}, expected a name in /etc/group or a number below {NO_GROUP}"
            ))
        })
}

fn named_group(group: &str, file: &Path) -> Option<u32> {
    fs::read(file)
        .ok()?
        .split(|byte| *byte == b'\n')
        .find_map(|line| {
            let mut fields = line.split(|byte| *byte == b':');
            let name = fields.next()?;
            let id = OsStr::from_bytes(fields.nth(1)?).to_str()?;
            (name == group.as_bytes()).then(|| id.parse().ok())?
        })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    fn own_group() -> u32 {
        rustix::process::getgid().as_raw()
    }

    #[test]
    fn socket_is_private_and_leaves_nothing_behind() {
        let sockets = UnixSockets::new(None, None).unwrap();
        let (_first, first) = sockets.bind().unwrap();
        let (_second, second) = sockets.bind().unwrap();
        let folder = first.parent().unwrap().to_owned();
        assert_eq!(
            (mode(&folder), mode(&first), mode(&second)),
            (0o700, 0o600, 0o600)
        );
        assert_ne!(first, second);
        assert_eq!(second.parent(), Some(&*folder));
        drop(sockets);
        assert!(!folder.exists());
    }

    #[test]
    fn group_may_pass_and_connect_but_not_list() {
        let group = own_group();
        let sockets = UnixSockets::new(None, Some(&group.to_string())).unwrap();
        let (_listener, path) = sockets.bind().unwrap();
        let folder = path.parent().unwrap();
        assert_eq!((mode(folder), mode(&path)), (0o710, 0o660));
        assert_eq!(fs::metadata(&path).unwrap().gid(), group);
        assert_eq!(fs::metadata(folder).unwrap().gid(), group);
    }

    #[test]
    fn a_given_folder_holds_the_socket_and_is_not_removed() {
        let folder = tempfile::tempdir().unwrap();
        let sockets = UnixSockets::new(Some(folder.path().into()), None).unwrap();
        let (_listener, path) = sockets.bind().unwrap();
        assert_eq!(path.parent(), Some(folder.path()));
        assert_eq!(mode(&path), 0o600);
        sockets.remove();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_too_long_for_a_socket_is_replaced() {
        let parent = tempfile::tempdir().unwrap();
        let long = "x".repeat(120);
        for name in [
            OsStr::new(&long),
            OsStr::new("a|b"),
            OsStr::new("a\nb"),
            OsStr::from_bytes(b"\xff"),
        ] {
            let folder = parent.path().join(name);
            fs::create_dir(&folder).unwrap();
            let sockets = UnixSockets::new(Some(folder.clone()), None).unwrap();
            let (_listener, path) = sockets.bind().unwrap();
            assert!(!path.starts_with(&folder), "{}", path.display());
            std::os::unix::net::UnixStream::connect(path).unwrap();
        }
    }

    #[test]
    fn missing_folder_is_named() {
        let sockets = UnixSockets::new(Some("/nowhere/at/all".into()), None).unwrap();
        let error = sockets.bind().unwrap_err().to_string();
        assert!(
            error.starts_with("cannot make a socket at /nowhere/at/all/plugin"),
            "{error}"
        );
    }

    #[test]
    fn group_is_a_number_or_a_name() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "root:x:0:\nbroken\nzoo:x:4711:ada,bob\n").unwrap();
        assert_eq!(group_id("12", file.path()).unwrap(), 12);
        assert_eq!(group_id("zoo", file.path()).unwrap(), 4711);
        let error = group_id("zo", file.path()).unwrap_err().to_string();
        assert_eq!(
            error,
            "cannot find the group \"zo\", expected a name in /etc/group or a number below 4294967295"
        );
    }

    #[test]
    fn number_that_means_no_group_is_refused() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "ghost:x:4294967295:\n").unwrap();
        for group in ["4294967295", "04294967295", "+4294967295", "ghost"] {
            let error = group_id(group, file.path()).unwrap_err().to_string();
            assert!(error.starts_with("cannot find the group"), "{error}");
        }
        assert_eq!(group_id("4294967294", file.path()).unwrap(), 4_294_967_294);
    }
}
