//! A provider that runs already.

use terrane_test::{Action, Debugged, Matrix, Protocol};

use super::binary;

#[test]
fn hosts_connect_to_a_running_provider() {
    let Some(binary) = binary() else { return };
    let debugged = Debugged::start("hashicorp/local", binary).unwrap();
    // The second protocol is left out: the host does not start this provider.
    let protocols = [Protocol::Newest, Protocol::Only(5)];
    Matrix::new(debugged.provider())
        .protocols(protocols)
        .run(|host| {
            assert_eq!(host.protocol(), Protocol::Newest);
            // The provider's folder is not the host's.
            let file = host.path().join("a.txt");
            host.config(&format!(
                "resource \"local_file\" \"a\" {{\n  filename = {file:?}\n  content = \"x\"\n}}\n"
            ))?;
            assert_eq!(host.plan()?.action("local_file.a")?, Action::Create);
            host.apply()?;
            assert_eq!(std::fs::read_to_string(&file)?, "x");
            host.plan()?.assert_empty();
            host.destroy()?;
            assert!(!file.exists());
            Ok(())
        });
}
