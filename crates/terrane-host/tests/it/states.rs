//! States are read and written byte for byte as Terraform writes them.

use std::fs;

use terrane_host::state::{State, StateFile, StateFileError};

/// A file that Terraform 1.11.4 wrote: modules with quoted keys, `count`, `for_each`, secrets, outputs, a data source, checks.
const LIFECYCLE: &str = include_str!("states/lifecycle.tfstate");

/// A state with every field that an instance can have, in the layout of Terraform.
const FIELDS: &str = include_str!("states/fields.tfstate");

#[test]
fn state_of_terraform_is_written_byte_for_byte() {
    for text in [LIFECYCLE, FIELDS] {
        let state = State::parse(text.as_bytes()).unwrap().unwrap();
        assert_eq!(state.to_json(), text);
    }
}

#[test]
fn resources_and_instances_are_sorted_as_terraform_sorts_them() {
    let state = State::parse(LIFECYCLE.as_bytes()).unwrap().unwrap();
    let mut reversed: serde_json::Value = serde_json::from_str(LIFECYCLE).unwrap();
    let resources = reversed["resources"].as_array_mut().unwrap();
    resources.reverse();
    for resource in resources {
        resource["instances"].as_array_mut().unwrap().reverse();
    }
    let reversed = State::parse(reversed.to_string().as_bytes())
        .unwrap()
        .unwrap();
    assert_eq!(
        reversed.resources.keys().collect::<Vec<_>>(),
        state.resources.keys().collect::<Vec<_>>()
    );
    let keys = |state: &State| {
        let resources = state.resources.values();
        let keys = resources.flat_map(|resource| resource.instances.keys().cloned());
        keys.collect::<Vec<_>>()
    };
    assert_eq!(keys(&reversed), keys(&state));
}

#[test]
fn documents_that_are_no_states_of_version_4_are_refused() {
    let resource = |fields: &str| {
        format!(
            r#"{{"version": 4, "resources": [{{"mode": "managed", "type": "a", "name": "b", "provider": "provider[\"c/d/e\"]", {fields}}}]}}"#
        )
    };
    let instance = r#"{"attributes": {}}"#;
    for (text, message) in [
        (
            r#"{"version": 3}"#.to_owned(),
            "it has version 3 of the format, expected version 4. `terraform apply` of Terraform 0.12 or later upgrades it.",
        ),
        (
            r#"{"version": 99}"#.to_owned(),
            "it has version 99 of the format, which is newer than version 4. Use a newer host.",
        ),
        ("{}".to_owned(), "it has no version of the format."),
        (
            r#"{"meta": {}, "encrypted_data": "x", "encryption_version": "v0"}"#.to_owned(),
            "OpenTofu has encrypted it. Decrypt it with OpenTofu's own command first.",
        ),
        (
            resource(&format!(r#""instances": [{instance}, {instance}]"#)),
            "the instance a.b is stored twice.",
        ),
        (
            resource(r#""instances": [{}]"#),
            "a.b: the instance has no attributes.",
        ),
        (
            resource(r#""instances": [{"attributes": {}, "status": "new"}]"#),
            "a.b: the status \"new\" is not \"tainted\".",
        ),
        (
            resource(r#""instances": [{"attributes": {}, "skip_destroy": true}]"#),
            "a.b: the instance has `skip_destroy` or a provider of its own, which only OpenTofu supports.",
        ),
        (
            resource(r#""instances": []"#).replace("managed", "list"),
            "the mode \"list\" of a.b is neither \"managed\" nor \"data\".",
        ),
    ] {
        let error = State::parse(text.as_bytes()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("Cannot read the state: {message}")
        );
    }
    assert!(State::parse(b"").unwrap().is_none());
    assert!(State::parse(b"{").is_err());
}

#[test]
fn change_is_written_once_with_a_backup_of_the_first_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terraform.tfstate");
    fs::write(&path, LIFECYCLE).unwrap();
    let mut file = StateFile::open(&path).unwrap();
    let state = file.state().unwrap().clone();

    file.write(state.clone()).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), LIFECYCLE);
    let backup = folder.path().join("terraform.tfstate.backup");
    assert!(!backup.exists());

    let mut changed = state.clone();
    changed.outputs.clear();
    file.write(changed.clone()).unwrap();
    changed.resources.clear();
    file.write(changed.clone()).unwrap();
    assert_eq!(fs::read_to_string(&backup).unwrap(), LIFECYCLE);
    changed.serial = state.serial + 2;
    assert_eq!(fs::read_to_string(&path).unwrap(), changed.to_json());
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 2, "temporary files are left");
}

#[test]
fn state_of_another_lineage_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terraform.tfstate");
    fs::write(&path, LIFECYCLE).unwrap();
    let mut file = StateFile::open(&path).unwrap();
    let mut state = file.state().unwrap().clone();
    state.lineage = "other".to_owned();
    let error = file.write(state).unwrap_err();
    assert!(matches!(error, StateFileError::Lineage { .. }), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), LIFECYCLE);
}

#[cfg(unix)]
#[test]
fn link_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("target.tfstate");
    let link = folder.path().join("terraform.tfstate");
    fs::write(&target, LIFECYCLE).unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&target, &link).unwrap();
    let mut file = StateFile::open(&link).unwrap();
    let mut state = file.state().unwrap().clone();
    state.outputs.clear();
    file.write(state).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let mode = fs::metadata(&target).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn file_that_cannot_be_written_keeps_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing").join("terraform.tfstate");
    let mut file = StateFile::open(path).unwrap();
    let error = file.write(State::default()).unwrap_err();
    assert!(error.to_string().starts_with("Cannot write"), "{error}");
    assert!(file.state().is_none());
}
