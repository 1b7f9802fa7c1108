//! List resources.

use std::fs;

use terrane_test::{Feature, InstalledProvider, Matrix, TestResult};

use super::on_hosts_with;

/// LR1 to LR3, I9.
#[test]
fn lr1_lr3_existing_objects_are_found_by_their_identities_and_imported() {
    on_hosts_with(Feature::ListResources, |sink| {
        fs::create_dir_all(sink.folder())?;
        for (name, leftovers) in [("plate", "rice"), ("platter", "bones"), ("cup", "tea")] {
            fs::write(sink.folder().join(format!("{name}.dish")), leftovers)?;
        }
        sink.config("")?;
        let list = |prefix: &str| {
            format!(
                "list \"sink_dish\" \"plates\" {{\nprovider = sink\ninclude_resource = true\nconfig {{\nprefix = \"{prefix}\"\n}}\n}}\n"
            )
        };
        sink.file("dishes.tfquery.hcl", list("/"))?;
        let failure = sink
            .run(["query", "-no-color"])
            .expect_err("no dish is called so");
        failure.assert_mentions("No dish has a slash in its name");
        sink.file("dishes.tfquery.hcl", list("pl"))?;
        let found = sink.run(["query", "-no-color", "-generate-config-out=found.tf"])?;
        let text = found.stdout();
        for part in ["name=plate ", "The plate", "name=platter", "The platter"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("cup"), "{text}");
        let generated = fs::read_to_string(sink.path().join("found.tf"))?;
        assert!(generated.contains("bones"), "{generated}");
        sink.apply()?;
        assert_eq!(sink.state()?.iter().count(), 2);
        sink.assert_settled()?;
        Ok(())
    });
}

/// LR5: the sink serves towels, and the cellar lists them.
#[test]
fn lr5_towels_of_another_provider_are_found_and_imported() {
    let binary = env!("CARGO_BIN_EXE_terraform-provider-sink-shared");
    let shared = InstalledProvider::binary("example/sink", binary);
    let matrix = Matrix::new(shared).needs(Feature::ListResources);
    matrix.run(|host| -> TestResult {
        let folder = host.path().join("sink");
        host.env("SINK_FOLDER", &folder);
        fs::create_dir_all(&folder)?;
        for (owner, colour) in [("ann", "blue"), ("bob", "red")] {
            let text = format!("towel-{owner}\n{owner}\n{colour}");
            fs::write(folder.join(format!("towel-{owner}.towel")), text)?;
        }
        host.config("")?;
        let list = "list \"sink_towel\" \"all\" {\nprovider = sink\ninclude_resource = true\n}\n";
        host.file("towels.tfquery.hcl", list)?;
        let found = host.run(["query", "-no-color", "-generate-config-out=found.tf"])?;
        let text = found.stdout();
        for part in ["mark=towel-ann", "The towel of ann", "The towel of bob"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let generated = fs::read_to_string(host.path().join("found.tf"))?;
        assert!(
            generated.contains("blue") && generated.contains("red"),
            "{generated}"
        );
        host.apply()?;
        assert_eq!(host.state()?.iter().count(), 2);
        host.assert_settled()?;
        Ok(())
    });
}
