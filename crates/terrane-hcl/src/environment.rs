//! The environment of functions: files, a clock, random numbers, and limits.

use std::time::SystemTime;

/// The caller's side of functions such as `file`, `timestamp` and `uuid`. This crate does no input and output itself.
///
/// Each method has a default that provides nothing, so an implementation overrides only what it supports.
///
/// ```
/// use terrane_hcl::{Environment, FileError};
///
/// struct OneFile;
///
/// impl Environment for OneFile {
///     fn read_file(&self, path: &str) -> Result<Vec<u8>, FileError> {
///         match path {
///             "motd.txt" => Ok(b"hello".to_vec()),
///             _ => Err(FileError::NotFound),
///         }
///     }
/// }
///
/// assert_eq!(OneFile.read_file("motd.txt"), Ok(b"hello".to_vec()));
/// ```
pub trait Environment {
    /// Returns the directory to which the paths of file functions are relative. Hosts use `.`.
    fn base_directory(&self) -> &str {
        "."
    }

    /// Returns the absolute path of the working directory, for `abspath`.
    fn working_directory(&self) -> Option<String> {
        None
    }

    /// Returns the user's home directory, for paths that start with `~`.
    fn home_directory(&self) -> Option<String> {
        None
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Fails if there is no such file, or if it cannot be read.
    fn read_file(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let _ = path;
        Err(FileError::Other("files are not available here".to_owned()))
    }

    /// Returns what a path refers to. Symbolic links are followed.
    ///
    /// # Errors
    ///
    /// Fails if the path refers to no file, or if that cannot be found out.
    fn file_kind(&self, path: &str) -> Result<FileKind, FileError> {
        let _ = path;
        Err(FileError::Other("files are not available here".to_owned()))
    }

    /// Returns the files in a directory, without `.` and `..`, for `fileset`.
    ///
    /// # Errors
    ///
    /// Fails if there is no such directory, or if it cannot be read.
    fn read_directory(&self, path: &str) -> Result<Vec<DirectoryEntry>, FileError> {
        let _ = path;
        Err(FileError::Other("files are not available here".to_owned()))
    }

    /// Returns the time for `timestamp`. Without a time the result is unknown. Hosts give no time during a plan.
    fn now(&self) -> Option<SystemTime> {
        None
    }

    /// Returns the time of the plan for `plantimestamp`. Without a time the result is unknown. Hosts give no time during validation.
    fn plan_time(&self) -> Option<SystemTime> {
        None
    }

    /// Returns 16 random bytes for `uuid` and `bcrypt`. Without them their results are unknown, as they are while a host plans.
    fn random(&self) -> Option<[u8; 16]> {
        None
    }

    /// Returns the limits for evaluations, and for the results of functions.
    fn limits(&self) -> ResultLimits {
        ResultLimits::default()
    }
}

/// An environment without files, clock and random numbers, for expressions that need none of them.
#[derive(Debug)]
pub struct NoEnvironment;

impl Environment for NoEnvironment {}

/// What a path refers to.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A device, a socket or another kind of file.
    Other,
}

/// A file in a directory.
#[derive(Debug)]
pub struct DirectoryEntry {
    /// The name without the directory.
    pub name: String,
    /// Whether the file is a directory. For a symbolic link this is false: `fileset` asks for its kind, because `**` follows links.
    pub is_directory: bool,
}

/// Why a file cannot be read.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum FileError {
    /// The path refers to no file.
    NotFound,
    /// Any other reason, in words.
    Other(String),
}

/// How much work and memory an evaluation may take. A short expression can ask for any amount, as nested `for` expressions and
/// `format("%999999999d", 1)` do.
///
/// The first three limits are those of each result of a function. A function that exceeds one has failed, which `try` accepts. The others are those of a whole
/// evaluation with all templates that it renders, and exceeding one is an error that `try` does not hide.
///
/// The evaluator takes the limits from [`Functions::limits`](crate::Functions::limits), which [`Builtins`](crate::Builtins) take from their environment.
#[derive(Debug, Clone, Copy)]
pub struct ResultLimits {
    /// How many bytes a string may have. The default is 16 MiB.
    pub text: usize,
    /// How many elements a collection may have. The default is one million.
    pub elements: usize,
    /// How deeply decoded documents may nest. The default is 1000.
    pub depth: usize,
    /// How many steps of work may be done, of about ten nanoseconds each. The default is 100 million.
    pub steps: u64,
    /// How many bytes all values that exist at one time may take, by an estimate. The default is 110 MiB.
    pub memory: usize,
}

/// The most bytes that a value takes for each of its elements, if these are collections of one element.
const NESTED_ELEMENT: usize = 512;

/// How many bytes of the limit of the memory each byte of a parsed text counts for. Its syntax tree may take twice as many, because the limit is less than half
/// of what an evaluation takes at most.
const SYNTAX: usize = 40;

impl ResultLimits {
    /// Returns how many elements a value may have, of all its collections, that one call makes of a text.
    pub(crate) fn elements_of_text(&self) -> usize {
        self.elements.min(self.memory / NESTED_ELEMENT)
    }

    /// Returns how many bytes a text may have that is parsed in the configuration language.
    pub(crate) fn parsed_text(&self) -> usize {
        self.text.min(self.memory / SYNTAX)
    }
}

impl Default for ResultLimits {
    fn default() -> Self {
        Self {
            text: 16 << 20,
            elements: 1_000_000,
            depth: 1000,
            steps: 100_000_000,
            memory: 110 << 20,
        }
    }
}
