package volumes

import (
	"context"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"terrane/go/awkward/store"
)

// echo is a data source that repeats its configuration.
type echo struct{}

func (echo) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_echo"
}

func (echo) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dataschema.Schema{Attributes: map[string]dataschema.Attribute{
		"input":  dataschema.DynamicAttribute{Required: true},
		"output": dataschema.DynamicAttribute{Computed: true},
	}}
}

func (echo) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var input types.Dynamic
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("input"), &input)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("input"), input)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("output"), input)...)
}

// repeat is a function.
type repeat struct{}

func (repeat) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "repeat"
}

func (repeat) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:    "Repeats a text",
		Parameters: []function.Parameter{function.StringParameter{Name: "text"}, function.Int64Parameter{Name: "times"}},
		Return:     function.StringReturn{},
	}
}

func (repeat) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	var times int64
	resp.Error = function.ConcatFuncErrors(req.Arguments.Get(ctx, &text, &times))
	if resp.Error == nil && times < 0 {
		resp.Error = function.NewArgumentFuncError(1, "a text cannot be repeated less than 0 times")
	}
	if resp.Error == nil {
		resp.Error = resp.Result.Set(ctx, strings.Repeat(text, int(times)))
	}
}

// lease is an ephemeral resource that is renewed each second.
type lease struct{}

func (lease) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_lease"
}

func (lease) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = ephemeralschema.Schema{Attributes: map[string]ephemeralschema.Attribute{
		"name":  ephemeralschema.StringAttribute{Required: true},
		"token": ephemeralschema.StringAttribute{Computed: true, Sensitive: true},
	}}
}

func (lease) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var name types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("name"), &name)...)
	resp.Diagnostics.Append(resp.Result.SetAttribute(ctx, path.Root("name"), name)...)
	resp.Diagnostics.Append(resp.Result.SetAttribute(ctx, path.Root("token"), "token-of-"+name.ValueString())...)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, "opened", []byte("true"))...)
	resp.RenewAt = time.Now().Add(time.Second)
}

func (lease) Renew(_ context.Context, _ ephemeral.RenewRequest, resp *ephemeral.RenewResponse) {
	resp.RenewAt = time.Now().Add(time.Second)
}

func (lease) Close(context.Context, ephemeral.CloseRequest, *ephemeral.CloseResponse) {}

// volumes lists the objects in the store as volumes.
type volumes struct{ store.Store }

func (*volumes) Metadata(ctx context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	(&volume{}).Metadata(ctx, req, resp)
}

func (*volumes) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = listschema.Schema{Attributes: map[string]listschema.Attribute{
		"starts_with": listschema.StringAttribute{Optional: true},
	}}
}

func (l *volumes) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	l.Store, _ = req.ProviderData.(store.Store)
}

func (l *volumes) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var start types.String
	problems := req.Config.GetAttribute(ctx, path.Root("starts_with"), &start)
	names, err := l.Names()
	if err != nil {
		problems.AddError("Cannot list volumes", err.Error())
	}
	if problems.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(problems)
		return
	}
	stream.Results = func(push func(list.ListResult) bool) {
		for _, name := range names {
			if !strings.HasPrefix(name, start.ValueString()) {
				continue
			}
			result := req.NewListResult(ctx)
			result.DisplayName = name
			result.Diagnostics = append(diag.Diagnostics{}, result.Identity.SetAttribute(ctx, path.Root("name"), name)...)
			if req.IncludeResource {
				result.Diagnostics.Append(result.Resource.SetAttribute(ctx, path.Root("name"), name)...)
			}
			if !push(result) {
				return
			}
		}
	}
}

// touch is an action that writes an object.
type touch struct{ store.Store }

func (*touch) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_touch"
}

func (*touch) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = actionschema.Schema{Attributes: map[string]actionschema.Attribute{
		"name": actionschema.StringAttribute{Required: true},
	}}
}

func (t *touch) Configure(_ context.Context, req action.ConfigureRequest, _ *action.ConfigureResponse) {
	t.Store, _ = req.ProviderData.(store.Store)
}

func (t *touch) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var name types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("name"), &name)...)
	resp.SendProgress(action.InvokeProgressEvent{Message: "touching " + name.ValueString()})
	if err := t.Write(name.ValueString(), volumeFile{0, 0}); err != nil {
		resp.Diagnostics.AddError("Cannot touch the file", err.Error())
	}
}
