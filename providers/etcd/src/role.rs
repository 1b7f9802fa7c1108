//! Roles: the resource `etcd_role`.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use terrane::context::Context;
use terrane::prelude::*;
use terrane_api::de::base64_text;
use terrane_api::reconcile;

use crate::Etcd;

/// A role with its permissions.
#[derive(Debug, Model)]
pub struct Role {
    /// The name.
    #[tf(identity, replace, validate(len(1..)))]
    name: String,
    /// The permissions.
    permissions: Permissions,
}

/// etcd omits an empty list.
type Permissions = Option<Set<Permission>>;

/// A permission for a key or for a range of keys. etcd omits an access that is `read`.
#[derive(Debug, Clone, PartialEq, Model, Serialize, Deserialize)]
pub struct Permission {
    /// What is permitted.
    #[serde(rename = "permType", default)]
    access: Access,
    /// The key, or the first key of the range.
    #[serde(with = "base64_text")]
    key: String,
    /// The end of the range, as the function `prefix_end` returns it.
    #[serde(default, with = "base64_text")]
    range_end: Option<String>,
}

/// What a permission permits.
#[derive(Debug, Default, Clone, Copy, PartialEq, Attr, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Access {
    /// Reads.
    #[default]
    Read,
    /// Writes.
    Write,
    /// Reads and writes.
    Readwrite,
}

impl Etcd {
    async fn role(&self, name: &str, cx: &Context) -> Result<Option<Permissions>> {
        let request = self.call("auth/role/get", &json!({ "role": name }));
        Ok(request.part("/perm").find(cx).await?)
    }

    /// Grants and revokes what differs.
    async fn settle_role(&self, role: &Role, cx: &Context) -> Result<()> {
        let granted = self.role(&role.name, cx).await?.flatten();
        let revoke = |permission: &Permission| {
            let mut body = json!(permission);
            body["role"] = json!(role.name);
            self.call("auth/role/revoke", &body)
        };
        let grant = |permission: &Permission| {
            let body = json!({ "name": role.name, "perm": permission });
            self.call("auth/role/grant", &body)
        };
        let [granted, wanted] = [&granted, &role.permissions].map(|it| it.iter().flatten());
        Ok(reconcile(granted, wanted, revoke, grant, cx).await?)
    }
}

impl Resource for Role {
    type Provider = Etcd;

    async fn create(plan: Self, etcd: &Etcd, cx: &mut CreateContext) -> Result<Self> {
        let look_up = || async { Ok(etcd.role(&plan.name, cx).await?.map(|_| Json::Null)) };
        let request = etcd.once("auth/role/add", &json!({ "name": plan.name }));
        let id = |_: &Json| plan.name.clone();
        request.create_unique(cx, "etcd_role", id, look_up).await?;
        Ok(plan)
    }

    async fn settle(created: Self, etcd: &Etcd, cx: &mut CreateContext) -> Result<Self> {
        etcd.settle_role(&created, cx).await?;
        Ok(created)
    }

    async fn read(prior: Prior<Self>, etcd: &Etcd, cx: &mut ReadContext) -> Result<Found<Self>> {
        let name = prior.into_key().name;
        let found = etcd.role(&name, cx).await?;
        Ok(Found::or_gone(
            found.map(|permissions| Self { name, permissions }),
        ))
    }

    async fn update(
        plan: Self,
        _: Prior<Self>,
        etcd: &Etcd,
        cx: &mut UpdateContext,
    ) -> Result<Self> {
        etcd.settle_role(&plan, cx).await?;
        Ok(plan)
    }

    async fn delete(prior: Prior<Self>, etcd: &Etcd, cx: &mut DeleteContext) -> Result<()> {
        let body = json!({ "role": prior.key().name });
        Ok(etcd.call("auth/role/delete", &body).remove(cx).await?)
    }
}
