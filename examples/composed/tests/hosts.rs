//! A mux of two members, on every host: plan, apply, import, functions, moves, drift and destroy.

use std::fs;

use serde_json::json;
use terrane_test::{Action, Feature, InstalledProvider, Matrix, Protocol, TestResult, Workspace};

const BOTH: &str = r#"
resource "desk_note" "hello" {
  name = "hello"
  text = "Hello!"
}

resource "desk_letter" "ann" {
  name = "ann"
  text = desk_note.hello.text
  tags = { person = "ann", desk = "right" }
}
"#;

fn on_hosts(matrix: impl Fn(Matrix) -> Matrix, body: impl Fn(&mut Workspace) -> TestResult + Sync) {
    let program = env!("CARGO_BIN_EXE_terraform-provider-desk");
    let desk = InstalledProvider::binary("example/desk", program);
    matrix(Matrix::new(desk)).run(|host| {
        let folder = host.path().join("desk");
        host.env("DESK_FOLDER", folder);
        body(host)
    });
}

#[test]
fn objects_of_both_members_live_from_plan_to_destroy() {
    let protocols = |matrix: Matrix| matrix.protocols_of_oldest_and_newest([Protocol::Only(5)]);
    on_hosts(protocols, |host| {
        let folder = host.path().join("desk");
        host.config(BOTH)?;
        let plan = host.plan()?;
        assert_eq!(plan.action("desk_note.hello")?, Action::Create);
        let letter = plan.change("desk_letter.ann")?;
        let tags = json!({ "desk": "right", "managed-by": "terraform", "person": "ann" });
        assert_eq!(
            (letter.action, &letter.after["tags_all"]),
            (Action::Create, &tags)
        );
        host.apply_plan(&plan)?;
        host.plan()?.assert_empty();
        assert_eq!(
            host.state()?["desk_letter.ann"].attributes["tags_all"],
            tags
        );
        assert_eq!(fs::read_to_string(folder.join("hello.note"))?, "Hello!");

        // Drift in both members, also of a tag.
        fs::write(folder.join("hello.note"), "Bye!")?;
        fs::write(folder.join("ann.letter"), r#"["Hello!",{"person":"ann"}]"#)?;
        let plan = host.plan()?;
        assert_eq!(plan.action("desk_note.hello")?, Action::Update);
        assert_eq!(plan.action("desk_letter.ann")?, Action::Update);
        host.apply()?;
        host.plan()?.assert_empty();

        for (address, id) in [("desk_note.hello", "hello"), ("desk_letter.ann", "ann")] {
            host.run(["state", "rm", address])?;
            host.run(["import", "-input=false", address, id])?;
        }
        host.apply()?;
        host.plan()?.assert_empty();

        host.destroy()?;
        assert_eq!(fs::read_dir(folder)?.count(), 0);
        Ok(())
    });
}

#[test]
fn a_function_of_one_member_is_called() {
    on_hosts(
        |matrix| matrix.needs(Feature::Functions),
        |host| {
            host.config("output \"greeting\" {\n  value = provider::desk::greet(\"Ann\")\n}\n")?;
            host.apply()?;
            assert_eq!(host.output("greeting")?, "Dear Ann,");
            Ok(())
        },
    );
}

#[test]
fn an_object_moves_from_one_member_to_the_other() {
    on_hosts(
        |matrix| matrix.needs(Feature::MoveAcrossTypes),
        |host| {
            host.config("resource \"desk_note\" \"a\" {\n  name = \"a\"\n  text = \"x\"\n}\n")?;
            host.apply()?;
            host.config(
                "resource \"desk_letter\" \"a\" {\n  name = \"a\"\n  text = \"x\"\n}\n\nmoved {\n  from = desk_note.a\n  to   = desk_letter.a\n}\n",
            )?;
            let plan = host.plan()?;
            assert_eq!(plan.action("desk_letter.a")?, Action::Update);
            host.apply_plan(&plan)?;
            host.plan()?.assert_empty();
            let folder = host.path().join("desk");
            assert!(folder.join("a.letter").exists());
            assert!(!folder.join("a.note").exists());
            host.destroy()?;
            assert_eq!(fs::read_dir(folder)?.count(), 0);
            Ok(())
        },
    );
}

#[test]
fn log_lines_name_the_member_that_writes_them() {
    on_hosts(
        |matrix| matrix.needs(Feature::CommandLine),
        |host| {
            host.config(BOTH)?;
            host.log_at("TRACE").plan()?;
            for member in ["notes", "letters"] {
                let field = format!("member={member}");
                assert!(host.log().contains(&field), "{field}: {}", host.log());
            }
            Ok(())
        },
    );
}
