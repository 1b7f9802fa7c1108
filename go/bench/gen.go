package main

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// options is how many optional strings a generated resource has.
const options = 40

// optionNames are made once, because a generated provider has them in its text.
var optionNames = func() (names [options]string) {
	for i := range names {
		names[i] = fmt.Sprintf("opt_%03d", i)
	}
	return names
}()

// gen is one of many resources that only make the schema large.
type gen struct{ name string }

func (g gen) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + g.name
}

func (gen) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	all := map[string]schema.Attribute{"id": schema.StringAttribute{Computed: true}}
	for _, name := range optionNames {
		all[name] = schema.StringAttribute{Optional: true}
	}
	resp.Schema = schema.Schema{Attributes: all}
}

func (g gen) Create(_ context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	g.write(req.Plan.Raw, &resp.State.Raw)
}

func (gen) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (g gen) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	g.write(req.Plan.Raw, &resp.State.Raw)
}

func (gen) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

func (g gen) write(plan tftypes.Value, state *tftypes.Value) {
	var values map[string]tftypes.Value
	if plan.As(&values) == nil {
		values["id"] = tftypes.NewValue(tftypes.String, g.name)
		*state = tftypes.NewValue(plan.Type(), values)
	}
}
