//! The command line of Terraform or OpenTofu.

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::Command;

use fs_err as fs;
use tempfile::TempDir;

use crate::steps::{Host, Purpose};

/// The name of the provider's program.
pub(crate) const PROVIDER: &str = "terraform-provider-local";

/// The file of the last plan.
const PLAN: &str = "tour.tfplan";

/// A host that is a program.
pub(crate) struct CommandLine {
    program: PathBuf,
    /// The options of every command.
    options: &'static [&'static str],
    /// The folder with the provider and the settings of the host.
    programs: TempDir,
}

impl CommandLine {
    /// Makes the host use our build of the provider, so that it needs no `init`.
    pub(crate) fn new(program: PathBuf, has_colors: bool) -> Result<Self, Box<dyn Error>> {
        let programs = tempfile::tempdir()?;
        let provider = format!("{PROVIDER}{}", env::consts::EXE_SUFFIX);
        fs::copy(env::current_exe()?, programs.path().join(provider))?;
        let folder = format!("{:?}", programs.path().display().to_string());
        let settings = format!(
            "provider_installation {{\n  dev_overrides {{\n    \"hashicorp/local\" = {folder}\n  }}\n  direct {{}}\n}}\n"
        );
        fs::write(programs.path().join("cli.tfrc"), settings)?;
        Ok(Self {
            program,
            options: if has_colors { &[] } else { &["-no-color"] },
            programs,
        })
    }

    /// Runs a command, and shows its output. Returns its exit code.
    fn run(&self, arguments: &[&str]) -> Result<i32, Box<dyn Error>> {
        let shown = arguments.join(" ");
        println!("\n$ {} {shown}", self.program.display());
        let mut command = Command::new(&self.program);
        command.args(arguments);
        let status = command
            .env("TF_CLI_CONFIG_FILE", self.programs.path().join("cli.tfrc"))
            .env("CHECKPOINT_DISABLE", "1")
            .env("TF_INPUT", "0")
            .status()
            .map_err(|error| format!("cannot run {}: {error}", self.program.display()))?;
        match status.code() {
            Some(code @ (0 | 2)) => Ok(code),
            _ => Err(format!("`{shown}` ended with {status}").into()),
        }
    }
}

impl Host for CommandLine {
    fn plan(&mut self, purpose: Purpose) -> Result<bool, Box<dyn Error>> {
        let out = format!("-out={PLAN}");
        let mut arguments = vec!["plan", "-detailed-exitcode", &out];
        arguments.extend(self.options);
        match purpose {
            Purpose::Change => {}
            Purpose::RefreshOnly => arguments.push("-refresh-only"),
            Purpose::Destroy => arguments.push("-destroy"),
        }
        Ok(self.run(&arguments)? == 2)
    }

    fn apply(&mut self) -> Result<(), Box<dyn Error>> {
        let mut arguments = vec!["apply"];
        arguments.extend(self.options);
        arguments.push(PLAN);
        self.run(&arguments).map(|_| ())
    }
}
