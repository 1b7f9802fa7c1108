//! The contents of a program, held so that the contents that were read are those that start.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::Command;

use ring::digest::{Context, Digest, SHA256};

/// Holds the contents of the program of a command. While this value exists, the command starts them, whatever happens to the program's file.
///
/// On Linux, the contents are a sealed file in memory. On other Unix systems, they are a file in a folder of this user. On Windows, nobody can write to the
/// program's own file while it is open.
#[derive(Debug)]
pub(crate) struct Held {
    _file: File,
    #[cfg(unix)]
    _folder: tempfile::TempDir,
}

/// Reads a file to its end, and returns its SHA-256. Each piece is written to the copy.
fn digest_and_copy(mut file: impl Read, mut copy: impl Write) -> io::Result<Digest> {
    let mut hash = Context::new(&SHA256);
    let mut buffer = vec![0; 64 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hash.finish()),
            length => {
                hash.update(&buffer[..length]);
                copy.write_all(&buffer[..length])?;
            }
        }
    }
}

#[cfg(unix)]
impl Held {
    /// Reads a program, and returns its SHA-256 and the command that starts what was read. The new command has the arguments, the variables and the
    /// folder of the old one.
    pub(crate) fn new(program: &Path, command: Command) -> io::Result<(Digest, Self, Command)> {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt as _;
        use std::os::unix::process::CommandExt as _;

        let source = File::open(program)?;
        let mut naming = tempfile::Builder::new();
        naming
            .prefix("program-")
            .permissions(Permissions::from_mode(0o700));
        let folder = naming.tempdir_in(terrane_plugin::peer::temporary_folder())?;
        let name = program.file_name().unwrap_or("program".as_ref());
        let path = folder.path().join(name);
        let (digest, file) = held_contents(source, &path)?;
        let mut held = Command::new(path);
        held.arg0(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => held.env(name, value),
                None => held.env_remove(name),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            held.current_dir(folder);
        }
        let this = Self {
            _file: file,
            _folder: folder,
        };
        Ok((digest, this, held))
    }
}

/// Copies a program into a sealed file in memory, and makes a link to it.
#[cfg(target_os = "linux")]
fn held_contents(source: File, path: &Path) -> io::Result<(Digest, File)> {
    use std::os::fd::AsRawFd as _;

    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
    use rustix::io::Errno;

    let name = path.file_name().unwrap_or_default();
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    // Older kernels do not know the flag, and let programs in memory start without it.
    let copy = match memfd_create(name, flags | MemfdFlags::EXEC) {
        Err(Errno::INVAL) => memfd_create(name, flags)?,
        Err(Errno::ACCESS) => {
            let cause = "the system starts no programs from memory (vm.memfd_noexec is 2)";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, cause));
        }
        created => created?,
    };
    let file = File::from(copy);
    let digest = digest_and_copy(source, &file)?;
    let all = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    fcntl_add_seals(&file, all)?;
    let link = format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
    std::os::unix::fs::symlink(link, path)?;
    Ok((digest, file))
}

/// Copies a program into a file of this user.
#[cfg(all(unix, not(target_os = "linux")))]
fn held_contents(source: File, path: &Path) -> io::Result<(Digest, File)> {
    use std::os::unix::fs::OpenOptionsExt as _;

    let copy = File::options()
        .write(true)
        .create_new(true)
        .mode(0o700)
        .open(path)?;
    let digest = digest_and_copy(source, &copy)?;
    // A file that is open for writing cannot be started.
    drop(copy);
    Ok((digest, File::open(path)?))
}

#[cfg(windows)]
impl Held {
    /// Reads a program, and returns its SHA-256 and the command. Until this value is dropped, the system lets nobody write, replace or delete the program.
    pub(crate) fn new(program: &Path, command: Command) -> io::Result<(Digest, Self, Command)> {
        use std::os::windows::fs::OpenOptionsExt as _;

        /// Others may read.
        const FILE_SHARE_READ: u32 = 1;
        let file = File::options()
            .read(true)
            .share_mode(FILE_SHARE_READ)
            .open(program)?;
        let digest = digest_and_copy(&file, io::sink())?;
        Ok((digest, Self { _file: file }, command))
    }
}
