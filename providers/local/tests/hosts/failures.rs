//! What is said when the operating system says no.

use std::fs;

use terrane_test::messages;

use super::on_every_host;

/// Files that cannot be created.
pub(crate) const IMPOSSIBLE: &str = r#"
resource "local_file" "garbled" {
  filename       = "garbled"
  content_base64 = "aGVsbG8"
}
resource "local_file" "missing" {
  filename = "copy"
  source   = "none"
}
resource "local_sensitive_file" "folder" {
  filename = "copy"
  source   = "folder"
}
resource "local_file" "occupied" {
  filename = "folder"
  content  = "x"
}
resource "local_sensitive_file" "below" {
  filename = "file/below/it"
  content  = "x"
}
resource "local_file" "dots" {
  filename = "a/b/../c"
  content  = "x"
}
resource "local_file" "full" {
  filename = "/dev/full"
  content  = "x"
}
"#;

#[test]
fn an_unwritable_file_is_reported_and_not_stored() {
    on_every_host(|host| {
        host.file("folder/inside", "")?;
        host.file("file", "")?;
        host.config(IMPOSSIBLE)?;
        let failure = host.apply().expect_err("nothing of this can be done");
        assert!(host.state()?.is_empty());
        assert_eq!(failure.errors().count(), 7, "{failure}");
        for (address, step, cause) in [
            (
                "local_file.garbled",
                "Parsing the content",
                "Invalid padding",
            ),
            (
                "local_file.missing",
                "Parsing the content",
                "open none: no such file or directory",
            ),
            (
                "local_sensitive_file.folder",
                "Parsing the content",
                "read folder: is a directory",
            ),
            (
                "local_file.occupied",
                "Writing the file",
                "open folder: is a directory",
            ),
            (
                "local_sensitive_file.below",
                "Creating the directory of the file",
                "mkdir file/below: not a directory",
            ),
            (
                "local_file.dots",
                "Writing the file",
                "open a/b/../c: no such file or directory",
            ),
            (
                "local_file.full",
                "Writing the file",
                "write /dev/full: no space left on device",
            ),
        ] {
            let kind = if address.contains("sensitive") {
                "local sensitive file"
            } else {
                "local file"
            };
            let summary = format!("Create {kind} error");
            let detail = format!("{step} failed.\n\nOriginal Error: {cause}");
            let expected = [(summary.as_str(), detail.as_str())];
            assert_eq!(messages(failure.errors(), address), expected, "{failure}");
        }
        assert!(host.path().join("a").is_dir() && !host.path().join("a/b").exists());
        Ok(())
    });
}

#[test]
fn an_unreadable_object_is_reported_and_stays() {
    on_every_host(|host| {
        let objects = "resource \"local_file\" \"a\" {\n  filename = \"a\"\n  content  = \"x\"\n}\n\
            resource \"local_sensitive_file\" \"b\" {\n  filename = \"b\"\n  content  = \"x\"\n}\n";
        host.config(objects)?;
        host.apply()?;
        let before = host.state()?;
        for name in ["a", "b"] {
            fs::remove_file(host.path().join(name))?;
            fs::create_dir(host.path().join(name))?;
        }
        host.config(&format!("{objects}{}", super::data::sources(["none", "a"])))?;
        let failure = host.plan().expect_err("nothing of this can be read");
        let resource = |name: &str| {
            format!("The file cannot be read.\n\nOriginal Error: read {name}: is a directory")
        };
        let data = |cause: &str| {
            format!("The file at given path cannot be read.\n\nOriginal Error: {cause}")
        };
        let none = data("open none: no such file or directory");
        let folder = data("read a: is a directory");
        let of_data = "Read local file data source error";
        for (address, summary, detail) in [
            ("local_file.a", "Read local file error", &resource("a")),
            (
                "local_sensitive_file.b",
                "Read local sensitive file error",
                &resource("b"),
            ),
            ("data.local_file.none", of_data, &none),
            ("data.local_sensitive_file.none", of_data, &none),
            ("data.local_file.a", of_data, &folder),
            ("data.local_sensitive_file.a", of_data, &folder),
        ] {
            assert_eq!(
                messages(failure.errors(), address),
                [(summary, detail.as_str())],
                "{failure}"
            );
        }
        assert_eq!(failure.errors().count(), 6, "{failure}");
        assert_eq!(host.state()?, before);
        Ok(())
    });
}
