//! The locks of a state file exclude Terraform, and writes lose nothing.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use terrane_host::state::{Json, LockInfo, LockRequest, Output, State, StateFile, StateFileError};

use crate::folder::folder;

const INFO: &str = ".terraform.tfstate.lock.info";

fn request() -> LockRequest {
    LockRequest::new("OperationTypeApply", "1.11.4")
}

/// Returns a state with an output of a length.
fn state(name: &str, length: usize) -> State {
    let mut state = State {
        terraform_version: "1.11.4".to_owned(),
        ..State::default()
    };
    let output = Output {
        value: Json::parse(format!("\"{}\"", "x".repeat(length))).unwrap(),
        ty: Json::parse("\"string\"").unwrap(),
        sensitive: false,
    };
    state.outputs.insert(name.into(), output);
    state
}

fn read(path: &Path) -> State {
    State::parse(&fs::read(path).unwrap()).unwrap().unwrap()
}

#[test]
fn held_lock_is_refused_with_its_holder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/terraform.tfstate");
    let mut first = StateFile::lock(&path, &request()).unwrap();
    let info = fs::read(path.with_file_name(INFO)).unwrap();
    let info = LockInfo::parse(&info).unwrap();
    assert_eq!(info.operation, "OperationTypeApply");

    if cfg!(target_os = "linux") {
        let error = StateFile::lock(&path, &request()).unwrap_err();
        assert!(error.to_string().contains(&info.id), "{error}");
        // The lock follows the name of the file.
        first.write(state("a", 1)).unwrap();
        assert!(matches!(
            StateFile::lock(&path, &request()),
            Err(StateFileError::Locked { .. })
        ));
    }
    first.unlock().unwrap();
    assert!(!path.with_file_name(INFO).exists());
    let second = StateFile::lock(&path, &request()).unwrap();
    assert_eq!(second.state().unwrap().serial, 1);
}

#[test]
fn empty_file_for_the_lock_is_removed_unless_it_existed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terraform.tfstate");
    drop(StateFile::lock(&path, &request()).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

    fs::write(&path, "").unwrap();
    drop(StateFile::lock(&path, &request()).unwrap());
    assert!(path.exists());
}

#[cfg(unix)]
#[test]
fn info_and_backup_of_a_linked_state_are_next_to_the_link() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("data/target.tfstate");
    fs::create_dir(folder.path().join("data")).unwrap();
    let link = folder.path().join("terraform.tfstate");
    fs::write(&target, state("a", 1).to_json()).unwrap();
    symlink("data/target.tfstate", &link).unwrap();
    let mut file = StateFile::lock(&link, &request()).unwrap();
    let info = fs::metadata(folder.path().join(INFO)).unwrap();
    assert_eq!(info.permissions().mode() & 0o777, 0o600);
    file.write(state("b", 1)).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(read(&target).outputs.contains_key("b"));
    assert!(folder.path().join("terraform.tfstate.backup").exists());
}

#[test]
fn state_that_cannot_be_written_goes_to_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terraform.tfstate");
    fs::write(&path, state("a", 1).to_json()).unwrap();
    let file = StateFile::lock(&path, &request()).unwrap();
    let errored = file.write_errored(folder.path(), state("b", 1)).unwrap();
    assert_eq!(errored, folder.path().join("errored.tfstate"));
    assert!(read(&errored).serial > read(&path).serial);
}

/// Locks and writes the state file that the environment names, as another process. Without the variable the test does nothing.
#[test]
fn process_writes_the_state_that_the_environment_names() {
    let Ok(path) = std::env::var("TERRANE_HOST_TEST_STATE") else {
        return;
    };
    let mut file = match StateFile::lock(&path, &request()) {
        Ok(file) => file,
        Err(error) => return eprintln!("refused: {error}"),
    };
    let writes: usize = std::env::var("TERRANE_HOST_TEST_WRITES")
        .unwrap()
        .parse()
        .unwrap();
    for write in 0..writes {
        match file.write(state(&format!("o{write}"), 100_000)) {
            Ok(()) => eprintln!("serial {}", file.state().unwrap().serial),
            Err(error) => return eprintln!("failed: {error}"),
        }
    }
    file.unlock().unwrap();
}

/// Returns the command of a process that writes states, after a prefix of the command.
fn child_command(prefix: &[&str], path: &Path, writes: usize) -> Command {
    let exe = std::env::current_exe().unwrap();
    let mut command = match prefix {
        [] => Command::new(exe),
        [program, arguments @ ..] => {
            let mut command = Command::new(program);
            command.args(arguments).arg(exe);
            command
        }
    };
    command
        .args([
            "--exact",
            "locks::process_writes_the_state_that_the_environment_names",
            "--nocapture",
        ])
        .env("TERRANE_HOST_TEST_STATE", path)
        .env("TERRANE_HOST_TEST_WRITES", writes.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

#[test]
fn killed_process_leaves_a_whole_state_and_no_lock() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terraform.tfstate");
    fs::write(&path, state("a", 1).to_json()).unwrap();
    let mut seed: u64 = 1;
    for _ in 0..100 {
        let mut child = child_command(&[], &path, usize::MAX).spawn().unwrap();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut last = 0;
        for _ in 0..=(seed >> 60) {
            let line = lines.next().unwrap().unwrap();
            last = line.strip_prefix("serial ").unwrap().parse().unwrap();
        }
        for _ in 0..(seed >> 40) % 1_000_000 {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(read(&path).serial >= last);
        read(&folder.path().join("terraform.tfstate.backup"));
    }
    StateFile::lock(&path, &request()).unwrap();
}

#[cfg(unix)]
#[test]
fn full_disk_is_an_error_and_keeps_the_state() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terraform.tfstate");
    let old = state("a", 1).to_json();
    fs::write(&path, &old).unwrap();
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
    let output = child_command(&["sh", "-c", script, "sh"], &path, 1).output();
    let errors = String::from_utf8(output.unwrap().stderr).unwrap();
    assert!(errors.contains("failed: Cannot write"), "{errors}");
    assert_eq!(fs::read_to_string(&path).unwrap(), old);
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["terraform.tfstate", "terraform.tfstate.backup"]);
}

