//! The command line of a provider's program.

use std::path::PathBuf;

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
    Version,
    Help,
}

impl Command {
    pub(super) fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut command = Self::Serve;
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
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
                _ => return Err(messages::unknown_argument(&argument)),
            }
        }
        Ok(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Command, String> {
        Command::parse(arguments.iter().map(|argument| (*argument).to_owned()))
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
    fn an_unknown_argument_is_an_error() {
        assert!(parse(&["--debug-env-file"]).unwrap_err().contains("path"));
        assert!(parse(&["--verbose"]).unwrap_err().contains("--verbose"));
    }
}
