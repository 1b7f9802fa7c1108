package main

import (
	"context"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// echo is a data source that repeats its configuration.
type echo struct{}

func (echo) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_echo"
}

func (echo) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"input":    schema.StringAttribute{Required: true},
		"fraction": schema.Float64Attribute{Optional: true},
		"words":    schema.SetAttribute{Optional: true, ElementType: types.StringType},
		"any":      schema.DynamicAttribute{Optional: true},
		"output":   schema.StringAttribute{Computed: true},
	}}
}

func (echo) Read(_ context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var values map[string]tftypes.Value
	if err := req.Config.Raw.As(&values); err != nil {
		resp.Diagnostics.AddError("Cannot read the configuration", err.Error())
		return
	}
	values["output"] = values["input"]
	resp.State.Raw = tftypes.NewValue(req.Config.Raw.Type(), values)
}

// concat joins a list.
type concat struct{}

func (concat) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "concat"
}

func (concat) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Parameters: []function.Parameter{function.ListParameter{Name: "parts", ElementType: types.StringType}},
		Return:     function.StringReturn{},
	}
}

func (concat) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var parts []string
	resp.Error = function.ConcatFuncErrors(req.Arguments.Get(ctx, &parts))
	if resp.Error == nil {
		resp.Error = resp.Result.Set(ctx, strings.Join(parts, ""))
	}
}

// first returns the first of its arguments that is not null.
type first struct{}

func (first) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "first"
}

func (first) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		VariadicParameter: function.StringParameter{Name: "values", AllowNullValue: true},
		Return:            function.StringReturn{},
	}
}

func (first) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var values []*string
	resp.Error = function.ConcatFuncErrors(req.Arguments.Get(ctx, &values))
	if resp.Error != nil {
		return
	}
	var found *string
	for _, value := range values {
		if value != nil {
			found = value
			break
		}
	}
	resp.Error = resp.Result.Set(ctx, found)
}

// total adds the numbers of a map.
type total struct{}

func (total) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "total"
}

func (total) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Parameters: []function.Parameter{
			function.MapParameter{Name: "numbers", ElementType: types.Int64Type},
			function.BoolParameter{Name: "negative"},
		},
		Return: function.NumberReturn{},
	}
}

func (total) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var numbers map[string]int64
	var negative bool
	resp.Error = function.ConcatFuncErrors(req.Arguments.Get(ctx, &numbers, &negative))
	if resp.Error != nil {
		return
	}
	sum := new(big.Float).SetPrec(512)
	for _, number := range numbers {
		sum.Add(sum, new(big.Float).SetInt64(number))
	}
	if negative {
		sum.Neg(sum)
	}
	resp.Error = resp.Result.Set(ctx, types.NumberValue(sum))
}

// same returns its argument, whatever it is.
type same struct{}

func (same) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "same"
}

func (same) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Parameters: []function.Parameter{function.DynamicParameter{Name: "value"}},
		Return:     function.DynamicReturn{},
	}
}

func (same) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var value types.Dynamic
	resp.Error = function.ConcatFuncErrors(req.Arguments.Get(ctx, &value))
	if resp.Error == nil {
		resp.Error = resp.Result.Set(ctx, value)
	}
}
