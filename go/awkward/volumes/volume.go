package volumes

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terrane/go/awkward/store"
)

// volume has private state, a changed plan, older schema versions, moves, sets of blocks, an identity and timeouts.
type volume struct{ store.Store }

type volumeModel struct {
	Name     types.String   `tfsdk:"name"`
	Size     types.Int64    `tfsdk:"size"`
	Revision types.Int64    `tfsdk:"revision"`
	Secret   types.String   `tfsdk:"secret"`
	Fail     types.String   `tfsdk:"fail"`
	Big      types.String   `tfsdk:"big"`
	Part     []partModel    `tfsdk:"part"`
	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

type partModel struct {
	Label types.String `tfsdk:"label"`
	Share types.Number `tfsdk:"share"`
}

// volumeFile is a volume in the store.
type volumeFile struct{ Size, Revision int64 }

func (*volume) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_volume"
}

func (*volume) Schema(ctx context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		Version:     1,
		Description: "A volume that is only a file.",
		Attributes: map[string]schema.Attribute{
			"name":     schema.StringAttribute{Required: true, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
			"size":     schema.Int64Attribute{Optional: true, Computed: true, Default: int64default.StaticInt64(1)},
			"revision": schema.Int64Attribute{Computed: true},
			"secret":   schema.StringAttribute{Optional: true, WriteOnly: true},
			"fail":     schema.StringAttribute{Optional: true, Description: "The operation that fails: create or update."},
			"big":      schema.StringAttribute{Optional: true, Description: "A text of any size."},
		},
		Blocks: map[string]schema.Block{
			"part": schema.SetNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: map[string]schema.Attribute{
				"label": schema.StringAttribute{Required: true},
				"share": schema.NumberAttribute{Optional: true},
			}}},
			"timeouts": timeouts.Block(ctx, timeouts.Opts{Create: true, Delete: true}),
		},
	}
}

func (*volume) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"name": identityschema.StringAttribute{RequiredForImport: true},
	}}
}

func (v *volume) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	v.Store, _ = req.ProviderData.(store.Store)
}

// ModifyPlan lets the revision be unknown if the volume changes.
func (*volume) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() || req.State.Raw.IsNull() {
		return
	}
	var planned, current types.Int64
	resp.Diagnostics.Append(req.Plan.GetAttribute(ctx, path.Root("size"), &planned)...)
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("size"), &current)...)
	if planned.Equal(current) {
		var revision types.Int64
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("revision"), &revision)...)
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("revision"), revision)...)
	}
}

// UpgradeState turns the size of version 0, a text in gigabytes, into a number.
func (*volume) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	return map[int64]resource.StateUpgrader{0: {StateUpgrader: func(ctx context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse) {
		resp.Diagnostics.AddError("Version 0 has no upgrade", "The state is "+string(req.RawState.JSON))
	}}}
}

// MoveState takes over objects of any type that have a name.
func (v *volume) MoveState(context.Context) []resource.StateMover {
	source := schema.Schema{Attributes: map[string]schema.Attribute{"name": schema.StringAttribute{Required: true}}}
	return []resource.StateMover{{SourceSchema: &source, StateMover: func(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
		if !strings.HasSuffix(req.SourceTypeName, "_disk") || req.SourceState == nil {
			return
		}
		var name types.String
		resp.Diagnostics.Append(req.SourceState.GetAttribute(ctx, path.Root("name"), &name)...)
		resp.Diagnostics.Append(resp.TargetState.SetAttribute(ctx, path.Root("name"), name)...)
	}}}
}

func (v *volume) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var model volumeModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &model)...)
	var secret types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("secret"), &secret)...)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, "has_secret", []byte(map[bool]string{true: "false", false: "true"}[secret.IsNull()]))...)
	if resp.Diagnostics.HasError() {
		return
	}
	model.Revision = types.Int64Value(1)
	if err := v.Write(model.Name.ValueString(), volumeFile{model.Size.ValueInt64(), 1}); err != nil {
		resp.Diagnostics.AddError("Cannot write the volume", err.Error())
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("name"), model.Name)...)
	if model.Fail.ValueString() == "create" {
		resp.Diagnostics.AddAttributeError(path.Root("fail"), "Failed as requested", "after create")
	}
}

func (v *volume) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var name types.String
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("name"), &name)...)
	var file volumeFile
	found, err := v.Store.Read(name.ValueString(), &file)
	if err != nil {
		resp.Diagnostics.AddError("Cannot read the volume", err.Error())
		return
	}
	if !found {
		resp.State.RemoveResource(ctx)
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("size"), file.Size)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("revision"), file.Revision)...)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("name"), name)...)
}

func (v *volume) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var model, prior volumeModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &model)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &prior)...)
	if resp.Diagnostics.HasError() {
		return
	}
	revision := prior.Revision.ValueInt64()
	if !model.Size.Equal(prior.Size) {
		revision++
	}
	model.Revision = types.Int64Value(revision)
	if err := v.Write(model.Name.ValueString(), volumeFile{model.Size.ValueInt64(), revision}); err != nil {
		resp.Diagnostics.AddError("Cannot write the volume", err.Error())
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
	if model.Fail.ValueString() == "update" {
		resp.Diagnostics.AddAttributeError(path.Root("fail"), "Failed as requested", "after update")
	}
}

func (v *volume) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var name types.String
	resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("name"), &name)...)
	if err := v.Store.Delete(name.ValueString()); err != nil {
		resp.Diagnostics.AddError("Cannot delete the volume", err.Error())
	}
}

func (*volume) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("name"), path.Root("name"), req, resp)
}
