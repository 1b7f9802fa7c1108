package main

import (
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type key struct {
	configured
}

type keyModel struct {
	Key      types.String `tfsdk:"key"`
	Value    types.String `tfsdk:"value"`
	Lease    types.String `tfsdk:"lease"`
	Revision types.Int64  `tfsdk:"revision"`
}

type keyIdentity struct {
	Key types.String `tfsdk:"key"`
}

type keyValue struct {
	Key         string `json:"key"`
	Value       string `json:"value"`
	Lease       string `json:"lease"`
	ModRevision string `json:"mod_revision"`
}

type written struct {
	Header struct {
		Revision string `json:"revision"`
	} `json:"header"`
	Succeeded bool `json:"succeeded"`
}

func (r *key) Metadata(_ context.Context, request resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = request.ProviderTypeName + "_key"
}

func (r *key) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = schema.Schema{
		Description: "A key with a value.",
		Attributes: map[string]schema.Attribute{
			"key": schema.StringAttribute{
				Description: "The key.",
				Required:    true,
				PlanModifiers: []planmodifier.String{
					stringplanmodifier.RequiresReplace(),
				},
				Validators: []validator.String{
					stringvalidator.LengthAtLeast(1),
				},
			},
			"value": schema.StringAttribute{
				Description: "The value.",
				Required:    true,
			},
			"lease": schema.StringAttribute{
				Description: "The id of a lease, at whose end the key is deleted.",
				Optional:    true,
			},
			"revision": schema.Int64Attribute{
				Description: "The revision of the store at the last change.",
				Computed:    true,
			},
		},
	}
}

func (r *key) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, response *resource.IdentitySchemaResponse) {
	response.IdentitySchema = identityschema.Schema{
		Attributes: map[string]identityschema.Attribute{
			"key": identityschema.StringAttribute{RequiredForImport: true},
		},
	}
}

func (m *keyModel) put() map[string]any {
	lease := m.Lease.ValueString()
	if lease == "" {
		lease = "0"
	}
	return map[string]any{
		"key":   encode(m.Key.ValueString()),
		"value": encode(m.Value.ValueString()),
		"lease": lease,
	}
}

func (r *key) find(ctx context.Context, name string) (*keyValue, error) {
	var answer struct {
		KVs []keyValue `json:"kvs"`
	}
	if err := r.client.call(ctx, "kv/range", map[string]any{"key": encode(name)}, &answer); err != nil {
		return nil, err
	}
	if len(answer.KVs) == 0 {
		return nil, nil
	}
	return &answer.KVs[0], nil
}

func (r *key) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	var plan keyModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &plan)...)
	if response.Diagnostics.HasError() {
		return
	}
	name := plan.Key.ValueString()
	missing := map[string]any{"key": encode(name), "target": "CREATE", "create_revision": "0"}
	put := map[string]any{"request_put": plan.put()}
	body := map[string]any{"compare": []any{missing}, "success": []any{put}}
	var answer written
	find := func() (bool, error) {
		found, err := r.find(ctx, name)
		if found != nil {
			answer.Header.Revision = found.ModRevision
			answer.Succeeded = true
		}
		return found != nil, err
	}
	exists, err := r.client.createUnique(ctx, "kv/txn", body, &answer, find)
	if err != nil {
		response.Diagnostics.AddError("Cannot create etcd_key", err.Error())
		return
	}
	if exists || !answer.Succeeded {
		response.Diagnostics.AddError("etcd_key exists already", existsDetail("etcd_key", name))
		return
	}
	revision, err := strconv.ParseInt(answer.Header.Revision, 10, 64)
	if err != nil {
		response.Diagnostics.AddError("Cannot read the revision of etcd_key", err.Error())
	}
	plan.Revision = types.Int64Value(revision)
	response.Diagnostics.Append(response.State.Set(ctx, &plan)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, keyIdentity{Key: plan.Key})...)
}

func (r *key) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	var state keyModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	if response.Diagnostics.HasError() {
		return
	}
	found, err := r.find(ctx, state.Key.ValueString())
	if err != nil {
		response.Diagnostics.AddError("Cannot read etcd_key", err.Error())
		return
	}
	if found == nil {
		response.State.RemoveResource(ctx)
		return
	}
	value, err := decode(found.Value)
	if err != nil {
		response.Diagnostics.AddError("Cannot read etcd_key", err.Error())
		return
	}
	revision, err := strconv.ParseInt(found.ModRevision, 10, 64)
	if err != nil {
		response.Diagnostics.AddError("Cannot read the revision of etcd_key", err.Error())
		return
	}
	state.Value = types.StringValue(value)
	state.Revision = types.Int64Value(revision)
	state.Lease = types.StringNull()
	if found.Lease != "" {
		state.Lease = types.StringValue(found.Lease)
	}
	response.Diagnostics.Append(response.State.Set(ctx, &state)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, keyIdentity{Key: state.Key})...)
}

func (r *key) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	var plan keyModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &plan)...)
	if response.Diagnostics.HasError() {
		return
	}
	var answer written
	if err := r.client.call(ctx, "kv/put", plan.put(), &answer); err != nil {
		response.Diagnostics.AddError("Cannot update etcd_key", err.Error())
		return
	}
	revision, err := strconv.ParseInt(answer.Header.Revision, 10, 64)
	if err != nil {
		response.Diagnostics.AddError("Cannot read the revision of etcd_key", err.Error())
		return
	}
	plan.Revision = types.Int64Value(revision)
	response.Diagnostics.Append(response.State.Set(ctx, &plan)...)
	response.Diagnostics.Append(response.Identity.Set(ctx, keyIdentity{Key: plan.Key})...)
}

func (r *key) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	var state keyModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	if response.Diagnostics.HasError() {
		return
	}
	body := map[string]any{"key": encode(state.Key.ValueString())}
	if err := r.client.call(ctx, "kv/deleterange", body, nil); err != nil && !isNotFound(err) {
		response.Diagnostics.AddError("Cannot delete etcd_key", err.Error())
	}
}

func (r *key) ImportState(ctx context.Context, request resource.ImportStateRequest, response *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("key"), path.Root("key"), request, response)
}
