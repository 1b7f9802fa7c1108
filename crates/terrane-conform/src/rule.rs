//! The rules, with their numbers.

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Hosts behave differently from what the provider may expect. No user sees an error.
    Note,
    /// Some users will meet the problem.
    Warning,
    /// Hosts refuse the answer, or lose or show data.
    Error,
}

impl Severity {
    /// Returns the name, such as `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What a check may do. A level includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Requests that touch nothing: schemas, validation, and plans of a provider that is not configured.
    Basic,
    /// Configures the provider, and reads: data sources, functions, ephemeral resources and list resources.
    Read,
    /// Creates, changes and destroys objects, invokes actions, and writes states.
    Apply,
}

impl Level {
    /// Returns the option of `cargo terrane conform` that permits the level.
    #[must_use]
    pub const fn option(self) -> &'static str {
        match self {
            Self::Basic => "always",
            Self::Read => "`--read`",
            Self::Apply => "`--apply`",
        }
    }
}

/// A rule for providers.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The number, such as `CF501`. It never changes its meaning.
    pub id: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// The level of its checks.
    pub level: Level,
    /// Where the rule comes from.
    pub source: &'static str,
    /// The rule in one sentence.
    pub summary: &'static str,
}

/// Finds a rule by its number.
///
/// ```
/// assert_eq!(terrane_conform::rule("CF201").unwrap().severity.name(), "error");
/// ```
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES
        .iter()
        .copied()
        .find(|rule| rule.id.eq_ignore_ascii_case(id))
}

macro_rules! rules {
    ($($name:ident: $id:literal $severity:ident $level:ident $source:literal, $summary:literal;)*) => {
        $(
            pub(crate) const $name: &Rule = &Rule {
                id: $id,
                severity: Severity::$severity,
                level: Level::$level,
                source: $source,
                summary: $summary,
            };
        )*

        /// All rules, by their numbers.
        pub const RULES: &[&Rule] = &[$($name),*];
    };
}

