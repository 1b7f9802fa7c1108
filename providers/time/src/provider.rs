//! The provider, which has no settings.

use terrane::prelude::*;

use crate::duration_parse::duration_parse;
use crate::fixed::Static;
use crate::offset::Offset;
use crate::rotating::Rotating;
use crate::sleep::Sleep;
use crate::timestamp::{rfc3339_parse, unix_timestamp_parse};

/// The provider of points in time.
#[derive(Debug, Default)]
pub(crate) struct Time;

#[provider("registry.terraform.io/hashicorp/time")]
impl Provider for Time {
    fn register(registry: &mut Registry<Self>) {
        registry
            .state_only::<Offset>()
            .state_only::<Rotating>()
            .resource::<Sleep>()
            .state_only::<Static>()
            .function::<duration_parse>()
            .function::<rfc3339_parse>()
            .function::<unix_timestamp_parse>();
    }
}
