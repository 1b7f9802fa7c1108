//! CLI configuration files are accepted, refused and used as Terraform does it.

use std::fs;
use std::path::Path;
use std::process::Command;

use terrane_host::providers::Installation;

/// Configuration files that Terraform accepts.
const ACCEPTED: [&str; 7] = [
    "disable_checkpoint = true\n",
    "provider_installation {\n  direct {}\n}\n",
    "provider_installation {\n  dev_overrides {\n    \"acme/zoo\" = \"/x\"\n  }\n  dev_overrides {\n    \"acme/desk\" = \"/x\"\n  }\n}\n",
    "provider_installation {\n  filesystem_mirror {\n    path = \"/x\"\n    unknown = \"1\"\n  }\n}\n",
    "provider_installation {\n  filesystem_mirror {\n    path = 5\n    include = []\n  }\n}\n",
    "provider_installation {\n  filesystem_mirror {\n    path = \"/x\"\n    include = [\"*/*\"]\n    exclude = [\"*/*/*\", \"Acme/ZOO\"]\n  }\n}\n",
    "provider_installation {\n  network_mirror {\n    url = \"https://example.com/\"\n  }\n}\n",
];

/// Configuration files that Terraform refuses.
const REFUSED: [&str; 18] = [
    "provider_installation {",
    "provider_installation {\n  direct {}\n}\nprovider_installation {\n  direct {}\n}\n",
    "provider_installation = {\n  direct = {}\n}\n",
    "provider_installation \"x\" {\n  direct {}\n}\n",
    "provider_installation {\n  direct = \"x\"\n}\n",
    "provider_installation {\n  direct \"x\" {}\n}\n",
    "provider_installation {\n  ftp {}\n}\n",
    "provider_installation {\n  filesystem_mirror {}\n}\n",
    "provider_installation {\n  filesystem_mirror {\n    path = \"\"\n  }\n}\n",
    "provider_installation {\n  network_mirror {}\n}\n",
    "provider_installation {\n  direct {}\n  dev_overrides {\n    \"acme/zoo\" = \"/x\"\n  }\n}\n",
    "provider_installation {\n  dev_overrides {\n    \"a/b/c/d\" = \"/x\"\n  }\n}\n",
    "provider_installation {\n  filesystem_mirror {\n    path = \"/x\"\n    include = \"acme/zoo\"\n  }\n}\n",
    "provider_installation {\n  direct {\n    include = [\"zoo\"]\n  }\n}\n",
    "provider_installation {\n  direct {\n    include = [\"*/acme/zoo\"]\n  }\n}\n",
    "provider_installation {\n  direct {\n    include = [\"example.com/*/zoo\"]\n  }\n}\n",
    "provider_installation {\n  direct {\n    exclude = [\"ex ample/a/b\"]\n  }\n}\n",
    "provider_installation {\n  direct {\n    exclude = [\"acme/zoo!\"]\n  }\n}\n",
];

/// Returns whether Terraform accepts a configuration file, unless there is no `terraform` on the PATH.
fn terraform_accepts(folder: &Path, text: &str) -> Option<bool> {
    let file = folder.join("cli.tfrc");
    fs::write(&file, text).unwrap();
    let mut version = Command::new("terraform");
    version.arg("version").current_dir(folder);
    version.env("TF_CLI_CONFIG_FILE", file);
    version.env("CHECKPOINT_DISABLE", "1");
    let output = version.output().ok()?;
    let errors = String::from_utf8_lossy(&output.stderr);
    Some(!errors.contains("There are some problems with the"))
}

#[test]
fn configuration_files_are_accepted_and_refused_as_terraform_does() {
    let folder = tempfile::tempdir().unwrap();
    let accepted = ACCEPTED.iter().map(|text| (text, true));
    let refused = REFUSED.iter().map(|text| (text, false));
    for (text, is_accepted) in accepted.chain(refused) {
        let ours = Installation::parse(text);
        assert_eq!(ours.is_ok(), is_accepted, "{text}{ours:?}");
        match terraform_accepts(folder.path(), text) {
            Some(verdict) => assert_eq!(verdict, is_accepted, "{text}"),
            None => eprintln!("skipped the comparison: there is no `terraform` on the PATH"),
        }
    }
}

#[test]
fn json_has_the_same_installation_as_hcl() {
    let hcl = "provider_installation {\n  dev_overrides {\n    \"acme/zoo\" = \"/x\"\n  }\n  filesystem_mirror {\n    path = \"/a\"\n  }\n  filesystem_mirror {\n    path = \"/b\"\n  }\n}\n";
    let json = r#"{"provider_installation": [{
        "dev_overrides": {"acme/zoo": "/x"},
        "filesystem_mirror": [{"path": "/a"}, {"path": "/b"}]
    }]}"#;
    let installation = Installation::parse(json).unwrap().unwrap();
    assert_eq!(Installation::parse(hcl).unwrap().unwrap(), installation);
    assert_eq!(installation.mirrors.len(), 2);
}
