//! The files that keep their rules: they compile, without a warning.

#![expect(dead_code, reason = "nobody uses what the files define")]

mod choice {
    mod empty;
    mod fields;
    mod misspelt;
    mod not_debug;
    mod setting;
    mod taken;
    mod unknown;
}

mod filled {
    mod forgotten;
    mod nested;
    mod nothing;
}

mod flatten {
    mod block;
    mod changes_with;
    mod computed_declared;
    mod computed_undeclared;
    mod counts;
    mod itself;
    mod keep;
    mod key_declared;
    mod key_optional;
    mod key_undeclared;
    mod known;
    mod not_a_model;
    mod option;
    mod relation;
    mod taken;
    mod taken_by_both;
    mod taken_by_name;
}

mod foreign {
    mod as_nothing;
    mod as_number;
    mod both;
    mod no_text;
    mod with_nothing;
}

mod function {
    mod generic;
    mod impl_parameter;
    mod impl_result;
    mod no_result;
    mod not_a_function;
    mod not_safe;
    mod parameter;
    mod parameter_computed;
    mod parameter_setting;
    mod parameter_validator;
    mod partial_inside;
    mod pattern;
    mod pattern_inside;
    mod provider_by_value;
    mod provider_elsewhere;
    mod provider_missing;
    mod provider_nothing;
    mod provider_other;
    mod receiver;
    mod reference;
    mod result;
    mod result_dynamic;
    mod result_error;
    mod value_inside;
    mod variadic_element;
    mod variadic_not_collection;
    mod variadic_not_last;
    mod variadic_twice;
    mod variadic_with_argument;
}

mod model {
    mod contains_itself;
    mod contains_itself_through_another;
    mod contains_self;
    mod generic;
    mod of_enum;
    mod of_union;
    mod tuple;
    mod unit;
}

mod name {
    mod digit;
    mod identity_bad;
    mod identity_taken;
    mod of_field;
    mod of_function;
    mod of_model;
    mod of_type;
    mod taken;
    mod type_name_and_name;
    mod type_name_bad;
    mod upper_case;
}

mod needs {
    mod block_without_computed;
    mod block_without_default;
    mod block_without_env;
    mod block_without_identity;
    mod block_without_keep;
    mod block_without_optional;
    mod computed_block_alias;
    mod computed_block_group;
    mod computed_block_items;
    mod computed_declared;
    mod computed_meant;
    mod default_not_computed;
    mod default_not_option;
    mod default_not_option_alias;
    mod env_not_computed;
    mod group_block;
    mod group_not_option;
    mod group_single;
    mod group_without_items;
    mod identity_map;
    mod identity_not_computed_option;
    mod identity_not_option;
    mod identity_not_option_alias;
    mod identity_not_value;
    mod identity_only_computed;
    mod identity_version_identity;
    mod items_block;
    mod items_list;
    mod items_not_map;
    mod keep_computed;
    mod keep_computed_alias;
    mod key_marked;
    mod optional_computed;
    mod previous_into;
}

mod object {
    mod aligned;
    mod as_block;
    mod as_resource;
    mod computed;
    mod computed_alias;
    mod flattened;
    mod lists_in_maps;
    mod lists_of_lists;
    mod model;
    mod partial;
    mod sensitive;
    mod sensitive_alias;
    mod timeouts;
    mod value;
    mod with_block;
    mod with_default;
    mod with_replace;
    mod with_validate;
    mod with_version;
    mod write_only;
}

mod plan {
    mod align;
    mod align_plain;
    mod circle;
    mod empty_of_required;
    mod empty_text;
    mod len;
    mod len_empty;
    mod modifier;
    mod modifier_function;
    mod modifier_model;
    mod modifier_siblings;
    mod prefix;
    mod range;
    mod range_empty;
    mod range_twice;
    mod replace_computed;
    mod replace_computed_alias;
    mod replace_computed_counts;
    mod replace_computed_flattened;
    mod replace_computed_key;
    mod replace_computed_model;
    mod replace_computed_nested;
    mod replace_computed_text;
    mod replace_if_computed;
    mod timeout_duration;
    mod timeout_of;
}

mod provider {
    mod address;
    mod default;
    mod option;
    mod settings;
}

mod relation {
    mod computed;
    mod condition;
    mod conflicts;
    mod nested_scalar;
    mod nested_twice;
    mod nested_unknown;
    mod one;
    mod prefer_itself;
    mod prefer_stored;
    mod prefer_two;
    mod required;
    mod required_block;
    mod sum;
    mod twice;
    mod unknown;
    mod unlike;
    mod warn_missing;
    mod warn_nested;
    mod warn_other;
    mod warn_prefer;
    mod warn_unknown;
}

