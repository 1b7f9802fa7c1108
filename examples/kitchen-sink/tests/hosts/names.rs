//! Names of types that are not the provider's name and the model's.

use std::fs;

use terrane_test::{InstalledProvider, Matrix, Protocol};

use super::with_every_schema;

#[test]
fn g3_a_type_can_have_the_name_of_the_provider() {
    with_every_schema(|sink| {
        sink.config(
            "resource \"sink_dish\" \"cup\" {\nname = \"cup\"\n}\n\
             data \"sink\" \"this\" {\ndepends_on = [sink_dish.cup]\n}\n\
             output \"dishes\" {\nvalue = data.sink.this.dishes\n}\n",
        )?;
        sink.apply()?;
        assert_eq!(sink.output("dishes")?, 1);
        Ok(())
    });
}

/// The provider is served with options: protocol 6 alone, and over TCP.
#[test]
fn g3_a_provider_serves_types_of_another_prefix() {
    let beta = env!("CARGO_BIN_EXE_terraform-provider-sink-beta");
    let matrix = Matrix::new(InstalledProvider::binary("example/sink-beta", beta))
        .protocols([])
        .protocols_of_oldest_and_newest([Protocol::Newest]);
    matrix.run(|host| {
        let config = |holes: u32| {
            format!(
                "resource \"sink_strainer\" \"one\" {{\nprovider = sink-beta\nholes = {holes}\n}}\n\
                 data \"sink_strainer\" \"other\" {{\nprovider = sink-beta\nholes = 2000\n}}\n"
            )
        };
        host.config(&config(0))?;
        let failure = host.plan().expect_err("it has no holes");
        failure.assert_mentions("at least 1");
        host.config(&config(9))?;
        host.apply()?;
        let state = host.state()?;
        assert_eq!(state["sink_strainer.one"].attributes["strains"], true);
        assert_eq!(
            state["data.sink_strainer.other"].attributes["strains"],
            false
        );
        host.assert_settled()?;
        host.destroy()?;
        assert!(!fs::read_to_string(host.path().join("terraform.tfstate"))?.contains("strainer"));
        Ok(())
    });
}
