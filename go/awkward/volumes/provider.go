// Package volumes is a provider on terraform-plugin-framework.
package volumes

import (
	"context"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"terrane/go/awkward/store"
)

// New makes the provider. Without nested attributes, protocol 5 can serve it.
func New(nested bool) provider.Provider {
	return awkward{nested}
}

type awkward struct {
	// nested is whether the provider has nested attributes, which only protocol 6 has.
	nested bool
}

func (awkward) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = store.Prefix()
	resp.Version = "1.0.0"
}

// The schema equals that of the SDKv2 provider, so that both can be members of one mux.
func (awkward) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"folder": schema.StringAttribute{Optional: true, Description: "Where objects are kept."},
		"token":  schema.StringAttribute{Optional: true, Sensitive: true, Description: "A secret."},
	}}
}

type configuration struct {
	Folder types.String `tfsdk:"folder"`
	Token  types.String `tfsdk:"token"`
}

func (awkward) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var config configuration
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	tflog.Info(ctx, "configured", map[string]any{"token_known": !config.Token.IsUnknown(), "folder_known": !config.Folder.IsUnknown()})
	if config.Token.IsUnknown() && req.ClientCapabilities.DeferralAllowed {
		resp.Deferred = &provider.Deferred{Reason: provider.DeferredReasonProviderConfigUnknown}
	}
	if os.Getenv("AWKWARD_CONFIGURE") == "refuse" {
		resp.Diagnostics.AddError("the configuration is refused", "")
	}
	made := store.Open(config.Folder.ValueString())
	resp.ResourceData = made
	resp.DataSourceData = made
	resp.ListResourceData = made
	resp.ActionData = made
}

func (a awkward) Resources(context.Context) []func() resource.Resource {
	resources := []func() resource.Resource{func() resource.Resource { return &volume{} }}
	if a.nested {
		resources = append(resources, func() resource.Resource { return cluster{} })
	}
	return resources
}

func (awkward) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return echo{} }}
}

func (awkward) Functions(context.Context) []func() function.Function {
	return []func() function.Function{func() function.Function { return repeat{} }}
}

func (awkward) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return lease{} }}
}

func (awkward) ListResources(context.Context) []func() list.ListResource {
	return []func() list.ListResource{func() list.ListResource { return &volumes{} }}
}

func (awkward) Actions(context.Context) []func() action.Action {
	return []func() action.Action{func() action.Action { return &touch{} }}
}
