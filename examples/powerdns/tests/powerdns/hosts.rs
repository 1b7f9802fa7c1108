//! The provider under every Terraform and OpenTofu that is installed.

use serde_json::json;
use terrane_api_test::Server;
use terrane_test::{Action, InstalledProvider, Matrix};

use crate::fake::{KEY, api};

const CONFIG: &str = include_str!("../../examples/resources/powerdns_record/resource.tf");

#[test]
fn the_example_is_applied_and_a_change_by_somebody_else_is_explained() {
    let program = env!("CARGO_BIN_EXE_terraform-provider-powerdns");
    Matrix::new(InstalledProvider::binary("example/powerdns", program)).run(|host| {
        let api = api();
        let server = Server::start(api.clone())?;
        host.env("PDNS_SERVER_URL", server.url());
        host.env("PDNS_API_KEY", KEY);
        host.env("TERRANE_EXPLAIN", "1");
        host.config(CONFIG)?;
        host.apply()?;
        host.plan()?.assert_empty();

        let key = ("www.example.org.".to_owned(), "A".to_owned());
        let mut world = api.state();
        let zone = world.zones.get_mut("example.org.").unwrap();
        zone.rrsets.get_mut(&key).unwrap()["ttl"] = json!(1);
        drop(world);
        let plan = host.plan()?;
        assert_eq!(plan.action("powerdns_record.www")?, Action::Update);
        let mut warnings = plan.diagnostics().iter();
        assert!(warnings.any(|it| it.mentions("ttl: changed by the configuration")));

        host.destroy()?;
        assert!(api.state().zones.is_empty());
        Ok(())
    });
}
