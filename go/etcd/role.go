package main

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type role struct {
	configured
}

type roleModel struct {
	Name        types.String `tfsdk:"name"`
	Permissions types.Set    `tfsdk:"permissions"`
}

type nameIdentity struct {
	Name types.String `tfsdk:"name"`
}

type permissionModel struct {
	Access   types.String `tfsdk:"access"`
	Key      types.String `tfsdk:"key"`
	RangeEnd types.String `tfsdk:"range_end"`
}

type permission struct {
	Type     string `json:"permType,omitempty"`
	Key      string `json:"key"`
	RangeEnd string `json:"range_end,omitempty"`
}

var permissionObject = schema.NestedAttributeObject{
	Attributes: map[string]schema.Attribute{
		"access": schema.StringAttribute{
			Description: "What is permitted: read, write or readwrite.",
			Required:    true,
			Validators: []validator.String{
				stringvalidator.OneOf("read", "write", "readwrite"),
			},
		},
		"key": schema.StringAttribute{
			Description: "The key, or the first key of the range.",
			Required:    true,
		},
		"range_end": schema.StringAttribute{
			Description: "The end of the range.",
			Optional:    true,
		},
	},
}

func (r *role) Metadata(_ context.Context, request resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = request.ProviderTypeName + "_role"
}

func (r *role) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = schema.Schema{
		Description: "A role with its permissions.",
		Attributes: map[string]schema.Attribute{
			"name": schema.StringAttribute{
				Description: "The name.",
				Required:    true,
				PlanModifiers: []planmodifier.String{
					stringplanmodifier.RequiresReplace(),
				},
				Validators: []validator.String{
					stringvalidator.LengthAtLeast(1),
				},
			},
			"permissions": schema.SetNestedAttribute{
				Description:  "The permissions.",
				Optional:     true,
				NestedObject: permissionObject,
			},
		},
	}
}

func (r *role) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, response *resource.IdentitySchemaResponse) {
	response.IdentitySchema = identityschema.Schema{
		Attributes: map[string]identityschema.Attribute{
			"name": identityschema.StringAttribute{RequiredForImport: true},
		},
	}
}

