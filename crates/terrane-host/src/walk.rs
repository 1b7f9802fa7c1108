//! The walk of a graph: each node is visited after those on which it depends.

use std::future::Future;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;

use crate::graph::{Graph, NodeId};

/// The number of nodes that hosts visit at the same time.
pub const PARALLELISM: usize = 10;

/// What a walk did with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The visit succeeded.
    Done,
    /// The visit failed.
    Failed,
    /// The node was not visited, because one on which it depends was not visited or failed.
    Skipped,
}

/// Visits all nodes of a graph, and returns what became of each one, in the order of the nodes.
///
/// A visit starts when the visits of all dependencies have succeeded. At most `parallelism` visits run at the same time, at least one.
/// A failed visit skips the nodes that depend on it, and all others continue. Members of a cycle are skipped: check
/// [`Graph::check_cycles`] before. The visits run in the task of the caller, so dropping the future drops them.
///
/// ```
/// use std::sync::Mutex;
/// use terrane_host::graph::Graph;
/// use terrane_host::walk::{Outcome, PARALLELISM, walk};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let mut graph = Graph::new();
/// let [subnet, vpc, other] = ["subnet", "vpc", "other"].map(|name| graph.add(name));
/// graph.depend(subnet, vpc);
/// let outcomes = walk(&graph, PARALLELISM, async |_, name: &&str| {
///     if *name == "vpc" { Err(()) } else { Ok(()) }
/// })
/// .await;
/// assert_eq!(outcomes, [Outcome::Skipped, Outcome::Failed, Outcome::Done]);
/// # let _ = other;
/// # }
/// ```
pub async fn walk<'g, N, V>(
    graph: &'g Graph<N>,
    parallelism: usize,
    visit: impl Fn(NodeId, &'g N) -> V,
) -> Vec<Outcome>
where
    V: Future<Output = Result<(), ()>>,
{
    let count = graph.nodes().len();
    let mut dependents = vec![Vec::new(); count];
    let mut waiting = vec![0_usize; count];
    let mut ready = Vec::new();
    for (id, _) in graph.nodes() {
        let dependencies = graph.dependencies(id);
        waiting[id.index()] = dependencies.len();
        if dependencies.len() == 0 {
            ready.push(id);
        }
        for dependency in dependencies {
            dependents[dependency.index()].push(id);
        }
    }
    // The last element is visited next.
    ready.reverse();
    let mut outcomes = vec![Outcome::Skipped; count];
    let mut running = FuturesUnordered::new();
    loop {
        while running.len() < parallelism.max(1)
            && let Some(id) = ready.pop()
        {
            let visit = visit(id, graph.node(id));
            running.push(async move { (id, visit.await) });
        }
        let Some((id, result)) = running.next().await else {
            return outcomes;
        };
        if result.is_err() {
            outcomes[id.index()] = Outcome::Failed;
            continue;
        }
        outcomes[id.index()] = Outcome::Done;
        for dependent in &dependents[id.index()] {
            waiting[dependent.index()] -= 1;
            if waiting[dependent.index()] == 0 {
                ready.push(*dependent);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    #[tokio::test]
    async fn nodes_are_visited_after_their_dependencies_and_never_more_than_allowed() {
        let mut graph = Graph::new();
        let ids: Vec<NodeId> = (0..100).map(|index| graph.add(index)).collect();
        for index in 0..90 {
            graph.depend(ids[index], ids[index + 10]);
        }
        let running = Cell::new(0_usize);
        let most = Cell::new(0_usize);
        let done = RefCell::new(Vec::new());
        let outcomes = walk(&graph, 4, async |id, _| {
            running.set(running.get() + 1);
            most.set(most.get().max(running.get()));
            tokio::task::yield_now().await;
            let done_before = |on| done.borrow().contains(&on);
            assert!(graph.dependencies(id).all(done_before));
            done.borrow_mut().push(id);
            running.set(running.get() - 1);
            Ok(())
        })
        .await;
        assert!(outcomes.iter().all(|outcome| *outcome == Outcome::Done));
        assert_eq!((done.borrow().len(), most.get()), (100, 4));
    }

    #[tokio::test]
    async fn failure_skips_dependents_only_and_members_of_a_cycle_are_skipped() {
        let mut graph = Graph::new();
        let [failed, next, last, other, cycle] = [0; 5].map(|node| graph.add(node));
        graph.depend(next, failed);
        graph.depend(last, next);
        graph.depend(last, other);
        graph.depend(cycle, cycle);
        let visit = async |id, _: &i32| if id == failed { Err(()) } else { Ok(()) };
        let outcomes = walk(&graph, PARALLELISM, visit).await;
        use Outcome::{Done, Failed, Skipped};
        assert_eq!(outcomes, [Failed, Skipped, Skipped, Done, Skipped]);
    }
}
