//! Actions.

use futures_util::StreamExt as _;
use terrane_protocol::{ConfigRequest, Diagnostics, InvokeActionEvent, Rpc, RpcError};
use terrane_value::Object;

use crate::asked::Asked;
use crate::host::capabilities;
use crate::rule;
use crate::session::Session;
use crate::subject::Subject;

/// What an invoked action has reported.
#[derive(Debug, Default)]
struct Invoked {
    /// The number of completions.
    completions: usize,
    /// Whether an event follows a completion.
    has_later_event: bool,
    diagnostics: Diagnostics,
}

/// Plans an action and invokes it.
pub(crate) async fn check(session: &mut Session<'_>, subject: &Subject, config: &Object) {
    let shown = subject.shown(Some(config));
    let asked = Asked::new(Rpc::PlanAction, &subject.place(), shown.clone());
    let request = ConfigRequest {
        type_name: subject.name.clone(),
        config: subject.encode(Some(config)),
        client_capabilities: capabilities(),
    };
    let answer = session
        .ask(&asked, async |it| it.plan_action(request).await)
        .await;
    let Some(planned) = answer else { return };
    session.diagnostics(&asked, &planned.diagnostics, Some(subject.block()));
    if planned.deferred.is_some() {
        let message = "the plan is deferred, and the host does not allow it";
        session.report_answer(rule::DEFERRED, &asked, message);
        return;
    }
    session.judge(&[rule::DEFERRED]);
    if let Some(error) = planned.diagnostics.errors().next() {
        let reason = format!("the plan of the action fails: {error}");
        session.omit(format!("--apply {}", subject.name), reason);
        return;
    }
    let asked = Asked::new(Rpc::InvokeAction, &subject.place(), shown).long();
    let request = ConfigRequest {
        type_name: subject.name.clone(),
        config: subject.encode(Some(config)),
        client_capabilities: capabilities(),
    };
    let invoked = session
        .ask(&asked, async |it| {
            let mut events = it.invoke_action(request).await?;
            let mut invoked = Invoked::default();
            while let Some(event) = events.next().await {
                invoked.has_later_event |= invoked.completions > 0;
                if let InvokeActionEvent::Completed { diagnostics } = event? {
                    invoked.completions += 1;
                    invoked.diagnostics.extend(diagnostics);
                }
            }
            Ok::<_, RpcError>(invoked)
        })
        .await;
    let Some(invoked) = invoked else { return };
    session.judge(&[rule::ACTION]);
    session.diagnostics(&asked, &invoked.diagnostics, Some(subject.block()));
    let message = match (invoked.completions, invoked.has_later_event) {
        (0, _) => "the events of the action end without a completion",
        (1, false) => return,
        _ => "an event of the action follows its completion",
    };
    session.report_answer(rule::ACTION, &asked, message);
}
