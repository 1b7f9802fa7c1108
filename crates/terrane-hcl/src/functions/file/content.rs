//! Functions that read files.

use crate::environment::{FileError, FileKind};
use crate::functions::call::{Call, CallError};
use crate::functions::crypto::Hash;
use crate::functions::encoding::encode_base64;
use crate::functions::messages;
use crate::functions::signature::{ArgumentType, Function, Parameter, Returns, string};
use crate::value::{Mark, Value};

use super::path;

const PATH: &[Parameter] = &[string("path").unknowns().marks()];
const TEXT: Returns = Returns::ArgumentType(ArgumentType::String);

macro_rules! file_hash {
    ($name:literal, $what:literal, $hash:ident) => {
        Function::new(
            $name,
            concat!("Returns the ", $what, " of a file."),
            &[string("path")],
            TEXT,
            |call| {
                let bytes = read_bytes(call).map_err(|error| CallError::new(error.message))?;
                Ok(Hash::$hash.text_of(&bytes).into())
            },
        )
    };
}

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("file", "Returns the text of a file.", PATH, TEXT, file),
    Function::new(
        "filebase64",
        "Returns the bytes of a file in Base64.",
        PATH,
        TEXT,
        |call| marked(call, |call| Ok(encode_base64(read_bytes(call)?).into())),
    ),
    file_hash!("filebase64sha256", "SHA-256 hash in Base64", Base64Sha256),
    file_hash!("filebase64sha512", "SHA-512 hash in Base64", Base64Sha512),
    Function::new(
        "fileexists",
        "Returns whether a file exists.",
        PATH,
        Returns::ArgumentType(ArgumentType::Bool),
        |call| marked(call, exists),
    ),
    file_hash!("filemd5", "MD5 hash in hexadecimal digits", Md5),
    file_hash!("filesha1", "SHA-1 hash in hexadecimal digits", Sha1),
    file_hash!("filesha256", "SHA-256 hash in hexadecimal digits", Sha256),
    file_hash!("filesha512", "SHA-512 hash in hexadecimal digits", Sha512),
];

/// Calls a function with a known path, and puts the marks of the path on the result.
fn marked(
    call: &Call<'_>,
    function: fn(&Call<'_>) -> Result<Value, CallError>,
) -> Result<Value, CallError> {
    let path = call.value(0);
    let result = if path.is_unknown() {
        call.unknown()
    } else {
        function(call)?
    };
    Ok(result.with_marks(path.marks()))
}

fn file(call: &Call<'_>) -> Result<Value, CallError> {
    marked(call, |call| Ok(read_text(call)?.into()))
}

/// Returns the path of the first argument as messages may show it.
fn path_for_message(call: &Call<'_>) -> String {
    let is_secret = call.value(0).marks().contains(&Mark::Sensitive);
    messages::unless_secret(call.text(0), is_secret)
}

/// Returns the complete path of the first argument.
fn absolute_path(call: &Call<'_>) -> Result<String, CallError> {
    let environment = call.environment();
    let home = environment.home_directory();
    let expanded = path::expand(call.text(0), home.as_deref())
        .map_err(|reason| CallError::new(format!("failed to expand ~: {reason}")))?;
    Ok(path::join(environment.base_directory(), &expanded))
}

/// Reads the file of the first argument.
fn read_bytes(call: &Call<'_>) -> Result<Vec<u8>, CallError> {
    let bytes = call.environment().read_file(&absolute_path(call)?).map_err(|error| {
        let path = path_for_message(call);
        CallError::argument(0, match error {
            FileError::NotFound => format!(
                "no file exists at \"{path}\"; this function works only with files that are distributed as part of the configuration source code, so if this file will be created by a resource in this configuration you must instead obtain this result from an attribute of that resource"
            ),
            FileError::Other(reason) => format!("failed to read file \"{path}\": {reason}"),
        })
    })?;
    call.check_text(bytes.len())?;
    Ok(bytes)
}

/// Reads the text file of the first argument.
pub(in crate::functions) fn read_text(call: &Call<'_>) -> Result<String, CallError> {
    String::from_utf8(read_bytes(call)?).map_err(|_| {
        let path = path_for_message(call);
        CallError::new(format!(
            "contents of \"{path}\" are not valid UTF-8; use the filebase64 function to obtain the Base64 encoded contents or the other file functions (e.g. filemd5, filesha256) to obtain file hashing results instead"
        ))
    })
}

fn exists(call: &Call<'_>) -> Result<Value, CallError> {
    let kind = call.environment().file_kind(&absolute_path(call)?);
    let path = path_for_message(call);
    match kind {
        Ok(FileKind::File) => Ok(true.into()),
        Ok(FileKind::Directory) => Err(CallError::new(format!(
            "\"{path}\" is a directory, not a file"
        ))),
        Ok(FileKind::Other) => Err(CallError::new(format!("\"{path}\" is not a regular file"))),
        Err(FileError::NotFound) => Ok(false.into()),
        Err(FileError::Other(reason)) => Err(CallError::new(format!(
            "failed to stat \"{path}\": {reason}"
        ))),
    }
}
