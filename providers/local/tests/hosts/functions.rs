//! The function `direxists`.

use std::os::unix::fs::symlink;

use serde_json::json;
use terrane_test::Feature;

use super::matrix;

#[test]
fn directories_exist_or_do_not() {
    matrix().needs(Feature::Functions).needs(Feature::CommandLine).run(|host| {
        host.file("folder/file", "")?;
        symlink("folder", host.path().join("link"))?;
        symlink("none", host.path().join("dangling"))?;
        let found = json!(["folder", "folder/", "./none/../folder", "link", ".", ""]);
        let missing = json!(["none", "dangling", "~", "folder/none", "/none/../none"]);
        host.config(&format!(
            "output \"found\" {{\n  value = [for path in {found} : provider::local::direxists(path)]\n}}\n\
             output \"missing\" {{\n  value = [for path in {missing} : provider::local::direxists(path)]\n}}\n\
             output \"absolute\" {{\n  value = provider::local::direxists(abspath(\"folder\"))\n}}\n\
             output \"late\" {{\n  value = provider::local::direxists(terraform_data.late.output)\n}}\n\
             resource \"terraform_data\" \"late\" {{\n  input = \"folder\"\n}}\n"
        ))?;
        host.apply()?;
        let state = host.state()?;
        assert_eq!(
            *state.output("found"),
            json!([true, true, true, true, true, true])
        );
        assert_eq!(
            *state.output("missing"),
            json!([false, false, false, false, false])
        );
        assert_eq!(
            (state.output("absolute"), state.output("late")),
            (&json!(true), &json!(true))
        );

        let calls = ["\"folder/file\"", "\"folder/file/below\"", "null"];
        let outputs = calls.iter().enumerate().map(|(at, path)| {
            format!("output \"o{at}\" {{\n  value = provider::local::direxists({path})\n}}\n")
        });
        host.config(&outputs.collect::<String>())?;
        let failure = host.plan().expect_err("no argument is right");
        assert_eq!(failure.errors().count(), 3, "{failure}");
        let below = host.path().join("folder/file/below");
        for (line, text) in [
            (
                2,
                "Invalid file mode detected: \"folder/file\" was found, but is not a directory",
            ),
            (
                5,
                &format!(
                    "Error checking for directory: stat {}: not a directory",
                    below.display()
                ),
            ),
            (8, "argument must not be null"),
        ] {
            let error = failure
                .error(text)
                .unwrap_or_else(|| panic!("{text}\n{failure}"));
            assert_eq!(error.summary, "Invalid function argument", "{failure}");
            assert!(
                error.mentions("Invalid value for \"path\" parameter"),
                "{failure}"
            );
            assert_eq!(error.place, Some(("main.tf".to_owned(), line)), "{failure}");
        }
        Ok(())
    });
}
