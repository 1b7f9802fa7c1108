//! Generated configurations of objects whose values no configuration may set together.

use std::fs;

use terrane_test::{Feature, InstalledProvider, Matrix};

use super::example;

fn related() -> Matrix {
    Matrix::new(InstalledProvider::binary(
        "example/related",
        example("related"),
    ))
    .needs(Feature::GenerateConfig)
}

/// Counts the lines of a file that set an attribute.
fn count(file: &str, name: &str) -> usize {
    let lines = file.lines().map(str::trim);
    let set = lines.filter(|line| {
        let value = line.strip_prefix(name).map(str::trim_start);
        value.is_some_and(|it| it.starts_with('=') && !it.contains("null"))
    });
    set.count()
}

#[test]
fn i10_a_generated_configuration_of_an_import_satisfies_all_relations() {
    related().run(|host| {
        let import = "import {\nto = related_door.it\nid = \"front\"\nprovider = related\n}\n";
        host.config(import)?;
        host.run([
            "plan",
            "-input=false",
            "-no-color",
            "-generate-config-out=door.tf",
        ])?;
        let door = fs::read_to_string(host.path().join("door.tf"))?;
        // The first of two members stays, and the value that an object cannot lose.
        assert_eq!(
            (count(&door, "text"), count(&door, "encoded")),
            (1, 0),
            "{door}"
        );
        assert_eq!(count(&door, "mode"), 0, "{door}");
        assert_eq!(
            (count(&door, "pin"), count(&door, "code")),
            (0, 1),
            "{door}"
        );
        assert_eq!(
            (count(&door, "cidr"), count(&door, "group")),
            (15, 0),
            "{door}"
        );
        // Hosts do not write deprecated values, so the other port cannot stay.
        assert_eq!((count(&door, "from"), count(&door, "to")), (0, 0), "{door}");
        host.config(&import.replace("provider = related\n", ""))?;
        host.run(["validate", "-no-color"])?;
        let plan = host.plan()?;
        assert_eq!(
            plan.change("related_door.it")?.json["importing"]["id"],
            "front"
        );
        host.apply_plan(&plan)?;
        host.assert_settled()?;
        Ok(())
    });
}

#[test]
fn i10_generated_configurations_of_a_query_satisfy_all_relations() {
    related().run(|host| {
        host.config("")?;
        let list =
            "list \"related_door\" \"all\" {\nprovider = related\ninclude_resource = true\n}\n";
        host.file("doors.tfquery.hcl", list)?;
        host.run(["query", "-no-color", "-generate-config-out=doors.tf"])?;
        let doors = fs::read_to_string(host.path().join("doors.tf"))?;
        assert_eq!(
            (count(&doors, "cidr"), count(&doors, "group")),
            (30, 0),
            "{doors}"
        );
        host.run(["validate", "-no-color"])?;
        host.apply()?;
        assert_eq!(host.state()?.iter().count(), 2);
        host.assert_settled()?;
        Ok(())
    });
}
