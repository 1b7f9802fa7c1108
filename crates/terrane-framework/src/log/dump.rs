//! Writes the values of requests and answers to files, for debugging the protocol.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::clock::since_unix;
use super::data::{Parts, Payload};

/// The folder that `TF_LOG_SDK_PROTO_DATA_DIR` names.
#[derive(Debug)]
pub(crate) struct Dump {
    folder: PathBuf,
}

impl Dump {
    /// Creates the dump from the variable. `None` if the variable is unset or empty: then nothing is written.
    pub(crate) fn of(variable: Option<OsString>) -> Option<Self> {
        let folder = variable.filter(|folder| !folder.is_empty())?.into();
        Some(Self { folder })
    }

    /// Writes each value of a request or an answer to its own file.
    pub(super) fn write(&self, rpc: &str, message: &str, parts: &dyn Parts) {
        parts.each_value(&mut |field, payload| {
            let (bytes, extension) = content(&payload);
            let name = format!(
                "{}_{rpc}_{message}_{field}",
                since_unix(SystemTime::now()).as_millis()
            );
            match write(&self.folder, &name, extension, bytes) {
                Ok(path) => {
                    proto!(trace, tf_proto_data_file = %path.display(), "Wrote protocol data file")
                }
                Err(error) => proto!(
                    error,
                    error = &error as &dyn std::error::Error,
                    tf_proto_data_file = %self.folder.join(&name).display(),
                    "Unable to write protocol data file"
                ),
            }
        });
    }
}

/// Returns the bytes to write for a value, and the file extension for their format.
fn content<'a>(payload: &Payload<'a>) -> (&'a [u8], &'static str) {
    let (bytes, extension): (&[u8], _) = match payload {
        Payload::Value(value) if value.msgpack.is_empty() => (&value.json, ".json"),
        Payload::Value(value) => (&value.msgpack, ".msgpack"),
        Payload::State(state) => (state.json.as_deref().unwrap_or_default(), ".json"),
        Payload::Private(bytes) => (&bytes.0, ""),
    };
    (
        bytes,
        if bytes.is_empty() {
            ".empty"
        } else {
            extension
        },
    )
}

/// Writes a file that only its owner can read. If the name is taken by a file of the same millisecond, a number is appended.
fn write(folder: &Path, name: &str, extension: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut again = 1;
    loop {
        let path = folder.join(match again {
            1 => format!("{name}{extension}"),
            _ => format!("{name}_{again}{extension}"),
        });
        match options.open(&path) {
            Ok(mut file) => return file.write_all(bytes).map(|()| path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => again += 1,
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use terrane_protocol::*;

    use super::*;

    #[test]
    fn values_are_written_as_they_travel() {
        let folder = tempfile::tempdir().unwrap();
        let dump = Dump::of(Some(folder.path().into())).unwrap();
        let request = Request::from(ReadResourceRequest {
            current_state: DynamicValue {
                msgpack: b"\x80".as_slice().into(),
                ..DynamicValue::default()
            },
            private: Opaque(b"p".as_slice().into()),
            ..ReadResourceRequest::default()
        });
        dump.write("ReadResource", "Request", &request);
        dump.write("ReadResource", "Request", &request);
        let call = Request::from(CallFunctionRequest {
            name: "f".to_owned(),
            arguments: vec![DynamicValue::default(); 2],
        });
        dump.write("CallFunction", "Request", &call);
        let mut found: Vec<(String, Vec<u8>)> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| {
                let path = entry.unwrap().path();
                let mode = fs::metadata(&path).unwrap().permissions().mode();
                assert_eq!(mode & 0o777, 0o600);
                let name = path.file_name().unwrap().to_str().unwrap();
                let (time, rest) = name.split_once('_').unwrap();
                assert!(time.parse::<u64>().is_ok(), "{name}");
                (rest.replace("_2", ""), fs::read(&path).unwrap())
            })
            .collect();
        found.sort();
        let read =
            |field: &str, bytes: &[u8]| (format!("ReadResource_Request_{field}"), bytes.to_vec());
        let argument = |name: &str| (format!("CallFunction_Request_{name}"), Vec::new());
        assert_eq!(
            found,
            [
                argument("Arguments_0.empty"),
                argument("Arguments_1.empty"),
                read("CurrentState.msgpack", b"\x80"),
                read("CurrentState.msgpack", b"\x80"),
                read("Private", b"p"),
                read("Private", b"p"),
                read("ProviderMeta.empty", b""),
                read("ProviderMeta.empty", b""),
            ]
        );
    }

    #[test]
    fn without_a_folder_nothing_is_dumped() {
        assert!(Dump::of(None).is_none());
        assert!(Dump::of(Some(OsString::new())).is_none());
    }

    #[test]
    fn a_missing_folder_does_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let dump = Dump::of(Some(folder.path().join("none").into())).unwrap();
        dump.write("GetStates", "Request", &());
        dump.write(
            "GetMetadata",
            "Request",
            &Request::from(ConfigureProviderRequest::default()),
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
