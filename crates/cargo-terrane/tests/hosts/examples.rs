//! The examples in the documentation of a provider, as modules of one configuration.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use terrane_test::{Feature, Host, Workspace};

use super::Proxied;

/// An example, and what it needs.
pub(super) struct Example {
    /// The path of the file, below the folder of the examples.
    pub(super) file: &'static str,
    /// The feature without which a host cannot run it.
    pub(super) needs: Option<Feature>,
    /// Replaced texts, because other providers and long delays are missing here.
    pub(super) edits: &'static [(&'static str, &'static str)],
}

impl Example {
    pub(super) const fn new(file: &'static str) -> Self {
        Self {
            file,
            needs: None,
            edits: &[],
        }
    }

    pub(super) const fn needs(mut self, feature: Feature) -> Self {
        self.needs = Some(feature);
        self
    }

    pub(super) const fn edited(mut self, edits: &'static [(&'static str, &'static str)]) -> Self {
        self.edits = edits;
        self
    }

    /// The name of its module, which is also that of the module's folder.
    pub(super) fn module(&self) -> String {
        let name = self.file.trim_end_matches(".tf");
        name.replace(['/', '-'], "_")
    }

    pub(super) fn runs_on(&self, host: &Host) -> bool {
        self.needs.is_none_or(|feature| host.has(feature))
    }
}

/// The folder with the examples of a provider, in the cache of Go modules.
pub(super) fn folder(proxied: &Proxied) -> PathBuf {
    let output = Command::new("go")
        .args([
            "list",
            "-mod=readonly",
            "-m",
            "-f",
            "{{.Dir}}",
            proxied.package,
        ])
        .current_dir(&proxied.module)
        .env("GOPROXY", "off")
        .env("GOFLAGS", "")
        .env("GOWORK", "off")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let folder = String::from_utf8(output.stdout).unwrap();
    Path::new(folder.trim()).join("examples")
}

/// Checks that these are all examples of a provider.
pub(super) fn assert_complete(folder: &Path, examples: &[Example]) {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "tf") {
                let file = path.strip_prefix(folder).unwrap();
                found.insert(file.to_str().unwrap().to_owned());
            }
        }
    }
    let listed: BTreeSet<String> = examples.iter().map(|it| it.file.to_owned()).collect();
    assert_eq!(found, listed);
}

/// Writes the examples that the host can run as modules, and a configuration with all of them and `outputs`.
pub(super) fn write(
    host: &mut Workspace,
    folder: &Path,
    provider: &str,
    examples: &[Example],
    outputs: &str,
) -> io::Result<()> {
    let mut root = outputs.to_owned();
    let own = host.host().clone();
    for example in examples.iter().filter(|it| it.runs_on(&own)) {
        let name = example.module();
        let mut text = fs::read_to_string(folder.join(example.file))?;
        for (from, to) in example.edits {
            assert!(text.contains(from), "{}: {from}", example.file);
            text = text.replace(from, to);
        }
        let mut text = without_others(&text, provider);
        if example.needs == Some(Feature::Functions) && !text.contains("required_providers") {
            let source = format!("{provider} = {{ source = \"hashicorp/{provider}\" }}");
            let _ = writeln!(
                text,
                "terraform {{\n  required_providers {{\n    {source}\n  }}\n}}"
            );
        }
        host.file(format!("{name}/main.tf"), text)?;
        let _ = writeln!(root, "module \"{name}\" {{\n  source = \"./{name}\"\n}}");
    }
    host.config(&root)
}

/// Removes the blocks of other providers, which are examples of use.
fn without_others(text: &str, provider: &str) -> String {
    let is_other = |line: &str| {
        let mut words = line.split_whitespace();
        let keyword = words.next().unwrap_or_default();
        let label = words.next().unwrap_or_default().trim_matches('"');
        let owner = label.split('_').next().unwrap_or_default();
        ["resource", "data", "provider"].contains(&keyword)
            && ![provider, "terraform"].contains(&owner)
    };
    let (mut rest, mut skips) = (String::new(), false);
    for line in text.lines() {
        skips |= is_other(line);
        if !skips {
            rest.push_str(line);
            rest.push('\n');
        }
        skips &= line != "}" && !line.ends_with("{}");
    }
    rest
}
