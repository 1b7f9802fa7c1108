//! PlanResourceChange.

use terrane_protocol::*;

use super::{Server, identity, values};
use crate::planning;

impl Server {
    pub(super) async fn plan(
        &self,
        request: PlanResourceChangeRequest,
    ) -> PlanResourceChangeResponse {
        self.planned(request)
            .unwrap_or_else(|diagnostic| PlanResourceChangeResponse {
                diagnostics: diagnostic.into(),
                ..PlanResourceChangeResponse::default()
            })
    }

    fn planned(
        &self,
        request: PlanResourceChangeRequest,
    ) -> Result<PlanResourceChangeResponse, Diagnostic> {
        let resource = self.resource(&request.type_name)?;
        let block = resource.block();
        let prior = values::decode(&request.prior_state, block, "prior state")?;
        let proposed = values::decode(&request.proposed_new_state, block, "proposed state")?;
        let mut response = PlanResourceChangeResponse {
            planned_private: request.prior_private,
            planned_identity: request.prior_identity,
            ..PlanResourceChangeResponse::default()
        };
        let Some(proposed) = proposed else {
            response.planned_state = values::encode_null(block);
            return Ok(response);
        };
        let config = values::decode_some(&request.config, block, "configuration")?;
        let plan = planning::plan(block, &config, prior.as_ref(), proposed);
        if let Some(path) = planning::missing(block, &plan.planned) {
            let detail = format!(
                "`{path}` of {} is null, and the provider needs a value. Set it in the configuration; if it is named in ignore_changes, the \
                 state's value is used, which has none: remove it from there.",
                request.type_name
            );
            return Err(Diagnostic::error("Missing required value", detail).at(path));
        }
        for finding in
            resource.check_plan(&request.type_name, prior.as_ref(), &config, &plan.planned)
        {
            response.diagnostics.push(finding);
        }
        response.planned_identity = identity::of_plan(
            resource,
            &request.type_name,
            response.planned_identity,
            prior.as_ref(),
            &plan.planned,
            !plan.replace.is_empty(),
        )?;
        response.planned_state = values::encode(plan.planned, block)?;
        response.requires_replace = plan.replace;
        Ok(response)
    }
}
