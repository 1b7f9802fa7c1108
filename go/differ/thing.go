package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// thing has an attribute of each kind, and nothing behind it.
type thing struct{}

func (thing) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_thing"
}

func keep() []planmodifier.String {
	return []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
}

func replace() []planmodifier.String {
	return []planmodifier.String{stringplanmodifier.RequiresReplace()}
}

// item is what collections have.
func item() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name":     schema.StringAttribute{Required: true},
		"fraction": schema.Float64Attribute{Optional: true},
		"note":     schema.StringAttribute{Optional: true, Computed: true},
		"own":      schema.StringAttribute{Computed: true},
		"proto":    schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString("tcp")},
		"fixed":    schema.StringAttribute{Optional: true, PlanModifiers: replace()},
	}
}

func (thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	nested := schema.NestedAttributeObject{Attributes: item()}
	block := schema.NestedBlockObject{Attributes: item()}
	resp.Schema = schema.Schema{
		Attributes: map[string]schema.Attribute{
			"id":       schema.StringAttribute{Computed: true, PlanModifiers: keep()},
			"name":     schema.StringAttribute{Required: true, PlanModifiers: replace()},
			"text":     schema.StringAttribute{Optional: true},
			"fraction": schema.Float64Attribute{Optional: true},
			"whole":    schema.Int64Attribute{Optional: true},
			"flag":     schema.BoolAttribute{Optional: true},
			"exact":    schema.NumberAttribute{Optional: true},
			"size":     schema.Int64Attribute{Optional: true, Computed: true, Default: int64default.StaticInt64(10)},
			"proto":    schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString("tcp")},
			"both":     schema.StringAttribute{Optional: true, Computed: true},
			"kept":     schema.StringAttribute{Optional: true, Computed: true, PlanModifiers: keep()},
			"choice":   schema.StringAttribute{Optional: true, Validators: []validator.String{stringvalidator.OneOf("a", "b")}},
			"strings":  schema.ListAttribute{Optional: true, ElementType: types.StringType},
			"words":    schema.SetAttribute{Optional: true, ElementType: types.StringType},
			"labels":   schema.MapAttribute{Optional: true, ElementType: types.StringType},
			"any":      schema.DynamicAttribute{Optional: true},
			"items":    schema.ListNestedAttribute{Optional: true, NestedObject: nested},
			"group":    schema.SetNestedAttribute{Optional: true, NestedObject: nested},
			"table":    schema.MapNestedAttribute{Optional: true, NestedObject: nested},
			"one":      schema.SingleNestedAttribute{Optional: true, Attributes: item()},
		},
		Blocks: map[string]schema.Block{
			"rule":   schema.ListNestedBlock{NestedObject: block},
			"member": schema.SetNestedBlock{NestedObject: block},
			"extra":  schema.SingleNestedBlock{Attributes: optionalItem()},
		},
	}
}

// optionalItem is what the single block has: the framework requires what is required in it even where there is no block.
func optionalItem() map[string]schema.Attribute {
	attributes := item()
	attributes["name"] = schema.StringAttribute{Optional: true}
	return attributes
}

// fill makes what the plan leaves to the provider.
func fill(plan tftypes.Value) (tftypes.Value, error) {
	return tftypes.Transform(plan, func(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		if value.IsKnown() {
			return value, nil
		}
		return tftypes.NewValue(tftypes.String, "made"), nil
	})
}

func (thing) Create(_ context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	made, err := fill(req.Plan.Raw)
	if err != nil {
		resp.Diagnostics.AddError("Cannot fill the plan", err.Error())
		return
	}
	resp.State.Raw = made
}

func (thing) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (thing) Update(_ context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	made, err := fill(req.Plan.Raw)
	if err != nil {
		resp.Diagnostics.AddError("Cannot fill the plan", err.Error())
		return
	}
	resp.State.Raw = made
}

func (thing) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

func (thing) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughID(ctx, path.Root("id"), req, resp)
}
