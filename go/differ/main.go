// The Go twin of the provider that `cargo xtask differ` compares: the same schema on terraform-plugin-framework.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

func main() {
	options := providerserver.ServeOpts{Address: "registry.terraform.io/example/differ"}
	newProvider := func() provider.Provider { return twin{} }
	if err := providerserver.Serve(context.Background(), newProvider, options); err != nil {
		log.Fatal(err)
	}
}

type twin struct{}

func (twin) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "differ"
	resp.Version = "0.1.0"
}

func (twin) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{}
}

func (twin) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (twin) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return thing{} }}
}

func (twin) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return echo{} }}
}

func (twin) Functions(context.Context) []func() function.Function {
	return []func() function.Function{
		func() function.Function { return concat{} },
		func() function.Function { return first{} },
		func() function.Function { return total{} },
		func() function.Function { return same{} },
	}
}
