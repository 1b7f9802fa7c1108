// Answers requests of tests with the results of Go's implementations: one request and one answer on each line, as JSON.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	hcljson "github.com/hashicorp/hcl/v2/json"
	yaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

type request struct {
	Kind        string
	Text        string
	Pattern     string
	Replacement string
}

// Each result is a value in the notation of `%#v`, or nil for an error.
type answer struct {
	Results []*string `json:"results"`
	// The first error, for messages.
	Error string `json:"error"`
}

func main() {
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<30)
	output := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(output)
	for input.Scan() {
		var request request
		if err := json.Unmarshal(input.Bytes(), &request); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := encoder.Encode(respond(request)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	output.Flush()
}

func respond(request request) answer {
	switch request.Kind {
	case "yaml":
		return decodeYaml(request.Text)
	case "regex":
		return match(request)
	case "expression":
		return evaluate(request.Text)
	case "json":
		return parseJson(request.Text)
	}
	return answer{Error: "unknown kind " + request.Kind}
}

func (it *answer) add(value cty.Value, err error) {
	if err != nil {
		it.Results = append(it.Results, nil)
		it.Error = err.Error()
		return
	}
	shown := fmt.Sprintf("%#v", value)
	it.Results = append(it.Results, &shown)
}

// decodeYaml reads a document, and writes the value again.
func decodeYaml(text string) (result answer) {
	value, err := yaml.YAMLDecodeFunc.Call([]cty.Value{cty.StringVal(text)})
	result.add(value, err)
	if err == nil {
		result.add(yaml.YAMLEncodeFunc.Call([]cty.Value{value}))
	}
	return result
}

// match finds the first match and all matches, and replaces them.
func match(request request) (result answer) {
	arguments := []cty.Value{cty.StringVal(request.Pattern), cty.StringVal(request.Text)}
	result.add(stdlib.RegexFunc.Call(arguments))
	result.add(stdlib.RegexAllFunc.Call(arguments))
	pattern, err := regexp.Compile(arguments[0].AsString())
	if err != nil {
		result.add(cty.NilVal, err)
		return result
	}
	replaced := pattern.ReplaceAllString(arguments[1].AsString(), cty.NormalizeString(request.Replacement))
	result.add(cty.StringVal(replaced), nil)
	return result
}

// evaluate returns the value of an expression.
func evaluate(text string) (result answer) {
	expression, diags := hclsyntax.ParseExpression([]byte(text), "x", hcl.InitialPos)
	if diags.HasErrors() {
		result.add(cty.NilVal, diags)
		return result
	}
	value, diags := expression.Value(&hcl.EvalContext{Functions: map[string]function.Function{
		"cidrhost":    cidrHost,
		"cidrnetmask": cidrNetmask,
		"cidrsubnet":  cidrSubnet,
		"cidrsubnets": cidrSubnets,
		"csvdecode":   stdlib.CSVDecodeFunc,
		"format":      stdlib.FormatFunc,
		"formatlist":  stdlib.FormatListFunc,
		"jsondecode":  stdlib.JSONDecodeFunc,
	}})
	if diags.HasErrors() {
		result.add(value, diags)
	} else {
		result.add(value, nil)
	}
	return result
}

// parseJson returns the summaries and places of the errors of a file in JSON syntax.
func parseJson(text string) (result answer) {
	_, diags := hcljson.Parse([]byte(text), "x")
	for _, diagnostic := range diags {
		place := diagnostic.Subject
		shown := fmt.Sprintf("%s at %d,%d-%d,%d", diagnostic.Summary, place.Start.Line, place.Start.Column, place.End.Line, place.End.Column)
		result.Results = append(result.Results, &shown)
	}
	return result
}
