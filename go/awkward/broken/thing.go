package main

import (
	"context"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// lock guards the things, because hosts make concurrent requests.
var lock sync.Mutex

// thing is a resource whose objects live in the memory of the provider.
type thing struct{ *workshop }

type model struct {
	Name     types.String `tfsdk:"name"`
	ID       types.String `tfsdk:"id"`
	Size     types.Int64  `tfsdk:"size"`
	Note     types.String `tfsdk:"note"`
	Password types.String `tfsdk:"password"`
	Serial   types.String `tfsdk:"serial"`
}

func (*thing) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_thing"
}

func (*thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	keep := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"name":     schema.StringAttribute{Required: true, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
		"id":       schema.StringAttribute{Computed: true, PlanModifiers: keep},
		"size":     schema.Int64Attribute{Optional: true},
		"note":     schema.StringAttribute{Optional: true},
		"password": schema.StringAttribute{Optional: true, Sensitive: true},
		"serial":   schema.StringAttribute{Computed: true, PlanModifiers: keep},
	}}
}

func (t *thing) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	t.workshop, _ = req.ProviderData.(*workshop)
}

func (*thing) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	switch {
	case fault == "panics-at-an-unknown-value" && config.Size.IsUnknown():
		var sizes map[string]int64
		sizes["size"] = config.Size.ValueInt64()
	case fault == "refuses-an-unknown-value" && !config.Size.IsNull() && config.Size.ValueInt64() == 0:
		resp.Diagnostics.AddAttributeError(path.Root("size"), "No size", "The size must be positive.")
	case fault == "logs-a-secret":
		tflog.Debug(ctx, "validating", map[string]any{"password": config.Password.ValueString()})
	case fault == "shows-a-secret" && config.Password.ValueString() != "":
		resp.Diagnostics.AddAttributeWarning(path.Root("password"), "A weak password", "It is "+config.Password.ValueString()+".")
	case fault == "warns-at-a-missing-path":
		resp.Diagnostics.AddAttributeWarning(path.Root("weight"), "No weight", "The thing may be heavy.")
	}
}

func (*thing) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	switch {
	case fault == "plans-a-normal-form" && !plan.Note.IsUnknown() && !plan.Note.IsNull():
		note := strings.ToLower(strings.TrimSpace(plan.Note.ValueString()))
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("note"), note)...)
	case fault == "plans-an-empty-text-for-null" && plan.Note.IsNull():
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("note"), "")...)
	case fault == "plans-a-default-for-an-unknown-value" && plan.Size.IsUnknown():
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("serial"), "none")...)
	case fault == "applies-another-value" && req.State.Raw.IsNull():
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("serial"), "planned")...)
	case fault == "plans-a-change-again" && !req.State.Raw.IsNull():
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("serial"), types.StringUnknown())...)
	}
}

// store fills what the workshop decides, and stores the thing.
func (t *thing) store(plan model) model {
	plan.ID = plan.Name
	plan.Serial = types.StringValue("serial-" + plan.Name.ValueString())
	lock.Lock()
	defer lock.Unlock()
	t.things[plan.Name.ValueString()] = plan
	if fault == "applies-an-unknown-value" {
		plan.Serial = types.StringUnknown()
	}
	return plan
}

func (t *thing) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, t.store(plan))...)
}

func (t *thing) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	lock.Lock()
	found, exists := t.things[state.Name.ValueString()]
	lock.Unlock()
	switch {
	case !exists || fault == "reads-no-object":
		resp.State.RemoveResource(ctx)
		return
	case fault == "imports-too-little" && state.Serial.IsNull():
		found.Note = types.StringNull()
	case fault == "reads-another-value":
		found.Serial = types.StringValue("another")
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, found)...)
}

func (t *thing) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, t.store(plan))...)
}

func (t *thing) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if fault == "does-not-destroy" {
		resp.Diagnostics.AddError("Cannot delete the thing", "It is in use.")
		return
	}
	lock.Lock()
	defer lock.Unlock()
	delete(t.things, state.Name.ValueString())
}

func (*thing) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughID(ctx, path.Root("name"), req, resp)
}
