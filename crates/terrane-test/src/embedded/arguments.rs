//! The arguments of the embedded host's commands, which are those of Terraform.

use std::ffi::OsString;

use terrane_host::address::Target;
use terrane_host::engine::PlanOptions;
use terrane_host::evaluate::Variables;
use terrane_host::plan::Mode;

/// Options that change nothing here: nobody is asked, and nothing is coloured.
const IGNORED: [&str; 8] = [
    "-auto-approve",
    "-compact-warnings",
    "-input=false",
    "-lock=false",
    "-no-color",
    "-upgrade",
    "-backup=-",
    "-parallelism=10",
];

/// The arguments of a command.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    /// Whether the output is JSON.
    pub(super) is_json: bool,
    /// Whether the exit code of a plan tells whether it changes something.
    pub(super) has_detailed_exit_code: bool,
    /// The file for the plan.
    pub(super) out: Option<String>,
    pub(super) plan: PlanOptions,
    /// The names of files with variables.
    pub(super) variable_files: Vec<String>,
    /// The variables of the command line.
    variables: Vec<(String, String)>,
    /// What is not an option.
    pub(super) others: Vec<String>,
}

impl Arguments {
    /// Parses the arguments after the name of the command.
    pub(super) fn parse(arguments: &[OsString]) -> Result<Self, String> {
        let mut parsed = Self::default();
        let mut arguments = arguments.iter().map(|it| it.to_string_lossy().into_owned());
        while let Some(argument) = arguments.next() {
            let value = if argument == "-var" {
                arguments.next()
            } else {
                None
            };
            parsed.add(&argument, value)?;
        }
        Ok(parsed)
    }

    fn add(&mut self, argument: &str, next: Option<String>) -> Result<(), String> {
        let unsupported =
            || format!("the embedded host does not have the option `{argument}` of this command");
        let address = |text: &str| {
            text.parse::<Target>()
                .map_err(|error| format!("`{argument}`: {error}"))
        };
        let (option, value) = argument.split_once('=').unwrap_or((argument, ""));
        match (option, value) {
            _ if IGNORED.contains(&argument) => {}
            ("-json", "") => self.is_json = true,
            ("-detailed-exitcode", "") => self.has_detailed_exit_code = true,
            ("-out", file) => self.out = Some(file.to_owned()),
            ("-destroy", "") => self.plan.mode = Mode::Destroy,
            ("-refresh-only", "") => self.plan.mode = Mode::RefreshOnly,
            ("-refresh", "true" | "false") => self.plan.refresh = value == "true",
            ("-target", text) => self.plan.targets.push(address(text)?),
            ("-replace", text) => {
                let instance = text.parse().map_err(|_| unsupported())?;
                self.plan.replace.push(instance);
            }
            ("-var-file", file) => self.variable_files.push(file.to_owned()),
            ("-var", _) => {
                let text = next.unwrap_or_else(|| value.to_owned());
                let (name, value) = text.split_once('=').ok_or_else(unsupported)?;
                self.variables.push((name.to_owned(), value.to_owned()));
            }
            _ if argument.starts_with('-') => return Err(unsupported()),
            _ => self.others.push(argument.to_owned()),
        }
        Ok(())
    }

    /// Adds the variables of the command line to others.
    pub(super) fn variables(&self, variables: Variables) -> Variables {
        let own = self.variables.iter();
        own.fold(variables, |variables, (name, value)| {
            variables.with_text(name.as_str(), value.clone())
        })
    }
}
