//! List resources.

use std::fs;

use terrane_test::Feature;

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
