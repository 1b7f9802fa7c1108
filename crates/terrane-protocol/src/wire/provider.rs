//! The service of providers, which both protocol versions have.

use super::service::service;
use crate::pb::v6 as pb;
use crate::rpcs::rpcs;
use crate::schema::Schemas;
use crate::*;

rpcs!(service);
