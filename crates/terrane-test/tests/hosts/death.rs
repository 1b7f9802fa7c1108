//! A host that is killed leaves no provider, neither its process nor its socket.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use terrane_test::{Feature, InstalledProvider, Matrix, Protocol};

use super::example;

/// A limit that only ends a hang, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(600);

const SOURCE: &str = "example/sleeper";

/// Returns whether a process runs. One that is dead and waits for its parent does not.
fn runs(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(')').map_or("", |(_, rest)| rest.trim());
    !state.is_empty() && !state.starts_with(['Z', 'X'])
}

/// Lists the sockets below a folder, and the folders that hold them.
fn sockets(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("plugin") {
            found.push(path.clone());
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            found.extend(sockets(&path));
        }
    }
    found
}

/// Kills each host in the middle of a plan. A launcher is the process between host and provider.
fn killed_hosts_leave_nothing(
    provider: &InstalledProvider,
    protocols: &[Protocol],
    has_launcher: bool,
) {
    let matrix = Matrix::new(provider.clone()).needs(Feature::CommandLine);
    let matrix = matrix.protocols(protocols.iter().copied());
    matrix.run(|host| {
        let temporary = tempfile::tempdir()?;
        host.env("TMPDIR", temporary.path());
        let bed = host.path().join("bed");
        host.config(&format!(
            "data \"sleeper_nap\" \"long\" {{\n  bed = {bed:?}\n}}\n"
        ))?;
        let mut running = host.start(["plan", "-no-color"])?;
        running.until_exists(&bed)?;
        let sign = fs::read_to_string(&bed)?;
        let (sleeper, parent) = sign.split_once(' ').ok_or("two processes")?;
        let mut processes = vec![sleeper];
        processes.extend(has_launcher.then_some(parent));
        assert!(processes.iter().all(|pid| runs(pid)), "{processes:?}");
        assert!(
            !sockets(temporary.path()).is_empty(),
            "a socket to look for"
        );

        running.kill()?;
        let killed = Instant::now();
        loop {
            let processes: Vec<_> = processes.iter().filter(|pid| runs(pid)).collect();
            let sockets = sockets(temporary.path());
            if processes.is_empty() && sockets.is_empty() {
                break;
            }
            assert!(
                killed.elapsed() < PATIENCE,
                "left: processes {processes:?}, {sockets:?}"
            );
            thread::sleep(Duration::from_millis(5));
        }
        assert!(running.wait().is_err(), "a killed host does not succeed");
        Ok(())
    });
}

#[test]
fn a_killed_host_leaves_no_provider() {
    let provider = InstalledProvider::binary(SOURCE, example("sleeper"));
    let protocols = [Protocol::Newest, Protocol::Only(5)];
    killed_hosts_leave_nothing(&provider, &protocols, false);
}

#[test]
fn a_launcher_script_does_not_keep_the_provider_alive() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("launcher");
    // Without `exec`: the shell stays, as the provider's parent and the host's child.
    let text = format!(
        "#!/bin/sh\n'{}' \"$@\"\nexit $?\n",
        example("sleeper").display()
    );
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    killed_hosts_leave_nothing(
        &InstalledProvider::binary(SOURCE, script),
        &[Protocol::Newest],
        true,
    );
}
