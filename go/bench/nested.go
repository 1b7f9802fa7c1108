package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// nested has its items in a list or in a set.
type nested struct {
	name string
	item func(schema.NestedAttributeObject) schema.Attribute
}

type nestedModel struct {
	ID    types.String `tfsdk:"id"`
	Items []itemModel  `tfsdk:"items"`
}

type itemModel struct {
	Name   types.String      `tfsdk:"name"`
	Value  types.Float64     `tfsdk:"value"`
	Labels map[string]string `tfsdk:"labels"`
	Rule   *ruleModel        `tfsdk:"rule"`
}

type ruleModel struct {
	Port  types.Int64  `tfsdk:"port"`
	Proto types.String `tfsdk:"proto"`
}

func newNested() resource.Resource {
	return nested{"nested", func(object schema.NestedAttributeObject) schema.Attribute {
		return schema.ListNestedAttribute{Optional: true, NestedObject: object}
	}}
}

func newSet() resource.Resource {
	return nested{"set", func(object schema.NestedAttributeObject) schema.Attribute {
		return schema.SetNestedAttribute{Optional: true, NestedObject: object}
	}}
}

func (n nested) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + n.name
}

func (n nested) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	item := schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
		"name":   schema.StringAttribute{Required: true},
		"value":  schema.Float64Attribute{Optional: true},
		"labels": schema.MapAttribute{Optional: true, ElementType: types.StringType},
		"rule": schema.SingleNestedAttribute{
			Optional: true,
			Attributes: map[string]schema.Attribute{
				"port":  schema.Int64Attribute{Required: true},
				"proto": schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString("tcp")},
			},
		},
	}}
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"id":    schema.StringAttribute{Computed: true},
		"items": n.item(item),
	}}
}

func (n nested) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan nestedModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ID = types.StringValue(n.name)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (nested) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	keep[nestedModel](ctx, req, resp)
}

func (n nested) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan nestedModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	plan.ID = types.StringValue(n.name)
	resp.Diagnostics.Append(resp.State.Set(ctx, &plan)...)
}

func (nested) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
