// A provider on terraform-plugin-framework, over protocol 6, or over protocol 5 with AWKWARD_PROTOCOL=5.
package main

import (
	"context"
	"os"

	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"terrane/go/awkward/faults"
	"terrane/go/awkward/store"
)

const address = "registry.terraform.io/example/awkward"

// nested is whether the provider has nested attributes, which only protocol 6 has.
var nested = os.Getenv("AWKWARD_PROTOCOL") != "5"

func main() {
	versions := map[int]plugin.PluginSet{5: {"provider": &tf5server.GRPCProviderPlugin{
		Name:         address,
		GRPCProvider: providerserver.NewProtocol5(awkward{}),
	}}}
	if nested {
		versions = map[int]plugin.PluginSet{6: {"provider": &tf6server.GRPCProviderPlugin{
			Name:         address,
			GRPCProvider: providerserver.NewProtocol6(awkward{}),
		}}}
	}
	faults.Serve(versions)
}

type awkward struct{}

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

func (awkward) Resources(context.Context) []func() resource.Resource {
	resources := []func() resource.Resource{func() resource.Resource { return &volume{} }}
	if nested {
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
