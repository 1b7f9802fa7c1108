package volumes

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// cluster has what protocol 5 cannot express: nested attributes in each form of collection.
type cluster struct{}

func (cluster) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_cluster"
}

func (cluster) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	node := map[string]schema.Attribute{
		"name": schema.StringAttribute{Required: true},
		"ip":   schema.StringAttribute{Optional: true, Computed: true},
	}
	object := schema.NestedAttributeObject{Attributes: node}
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"main":   schema.SingleNestedAttribute{Optional: true, Attributes: node},
		"nodes":  schema.ListNestedAttribute{Optional: true, NestedObject: object},
		"spares": schema.SetNestedAttribute{Optional: true, NestedObject: object},
		"roles":  schema.MapNestedAttribute{Optional: true, NestedObject: object},
		"any":    schema.DynamicAttribute{Optional: true},
	}}
}

// fill gives each address that the plan leaves open a value.
func fill(plan tftypes.Value) (tftypes.Value, error) {
	return tftypes.Transform(plan, func(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		if value.IsKnown() {
			return value, nil
		}
		return tftypes.NewValue(tftypes.String, "10.0.0.1"), nil
	})
}

func (cluster) Create(_ context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	made, err := fill(req.Plan.Raw)
	if err != nil {
		resp.Diagnostics.AddError("Cannot fill the plan", err.Error())
		return
	}
	resp.State.Raw = made
}

func (cluster) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (cluster) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	made, err := fill(req.Plan.Raw)
	if err != nil {
		resp.Diagnostics.AddError("Cannot fill the plan", err.Error())
		return
	}
	resp.State.Raw = made
}

func (cluster) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
