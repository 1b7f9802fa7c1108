//! The provider under every Terraform and OpenTofu that is installed.

use serde_json::json;
use terrane_api_test::Server;
use terrane_test::{Action, InstalledProvider, Matrix};

use crate::api::{PASSWORD, api};

#[test]
fn an_animal_is_applied_and_a_change_by_somebody_else_is_explained() {
    let program = env!("CARGO_BIN_EXE_terraform-provider-shelter");
    Matrix::new(InstalledProvider::binary("example/shelter", program)).run(|host| {
        let api = api();
        let server = Server::start(api.clone())?;
        host.env("SHELTER_URL", format!("{}/v1", server.url()));
        host.env("SHELTER_PASSWORD", PASSWORD);
        host.env("TERRANE_EXPLAIN", "1");
        host.config("resource \"shelter_animal\" \"rex\" {\nname = \"rex\"\nfood = 100\n}")?;
        host.apply()?;
        host.plan()?.assert_empty();

        api.state().animals.get_mut("animal-1").unwrap()["dailyFood"] = json!(50);
        let plan = host.plan()?;
        assert_eq!(plan.action("shelter_animal.rex")?, Action::Update);
        let mut warnings = plan.diagnostics().iter();
        assert!(warnings.any(|it| it.mentions("food: changed by the configuration")));

        host.destroy()?;
        assert!(api.state().animals.is_empty());
        Ok(())
    });
}
