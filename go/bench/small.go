package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type small struct{}

type smallModel struct {
	ID      types.String `tfsdk:"id"`
	Name    types.String `tfsdk:"name"`
	Size    types.Int64  `tfsdk:"size"`
	Enabled types.Bool   `tfsdk:"enabled"`
	Tags    types.Map    `tfsdk:"tags"`
}

func newSmall() resource.Resource { return small{} }

func (small) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_small"
}

func (small) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed:      true,
				PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
			},
			"name":    schema.StringAttribute{Required: true},
			"size":    schema.Int64Attribute{Optional: true, Computed: true, Default: int64default.StaticInt64(10)},
			"enabled": schema.BoolAttribute{Optional: true},
			"tags":    schema.MapAttribute{Optional: true, ElementType: types.StringType},
		},
	}
}

func (small) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan smallModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ID = types.StringValue("small-" + plan.Name.ValueString())
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (small) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	keep[smallModel](ctx, req, resp)
}

func (small) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	replace[smallModel](ctx, req, resp)
}

func (small) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

func (small) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughID(ctx, path.Root("id"), req, resp)
}
