//! The list resource of `githubtoken_approval`.

use futures_util::stream::{self, Stream, TryStreamExt as _};
use terrane::prelude::*;

use crate::api::List as Tokens;
use crate::{Approval, GithubToken};

/// Finds the tokens that have access to the organization, so that their approvals can be imported.
#[derive(Debug, Model)]
#[tf(name = "approval")]
pub struct Approvals {
    /// Only tokens of this member.
    owner: Option<String>,
}

impl ListResource for Approvals {
    type Resource = Approval;

    fn list(
        config: Self,
        github: &GithubToken,
        cx: &mut ListContext,
    ) -> impl Stream<Item = Result<Listed<Approval>>> + Send {
        let found = async move {
            let filter: Vec<(&str, &str)> = config
                .owner
                .iter()
                .map(|owner| ("owner[]", owner.as_str()))
                .collect();
            let found = github
                .tokens(Tokens::Granted, &filter, cx)
                .await?
                .into_iter()
                .map(|access| {
                    let name = format!("{} of {}", access.token_name, access.owner.login);
                    Ok(Listed::new(name, Approval::of(access, None)))
                });
            Ok::<_, Error>(stream::iter(found.collect::<Vec<_>>()))
        };
        stream::once(found).try_flatten()
    }
}
