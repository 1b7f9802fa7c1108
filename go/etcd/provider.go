package main

import (
	"context"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type etcd struct {
	version string
}

type settings struct {
	Endpoint      types.String `tfsdk:"endpoint"`
	Username      types.String `tfsdk:"username"`
	Password      types.String `tfsdk:"password"`
	CACertificate types.String `tfsdk:"ca_certificate"`
}

func (p *etcd) Metadata(_ context.Context, _ provider.MetadataRequest, response *provider.MetadataResponse) {
	response.TypeName = "etcd"
	response.Version = p.version
}

func (p *etcd) Schema(_ context.Context, _ provider.SchemaRequest, response *provider.SchemaResponse) {
	response.Schema = schema.Schema{
		Description: "The settings of the provider.",
		Attributes: map[string]schema.Attribute{
			"endpoint": schema.StringAttribute{
				Description: "The address of a member, such as https://etcd.example.com:2379.",
				Optional:    true,
			},
			"username": schema.StringAttribute{
				Description: "The name of the user, if authentication is enabled.",
				Optional:    true,
			},
			"password": schema.StringAttribute{
				Description: "The password of the user.",
				Optional:    true,
				Sensitive:   true,
			},
			"ca_certificate": schema.StringAttribute{
				Description: "The certificates of the authorities that are trusted in addition to those of the system, as PEM.",
				Optional:    true,
			},
		},
	}
}

func setting(value types.String, variable, fallback string) string {
	if !value.IsNull() {
		return value.ValueString()
	}
	if set := os.Getenv(variable); set != "" {
		return set
	}
	return fallback
}

func (p *etcd) Configure(ctx context.Context, request provider.ConfigureRequest, response *provider.ConfigureResponse) {
	var config settings
	response.Diagnostics.Append(request.Config.Get(ctx, &config)...)
	if response.Diagnostics.HasError() {
		return
	}
	username := setting(config.Username, "ETCD_USERNAME", "")
	password := setting(config.Password, "ETCD_PASSWORD", "")
	if username != "" && password == "" {
		response.Diagnostics.AddError("Missing password", "Set `password`, because `username` is set.")
		return
	}
	agent := "terraform-provider-etcd/" + p.version + " (host " + request.TerraformVersion + ")"
	if appended := os.Getenv("TF_APPEND_USER_AGENT"); appended != "" {
		agent += " " + appended
	}
	endpoint := setting(config.Endpoint, "ETCD_ENDPOINT", "http://127.0.0.1:2379")
	client, err := newClient(endpoint, agent, username, password, config.CACertificate.ValueString())
	if err != nil {
		response.Diagnostics.AddError("Cannot use the settings", err.Error())
		return
	}
	response.ResourceData = client
	response.DataSourceData = client
}

func (p *etcd) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		func() resource.Resource { return &key{} },
		func() resource.Resource { return &role{} },
		func() resource.Resource { return &user{} },
	}
}

func (p *etcd) DataSources(context.Context) []func() datasource.DataSource {
	return nil
}

// configured is embedded in each resource.
type configured struct {
	client *client
}

func (c *configured) Configure(_ context.Context, request resource.ConfigureRequest, response *resource.ConfigureResponse) {
	if request.ProviderData == nil {
		return
	}
	client, ok := request.ProviderData.(*client)
	if !ok {
		response.Diagnostics.AddError("Unexpected data of the provider", "This is a bug in the provider.")
		return
	}
	c.client = client
}
