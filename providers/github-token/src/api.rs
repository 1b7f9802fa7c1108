//! The API's requests about fine-grained personal access tokens, and its answers.

use std::collections::BTreeMap;
use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use serde_json::json;
use terrane::prelude::*;

use crate::GithubToken;

/// The characters that are encoded in a segment of a path: all except those that RFC 3986 calls unreserved.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The highest number of objects in a page.
const PAGE: usize = 100;

/// The refusal of a request.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) documentation_url: String,
}

/// A new token of an app's installation.
#[derive(Deserialize)]
pub(crate) struct InstallationAnswer {
    pub(crate) token: String,
    pub(crate) expires_at: String,
}

/// A token that has access to the organization, or whose owner requests it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Access {
    /// The id of the access or of the request.
    pub(crate) id: i64,
    pub(crate) owner: Owner,
    pub(crate) token_id: i64,
    pub(crate) token_name: String,
    pub(crate) token_expires_at: Option<String>,
    #[serde(default)]
    pub(crate) reason: Option<String>,
    pub(crate) repository_selection: String,
    #[serde(default)]
    pub(crate) permissions: Permissions,
}

/// The member that owns a token.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Owner {
    pub(crate) login: String,
}

/// The permissions of a token.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Permissions {
    organization: BTreeMap<String, String>,
    repository: BTreeMap<String, String>,
    other: BTreeMap<String, String>,
}

impl Permissions {
    /// Returns all permissions. GitHub's names differ between the groups.
    pub(crate) fn all(self) -> BTreeMap<String, String> {
        let mut all = self.other;
        all.extend(self.repository);
        all.extend(self.organization);
        all
    }
}

/// A list of tokens.
#[derive(Debug, Clone, Copy)]
pub(crate) enum List {
    /// The tokens that have access.
    Granted,
    /// The tokens whose owners request access.
    Requested,
}

/// A decision about the request of a token.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Decision {
    Approve,
    Deny,
}

impl List {
    fn path(self) -> &'static str {
        match self {
            Self::Granted => "personal-access-tokens",
            Self::Requested => "personal-access-token-requests",
        }
    }
}

impl GithubToken {
    /// Returns the tokens of a list that match a filter, of all pages.
    pub(crate) async fn tokens(&self, list: List, filter: &[(&str, &str)]) -> Result<Vec<Access>> {
        let mut found = Vec::new();
        for page in 1.. {
            let path = self.page(list, filter, page)?;
            let accesses: Option<Vec<Access>> = self.client.get(&path).await?;
            let accesses = accesses.unwrap_or_default();
            let is_last = accesses.len() < PAGE;
            found.extend(accesses);
            if is_last {
                break;
            }
        }
        Ok(found)
    }

    fn page(&self, list: List, filter: &[(&str, &str)], page: u32) -> Result<String> {
        let mut path = format!(
            "/orgs/{}/{}?per_page={PAGE}&page={page}",
            segment(self.organization()?),
            list.path()
        );
        for (name, value) in filter {
            path += &format!("&{}={}", segment(name), segment(value));
        }
        Ok(path)
    }

    /// Returns the access of a token. `None` if it has none.
    pub(crate) async fn access(&self, token: &str) -> Result<Option<Access>> {
        let found = self.tokens(List::Granted, &[("token_id[]", token)]).await?;
        Ok(found
            .into_iter()
            .find(|access| access.token_id.to_string() == token))
    }

    /// Returns the pending request of a member's token. `None` if there is none.
    pub(crate) async fn request(&self, owner: &str, token_name: &str) -> Result<Option<Access>> {
        let found = self.tokens(List::Requested, &[("owner[]", owner)]).await?;
        Ok(found
            .into_iter()
            .find(|request| request.token_name == token_name && is_owner(request, owner)))
    }

    /// Decides about a request. Returns whether it exists.
    pub(crate) async fn decide(
        &self,
        request: i64,
        decision: Decision,
        reason: Option<&str>,
    ) -> Result<bool> {
        let action = match decision {
            Decision::Approve => "approve",
            Decision::Deny => "deny",
        };
        let path = self.item(List::Requested, request)?;
        let body = json!({ "action": action, "reason": reason });
        self.client.post(&path, &body).await
    }

    /// Removes the access of a token.
    pub(crate) async fn revoke(&self, access: i64) -> Result<()> {
        let path = self.item(List::Granted, access)?;
        self.client
            .post(&path, &json!({ "action": "revoke" }))
            .await?;
        Ok(())
    }

    fn item(&self, list: List, id: i64) -> Result<String> {
        let organization = segment(self.organization()?).to_string();
        Ok(format!("/orgs/{organization}/{}/{id}", list.path()))
    }
}

/// Logins are not case sensitive.
fn is_owner(access: &Access, login: &str) -> bool {
    access.owner.login.eq_ignore_ascii_case(login)
}

/// Writes a text as one segment of a path, or as one part of a query.
pub(crate) fn segment(text: &str) -> impl fmt::Display {
    utf8_percent_encode(text, ENCODED)
}