rules! {
    HANDSHAKE: "CF101" Error Basic "go-plugin: `Client.Start`",
        "The first line of the standard output is a handshake line, and the program serves at its address.";
    OFFERED_VERSION: "CF102" Error Basic "go-plugin: `Client.checkProtoVersion`",
        "The program serves a protocol version that the host offers.";
    CERTIFICATE: "CF103" Error Basic "go-plugin: AutoMTLS",
        "The program announces a certificate if and only if its host asks for mutual TLS.";
    STDOUT: "CF104" Warning Basic "go-plugin: `Client.Start`",
        "Nothing follows the handshake line on the standard output.";
    INTERRUPT: "CF105" Error Basic "go-plugin: `Serve` ignores interrupts",
        "An interrupt does not end the program, because a terminal sends it also to the providers of a host that still works.";
    TERMINATE: "CF106" Warning Basic "service managers",
        "The program exits within 15 seconds after SIGTERM.";
    SHUTDOWN: "CF107" Warning Basic "go-plugin: `Client.Kill`",
        "The program exits within two seconds after its host has asked for it.";
    ORPHAN: "CF108" Note Basic "go-plugin has no such check",
        "The program exits when its host is killed.";
    STOP: "CF109" Error Basic "Terraform: `GRPCProvider.Stop`",
        "The program answers StopProvider without an error, and continues to serve.";
    STANDALONE: "CF110" Warning Basic "go-plugin: `Serve`",
        "Without the variable of a host, the program explains itself and exits.";
    CRASH: "CF201" Error Basic "Terraform: \"Plugin did not respond\"",
        "No request of a host ends the program.";
    ANSWER: "CF202" Error Basic "Terraform: `grpcErr`",
        "Problems of a request are diagnostics, not errors of gRPC.";
    DEADLINE: "CF203" Error Basic "`--deadline`",
        "Each request is answered in time.";
    MALFORMED: "CF204" Warning Basic "protocol: DynamicValue",
        "Bytes that are no message or no value are refused, and the program continues to serve.";
    UNKNOWN_TYPE: "CF205" Warning Basic "protocol: diagnostics",
        "A request for a type that does not exist is refused.";
    CANCELLATION: "CF206" Error Basic "gRPC: cancellation",
        "A cancelled request does not affect other requests.";
    CONCURRENCY: "CF207" Error Basic "Terraform: `-parallelism`",
        "Concurrent requests have the answers of single requests.";
    DIAGNOSTIC: "CF208" Warning Basic "Terraform: `tfdiags.AttributeValue`",
        "A diagnostic has a summary, and its path leads to a place in the schema.";
    LARGE: "CF209" Error Basic "terraform-plugin-go: messages of up to 256 MiB",
        "A request of more than 4 MiB, the default limit of gRPC, is answered.";
    MANY: "CF210" Error Basic "`--deadline`",
        "A configuration with a collection of 10,000 elements is validated and planned in time.";
    SCHEMA_ANSWER: "CF301" Error Basic "Terraform: `GetProviderSchema`",
        "The schemas are reported without errors.";
    SCHEMA: "CF302" Error Basic "Terraform: `configschema.InternalValidate`",
        "Schemas follow the rules of hosts.";
    NAME: "CF303" Error Basic "Terraform: configuration language; registry: names of pages",
        "Names can be written in configurations.";
    SCHEMA_CHANGED: "CF304" Error Basic "Terraform: schema cache",
        "Each request has the same schemas.";
    IDENTITY_SCHEMA: "CF305" Error Basic "Terraform: `GetResourceIdentitySchemas`",
        "Identity schemas belong to resources, and have simple types.";
    PROTOCOLS_DIFFER: "CF306" Warning Basic "one provider, two protocol versions",
        "Both protocol versions have the same schemas.";
    FUNCTION_SCHEMA: "CF307" Error Basic "Terraform: functions of providers",
        "Signatures of functions are complete.";
    METADATA: "CF308" Warning Basic "protocol: GetMetadata",
        "GetMetadata names the types of the schemas.";
    UNKNOWN_REFUSED: "CF401" Error Basic "Terraform: validation with unknown values",
        "A valid configuration stays valid while a value is unknown.";
    READ_ONLY: "CF402" Warning Basic "Terraform: computed attributes",
        "A configured value for a read-only attribute is refused.";
    VALIDATION_DIFFERS: "CF403" Warning Basic "Terraform validates in each walk",
        "The same configuration has the same diagnostics.";
    OLD_STATE: "CF404" Error Basic "Terraform: `UpgradeResourceState` before each use",
        "A given state of an older version is upgraded to a known object of the schema.";
    MOVE: "CF405" Error Basic "Terraform: `MoveResourceState` for blocks `moved`",
        "A move from a type that the resource does not know is refused.";
    MOVED: "CF406" Error Basic "Terraform: `crossTypeMove`",
        "A given state of another type is moved to a known object of the schema.";
    PLAN_TYPE: "CF501" Error Basic "Terraform: `plan`, conformance to the schema",
        "A plan has the types of the schema.";
    PLAN_DIFFERS: "CF502" Error Basic "Terraform plans again before it applies",
        "The same request has the same plan.";
    REPLACE_PATH: "CF503" Error Basic "Terraform: `plan`, requires_replace",
        "A path that requires replacement leads to a value.";
    DEFERRED: "CF504" Error Basic "Terraform: \"Provider deferred changes when Terraform did not allow deferrals\"",
        "A plan is deferred only for hosts that allow it.";
    FINAL_PLAN: "CF505" Error Basic "Terraform: \"Provider produced inconsistent final plan\"",
        "The plan of the final configuration agrees with the plan that had unknown values.";
    PLANNED_PRESENCE: "CF511" Error Basic "Terraform: `AssertPlanValid`, C1",
        "A plan has an object where the configuration has one, and nowhere else.";
    NULL_BLOCKS: "CF512" Error Basic "Terraform: `AssertPlanValid`, C2",
        "A collection of blocks is empty, never null.";
    WRITE_ONLY_PLANNED: "CF513" Error Basic "Terraform: `AssertPlanValid`, C4",
        "A write-only attribute is null in each plan.";
    UNCONFIGURED_PLANNED: "CF514" Error Basic "Terraform: `AssertPlanValid`, C5",
        "An attribute that is neither configured nor computed is planned as null.";
    CONFIGURED_CHANGED: "CF515" Error Basic "Terraform: `AssertPlanValid`, C6",
        "A configured value is planned unchanged.";
    PLANNED_BLOCKS: "CF516" Error Basic "Terraform: `AssertPlanValid`, C7",
        "A plan has the nested blocks of the configuration.";
    DATA: "CF601" Error Read "Terraform: `readDataSource`",
        "Data has the types of the schema, and is known.";
    EPHEMERAL: "CF602" Error Read "Terraform: `ephemeralResourceOpen`",
        "An opened ephemeral resource agrees with its configuration.";
    FUNCTION: "CF603" Error Read "Terraform: `CallFunction`",
        "A function has a known result of its type.";
    FUNCTION_DIFFERS: "CF604" Error Read "Terraform: \"Provider function returned inconsistent results\"",
        "The same call of a function has the same result.";
    LIST: "CF605" Error Read "Terraform: `ListResource`",
        "Each found object has a known identity, and the object itself if the host asks for it.";
    APPLY_TYPE: "CF701" Error Apply "Terraform: `apply`, conformance to the schema",
        "An applied object has the types of the schema.";
    APPLY_UNKNOWN: "CF702" Error Apply "Terraform: \"Provider returned invalid result object after apply\"",
        "An applied object is known.";
    APPLY_PRESENCE: "CF703" Error Apply "Terraform: `apply`",
        "An object exists after it was created, and not after it was destroyed.";
    WRITE_ONLY_STORED: "CF704" Error Apply "Terraform: \"Write-only attribute set\"",
        "No state has a write-only value.";
    REPLAN: "CF705" Error Apply "Terraform: a second plan",
        "A plan after an apply changes nothing.";
    UPGRADE: "CF706" Error Apply "Terraform: `UpgradeResourceState` before each use",
        "The upgrade of a state of the current version does not change it.";
    REFRESH: "CF707" Error Apply "Terraform: \"Objects have changed outside of Terraform\"",
        "A read after an apply changes nothing.";
    IMPORT: "CF708" Warning Apply "Terraform: `import`",
        "An imported object needs no change.";
    IMPORT_ANSWER: "CF709" Error Apply "Terraform: `ImportState`",
        "An import has one known object of the requested type.";
    IDENTITY: "CF710" Error Apply "Terraform: \"Missing Resource Identity\", \"Unexpected Identity Change\"",
        "The identity of an object exists, and does not change.";
    PLANNED_CHANGED: "CF711" Error Apply "Terraform: `AssertObjectCompatible`, K1",
        "An applied value is the planned value.";
    PROMISE_BROKEN: "CF712" Error Apply "Terraform: `AssertObjectCompatible`, K1",
        "An applied value has the properties that were planned for it.";
    ELEMENTS_CHANGED: "CF713" Error Apply "Terraform: `AssertObjectCompatible`, K2",
        "An applied collection has the planned elements.";
    APPLIED_BLOCKS: "CF714" Error Apply "Terraform: `AssertObjectCompatible`, K3",
        "Applied blocks are the planned blocks.";
    DESTROY: "CF715" Error Apply "Terraform: `planDestroy`",
        "An object that was created can be destroyed.";
    GENERATED: "CF716" Error Apply "Terraform: `plan -generate-config-out`",
        "The configuration that is generated for an object is valid.";
    ACTION: "CF717" Error Apply "protocol: InvokeAction",
        "An invoked action reports its completion once, as its last event.";
    STATES: "CF718" Error Apply "Terraform: `backend.TestBackendStates`",
        "A state store returns each state as it was written, lists it, and forgets it after it was deleted.";
    STATE_LOCKS: "CF719" Error Apply "Terraform: `backend.TestBackendStateLocks`",
        "A locked state cannot be locked again until it is unlocked with the id of its lock.";
    SECRET_LOGGED: "CF801" Error Basic "attributes with `sensitive` or `write_only`",
        "No log line has a sensitive value.";
    SECRET_SHOWN: "CF802" Error Basic "attributes with `sensitive` or `write_only`",
        "No message for users has a sensitive value.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_rules_are_unique_and_sorted() {
        assert!(RULES.windows(2).all(|pair| pair[0].id < pair[1].id));
        assert!(RULES.iter().all(|it| it.summary.ends_with('.')));
        assert_eq!(rule("cf101"), Some(HANDSHAKE));
        assert_eq!(rule("CF999"), None);
    }
}
