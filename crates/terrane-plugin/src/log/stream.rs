//! The standard error that the host reads, as a file that shares no lock with the standard library.

use std::fs::File;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a stream that takes nothing at the moment.
const PAUSE: Duration = Duration::from_millis(10);

/// The longest write that a pipe takes at once if it takes any byte. POSIX promises this length for all systems.
const PIECE: usize = 512;

/// Returns a duplicate of the standard error that this process was started with. `None` if it was started without one.
pub(crate) fn host_file() -> Option<&'static File> {
    static HOST: OnceLock<Option<File>> = OnceLock::new();
    HOST.get_or_init(|| duplicate().ok()).as_ref()
}

#[cfg(unix)]
fn duplicate() -> io::Result<File> {
    // A number beyond those of the standard streams.
    let duplicate = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stderr(), 3)?;
    Ok(duplicate.into())
}

#[cfg(windows)]
fn duplicate() -> io::Result<File> {
    use std::os::windows::io::AsHandle;

    let duplicate = io::stderr().as_handle().try_clone_to_owned()?;
    Ok(duplicate.into())
}

/// Writes bytes, or discards them if that fails. With `until`, does not start a write that would block then.
pub(super) fn write(mut file: &File, mut bytes: &[u8], until: Option<Instant>) {
    while !bytes.is_empty() {
        let mut piece = bytes;
        if let Some(until) = until {
            if !is_writable(file, until) {
                return;
            }
            // A pipe with some room blocks a write for which it has too little.
            piece = &bytes[..bytes.len().min(PIECE)];
        }
        match file.write(piece) {
            Ok(0) => return,
            Ok(length) => bytes = &bytes[length..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // Another process with this stream has made it nonblocking.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PAUSE),
            Err(_) => return,
        }
    }
}

/// Waits until a write of a few bytes does not block. Returns `false` at the given time.
#[cfg(unix)]
fn is_writable(file: &File, until: Instant) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    loop {
        let rest = until.saturating_duration_since(Instant::now());
        let limit = Timespec::try_from(rest).unwrap_or_default();
        let mut polled = [PollFd::new(file, PollFlags::OUT)];
        match poll(&mut polled, Some(&limit)) {
            Ok(0) => return false,
            Ok(_) => return true,
            Err(_) if rest.is_zero() => return false,
            Err(_) => thread::sleep(PAUSE.min(rest)),
        }
    }
}

/// Windows cannot wait for a pipe.
#[cfg(windows)]
fn is_writable(_: &File, until: Instant) -> bool {
    Instant::now() < until
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::fd::OwnedFd;
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_long_line_to_a_pipe_that_nobody_reads_ends_at_its_deadline() {
        let (reader, writer) = io::pipe().unwrap();
        let (sender, done) = mpsc::channel();
        let writing = thread::spawn(move || {
            let file = File::from(OwnedFd::from(writer));
            let until = Instant::now() + Duration::from_millis(50);
            write(&file, &vec![b'x'; 1 << 20], Some(until));
            let _ = sender.send(());
        });
        let ended = done.recv_timeout(Duration::from_secs(30));
        // Without its reader, the pipe refuses a write that blocks.
        drop(reader);
        writing.join().unwrap();
        ended.unwrap();
    }

    #[test]
    fn a_long_line_is_written_whole_to_a_pipe_that_is_read() {
        use std::io::Read as _;

        let (mut reader, writer) = io::pipe().unwrap();
        let line: Vec<u8> = (0..1 << 20).map(|it: u32| it.to_le_bytes()[0]).collect();
        let sent = line.clone();
        let writing = thread::spawn(move || {
            let file = File::from(OwnedFd::from(writer));
            write(&file, &sent, Some(Instant::now() + Duration::from_secs(60)));
        });
        let mut received = Vec::new();
        reader.read_to_end(&mut received).unwrap();
        writing.join().unwrap();
        assert!(
            received == line,
            "{} bytes of {}",
            received.len(),
            line.len()
        );
    }
}
