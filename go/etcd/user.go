package main

import (
	"context"
	"slices"

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

type user struct {
	configured
}

type userModel struct {
	Name            types.String `tfsdk:"name"`
	Password        types.String `tfsdk:"password"`
	PasswordVersion types.Int64  `tfsdk:"password_version"`
	Roles           types.Set    `tfsdk:"roles"`
}

func (r *user) Metadata(_ context.Context, request resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = request.ProviderTypeName + "_user"
}

func (r *user) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = schema.Schema{
		Description: "A user with roles.",
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
			"password": schema.StringAttribute{
				Description: "The password, which is not stored.",
				Required:    true,
				Sensitive:   true,
				WriteOnly:   true,
			},
			"password_version": schema.Int64Attribute{
				Description: "A number that users change with the password.",
				Optional:    true,
			},
			"roles": schema.SetAttribute{
				Description: "The names of the roles.",
				Optional:    true,
				ElementType: types.StringType,
			},
		},
	}
}

func (r *user) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, response *resource.IdentitySchemaResponse) {
	response.IdentitySchema = identityschema.Schema{
		Attributes: map[string]identityschema.Attribute{
			"name": identityschema.StringAttribute{RequiredForImport: true},
		},
	}
}

func (r *user) find(ctx context.Context, name string) ([]string, bool, error) {
	var answer struct {
		Roles []string `json:"roles"`
	}
	err := r.client.call(ctx, "auth/user/get", map[string]any{"name": name}, &answer)
	if isNotFound(err) {
		return nil, false, nil
	}
	return answer.Roles, err == nil, err
}

// settle grants and revokes what differs.
func (r *user) settle(ctx context.Context, model *userModel) diag.Diagnostics {
	var diagnostics diag.Diagnostics
	var wanted []string
	if !model.Roles.IsNull() {
		diagnostics.Append(model.Roles.ElementsAs(ctx, &wanted, false)...)
		if diagnostics.HasError() {
			return diagnostics
		}
	}
	name := model.Name.ValueString()
	granted, _, err := r.find(ctx, name)
	if err != nil {
		diagnostics.AddError("Cannot read etcd_user", err.Error())
		return diagnostics
	}
	for _, it := range granted {
		if slices.Contains(wanted, it) {
			continue
		}
		body := map[string]any{"name": name, "role": it}
		if err := r.client.call(ctx, "auth/user/revoke", body, nil); err != nil && !isNotFound(err) {
			diagnostics.AddError("Cannot revoke a role", err.Error())
			return diagnostics
		}
	}
	for _, it := range wanted {
		if slices.Contains(granted, it) {
			continue
		}
		body := map[string]any{"user": name, "role": it}
		if err := r.client.call(ctx, "auth/user/grant", body, nil); err != nil {
			diagnostics.AddError("Cannot grant a role", err.Error())
			return diagnostics
		}
	}
	return diagnostics
}

func (r *user) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	var plan, config userModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &plan)...)
	response.Diagnostics.Append(request.Config.Get(ctx, &config)...)
	if response.Diagnostics.HasError() {
		return
	}
	name := plan.Name.ValueString()
	body := map[string]any{"name": name, "password": config.Password.ValueString()}
	find := func() (bool, error) {
		_, found, err := r.find(ctx, name)
		return found, err
	}
	exists, err := r.client.createUnique(ctx, "auth/user/add", body, nil, find)
	if err != nil {
		response.Diagnostics.AddError("Cannot create etcd_user", err.Error())
		return
	}
	if exists {
		response.Diagnostics.AddError("etcd_user exists already", existsDetail("etcd_user", name))
		return
	}
	// The user exists from here on, so it must be in the state before anything else can fail.
	response.Diagnostics.Append(response.State.Set(ctx, &plan)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, nameIdentity{Name: plan.Name})...)
	response.Diagnostics.Append(r.settle(ctx, &plan)...)
}

func (r *user) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	var state userModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	if response.Diagnostics.HasError() {
		return
	}
	roles, found, err := r.find(ctx, state.Name.ValueString())
	if err != nil {
		response.Diagnostics.AddError("Cannot read etcd_user", err.Error())
		return
	}
	if !found {
		response.State.RemoveResource(ctx)
		return
	}
	state.Roles = types.SetNull(types.StringType)
	if len(roles) > 0 {
		set, diagnostics := types.SetValueFrom(ctx, types.StringType, roles)
		response.Diagnostics.Append(diagnostics...)
		state.Roles = set
	}
	response.Diagnostics.Append(response.State.Set(ctx, &state)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, nameIdentity{Name: state.Name})...)
}

func (r *user) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	var plan, prior, config userModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &plan)...)
	response.Diagnostics.Append(request.State.Get(ctx, &prior)...)
	response.Diagnostics.Append(request.Config.Get(ctx, &config)...)
	if response.Diagnostics.HasError() {
		return
	}
	if !plan.PasswordVersion.Equal(prior.PasswordVersion) {
		body := map[string]any{"name": plan.Name.ValueString(), "password": config.Password.ValueString()}
		if err := r.client.call(ctx, "auth/user/changepw", body, nil); err != nil {
			response.Diagnostics.AddError("Cannot change the password", err.Error())
			return
		}
	}
	response.Diagnostics.Append(r.settle(ctx, &plan)...)
	if response.Diagnostics.HasError() {
		return
	}
	response.Diagnostics.Append(response.State.Set(ctx, &plan)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, nameIdentity{Name: plan.Name})...)
}

func (r *user) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	var state userModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	if response.Diagnostics.HasError() {
		return
	}
	body := map[string]any{"name": state.Name.ValueString()}
	if err := r.client.call(ctx, "auth/user/delete", body, nil); err != nil && !isNotFound(err) {
		response.Diagnostics.AddError("Cannot delete etcd_user", err.Error())
	}
}

func (r *user) ImportState(ctx context.Context, request resource.ImportStateRequest, response *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("name"), path.Root("name"), request, response)
}
