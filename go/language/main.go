// Parses or evaluates a file, and prints the seconds that this took and the peak memory of the process in KiB:
// the twin of bench/language on HashiCorp's HCL.
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

func main() {
	seconds, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(seconds, peakMemory())
}

func run(arguments []string) (float64, error) {
	if len(arguments) != 2 {
		return 0, fmt.Errorf("expected `parse FILE` or `evaluate FILE`")
	}
	text, err := os.ReadFile(arguments[1])
	if err != nil {
		return 0, err
	}
	start := time.Now()
	file, diags := hclsyntax.ParseConfig(text, "bench.tf", hcl.InitialPos)
	elapsed := time.Since(start).Seconds()
	if diags.HasErrors() {
		return 0, diags
	}
	switch arguments[0] {
	case "parse":
		return elapsed, nil
	case "evaluate":
		return evaluateAll(file)
	}
	return 0, fmt.Errorf("expected `parse FILE` or `evaluate FILE`")
}

// evaluateAll evaluates each argument of a file, in the order of the text. Only the evaluation is timed.
func evaluateAll(file *hcl.File) (float64, error) {
	ctx := scope()
	var attributes []*hclsyntax.Attribute
	for _, attribute := range file.Body.(*hclsyntax.Body).Attributes {
		attributes = append(attributes, attribute)
	}
	sort.Slice(attributes, func(i, j int) bool {
		return attributes[i].SrcRange.Start.Byte < attributes[j].SrcRange.Start.Byte
	})
	start := time.Now()
	for _, attribute := range attributes {
		if _, diags := attribute.Expr.Value(ctx); diags.HasErrors() {
			return 0, diags
		}
	}
	return time.Since(start).Seconds(), nil
}

// scope returns the values and functions to which the expressions refer.
func scope() *hcl.EvalContext {
	names := make([]cty.Value, 10)
	tags := make(map[string]cty.Value)
	for i := range names {
		names[i] = cty.StringVal(fmt.Sprintf("name-%d", i))
		tags[fmt.Sprintf("tag%d", i)] = cty.StringVal(fmt.Sprintf("value-%d", i))
	}
	subnets := make([]cty.Value, 4)
	for i := range subnets {
		subnets[i] = cty.ObjectVal(map[string]cty.Value{
			"id":   cty.StringVal(fmt.Sprintf("subnet-%d", i)),
			"zone": cty.StringVal(fmt.Sprintf("eu-%d", i)),
			"size": cty.NumberIntVal(256 << i),
		})
	}
	return &hcl.EvalContext{
		Variables: map[string]cty.Value{"var": cty.ObjectVal(map[string]cty.Value{
			"name":  cty.StringVal("web"),
			"count": cty.NumberIntVal(3),
			"names": cty.ListVal(names),
			"tags":  cty.MapVal(tags),
			"network": cty.ObjectVal(map[string]cty.Value{
				"cidr":    cty.StringVal("10.0.0.0/16"),
				"public":  cty.True,
				"subnets": cty.ListVal(subnets),
			}),
		})},
		Functions: map[string]function.Function{
			"concat":     stdlib.ConcatFunc,
			"format":     stdlib.FormatFunc,
			"jsonencode": stdlib.JSONEncodeFunc,
			"join":       stdlib.JoinFunc,
			"length":     stdlib.LengthFunc,
			"lower":      stdlib.LowerFunc,
			"max":        stdlib.MaxFunc,
			"merge":      stdlib.MergeFunc,
			"upper":      stdlib.UpperFunc,
		},
	}
}

// peakMemory returns the greatest resident memory of this process in KiB.
func peakMemory() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "0"
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return strings.Fields(rest)[0]
		}
	}
	return "0"
}
