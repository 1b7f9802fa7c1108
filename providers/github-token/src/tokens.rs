//! The data sources `githubtoken_tokens` and `githubtoken_requests`.

use std::collections::BTreeMap;

use terrane::context::Context;
use terrane::prelude::*;

use crate::GithubToken;
use crate::api::{Access, List};

/// A fine-grained personal access token.
#[derive(Debug, Model)]
pub struct Token {
    /// The id of the token, by which an approval is imported.
    pub id: Computed<String>,
    /// The login of the owner.
    owner: Computed<String>,
    /// The name of the token.
    name: Computed<String>,
    /// The reason that the owner gives; null if it is missing.
    reason: Computed<Option<String>>,
    /// The permissions of the token.
    permissions: Computed<BTreeMap<String, String>>,
    /// The repositories that the token can access: `all`, `subset` or `none`.
    repository_selection: Computed<String>,
    /// The time at which the token expires; null if it does not expire.
    expires_at: Computed<Option<String>>,
}

/// Lists the tokens that have access to the organization.
#[derive(Debug, Model)]
pub struct Tokens {
    /// Only tokens of these members.
    pub owners: Option<Vec<String>>,
    /// Only tokens with this permission, such as `contents`.
    permission: Option<String>,
    /// Only tokens that can access this repository.
    repository: Option<String>,
    /// The matching tokens, of all pages.
    pub tokens: Computed<Vec<Token>>,
}

/// Lists the tokens whose owners request access to the organization.
#[derive(Debug, Model)]
pub struct Requests {
    /// Only tokens of these members.
    pub owners: Option<Vec<String>>,
    /// Only tokens that request this permission, such as `contents`.
    permission: Option<String>,
    /// Only tokens that request access to this repository.
    repository: Option<String>,
    /// The matching tokens, of all pages.
    pub tokens: Computed<Vec<Token>>,
}

impl From<Access> for Token {
    fn from(access: Access) -> Self {
        Self {
            id: access.token_id.to_string().into(),
            owner: access.owner.login.into(),
            name: access.token_name.into(),
            reason: access.reason.into(),
            permissions: access.permissions.all().into(),
            repository_selection: access.repository_selection.into(),
            expires_at: access.token_expires_at.into(),
        }
    }
}

impl DataSource for Tokens {
    type Provider = GithubToken;

    async fn read(config: Self, github: &GithubToken, cx: &mut ReadDataContext) -> Result<Self> {
        let filter = filter(&config.owners, &config.permission, &config.repository);
        let tokens = found(github, List::Granted, &filter, cx)
            .await
            .summary("Cannot list the tokens")?;
        Ok(config.with_computed(TokensComputed { tokens }))
    }
}

impl DataSource for Requests {
    type Provider = GithubToken;

    async fn read(config: Self, github: &GithubToken, cx: &mut ReadDataContext) -> Result<Self> {
        let filter = filter(&config.owners, &config.permission, &config.repository);
        let tokens = found(github, List::Requested, &filter, cx)
            .await
            .summary("Cannot list the requests")?;
        Ok(config.with_computed(RequestsComputed { tokens }))
    }
}

type Filter = Vec<(&'static str, String)>;

fn filter(
    owners: &Option<Vec<String>>,
    permission: &Option<String>,
    repository: &Option<String>,
) -> Filter {
    let owners = owners.iter().flatten().map(|owner| ("owner[]", owner));
    let permission = permission.iter().map(|name| ("permission", name));
    let repository = repository.iter().map(|name| ("repository", name));
    owners
        .chain(permission)
        .chain(repository)
        .map(|(name, value)| (name, value.clone()))
        .collect()
}

async fn found(
    github: &GithubToken,
    list: List,
    filter: &Filter,
    cx: &Context,
) -> Result<Vec<Token>> {
    let filter: Vec<(&str, &str)> = filter
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let found = github.tokens(list, &filter, cx).await?;
    Ok(found.into_iter().map(Token::from).collect())
}