mod role {
    mod computed_block_in_data_source;
    mod computed_block_inside;
    mod computed_in_action;
    mod computed_in_meta;
    mod computed_in_settings;
    mod data_source_without_schema;
    mod env_in_data_source;
    mod env_in_resource;
    mod keep_in_data_source;
    mod keep_in_ephemeral;
    mod list_of_model;
    mod list_of_sets;
    mod listable_resource;
    mod not_a_provider;
    mod not_async;
    mod registered_action;
    mod registered_data_source;
    mod registered_elsewhere;
    mod registered_ephemeral;
    mod registered_function;
    mod registered_list;
    mod registered_resource;
    mod registered_state_only;
    mod registered_state_store;
    mod replace_in_data_source;
    mod reserved_by_name;
    mod reserved_in_data_source;
    mod reserved_in_ephemeral;
    mod reserved_in_resource;
    mod reserved_in_settings;
    mod reserved_with_env;
    mod resource_and_state_only;
    mod resource_without_schema;
    mod served_provisioner;
    mod settings_not_a_model;
}

mod setting {
    mod default_alone;
    mod default_nothing;
    mod duplicate_identity_option;
    mod env_nothing;
    mod env_number;
    mod env_twice;
    mod history_and_previous;
    mod history_number;
    mod identity_history_alone;
    mod identity_history_number;
    mod identity_no_options;
    mod identity_unknown;
    mod identity_version_text;
    mod items_alone;
    mod items_backwards;
    mod items_half_open;
    mod items_nothing;
    mod items_number;
    mod keep_with_argument;
    mod key_name;
    mod key_unknown;
    mod misspelt;
    mod name_alone;
    mod name_empty;
    mod name_not_text;
    mod no_comma;
    mod no_parentheses;
    mod not_an_option;
    mod of_field_on_function;
    mod of_field_on_model;
    mod previous_alone;
    mod previous_number;
    mod replace_nothing;
    mod replace_unknown;
    mod replace_value;
    mod sensitive;
    mod serde_alone;
    mod serde_rename;
    mod since;
    mod twice;
    mod unknown;
    mod unknown_on_model;
    mod validate_alone;
    mod validate_nothing;
    mod version_falls;
    mod version_text;
    mod write_only;
}

mod settle {
    mod declared;
    mod state_only;
}

mod together {
    mod default_optional;
    mod env_and_replace_elsewhere;
    mod env_computed;
    mod env_identity;
    mod env_keep;
    mod env_optional;
    mod env_replace;
    mod identity_key;
    mod identity_only_optional;
    mod keep_changes_with;
}

mod transparent {
    mod element;
    mod equal;
    mod fields;
    mod inside;
    mod setting;
    mod unit;
}

mod types {
    mod array;
    mod block_in_attribute;
    mod block_of_choice;
    mod block_of_computed;
    mod block_of_optional_list;
    mod block_of_scalar;
    mod block_of_sensitive;
    mod block_of_strings;
    mod block_option_computed;
    mod boxed;
    mod char;
    mod computed_value;
    mod duration;
    mod foreign;
    mod foreign_computed;
    mod foreign_element;
    mod foreign_option;
    mod foreign_sensitive;
    mod hash_map;
    mod hash_set;
    mod json_value;
    mod list_block_with_dynamic;
    mod list_of_computed;
    mod list_of_dynamic;
    mod list_of_lists_of_models;
    mod list_of_models_with_dynamic;
    mod list_of_optional_models;
    mod map_of_numbers;
    mod not_a_model;
    mod option_computed;
    mod option_computed_alias;
    mod option_option;
    mod option_value;
    mod partial;
    mod path_buf;
    mod reference;
    mod sensitive_option;
    mod tuple;
    mod u128;
    mod unknown;
    mod usize;
    mod vec_of_value;
    mod wide_integers;
}

mod value {
    mod any_of_numbers;
    mod any_of_one;
    mod computed_forgotten;
    mod default_negative;
    mod default_number_for_text;
    mod default_out_of_range;
    mod default_text_for_number;
    mod default_unknown;
    mod draft_as_plain;
    mod path_unknown;
    mod validator_function;
    mod validator_in_context;
    mod validator_misspelt;
    mod validator_not_function;
    mod validator_of_number;
    mod validator_of_text;
    mod validator_unknown;
}

mod write_only {
    mod computed;
    mod count_kept;
    mod count_of_nothing;
    mod count_of_stored;
    mod count_of_two;
    mod count_type;
    mod data_source;
    mod inside_computed;
    mod key;
    mod of_computed;
    mod of_sets;
    mod option;
    mod replace;
    mod required;
    mod set;
    mod set_block;
    mod settings;
}
