//! Graphs of nodes that depend on each other, and the graph of a configuration.

mod config;
mod references;

use std::collections::BTreeSet;
use std::fmt;

pub use config::{ConfigNode, config_graph};
pub(crate) use config::{order_checks, order_triggers, provider_of, resource_provider};
pub use references::Reference;

/// The number of a node in its graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

impl NodeId {
    /// Returns the position among the nodes of the graph.
    pub const fn index(self) -> usize {
        self.0
    }
}

/// A directed graph of nodes that depend on each other.
///
/// ```
/// use terrane_host::graph::Graph;
///
/// let mut graph = Graph::new();
/// let [vpc, subnet] = ["vpc", "subnet"].map(|name| graph.add(name));
/// graph.depend(subnet, vpc);
/// assert!(graph.check_cycles().is_ok());
///
/// graph.depend(vpc, subnet);
/// assert_eq!(graph.check_cycles().unwrap_err().to_string(), "Cycle: vpc, subnet");
/// ```
#[derive(Debug, Clone)]
pub struct Graph<N> {
    nodes: Vec<N>,
    /// The dependencies of each node.
    dependencies: Vec<BTreeSet<NodeId>>,
}

impl<N> Default for Graph<N> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            dependencies: Vec::new(),
        }
    }
}

impl<N> Graph<N> {
    /// Creates a graph without nodes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a node.
    pub fn add(&mut self, node: N) -> NodeId {
        self.nodes.push(node);
        self.dependencies.push(BTreeSet::new());
        NodeId(self.nodes.len() - 1)
    }

    /// Makes a node depend on another one.
    pub fn depend(&mut self, node: NodeId, on: NodeId) {
        self.dependencies[node.0].insert(on);
    }

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &N {
        &self.nodes[id.0]
    }

    /// Iterates over the nodes in the order in which they were added.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (NodeId, &N)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.map(|(index, node)| (NodeId(index), node))
    }

    /// Iterates over the nodes on which a node depends directly.
    pub fn dependencies(&self, node: NodeId) -> impl ExactSizeIterator<Item = NodeId> {
        self.dependencies[node.0].iter().copied()
    }

    /// Returns all nodes on which a node depends, directly or through others.
    pub fn all_dependencies(&self, node: NodeId) -> BTreeSet<NodeId> {
        let mut found = BTreeSet::new();
        let mut left: Vec<NodeId> = self.dependencies(node).collect();
        while let Some(next) = left.pop() {
            if found.insert(next) {
                left.extend(self.dependencies(next));
            }
        }
        found
    }

    /// Returns the groups of nodes that depend on each other, and the nodes that depend on themselves.
    pub fn cycles(&self) -> Vec<Vec<NodeId>> {
        let mut cycles = Vec::new();
        for group in self.components() {
            let depends_on_itself = |id: &NodeId| self.dependencies[id.0].contains(id);
            if group.len() > 1 || group.iter().any(depends_on_itself) {
                cycles.push(group);
            }
        }
        cycles.sort();
        cycles
    }

    /// Returns the strongly connected components, by Tarjan's algorithm without recursion.
    fn components(&self) -> Vec<Vec<NodeId>> {
        let mut search = Search {
            order: vec![None; self.nodes.len()],
            lowest: vec![0; self.nodes.len()],
            is_open: vec![false; self.nodes.len()],
            open: Vec::new(),
            visited: 0,
        };
        let mut components = Vec::new();
        for (start, _) in self.nodes() {
            if search.order[start.0].is_some() {
                continue;
            }
            search.enter(start);
            let mut path = vec![(start, self.dependencies(start))];
            while let Some((node, left)) = path.last_mut() {
                let node = *node;
                if let Some(next) = left.next() {
                    match search.order[next.0] {
                        None => {
                            search.enter(next);
                            path.push((next, self.dependencies(next)));
                        }
                        Some(order) if search.is_open[next.0] => {
                            search.lowest[node.0] = search.lowest[node.0].min(order);
                        }
                        Some(_) => {}
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    let lowest = search.lowest[node.0];
                    search.lowest[parent.0] = search.lowest[parent.0].min(lowest);
                }
                if search.order[node.0] == Some(search.lowest[node.0]) {
                    components.push(search.close(node));
                }
            }
        }
        components
    }
}

/// The progress of the search for components.
struct Search {
    /// The order in which nodes were visited.
    order: Vec<Option<usize>>,
    /// The lowest order that is reachable from a node.
    lowest: Vec<usize>,
    /// Whether a node is in no complete component.
    is_open: Vec<bool>,
    open: Vec<NodeId>,
    visited: usize,
}

impl Search {
    fn enter(&mut self, node: NodeId) {
        self.order[node.0] = Some(self.visited);
        self.lowest[node.0] = self.visited;
        self.is_open[node.0] = true;
        self.open.push(node);
        self.visited += 1;
    }

    /// Completes the component of a node.
    fn close(&mut self, node: NodeId) -> Vec<NodeId> {
        let start = self.open.iter().rposition(|it| *it == node);
        let mut component = self.open.split_off(start.unwrap_or_default());
        for member in &component {
            self.is_open[member.0] = false;
        }
        component.sort();
        component
    }
}

impl<N: fmt::Display> Graph<N> {
    /// Checks that no node depends on itself, directly or through others.
    ///
    /// # Errors
    ///
    /// Fails with the names of the members of all cycles.
    pub fn check_cycles(&self) -> Result<(), CycleError> {
        let cycles = self.cycles();
        if cycles.is_empty() {
            return Ok(());
        }
        let names =
            |cycle: Vec<NodeId>| cycle.iter().map(|id| self.node(*id).to_string()).collect();
        Err(CycleError {
            cycles: cycles.into_iter().map(names).collect(),
        })
    }
}

/// Nodes that depend on each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CycleError {
    /// The names of the members of each cycle.
    pub cycles: Vec<Vec<String>>,
}

impl fmt::Display for CycleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cycle) in self.cycles.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}Cycle: {}", cycle.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for CycleError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cycle_is_found_once_and_chains_are_none() {
        let mut graph = Graph::new();
        let [a, b, c, d, e, f] = ["a", "b", "c", "d", "e", "f"].map(|name| graph.add(name));
        for (node, on) in [
            (a, b),
            (b, c),
            (c, a),
            (c, d),
            (d, e),
            (e, d),
            (f, a),
            (f, f),
        ] {
            graph.depend(node, on);
        }
        assert_eq!(graph.cycles(), [vec![a, b, c], vec![d, e], vec![f]]);
        assert_eq!(graph.all_dependencies(d), [d, e].into());
    }

    #[test]
    fn long_chain_needs_no_deep_stack() {
        let mut graph = Graph::new();
        let ids: Vec<NodeId> = (0..200_000).map(|index| graph.add(index)).collect();
        for pair in ids.windows(2) {
            graph.depend(pair[0], pair[1]);
        }
        assert!(graph.cycles().is_empty());
    }
}
