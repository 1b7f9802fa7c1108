//! Elements of an object that have requests of their own, such as the members of a group.

use terrane::context::Context;

use crate::error::Result;
use crate::request::Request;

/// Sends the requests that turn the `current` elements of an object into the `wanted` ones: first a request for each element that is not wanted, then one
/// for each that is missing.
///
/// Many APIs have such elements: the members of a group, the permissions of a role, the policies of a user. All requests are repeated after faults, because a
/// second one has no effect. An element that does not exist any more counts as removed.
///
/// # Examples
///
/// ```
/// use terrane::prelude::*;
/// use terrane_api::{Client, reconcile};
///
/// async fn settle(api: &Client, group: &str, members: &Set<String>, cx: &UpdateContext) -> Result<()> {
///     let current: Vec<String> = api.get(["groups", group, "members"]).fetch(cx).await?;
///     let remove = |name: &String| api.delete(["groups", group, "members", name]);
///     let add = |name: &String| api.put(["groups", group, "members", name]);
///     Ok(reconcile(&current, members, remove, add, cx).await?)
/// }
/// ```
///
/// # Errors
///
/// Fails with the first request that fails. The others are sent by the next call.
pub async fn reconcile<'a, T: PartialEq + 'a>(
    current: impl IntoIterator<Item = &'a T>,
    wanted: impl IntoIterator<Item = &'a T>,
    remove: impl Fn(&T) -> Request,
    add: impl Fn(&T) -> Request,
    cx: &Context,
) -> Result<()> {
    let [current, wanted]: [Vec<&T>; 2] =
        [current.into_iter().collect(), wanted.into_iter().collect()];
    for element in current.iter().filter(|it| !wanted.contains(it)) {
        remove(element).remove(cx).await?;
    }
    for element in wanted.iter().filter(|it| !current.contains(it)) {
        add(element).repeatable().send(cx).await?;
    }
    Ok(())
}
