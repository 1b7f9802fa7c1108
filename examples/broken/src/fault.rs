//! The faults, with the rules that find them.

/// What a run must do to meet a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Nothing but requests that touch nothing.
    Basic,
    /// Reads.
    Read,
    /// Changes.
    Apply,
}

/// A fault.
#[derive(Debug, Clone, Copy)]
pub struct Fault {
    /// The name, which the variable has as its value.
    pub name: &'static str,
    /// The number of the rule that finds it.
    pub rule: &'static str,
    /// What a run must do to meet it.
    pub level: Level,
    /// The public report that describes such a fault, or empty.
    pub report: &'static str,
}

macro_rules! faults {
    ($($name:literal $rule:literal $level:ident $report:literal;)*) => {
        /// All faults.
        pub const FAULTS: &[Fault] = &[$(Fault {
            name: $name,
            rule: $rule,
            level: Level::$level,
            report: $report,
        }),*];
    };
}

faults! {
    "prints-before-the-handshake" "CF101" Basic "";
    "exits-at-the-start" "CF101" Basic "";
    "serves-protocol-7" "CF102" Basic "";
    "prints-after-the-handshake" "CF104" Basic "";
    "ends-at-an-interrupt" "CF105" Basic "";
    "fails-to-stop" "CF109" Basic "";
    "is-silent-without-a-host" "CF110" Basic "";
    "crashes-at-an-unknown-value" "CF201" Basic "hashicorp/terraform#26694";
    "answers-with-a-status" "CF202" Basic "";
    "does-not-answer" "CF203" Basic "";
    "crashes-at-malformed-bytes" "CF204" Basic "";
    "accepts-an-unknown-type" "CF205" Basic "";
    "mixes-up-concurrent-requests" "CF207" Basic "";
    "warns-without-a-summary" "CF208" Basic "";
    "warns-at-a-missing-path" "CF208" Basic "hashicorp/terraform-plugin-framework#646";
    "reports-an-error-with-its-schemas" "CF301" Basic "";
    "has-an-attribute-that-nobody-sets" "CF302" Basic "";
    "requires-a-computed-attribute" "CF302" Basic "";
    "has-a-reserved-name" "CF303" Basic "";
    "changes-its-schemas" "CF304" Basic "";
    "has-an-identity-without-a-resource" "CF305" Basic "";
    "has-other-schemas-in-protocol-5" "CF306" Basic "";
    "has-a-parameter-without-a-name" "CF307" Basic "";
    "names-too-few-types" "CF308" Basic "";
    "refuses-an-unknown-value" "CF401" Basic "hashicorp/terraform-plugin-framework#103";
    "accepts-a-read-only-value" "CF402" Basic "";
    "warns-every-second-time" "CF403" Basic "";
    "upgrades-to-an-unknown-value" "CF404" Basic "";
    "plans-another-type" "CF501" Basic "hashicorp/terraform-plugin-framework#191";
    "plans-differently-each-time" "CF502" Basic "";
    "replaces-by-a-missing-path" "CF503" Basic "";
    "defers-without-permission" "CF504" Basic "";
    "plans-a-default-for-an-unknown-value" "CF505" Basic "hashicorp/terraform-plugin-framework#867";
    "plans-no-object" "CF511" Basic "";
    "plans-null-blocks" "CF512" Basic "";
    "plans-a-write-only-value" "CF513" Basic "";
    "plans-an-empty-text-for-null" "CF514" Basic "hashicorp/terraform-plugin-framework#334";
    "plans-null-for-an-empty-list" "CF515" Basic "aiven/terraform-provider-aiven#2870";
    "plans-a-rounded-number" "CF515" Basic "hashicorp/terraform-plugin-framework#815";
    "plans-a-normal-form" "CF515" Basic "hashicorp/terraform-plugin-framework#70";
    "plans-no-blocks" "CF516" Basic "";
    "reads-unknown-data" "CF601" Read "";
    "reads-no-data" "CF601" Read "";
    "opens-with-another-configuration" "CF602" Read "";
    "returns-a-text-for-a-number" "CF603" Read "";
    "returns-another-result-each-time" "CF604" Read "";
    "applies-another-type" "CF701" Apply "";
    "applies-an-unknown-value" "CF702" Apply "";
    "creates-no-object" "CF703" Apply "";
    "keeps-a-destroyed-object" "CF703" Apply "";
    "stores-a-write-only-value" "CF704" Apply "hashicorp/terraform-plugin-framework#1095";
    "plans-a-change-again" "CF705" Apply "hashicorp/terraform-plugin-framework#783";
    "upgrades-to-another-value" "CF706" Apply "";
    "reads-another-value" "CF707" Apply "";
    "reads-no-object" "CF707" Apply "";
    "imports-too-little" "CF708" Apply "hashicorp/terraform#37712";
    "imports-two-objects" "CF709" Apply "";
    "applies-without-an-identity" "CF710" Apply "hashicorp/terraform-plugin-framework#1184";
    "reads-another-identity" "CF710" Apply "";
    "applies-another-value" "CF711" Apply "hashicorp/terraform#25774";
    "breaks-a-promise" "CF712" Apply "";
    "applies-fewer-elements" "CF713" Apply "";
    "applies-no-blocks" "CF714" Apply "";
    "does-not-destroy" "CF715" Apply "";
    "logs-a-secret" "CF801" Basic "hashicorp/terraform-provider-aws#32164";
    "shows-a-secret" "CF802" Basic "";
}
