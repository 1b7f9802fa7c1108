//! The resource `githubtoken_approval`.

use std::collections::BTreeMap;
use std::time::Duration;

use terrane::prelude::*;
use terrane_api::Waiter;

use crate::api::Access;
use crate::permissions::{LEVELS, excess};
use crate::{GithubToken, messages};

/// The time limit for the access of an approved token to appear.
const PATIENCE: Duration = Duration::from_secs(30);

/// The key of the private value with the id of the access, by which it is revoked. A list may not show the access yet.
const ACCESS: &str = "access";

/// The approval of a member's fine-grained personal access token.
///
/// Creating it approves the pending request of the token. Deleting it revokes the token's access to the organization. The member keeps the token. Only the
/// member knows its secret.
#[derive(Debug, Model)]
pub struct Approval {
    /// The login of the member who owns the token.
    #[tf(replace, validate(not_blank()))]
    pub owner: String,
    /// The name of the token.
    #[tf(replace, validate(not_blank()))]
    pub token_name: String,
    /// The reason for the decision, for the owner of the token.
    #[tf(validate(len(1..=1024)))]
    pub reason: Option<String>,
    /// The permissions that may be approved, with the highest level of each: `read`, `write` or `admin`. A request for more is an error. The default approves all permissions.
    #[tf(validate(each(one_of(LEVELS))))]
    pub allowed_permissions: Option<BTreeMap<String, String>>,
    /// The id of the token.
    #[tf(identity)]
    pub id: Computed<String>,
    /// The permissions of the token.
    #[tf(keep)]
    pub permissions: Computed<BTreeMap<String, String>>,
    /// The repositories that the token can access: `all`, `subset` or `none`.
    #[tf(keep)]
    pub repository_selection: Computed<String>,
    /// The time at which the token expires; null if it does not expire.
    #[tf(keep)]
    pub expires_at: Computed<Option<String>>,
}

impl Approval {
    /// Returns the approval of a token that has access. Only the configuration knows the rest.
    pub(crate) fn of(access: Access, prior: Option<Self>) -> Self {
        let computed = computed(&access);
        let login = access.owner.login;
        let (owner, reason, allowed_permissions) = match prior {
            // The configuration may write the login in other letters: it is not case sensitive.
            Some(prior) if prior.owner.eq_ignore_ascii_case(&login) => {
                (prior.owner, prior.reason, prior.allowed_permissions)
            }
            _ => (login, None, None),
        };
        Self {
            owner,
            token_name: access.token_name,
            reason,
            allowed_permissions,
            id: Computed::unknown(),
            permissions: Computed::unknown(),
            repository_selection: Computed::unknown(),
            expires_at: Computed::unknown(),
        }
        .with_computed(computed)
    }
}

fn computed(access: &Access) -> ApprovalComputed {
    ApprovalComputed {
        id: access.token_id.to_string(),
        permissions: access.permissions.clone().all(),
        repository_selection: access.repository_selection.clone(),
        expires_at: access.token_expires_at.clone(),
    }
}

impl Resource for Approval {
    type Provider = GithubToken;

    async fn create(mut plan: Self, github: &GithubToken, cx: &mut CreateContext) -> Result<Self> {
        let no_request = || {
            let organization = github.organization()?;
            let error = messages::no_request(organization, &plan.owner, &plan.token_name);
            Err(error.at(path!(Approval, token_name)))
        };
        let request = github.request(&plan.owner, &plan.token_name, cx).await;
        let Some(request) = request.summary("Cannot find the request of the token")? else {
            return no_request();
        };
        check(&request, &plan.allowed_permissions)?;
        let approved = github.approve(request.id, plan.reason.as_deref(), cx).await;
        let token = request.token_id.to_string();
        if !approved.summary("Cannot approve the token")?
            // The answer to an earlier attempt may be lost. The access then shows that it was carried out.
            && github.access(&token, cx).await?.is_none()
        {
            return no_request();
        }
        plan.id.fill(token);
        Ok(plan) // the token has access: the approval is recorded, whatever happens from here on
    }

    async fn settle(created: Self, github: &GithubToken, cx: &mut CreateContext) -> Result<Self> {
        let id = created.id.require()?;
        let waiter = waiter(id).times(1).limit(PATIENCE);
        let access = waiter.until_found(cx, || github.access(id, cx)).await?;
        cx.private_mut().set(ACCESS, &access.id);
        Ok(created.with_computed(computed(&access)))
    }

    async fn read(
        prior: Prior<Self>,
        github: &GithubToken,
        cx: &mut ReadContext,
    ) -> Result<Found<Self>> {
        let id = &prior.key().id;
        let access = waiter(id).find(cx, || github.access(id, cx)).await;
        let access = access.summary("Cannot read the access of the token")?;
        if let Some(access) = &access {
            cx.private_mut().set(ACCESS, &access.id);
        }
        let prior = prior.into_complete();
        Ok(Found::or_gone(access.map(|access| Self::of(access, prior))))
    }

    async fn update(
        plan: Self,
        prior: Prior<Self>,
        github: &GithubToken,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        let id = &prior.key().id;
        let access = waiter(id).find(cx, || github.access(id, cx)).await;
        let access = access.summary("Cannot read the access of the token")?;
        let Some(access) = access else {
            return Err(messages::no_access(id));
        };
        check(&access, &plan.allowed_permissions)?;
        Ok(plan)
    }

    async fn delete(
        prior: Prior<Self>,
        github: &GithubToken,
        cx: &mut DeleteContext,
    ) -> Result<()> {
        let access = match cx.private().get::<i64>(ACCESS)? {
            Some(access) => Some(access),
            None => {
                let id = &prior.key().id;
                let found = waiter(id).find(cx, || github.access(id, cx)).await;
                found
                    .summary("Cannot read the access of the token")?
                    .map(|access| access.id)
            }
        };
        match access {
            Some(access) => {
                let revoked = github.revoke(access, cx).await;
                revoked.summary("Cannot revoke the token")
            }
            None => Ok(()),
        }
    }
}

/// A new access may be missing in a list. So it counts as missing only if two lists do not show it.
fn waiter(id: &str) -> Waiter {
    let delays = [500, 5000].map(Duration::from_millis);
    Waiter::new(format!("the access of the token {id}"))
        .delays(delays[0], delays[1])
        .times(2)
}

/// Refuses a token with more permissions than the allowed ones.
fn check(token: &Access, allowed: &Option<BTreeMap<String, String>>) -> Result<()> {
    let Some(allowed) = allowed else {
        return Ok(());
    };
    let excess = excess(&token.permissions.clone().all(), allowed);
    if excess.is_empty() {
        return Ok(());
    }
    Err(messages::excess(&excess).at(path!(Approval, allowed_permissions)))
}
