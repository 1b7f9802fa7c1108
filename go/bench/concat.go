package main

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type concat struct{}

func newConcat() function.Function { return concat{} }

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
