//! The provider on the README, on every host.

mod readme;

use std::fs;

use terrane_test::{Action, InstalledProvider, Matrix, Protocol};

const NOTE: &str = "note_file.hello";

#[test]
fn a_note_is_written_repaired_changed_moved_imported_and_removed() {
    let note = InstalledProvider::binary(
        "example/note",
        env!("CARGO_BIN_EXE_terraform-provider-note"),
    );
    let matrix = Matrix::new(note).protocols_of_oldest_and_newest([Protocol::Only(5)]);
    matrix.run(|host| {
        let folder = host.path().to_owned();
        let text = |name: &str| fs::read_to_string(folder.join(name)).ok();

        host.config(r#"resource "note_file" "hello" { path = "a.txt" }"#)?;
        host.apply()?;
        assert_eq!(text("a.txt").as_deref(), Some("Hello!"));
        host.plan()?.assert_empty();

        fs::write(folder.join("a.txt"), "Bye!")?;
        assert_eq!(host.plan()?.action(NOTE)?, Action::Update);
        fs::remove_file(folder.join("a.txt"))?;
        assert_eq!(host.plan()?.action(NOTE)?, Action::Create);
        host.apply()?;

        host.config("resource \"note_file\" \"hello\" {\npath = \"b.txt\"\ntext = \"Hi!\"\n}")?;
        assert_eq!(host.plan()?.action(NOTE)?, Action::DeleteThenCreate);
        host.apply()?;
        assert_eq!(
            (text("a.txt"), text("b.txt").as_deref()),
            (None, Some("Hi!"))
        );

        host.run(["state", "rm", NOTE])?;
        host.run(["import", "-input=false", NOTE, "b.txt"])?;
        host.plan()?.assert_empty();

        host.destroy()?;
        assert_eq!(text("b.txt"), None);
        Ok(())
    });
}

#[test]
fn a_long_note_is_refused_at_its_attribute() {
    let note = InstalledProvider::binary(
        "example/note",
        env!("CARGO_BIN_EXE_terraform-provider-note"),
    );
    Matrix::new(note).run(|host| {
        let text = "x".repeat(1001);
        host.config(&format!(
            "resource \"note_file\" \"hello\" {{\npath = \"a.txt\"\ntext = \"{text}\"\n}}"
        ))?;
        let failure = host.plan().expect_err("the text is too long");
        let found = "`text`: expected at most 1000 characters, found 1001";
        assert!(failure.to_string().contains(found), "{failure}");
        Ok(())
    });
}

#[test]
fn a_path_that_cannot_be_written_is_named() {
    let note = InstalledProvider::binary(
        "example/note",
        env!("CARGO_BIN_EXE_terraform-provider-note"),
    );
    Matrix::new(note).run(|host| {
        host.config(r#"resource "note_file" "hello" { path = "missing/a.txt" }"#)?;
        let failure = host.apply().expect_err("the directory is missing");
        assert!(failure.to_string().contains("missing/a.txt`"), "{failure}");
        Ok(())
    });
}
