package main

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// attributes is how many attributes a wide resource has, beside its id.
const attributes = 300

type wide struct{}

func newWide() resource.Resource { return wide{} }

func (wide) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_wide"
}

func (wide) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	all := map[string]schema.Attribute{"id": schema.StringAttribute{Computed: true}}
	for i := range attributes {
		var attribute schema.Attribute
		switch i % 5 {
		case 0:
			attribute = schema.StringAttribute{Optional: true}
		case 1:
			attribute = schema.Int64Attribute{Optional: true}
		case 2:
			attribute = schema.BoolAttribute{Optional: true}
		case 3:
			attribute = schema.ListAttribute{Optional: true, ElementType: types.StringType}
		case 4:
			attribute = schema.StringAttribute{Optional: true, Computed: true}
		}
		all[fmt.Sprintf("attr_%03d", i)] = attribute
	}
	resp.Schema = schema.Schema{Attributes: all}
}

func (wide) Create(_ context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	resp.Diagnostics.Append(fill(req.Plan.Raw, &resp.State.Raw)...)
}

func (wide) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (wide) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	resp.Diagnostics.Append(fill(req.Plan.Raw, &resp.State.Raw)...)
}

func (wide) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

// fill gives attributes that are not known yet their own names. It works on the raw object, which is the quickest that the
// framework allows.
func fill(plan tftypes.Value, state *tftypes.Value) (diags diag.Diagnostics) {
	var values map[string]tftypes.Value
	if err := plan.As(&values); err != nil {
		diags.AddError("Cannot read the plan", err.Error())
		return diags
	}
	for name, value := range values {
		if !value.IsKnown() {
			values[name] = tftypes.NewValue(tftypes.String, name)
		}
	}
	values["id"] = tftypes.NewValue(tftypes.String, "wide")
	*state = tftypes.NewValue(plan.Type(), values)
	return diags
}
