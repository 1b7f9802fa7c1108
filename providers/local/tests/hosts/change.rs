//! Drift, and changes of the configuration: every one of them replaces the file.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::json;
use terrane_test::{Action, ResourceChange};

use super::on_every_host;

const BEFORE: &str = r#"
resource "local_file" "edited" {
  filename = "edited"
  content  = "old"
}
resource "local_sensitive_file" "removed" {
  filename = "removed"
  content  = "old"
}
resource "local_file" "chmod" {
  filename = "chmod"
  content  = "old"
}
resource "local_file" "copy" {
  filename = "copy"
  source   = "origin"
}
resource "local_file" "permission" {
  filename        = "permission"
  content         = "old"
  file_permission = "0644"
}
resource "local_sensitive_file" "content" {
  filename = "content"
  content  = "old"
}
resource "local_file" "renamed" {
  filename = "before"
  content  = "old"
}
resource "local_file" "swapped" {
  filename = "swapped"
  content  = "old"
  lifecycle {
    create_before_destroy = true
  }
}
"#;

/// A file whose content is known when the plan is applied.
const LATE: &str = r#"
resource "terraform_data" "late" {
  input = "late"
}
resource "local_file" "late" {
  filename        = "late"
  content         = terraform_data.late.output
  file_permission = "6${length(terraform_data.late.output)}0"
}
"#;

#[test]
fn files_are_replaced_and_drift_is_found() {
    on_every_host(|host| {
        let folder = host.path().to_owned();
        let read = |name: &str| fs::read_to_string(folder.join(name));
        host.file("origin", "old")?;
        host.config(BEFORE)?;
        host.apply()?;

        host.file("origin", "new")?;
        host.file("edited", "new")?;
        fs::remove_file(folder.join("removed"))?;
        fs::set_permissions(folder.join("chmod"), fs::Permissions::from_mode(0o600))?;
        let permission = BEFORE.replace("\"0644\"", "\"644\"");
        let (first, second) = permission.split_at(permission.find("\"content\"").unwrap());
        let after = second
            .replace("\"old\"", "\"new\"")
            .replace("\"before\"", "\"after\"");
        host.config(&format!("{first}{after}{LATE}"))?;
        let plan = host.plan()?;

        for (address, action) in [
            ("local_file.edited", Action::Create),
            ("local_sensitive_file.removed", Action::Create),
            ("local_file.chmod", Action::NoOp),
            ("local_file.copy", Action::NoOp),
            ("local_file.permission", Action::DeleteThenCreate),
            ("local_sensitive_file.content", Action::DeleteThenCreate),
            ("local_file.renamed", Action::DeleteThenCreate),
            ("local_file.swapped", Action::CreateThenDelete),
            ("local_file.late", Action::Create),
        ] {
            assert_eq!(plan.action(address)?, action, "{address}");
        }
        let mut drift: Vec<String> = plan.drift().map(|change| change.address).collect();
        drift.sort();
        assert_eq!(drift, ["local_file.edited", "local_sensitive_file.removed"]);

        let permission = plan.change("local_file.permission")?;
        assert_eq!(replacing(&permission), ["file_permission"]);
        let renamed = plan.change("local_file.renamed")?;
        assert_eq!(replacing(&renamed), ["content", "filename"]);
        assert_eq!(renamed.after["directory_permission"], "0777");
        assert_eq!(unknown(&renamed), DECIDED);
        let late = plan.change("local_file.late")?;
        let mut expected = [&["content", "file_permission"], DECIDED].concat();
        expected.sort_unstable();
        assert_eq!(unknown(&late), expected);

        host.apply_plan(&plan)?;
        for (name, text) in [
            ("edited", "old"),
            ("removed", "old"),
            ("copy", "old"),
            ("permission", "old"),
            ("content", "new"),
            ("after", "new"),
            ("late", "late"),
        ] {
            assert_eq!(read(name)?, text, "{name}");
        }
        assert!(!folder.join("before").exists());
        assert_eq!(super::mode(folder.join("permission"))?, 0o640);
        assert_eq!(super::mode(folder.join("late"))?, 0o640);

        // The old object is destroyed after the new one is made, and both are the same file.
        assert!(!folder.join("swapped").exists());
        assert_eq!(
            host.state()?["local_file.swapped"].attributes["content"],
            "new"
        );
        let plan = host.plan()?;
        let changes: Vec<_> = plan
            .changes()
            .filter(|change| change.action != Action::NoOp)
            .map(|change| (change.address, change.action))
            .collect();
        assert_eq!(changes, [("local_file.swapped".to_owned(), Action::Create)]);
        Ok(())
    });
}

/// What only creating the file tells.
const DECIDED: &[&str] = &[
    "content_base64sha256",
    "content_base64sha512",
    "content_md5",
    "content_sha1",
    "content_sha256",
    "content_sha512",
    "id",
];

/// The attributes that are not known yet.
fn unknown(change: &ResourceChange) -> Vec<&str> {
    let attributes = change.unknown.as_object().into_iter().flatten();
    let mut unknown: Vec<&str> = attributes
        .filter(|(_, unknown)| **unknown == json!(true))
        .map(|(name, _)| name.as_str())
        .collect();
    unknown.sort_unstable();
    unknown
}

/// The attributes because of which the file is replaced.
fn replacing(change: &ResourceChange) -> Vec<&str> {
    let paths = change.json["replace_paths"]
        .as_array()
        .into_iter()
        .flatten();
    let mut names: Vec<&str> = paths.filter_map(|path| path[0].as_str()).collect();
    names.sort_unstable();
    names
}
