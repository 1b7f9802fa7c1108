//! The faults, with the rules that find them.

/// The variable that names the fault.
pub const VARIABLE: &str = "BROKEN";

/// The value with which the provider cannot be configured, and ends at each request that needs it to be. No rule forbids that.
pub const UNCONFIGURED: &str = "cannot-be-configured";

/// The value with which a read of a thing waits until the provider is stopped. No rule forbids that.
pub const UNTIL_STOPPED: &str = "reads-until-it-is-stopped";

/// The variable with the file in which the provider writes that a thing is read, and that it was destroyed. Only [`UNTIL_STOPPED`] needs it.
pub const FILE: &str = "BROKEN_FILE";

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
    "prints-before-the-handshake" "CF101" Basic "hashicorp/go-plugin#199";
    "exits-at-the-start" "CF101" Basic "hashicorp/terraform#31363";
    "serves-protocol-7" "CF102" Basic "taliesins/terraform-provider-hyperv#11";
    "serves-plain-text" "CF103" Basic "";
    "prints-after-the-handshake" "CF104" Basic "";
    "ends-at-an-interrupt" "CF105" Basic "";
    "ignores-sigterm" "CF106" Basic "";
    "does-not-exit" "CF107" Basic "gruntwork-io/terragrunt#5255";
    "outlives-its-host" "CF108" Basic "hashicorp/terraform-plugin-sdk#257";
    "fails-to-stop" "CF109" Basic "";
    "is-silent-without-a-host" "CF110" Basic "";
    "crashes-at-an-unknown-value" "CF201" Basic "hashicorp/terraform#26694";
    "answers-with-a-status" "CF202" Basic "";
    "does-not-answer" "CF203" Basic "vatesfr/terraform-provider-xenorchestra#352";
    "crashes-at-malformed-bytes" "CF204" Basic "";
    "accepts-an-unknown-type" "CF205" Basic "";
    "hangs-after-a-cancellation" "CF206" Basic "";
    "mixes-up-concurrent-requests" "CF207" Basic "";
    "crashes-at-concurrent-requests" "CF207" Basic "hashicorp/terraform-provider-aws#29236";
    "warns-without-a-summary" "CF208" Basic "";
    "warns-at-a-missing-path" "CF208" Basic "hashicorp/terraform-plugin-framework#646";
    "refuses-large-messages" "CF209" Basic "hashicorp/terraform-plugin-go#106";
    "is-slow-with-many-elements" "CF210" Basic "cloudflare/terraform-provider-cloudflare#7264";
    "reports-an-error-with-its-schemas" "CF301" Basic "hashicorp/terraform#31184";
    "has-an-attribute-that-nobody-sets" "CF302" Basic "hashicorp/terraform-plugin-framework#111";
    "requires-a-computed-attribute" "CF302" Basic "";
    "has-a-reserved-name" "CF303" Basic "hashicorp/terraform#15522";
    "changes-its-schemas" "CF304" Basic "";
    "has-an-identity-without-a-resource" "CF305" Basic "";
    "has-other-schemas-in-protocol-5" "CF306" Basic "";
    "has-a-parameter-without-a-name" "CF307" Basic "hashicorp/terraform#34777";
    "reuses-a-parameter-name" "CF307" Basic "hashicorp/terraform-plugin-framework#926";
    "names-too-few-types" "CF308" Basic "";
    "refuses-an-unknown-value" "CF401" Basic "hashicorp/terraform-plugin-framework#103";
    "accepts-a-read-only-value" "CF402" Basic "heroku/terraform-provider-heroku#340";
    "warns-every-second-time" "CF403" Basic "";
    "upgrades-to-an-unknown-value" "CF404" Basic "hashicorp/terraform#34503";
    "moves-anything" "CF405" Basic "";
    "moves-to-an-unknown-value" "CF406" Basic "hashicorp/terraform#34525";
    "refuses-a-move" "CF406" Basic "ubiquiti-community/terraform-provider-unifi#222";
    "announces-no-moves" "CF406" Basic "stackitcloud/terraform-provider-stackit#532";
    "plans-another-type" "CF501" Basic "hashicorp/terraform-plugin-framework#191";
    "plans-differently-each-time" "CF502" Basic "honeycombio/terraform-provider-honeycombio#263";
    "replaces-by-a-missing-path" "CF503" Basic "hashicorp/terraform#20294";
    "defers-without-permission" "CF504" Basic "";
    "plans-a-default-for-an-unknown-value" "CF505" Basic "hashicorp/terraform-plugin-framework#867";
    "plans-no-object" "CF511" Basic "";
    "plans-null-blocks" "CF512" Basic "runatlantis/atlantis#572";
    "plans-a-write-only-value" "CF513" Basic "hashicorp/terraform#36819";
    "plans-an-empty-text-for-null" "CF514" Basic "hashicorp/terraform-plugin-framework#334";
    "plans-null-for-an-empty-list" "CF515" Basic "aiven/terraform-provider-aiven#2870";
    "plans-a-rounded-number" "CF515" Basic "hashicorp/terraform-plugin-framework#815";
    "plans-a-normal-form" "CF515" Basic "hashicorp/terraform-plugin-framework#70";
    "plans-no-blocks" "CF516" Basic "";
    "reads-unknown-data" "CF601" Read "";
    "reads-no-data" "CF601" Read "PaloAltoNetworks/terraform-provider-panos#288";
    "opens-with-another-configuration" "CF602" Read "";
    "returns-a-text-for-a-number" "CF603" Read "";
    "returns-another-result-each-time" "CF604" Read "";
    "lists-without-an-identity" "CF605" Read "";
    "lists-without-objects" "CF605" Read "";
    "applies-another-type" "CF701" Apply "";
    "applies-an-unknown-value" "CF702" Apply "metio/terraform-provider-migadu#75";
    "creates-no-object" "CF703" Apply "ansible/terraform-provider-ansible#66";
    "keeps-a-destroyed-object" "CF703" Apply "";
    "stores-a-write-only-value" "CF704" Apply "hashicorp/terraform-plugin-framework#1095";
    "plans-a-change-again" "CF705" Apply "hashicorp/terraform-plugin-framework#783";
    "upgrades-to-another-value" "CF706" Apply "";
    "reads-another-value" "CF707" Apply "env0/terraform-provider-env0#66";
    "reads-no-object" "CF707" Apply "hashicorp/terraform-provider-aws#7907";
    "imports-too-little" "CF708" Apply "vast-data/terraform-provider-vastdata#31";
    "imports-two-objects" "CF709" Apply "hashicorp/terraform-provider-aws#13408";
    "applies-without-an-identity" "CF710" Apply "hashicorp/terraform-plugin-framework#1184";
    "reads-another-identity" "CF710" Apply "scaleway/terraform-provider-scaleway#4098";
    "applies-another-value" "CF711" Apply "hashicorp/terraform#25774";
    "breaks-a-promise" "CF712" Apply "";
    "applies-fewer-elements" "CF713" Apply "Juniper/terraform-provider-apstra#587";
    "applies-no-blocks" "CF714" Apply "cloudflare/terraform-provider-cloudflare#3758";
    "does-not-destroy" "CF715" Apply "";
    "generates-a-read-only-value" "CF716" Apply "hashicorp/terraform#37712";
    "generates-no-configuration" "CF716" Apply "";
    "does-not-complete-an-action" "CF717" Apply "";
    "reads-another-state" "CF718" Apply "";
    "keeps-a-deleted-state" "CF718" Apply "";
    "locks-a-state-twice" "CF719" Apply "hashicorp/terraform#17407";
    "unlocks-by-any-id" "CF719" Apply "";
    "logs-a-secret" "CF801" Basic "hashicorp/terraform-provider-aws#32164";
    "shows-a-secret" "CF802" Basic "Keeper-Security/terraform-provider-secretsmanager#31";
}
