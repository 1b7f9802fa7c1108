//! The API's requests about fine-grained personal access tokens, and its answers.

use std::collections::BTreeMap;

use futures_util::TryStreamExt as _;
use serde::Deserialize;
use serde_json::json;
use terrane::context::Context;
use terrane::prelude::*;
use terrane_api::{Pages, Request, ResultExt as _};

use crate::{GithubToken, messages};

/// The highest number of objects in a page.
const PAGE: usize = 100;

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
    pub(crate) async fn tokens(
        &self,
        list: List,
        filter: &[(&str, &str)],
        cx: &Context,
    ) -> Result<Vec<Access>> {
        let path = ["orgs", self.organization()?, list.path()];
        let request = self.api.get(path).query("per_page", PAGE);
        let request = filter
            .iter()
            .fold(request, |request, (name, value)| request.query(name, value));
        let found = request.pages(Pages::number("page", 1, PAGE), cx);
        found.try_collect().await.map_err(messages::explained)
    }

    /// Returns the access of a token. `None` if it has none.
    pub(crate) async fn access(&self, token: &str, cx: &Context) -> Result<Option<Access>> {
        let filter = [("token_id[]", token)];
        let found = self.tokens(List::Granted, &filter, cx).await?;
        Ok(found
            .into_iter()
            .find(|access| access.token_id.to_string() == token))
    }

    /// Returns the pending request of a member's token. `None` if there is none.
    pub(crate) async fn request(
        &self,
        owner: &str,
        token_name: &str,
        cx: &Context,
    ) -> Result<Option<Access>> {
        let filter = [("owner[]", owner)];
        let found = self.tokens(List::Requested, &filter, cx).await?;
        Ok(found
            .into_iter()
            .find(|request| request.token_name == token_name && is_owner(request, owner)))
    }

    /// Approves a request. Returns whether it exists. A second approval finds none and changes nothing, so it is repeatable.
    pub(crate) async fn approve(
        &self,
        request: i64,
        reason: Option<&str>,
        cx: &Context,
    ) -> Result<bool> {
        let order = self.item(List::Requested, request)?;
        let body = json!({ "action": "approve", "reason": reason });
        decided(order.json(&body).repeatable(), cx).await
    }

    /// Denies a request. Returns whether it exists.
    pub(crate) async fn deny(
        &self,
        request: i64,
        reason: Option<&str>,
        cx: &Context,
    ) -> Result<bool> {
        let order = self.item(List::Requested, request)?;
        let body = json!({ "action": "deny", "reason": reason });
        decided(order.json(&body), cx).await
    }

    /// Removes the access of a token. An access that does not exist is not an error.
    pub(crate) async fn revoke(&self, access: i64, cx: &Context) -> Result<()> {
        let order = self.item(List::Granted, access)?;
        let revoked = order.json(&json!({ "action": "revoke" })).remove(cx).await;
        revoked.map_err(messages::explained)
    }

    fn item(&self, list: List, id: i64) -> Result<Request> {
        let path = ["orgs", self.organization()?, list.path(), &id.to_string()];
        Ok(self.api.post(path))
    }
}

async fn decided(order: Request, cx: &Context) -> Result<bool> {
    let decided = order.send(cx).await.found();
    Ok(decided.map_err(messages::explained)?.is_some())
}

/// Logins are not case sensitive.
fn is_owner(access: &Access, login: &str) -> bool {
    access.owner.login.eq_ignore_ascii_case(login)
}