#[cfg(unix)]
#[test]
fn read_only_folder_is_an_error_and_keeps_the_state() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terraform.tfstate");
    let old = state("a", 1).to_json();
    fs::write(&path, &old).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let mut command = child_command(&[], &path, 1);
    if fs::metadata(&path).unwrap().uid() == 0 {
        // Permissions do not bind the superuser.
        command.uid(65534).gid(65534);
    }
    let output = command.output();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let errors = match output {
        Ok(output) => String::from_utf8(output.stderr).unwrap(),
        Err(error) => return eprintln!("skipped: no process of another user: {error}"),
    };
    assert!(errors.contains("refused: Cannot lock"), "{errors}");
    assert!(errors.contains(INFO), "{errors}");
    assert_eq!(fs::read_to_string(&path).unwrap(), old);
}

/// A resource whose creation waits until the test removes a file.
const WAITING: &str = r#"
resource "terraform_data" "a" {
  input = "terraform"
  provisioner "local-exec" {
    command = "touch started; while [ -e wait ]; do sleep 0.05; done"
  }
}
"#;

const QUICK: &str = "resource \"terraform_data\" \"a\" {\n  input = \"terraform\"\n}\n";

/// Returns the command if there is a Terraform, after `terraform init`.
fn terraform(folder: &Path, arguments: &[&str]) -> Option<Command> {
    let command = |arguments: &[&str]| {
        let mut command = Command::new("terraform");
        command.args(arguments).arg("-no-color").current_dir(folder);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    match command(&["init"]).output() {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(_) => {
            eprintln!("skipped: there is no `terraform` on the PATH");
            return None;
        }
    }
    Some(command(arguments))
}

fn wait_for(path: &Path, child: &mut Child) {
    while !path.exists() {
        assert!(child.try_wait().unwrap().is_none(), "terraform has exited");
        std::thread::yield_now();
    }
}

#[test]
fn terraform_is_refused_while_the_lock_is_held() {
    let folder = folder(&[("main.tf", QUICK)]);
    let path = folder.path().join("terraform.tfstate");
    let Some(mut apply) = terraform(folder.path(), &["apply", "-auto-approve"]) else {
        return;
    };
    let mut file = StateFile::lock(&path, &request()).unwrap();
    for _ in 0..2 {
        let output = apply.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        assert!(
            errors.contains("Error acquiring the state lock")
                && errors.contains("OperationTypeApply"),
            "{errors}"
        );
        // The second attempt meets a file that was replaced under the lock.
        file.write(state("ours", 1)).unwrap();
    }
    file.unlock().unwrap();
    let output = apply.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(read(&path).resources.len(), 1);
}

#[test]
fn lock_of_terraform_is_respected_and_waited_for() {
    let folder = folder(&[("main.tf", WAITING), ("wait", "")]);
    let path = folder.path().join("terraform.tfstate");
    let Some(mut apply) = terraform(folder.path(), &["apply", "-auto-approve"]) else {
        return;
    };
    let mut apply = apply.spawn().unwrap();
    wait_for(&folder.path().join("started"), &mut apply);
    let written = fs::read_to_string(folder.path().join(INFO)).unwrap();
    let error = StateFile::lock(&path, &request()).unwrap_err();
    let StateFileError::Locked {
        info: Some(info), ..
    } = &error
    else {
        panic!("{error}");
    };
    assert_eq!(info.operation, "OperationTypeApply");
    assert_eq!(info.to_json(), written);

    fs::remove_file(folder.path().join("wait")).unwrap();
    let patient = request().timeout(Duration::from_secs(60));
    let file = StateFile::lock(&path, &patient).unwrap();
    assert_eq!(file.state().unwrap().resources.len(), 1);
    assert!(apply.wait().unwrap().success());
}

#[test]
fn terraform_that_waits_during_a_write_loses_nothing() {
    let folder = folder(&[("main.tf", QUICK)]);
    let path = folder.path().join("terraform.tfstate");
    let arguments = &["apply", "-auto-approve", "-lock-timeout=60s"];
    let Some(mut apply) = terraform(folder.path(), arguments) else {
        return;
    };
    let mut file = StateFile::lock(&path, &request()).unwrap();
    let mut waiting = apply.spawn().unwrap();
    let mut shown = BufReader::new(waiting.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("Acquiring state lock") {
        line.clear();
        assert_ne!(shown.read_line(&mut line).unwrap(), 0, "terraform ended");
    }
    file.write(state("ours", 1)).unwrap();
    file.unlock().unwrap();
    shown.read_to_string(&mut line).unwrap();
    let output = waiting.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{line}");
    assert!(!line.contains("Apply complete"), "{line}");
    assert!(
        errors.contains("99") || errors.contains("newer"),
        "{errors}"
    );
    assert!(read(&path).outputs.contains_key("ours"));

    let output = apply.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(read(&path).resources.len(), 1);
}
