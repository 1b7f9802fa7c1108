package main

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// generated is how many resources make the schema a large one.
const generated = 200

type benchProvider struct{}

func newProvider() provider.Provider { return benchProvider{} }

func (benchProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "bench"
	resp.Version = "0.1.0"
}

func (benchProvider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		Attributes: map[string]schema.Attribute{
			"endpoint": schema.StringAttribute{Optional: true},
		},
	}
}

func (benchProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}

func (benchProvider) Resources(context.Context) []func() resource.Resource {
	resources := []func() resource.Resource{newSmall, newWide, newNested, newSet}
	for i := range generated {
		name := fmt.Sprintf("gen_%03d", i)
		resources = append(resources, func() resource.Resource { return gen{name} })
	}
	return resources
}

func (benchProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{newEcho}
}

func (benchProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{newConcat}
}
