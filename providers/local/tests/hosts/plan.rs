//! What plans show and refuse: secrets and imports.

use super::on_every_host;

#[test]
fn secrets_are_not_printed() {
    on_every_host(|host| {
        host.file("kept", "s3cret-read")?;
        host.config(
            r#"
resource "local_file" "old" {
  filename          = "a"
  sensitive_content = file("kept")
}
resource "local_sensitive_file" "text" {
  filename = "b"
  content  = "s3cret-text"
}
resource "local_sensitive_file" "base64" {
  filename       = "c"
  content_base64 = "czNjcmV0"
}
data "local_sensitive_file" "kept" {
  filename = "kept"
}
resource "local_file" "open" {
  filename = "d"
  content  = "shown-${data.local_sensitive_file.kept.content}"
}
resource "local_file" "known" {
  filename = "e"
  content  = "no-secret"
}
"#,
        )?;
        let outcome = host.run(["apply", "-no-color", "-input=false", "-auto-approve"])?;
        let messages = [outcome.stdout(), outcome.stderr()].concat();
        assert_eq!(
            messages.matches("(sensitive value)").count(),
            4,
            "{messages}"
        );
        assert!(
            !messages.contains("s3cret") && !messages.contains("czNjcmV0"),
            "{messages}"
        );
        assert!(messages.contains("no-secret"), "{messages}");
        Ok(())
    });
}

#[test]
fn files_cannot_be_imported() {
    on_every_host(|host| {
        host.file("a", "x")?;
        let kinds = ["local_file", "local_sensitive_file"];
        let objects = kinds.map(|kind| {
            format!(
                "import {{\n  to = {kind}.a\n  id = \"a\"\n}}\n\
                 resource \"{kind}\" \"a\" {{\n  filename = \"a\"\n  content  = \"x\"\n}}\n"
            )
        });
        host.config(&objects.concat())?;
        let failure = host.plan().expect_err("there is no import");
        assert_eq!(failure.errors().count(), 2, "{failure}");
        for kind in kinds {
            let refused = failure.error(&format!("{kind} cannot be imported"));
            let summary = refused.map(|error| error.summary.as_str());
            assert_eq!(
                summary,
                Some("Resource Import Not Implemented"),
                "{failure}"
            );
        }
        Ok(())
    });
}
