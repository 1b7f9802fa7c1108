//! The documented examples of `hashicorp/local`.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::json;
use terrane_test::{Feature, Matrix};

use super::behind_proxy;
use super::examples::{self, Example};

const PACKAGE: &str = "github.com/terraform-providers/terraform-provider-local";

const EXAMPLES: [Example; 10] = [
    Example::new("actions/local_command/action.tf").needs(Feature::Actions),
    Example::new("actions/local_command/action_environment.tf").needs(Feature::Actions),
    Example::new("data-sources/data-source-file.tf"),
    Example::new("data-sources/data-source-sensitive-file.tf"),
    Example::new("data-sources/local_command/data-source.tf"),
    Example::new("ephemeral-resources/local_command/ephemeral-resource.tf")
        .needs(Feature::Ephemeral),
    Example::new("functions/direxists/basic.tf").needs(Feature::Functions),
    Example::new("functions/direxists/homedir.tf").needs(Feature::Functions),
    Example::new("resources/resource-file.tf"),
    Example::new("resources/resource-sensitive-file.tf"),
];

/// The variables of an example of an action.
const VARIABLES: &str = r#"
variable "app_name" {
  default = "zoo"
}
variable "environment" {
  default = "test"
}
variable "log_level" {
  default = "debug"
}
"#;

/// Writes a program.
fn program(path: &Path, script: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, script).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_documented_examples_of_local_pass() {
    let Some(proxied) = behind_proxy("hashicorp/local", "local", PACKAGE) else {
        return;
    };
    let folder = examples::folder(&proxied);
    examples::assert_complete(&folder, &EXAMPLES);
    Matrix::new(proxied.provider.clone()).run(|host| {
        let root = host.path().to_owned();
        let has_functions = host.host().has(Feature::Functions);
        let mut outputs = r#"
            output "fruit" {
              value = module.data_sources_local_command_data_source.fruit_tf
            }
        "#
        .to_owned();
        if has_functions {
            outputs += r#"
                output "exists" {
                  value = [module.functions_direxists_basic.example_output, module.functions_direxists_homedir.example_output_homedir]
                }
            "#;
        }
        examples::write(host, &folder, "local", &EXAMPLES, &outputs)?;
        // The files and programs that the examples use.
        for name in ["data_sources_data_source_file", "data_sources_data_source_sensitive_file"] {
            host.file(format!("{name}/foo.bar"), "foo!")?;
        }
        fs::create_dir_all(root.join("functions_direxists_basic/example-directory"))?;
        let script = fs::read(folder.join("actions/local_command/example_script.sh"))?;
        host.file("example_script.sh", script)?;
        host.file(
            "scripts/notify.sh",
            "echo $APP_NAME $ENVIRONMENT $LOG_LEVEL > notified\n",
        )?;
        host.file("actions_local_command_action_environment/variables.tf", VARIABLES)?;
        program(
            &root.join("bin/jq"),
            "#!/bin/sh\ncat > /dev/null\necho '[\"apple\", \"lemon\"]'\n",
        );
        program(&root.join("bin/pass"), "#!/bin/sh\necho secret\n");
        let path = std::env::var("PATH")?;
        host.env("PATH", format!("{}/bin:{path}", root.display()));
        host.env("HOME", root.as_os_str());

        host.run(["get"])?;
        host.apply()?;
        let written = [
            "resources_resource_file/foo.bar",
            "resources_resource_sensitive_file/foo.bar",
        ];
        for file in written {
            assert_eq!(fs::read_to_string(root.join(file))?, "foo!");
        }
        assert_eq!(host.output("fruit")?, json!(["apple", "lemon"]));
        if has_functions {
            assert_eq!(host.output("exists")?, json!([true, false]));
        }
        if host.host().has(Feature::Actions) {
            let notified = fs::read_to_string(root.join("notified"))?;
            assert_eq!(notified, "zoo test debug\n");
        }
        host.assert_settled()?;
        fs::write(root.join(written[0]), "drift")?;
        host.apply()?;
        assert_eq!(fs::read_to_string(root.join(written[0]))?, "foo!");
        host.destroy()?;
        assert!(!root.join(written[0]).exists());
        Ok(())
    });
}
