package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

type workshop struct{ things map[string]model }

func newProvider() provider.Provider {
	return &workshop{things: map[string]model{}}
}

func (*workshop) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "broken"
}

func (*workshop) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (w *workshop) Configure(_ context.Context, _ provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	resp.ResourceData = w
}

func (*workshop) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return &thing{} }}
}

func (*workshop) DataSources(context.Context) []func() datasource.DataSource { return nil }
