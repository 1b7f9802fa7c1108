//! The provider, which has no settings.

use terrane::prelude::*;

use crate::action::Run;
use crate::command::Command;
use crate::direxists::direxists;
use crate::{data_source, resource};

/// The provider of this machine's files.
#[derive(Debug, Default)]
pub struct Local;

#[provider("registry.terraform.io/hashicorp/local")]
impl Provider for Local {
    fn register(registry: &mut Registry<Self>) {
        registry
            .resource::<resource::File>()
            .resource::<resource::SensitiveFile>()
            .data_source::<data_source::File>()
            .data_source::<data_source::SensitiveFile>()
            .data_source::<Command>()
            .ephemeral::<Command>()
            .action::<Run>()
            .function::<direxists>();
    }
}
