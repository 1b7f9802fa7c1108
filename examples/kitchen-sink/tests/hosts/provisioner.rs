//! The provisioner, and what a module says of itself.

use std::os::unix::fs::symlink;

use super::on_installed_hosts;

/// Hosts look for provisioners in the folder of the configuration.
#[test]
fn a_provisioner_gets_the_created_resource() {
    on_installed_hosts(|sink| {
        symlink(
            env!("CARGO_BIN_EXE_terraform-provisioner-scrub"),
            sink.path().join("terraform-provisioner-scrub"),
        )?;
        let config = |times: u8| {
            format!(
                r#"
                terraform {{
                  provider_meta "sink" {{
                    owner = "Ann"
                  }}
                }}
                resource "sink_dish" "plate" {{
                  name = "plate"
                  connection {{
                    host = "moon"
                  }}
                  provisioner "scrub" {{
                    what  = self.name
                    times = {times}
                  }}
                }}
                data "sink_inspection" "all" {{
                  cups = 1
                }}
                "#
            )
        };
        sink.config(&config(0))?;
        let failure = sink.validate().expect_err("that is not scrubbing");
        failure.assert_mentions("Scrubbing takes at least one time");
        sink.config(&config(9))?;
        let failure = sink.apply().expect_err("the brush breaks");
        failure.assert_mentions("The brush broke");
        assert!(sink.state()?["sink_dish.plate"].tainted);
        sink.diary();
        sink.config(&config(2))?;
        let applied = sink.apply()?;
        let messages = applied
            .events()
            .any(|event| event.to_string().contains("plate@moon: 2"));
        assert!(messages, "{}", applied.stdout());

        // P7: what the module says of itself.
        assert_eq!(sink.diary(), ["plate belongs to Ann"]);
        assert_eq!(
            sink.state()?["data.sink_inspection.all"].attributes["owner"],
            "Ann"
        );
        Ok(())
    });
}
