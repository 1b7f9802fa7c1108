//! The options of the rig.

use std::path::PathBuf;

use terrane_bench::workload::Error;

/// The option by which the cost of one call is measured.
pub(crate) const COST: &str = "--cost";

/// The options of the command line.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// The programs.
    pub(crate) terrane: PathBuf,
    pub(crate) small: Option<PathBuf>,
    pub(crate) floor: PathBuf,
    pub(crate) go: Option<PathBuf>,
    /// The default build of `local`, its static musl binary, or why there is none.
    pub(crate) local: Option<PathBuf>,
    pub(crate) local_musl: Option<PathBuf>,
    pub(crate) no_musl: Option<String>,
    /// The same provider with and without a client of `terrane-api`.
    pub(crate) with_api: Option<PathBuf>,
    pub(crate) without_api: Option<PathBuf>,
    /// The program of the proxy.
    pub(crate) proxy: Option<PathBuf>,
    /// The folders of the drop-in replacements, and of the original providers.
    pub(crate) drop_ins: Option<PathBuf>,
    pub(crate) drop_ins_go: Option<PathBuf>,
    /// The programs that parse and evaluate configurations.
    pub(crate) language: Option<PathBuf>,
    pub(crate) language_go: Option<PathBuf>,
    /// Fewer rounds, fewer sizes, no soak.
    pub(crate) quick: bool,
    /// Measures only subjects whose name contains this.
    pub(crate) only: Option<String>,
    /// Prints one cost that the slopes need, such as that of `plan set 1000`, and does nothing else.
    pub(crate) cost: Option<String>,
    /// Lets Go plan ten thousand items too, which takes minutes.
    pub(crate) go_large: bool,
    /// The file for the report, which is also printed.
    pub(crate) out: Option<PathBuf>,
    /// An earlier report, whose ratios are shown next to those of this run.
    pub(crate) before: Option<PathBuf>,
    /// Writes the schema that the floor answers with, and does nothing else.
    pub(crate) floor_schema: Option<PathBuf>,
}

impl Options {
    pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, Error> {
        let mut options = Self::default();
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let mut value = || {
                arguments
                    .next()
                    .ok_or_else(|| format!("{argument} needs a value"))
            };
            match argument.as_str() {
                "--terrane" => options.terrane = value()?.into(),
                "--small" => options.small = Some(value()?.into()),
                "--floor" => options.floor = value()?.into(),
                "--go" => options.go = Some(value()?.into()),
                "--local" => options.local = Some(value()?.into()),
                "--local-musl" => options.local_musl = Some(value()?.into()),
                "--no-musl" => options.no_musl = Some(value()?),
                "--with-api" => options.with_api = Some(value()?.into()),
                "--without-api" => options.without_api = Some(value()?.into()),
                "--proxy" => options.proxy = Some(value()?.into()),
                "--drop-ins" => options.drop_ins = Some(value()?.into()),
                "--drop-ins-go" => options.drop_ins_go = Some(value()?.into()),
                "--language" => options.language = Some(value()?.into()),
                "--language-go" => options.language_go = Some(value()?.into()),
                "--quick" => options.quick = true,
                "--only" => options.only = Some(value()?),
                COST => options.cost = Some(value()?),
                "--go-large" => options.go_large = true,
                "--out" => options.out = Some(value()?.into()),
                "--before" => options.before = Some(value()?.into()),
                "--floor-schema" => options.floor_schema = Some(value()?.into()),
                _ => return Err(format!("there is no option {argument}").into()),
            }
        }
        Ok(options)
    }

    /// Whether a subject is to be measured.
    pub(crate) fn wants(&self, subject: &str) -> bool {
        self.only
            .as_deref()
            .is_none_or(|only| subject.contains(only))
    }

    /// The least number of rounds, unless they take too long.
    pub(crate) fn rounds(&self) -> usize {
        if self.quick { 3 } else { 7 }
    }
}
