//! Files of every kind of content, from creation to destruction.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::json;

use super::{destroy_without_refresh, hello, mode, on_every_host, with};

/// One file for each resource and kind of content; all say `hello`, but for the empty one.
pub(crate) const FILES: &str = r#"
resource "local_file" "text" {
  filename = "DIR/text"
  content  = "hello"
}
resource "local_file" "base64" {
  filename       = "DIR/base64"
  content_base64 = "aGVs\r\nbG9=\n"
}
resource "local_file" "copy" {
  filename = "DIR/copy"
  source   = "DIR/origin"
}
resource "local_file" "secret" {
  filename          = "DIR/secret"
  sensitive_content = "hello"
}
resource "local_file" "empty" {
  filename = "DIR/empty"
  content  = ""
}
resource "local_file" "deep" {
  filename             = "DIR/new/er/file"
  content              = "hello"
  file_permission      = "0666"
  directory_permission = "775"
}
resource "local_file" "there" {
  filename        = "DIR/there"
  content         = "hello"
  file_permission = "0644"
}
resource "local_sensitive_file" "text" {
  filename = "DIR/private/text"
  content  = "hello"
}
resource "local_sensitive_file" "base64" {
  filename        = "DIR/private.base64"
  content_base64  = "aGVsbG8="
  file_permission = "+777"
}
resource "local_sensitive_file" "copy" {
  filename = "DIR/private.copy"
  source   = "DIR/origin"
}
"#;

/// The configuration with its files in a folder, where the one to copy and one to overwrite are put.
pub(crate) fn files_in(folder: &Path) -> std::io::Result<String> {
    fs::write(folder.join("origin"), "hello")?;
    fs::write(folder.join("there"), "something longer")?;
    fs::set_permissions(folder.join("there"), fs::Permissions::from_mode(0o604))?;
    Ok(FILES.replace("DIR", &folder.display().to_string()))
}

#[test]
fn files_are_made_of_each_kind_of_content_and_destroyed() {
    on_every_host(|host| {
        let folder = host.path().to_owned();
        host.config(&files_in(&folder)?)?;
        host.apply()?;
        let state = host.state()?;
        let path = |name: &str| format!("{}/{name}", folder.display());

        let file = with(
            hello(),
            json!({ "sensitive_content": null, "file_permission": "0777", "directory_permission": "0777" }),
        );
        for (name, attributes) in [
            ("text", json!({ "content": "hello" })),
            ("base64", json!({ "content_base64": "aGVs\r\nbG9=\n" })),
            ("copy", json!({ "source": path("origin") })),
            ("secret", json!({ "sensitive_content": "hello" })),
        ] {
            let own = with(attributes, json!({ "filename": path(name) }));
            let expected = with(file.clone(), own);
            let attributes = &state[&format!("local_file.{name}")].attributes;
            assert_eq!(*attributes, expected, "{name}");
            assert_eq!(fs::read(folder.join(name))?, b"hello", "{name}");
            assert_eq!(mode(folder.join(name))?, 0o750, "{name}");
        }
        let sensitive = with(
            hello(),
            json!({ "file_permission": "0700", "directory_permission": "0700" }),
        );
        for (name, file, attributes, bits) in [
            ("text", "private/text", json!({ "content": "hello" }), 0o700),
            (
                "base64",
                "private.base64",
                json!({ "content_base64": "aGVsbG8=", "file_permission": "+777" }),
                0o750,
            ),
            (
                "copy",
                "private.copy",
                json!({ "source": path("origin") }),
                0o700,
            ),
        ] {
            let own = with(attributes, json!({ "filename": path(file) }));
            let expected = with(sensitive.clone(), own);
            let attributes = &state[&format!("local_sensitive_file.{name}")].attributes;
            assert_eq!(*attributes, expected, "{name}");
            assert_eq!(mode(folder.join(file))?, bits, "{name}");
        }
        assert_eq!(fs::read(folder.join("private/text"))?, b"hello");
        assert_eq!(fs::read(folder.join("empty"))?, b"");
        let id = &state["local_file.empty"].attributes["id"];
        assert_eq!(*id, "da39a3ee5e6b4b0d3255bfef95601890afd80709");

        assert_eq!(mode(folder.join("private"))?, 0o700);
        assert_eq!(mode(folder.join("new"))?, 0o750);
        assert_eq!(mode(folder.join("new/er"))?, 0o750);
        assert_eq!(mode(folder.join("new/er/file"))?, 0o640);
        assert_eq!(fs::read(folder.join("there"))?, b"hello");
        assert_eq!(
            mode(folder.join("there"))?,
            0o604,
            "a file keeps its permissions"
        );
        host.assert_settled()?;

        // What cannot be removed is no error, and what stands in the file's place may go.
        fs::remove_file(folder.join("text"))?;
        for (name, inside) in [("base64", None), ("copy", Some("kept"))] {
            fs::remove_file(folder.join(name))?;
            fs::create_dir(folder.join(name))?;
            if let Some(inside) = inside {
                fs::write(folder.join(name).join(inside), "")?;
            }
        }
        destroy_without_refresh(host)?;
        assert!(host.state()?.is_empty());
        let mut left: Vec<_> = fs::read_dir(&folder)?
            .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
            .filter(|name| !matches!(name, Ok(name) if name.contains("tf")))
            .collect::<std::io::Result<_>>()?;
        left.sort();
        assert_eq!(left, ["copy", "new", "origin", "private"]);
        assert!(folder.join("copy/kept").exists());
        assert_eq!(fs::read_dir(folder.join("new/er"))?.count(), 0);
        Ok(())
    });
}
