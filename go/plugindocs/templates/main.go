// Executes templates, one JSON object a line, as tfplugindocs does, and prints the text of each: a JSON string, or null for a template that fails.
// The argument is the folder that files are relative to.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

type question struct {
	Template string
	// Nothing for a page without data, such as a guide.
	Page *page
}

// page has fields of tfplugindocs' ResourceTemplateType, with their types.
type page struct {
	Type         string
	Name         string
	Description  string
	HasExample   bool
	HasExamples  bool
	ExampleFile  string
	ExampleFiles []string
	HasImport    bool
	ImportFile   string
	ProviderName string
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		text, err := execute(asked)
		if err != nil {
			fmt.Fprintln(output, "null")
			continue
		}
		quoted, _ := json.Marshal(text)
		fmt.Fprintln(output, string(quoted))
	}
}

func execute(asked question) (string, error) {
	parsed, err := template.New("docTemplate").Funcs(template.FuncMap{
		"codefile":      codeFile,
		"lower":         strings.ToLower,
		"plainmarkdown": func(text string) (string, error) { return text, nil },
		"prefixlines": func(prefix, text string) string {
			return prefix + strings.Join(strings.Split(text, "\n"), "\n"+prefix)
		},
		"split":     strings.Split,
		"tffile":    func(file string) (string, error) { return codeFile("terraform", file) },
		"title":     cases.Title(language.Und).String,
		"trimspace": strings.TrimSpace,
		"upper":     strings.ToUpper,
	}).Parse(asked.Template)
	if err != nil {
		return "", err
	}
	var data any
	if asked.Page != nil {
		data = *asked.Page
	}
	output := &limited{}
	err = parsed.Execute(output, data)
	return output.String(), err
}

// limited is an output that refuses what a generated template writes without an end.
type limited struct {
	strings.Builder
}

func (output *limited) Write(text []byte) (int, error) {
	if output.Len() > 1<<20 {
		return 0, fmt.Errorf("too much output")
	}
	return output.Builder.Write(text)
}

func codeFile(format, file string) (string, error) {
	if !filepath.IsAbs(file) {
		file = filepath.Join(os.Args[1], file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	trimmed := strings.TrimSpace(string(text))
	if trimmed == "" {
		return "", fmt.Errorf("%s is empty", file)
	}
	return "```" + format + "\n" + trimmed + "\n```", nil
}
