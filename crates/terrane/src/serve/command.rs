//! The command line of a provider's program.

use std::ffi::OsString;
use std::path::PathBuf;

use super::format::Format;
use crate::messages;

/// The command that the options of the program select.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Serve the host that started the process.
    Serve,
    /// Serve without a host that starts the process.
    Debug {
        env_file: Option<PathBuf>,
    },
    /// Print the schema.
    Schema {
        format: Format,
    },
    Version,
    Help,
}

impl Command {
    /// Parses the arguments. Only a path may have bytes that are not text.
    pub(super) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let mut command = Self::Serve;
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let argument = argument.to_string_lossy().into_owned();
            match argument.as_str() {
                "--debug" | "-debug" => {
                    if command == Self::Serve {
                        command = Self::Debug { env_file: None };
                    }
                }
                "--debug-env-file" | "-debug-env-file" => {
                    let path = arguments
                        .next()
                        .ok_or_else(|| messages::missing_path(&argument))?;
                    command = Self::Debug {
                        env_file: Some(path.into()),
                    };
                }
                "--version" | "-version" => return Ok(Self::Version),
                "--help" | "-help" | "-h" => return Ok(Self::Help),
                "schema" => return Self::parse_schema(arguments),
                _ => return Err(messages::unknown_argument(&argument)),
            }
        }
        Ok(command)
    }

    /// Parses what follows `schema`.
    fn parse_schema(arguments: impl Iterator<Item = OsString>) -> Result<Self, String> {
        let mut format = Format::TerraformJson;
        let mut arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
        while let Some(argument) = arguments.next() {
            let (option, value) = match argument.split_once('=') {
                Some((option, value)) => (option, Some(value.to_owned())),
                None => (argument.as_str(), None),
            };
            if !matches!(option, "--format" | "-format") {
                return Err(messages::unknown_argument(&argument));
            }
            let name = value.or_else(|| arguments.next()).unwrap_or_default();
            format = Format::of(&name).ok_or_else(|| messages::unknown_format(&name))?;
        }
        Ok(Self::Schema { format })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Command, String> {
        Command::parse(arguments.iter().map(OsString::from))
    }

    #[test]
    fn hosts_start_providers_without_arguments() {
        assert_eq!(parse(&[]), Ok(Command::Serve));
    }

    #[test]
    fn debug_is_written_with_one_dash_or_two() {
        let env_file = Some(PathBuf::from("x.env"));
        for dash in ["--debug", "-debug"] {
            assert_eq!(parse(&[dash]), Ok(Command::Debug { env_file: None }));
            let with_file = [dash, "--debug-env-file", "x.env"];
            let expected = Command::Debug {
                env_file: env_file.clone(),
            };
            assert_eq!(parse(&with_file), Ok(expected));
        }
    }

    #[test]
    fn version_and_help_are_printed_whatever_else_is_asked() {
        assert_eq!(parse(&["--debug", "--version"]), Ok(Command::Version));
        assert_eq!(parse(&["--help"]), Ok(Command::Help));
    }

    #[test]
    fn a_schema_has_a_format() {
        let schema = |format| Ok(Command::Schema { format });
        assert_eq!(parse(&["schema"]), schema(Format::TerraformJson));
        let written = ["schema", "--format", "terraform-json"];
        assert_eq!(parse(&written), schema(Format::TerraformJson));
        let joined = ["schema", "-format=terrane-json"];
        assert_eq!(parse(&joined), schema(Format::TerraneJson));
        let problem = parse(&["schema", "--format", "yaml"]).unwrap_err();
        assert!(problem.contains("yaml"), "{problem}");
        assert!(parse(&["schema", "--format"]).is_err());
        assert!(parse(&["schema", "zoo"]).unwrap_err().contains("zoo"));
    }

    #[test]
    fn an_unknown_argument_is_an_error() {
        assert!(parse(&["--debug-env-file"]).unwrap_err().contains("path"));
        assert!(parse(&["--verbose"]).unwrap_err().contains("--verbose"));
    }
}
