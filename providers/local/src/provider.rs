//! The provider: nothing to configure.

use terrane::prelude::*;

use crate::data_source;
use crate::direxists::direxists;
use crate::file::File;
use crate::sensitive_file::SensitiveFile;

/// The provider of this machine's files.
#[derive(Debug)]
pub(crate) struct Local;

impl Provider for Local {
    const ADDRESS: &'static str = "registry.terraform.io/hashicorp/local";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    type Config = ();

    async fn configure(_: (), _: &mut Configure<Self>) -> Result<Self> {
        Ok(Self)
    }

    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<File>()
            .resource::<SensitiveFile>()
            .data_source::<data_source::File>()
            .data_source::<data_source::SensitiveFile>()
            .function::<direxists>();
    }
}