func (r *role) find(ctx context.Context, name string) ([]permission, bool, error) {
	var answer struct {
		Permissions []permission `json:"perm"`
	}
	err := r.client.call(ctx, "auth/role/get", map[string]any{"role": name}, &answer)
	if isNotFound(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	for i := range answer.Permissions {
		// etcd omits the first member of the enum.
		if answer.Permissions[i].Type == "" {
			answer.Permissions[i].Type = "READ"
		}
	}
	return answer.Permissions, true, nil
}

func expandPermissions(ctx context.Context, set types.Set) ([]permission, diag.Diagnostics) {
	if set.IsNull() {
		return nil, nil
	}
	var models []permissionModel
	diagnostics := set.ElementsAs(ctx, &models, false)
	permissions := make([]permission, 0, len(models))
	for _, model := range models {
		expanded := permission{
			Type: strings.ToUpper(model.Access.ValueString()),
			Key:  encode(model.Key.ValueString()),
		}
		if !model.RangeEnd.IsNull() {
			expanded.RangeEnd = encode(model.RangeEnd.ValueString())
		}
		permissions = append(permissions, expanded)
	}
	return permissions, diagnostics
}

func flattenPermissions(ctx context.Context, permissions []permission) (types.Set, diag.Diagnostics) {
	objectType := permissionObject.Type()
	if len(permissions) == 0 {
		return types.SetNull(objectType), nil
	}
	models := make([]permissionModel, 0, len(permissions))
	var diagnostics diag.Diagnostics
	for _, granted := range permissions {
		name, err := decode(granted.Key)
		if err != nil {
			diagnostics.AddError("Cannot read a permission", err.Error())
			continue
		}
		model := permissionModel{
			Access:   types.StringValue(strings.ToLower(granted.Type)),
			Key:      types.StringValue(name),
			RangeEnd: types.StringNull(),
		}
		if granted.RangeEnd != "" {
			end, err := decode(granted.RangeEnd)
			if err != nil {
				diagnostics.AddError("Cannot read a permission", err.Error())
				continue
			}
			model.RangeEnd = types.StringValue(end)
		}
		models = append(models, model)
	}
	set, more := types.SetValueFrom(ctx, objectType, models)
	diagnostics.Append(more...)
	return set, diagnostics
}

// settle grants and revokes what differs.
func (r *role) settle(ctx context.Context, model *roleModel) diag.Diagnostics {
	wanted, diagnostics := expandPermissions(ctx, model.Permissions)
	if diagnostics.HasError() {
		return diagnostics
	}
	name := model.Name.ValueString()
	granted, _, err := r.find(ctx, name)
	if err != nil {
		diagnostics.AddError("Cannot read etcd_role", err.Error())
		return diagnostics
	}
	for _, it := range granted {
		if slices.Contains(wanted, it) {
			continue
		}
		body := map[string]any{"role": name, "key": it.Key, "range_end": it.RangeEnd}
		if err := r.client.call(ctx, "auth/role/revoke", body, nil); err != nil && !isNotFound(err) {
			diagnostics.AddError("Cannot revoke a permission", err.Error())
			return diagnostics
		}
	}
	for _, it := range wanted {
		if slices.Contains(granted, it) {
			continue
		}
		body := map[string]any{"name": name, "perm": it}
		if err := r.client.call(ctx, "auth/role/grant", body, nil); err != nil {
			diagnostics.AddError("Cannot grant a permission", err.Error())
			return diagnostics
		}
	}
	return diagnostics
}

func (r *role) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	var plan roleModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &plan)...)
	if response.Diagnostics.HasError() {
		return
	}
	name := plan.Name.ValueString()
	find := func() (bool, error) {
		_, found, err := r.find(ctx, name)
		return found, err
	}
	exists, err := r.client.createUnique(ctx, "auth/role/add", map[string]any{"name": name}, nil, find)
	if err != nil {
		response.Diagnostics.AddError("Cannot create etcd_role", err.Error())
		return
	}
	if exists {
		response.Diagnostics.AddError("etcd_role exists already", existsDetail("etcd_role", name))
		return
	}
	// The role exists from here on, so it must be in the state before anything else can fail.
	response.Diagnostics.Append(response.State.Set(ctx, &plan)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, nameIdentity{Name: plan.Name})...)
	response.Diagnostics.Append(r.settle(ctx, &plan)...)
}

func (r *role) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	var state roleModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	if response.Diagnostics.HasError() {
		return
	}
	permissions, found, err := r.find(ctx, state.Name.ValueString())
	if err != nil {
		response.Diagnostics.AddError("Cannot read etcd_role", err.Error())
		return
	}
	if !found {
		response.State.RemoveResource(ctx)
		return
	}
	set, diagnostics := flattenPermissions(ctx, permissions)
	response.Diagnostics.Append(diagnostics...)
	state.Permissions = set
	response.Diagnostics.Append(response.State.Set(ctx, &state)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, nameIdentity{Name: state.Name})...)
}

func (r *role) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	var plan roleModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &plan)...)
	if response.Diagnostics.HasError() {
		return
	}
	response.Diagnostics.Append(r.settle(ctx, &plan)...)
	if response.Diagnostics.HasError() {
		return
	}
	response.Diagnostics.Append(response.State.Set(ctx, &plan)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, nameIdentity{Name: plan.Name})...)
}

func (r *role) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	var state roleModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	if response.Diagnostics.HasError() {
		return
	}
	body := map[string]any{"role": state.Name.ValueString()}
	if err := r.client.call(ctx, "auth/role/delete", body, nil); err != nil && !isNotFound(err) {
		response.Diagnostics.AddError("Cannot delete etcd_role", err.Error())
	}
}

func (r *role) ImportState(ctx context.Context, request resource.ImportStateRequest, response *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("name"), path.Root("name"), request, response)
}
