// Package configs holds the ready-made specs: what users begin with, and what
// they learn the spec from. Beside them are workflows of CI systems that run
// them as a gate.
package configs

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"strings"
)

//go:embed *.yaml *.yml
var files embed.FS

// The extensions of specs and of workflows.
const (
	extension         = ".yaml"
	workflowExtension = ".yml"
)

// Names lists the ready-made specs in alphabetical order.
func Names() []string { return named(extension) }

// Workflows lists the ready-made workflows in alphabetical order.
func Workflows() []string { return named(workflowExtension) }

func named(extension string) []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(fmt.Sprintf("list embedded files: %v", err)) // cannot be: the folder is part of the program
	}
	var names []string
	for _, entry := range entries {
		if name, found := strings.CutSuffix(entry.Name(), extension); found {
			names = append(names, name)
		}
	}
	return names
}

// Read gives a ready-made spec as it is written, comments included. It is an
// error to ask for a name that Names does not list.
func Read(name string) ([]byte, error) {
	text, err := files.ReadFile(name + extension)
	if err != nil {
		return nil, fmt.Errorf("read ready-made spec %q: there is none; there are %s", name, strings.Join(Names(), ", "))
	}
	return text, nil
}

// ReadWorkflow gives a ready-made workflow as Read gives a spec.
func ReadWorkflow(name string) ([]byte, error) {
	text, err := files.ReadFile(name + workflowExtension)
	if err != nil {
		return nil, fmt.Errorf("read ready-made workflow %q: there is none; there are %s", name, strings.Join(Workflows(), ", "))
	}
	return text, nil
}

// Description says in one line what a ready-made spec or workflow is for: its
// first line, which is a comment. It is "" for a name that neither Names nor
// Workflows lists.
func Description(name string) string {
	text, err := Read(name)
	if err != nil {
		text, err = ReadWorkflow(name)
	}
	if err != nil {
		return ""
	}
	first, _, _ := bufio.NewReader(bytes.NewReader(text)).ReadLine()
	return strings.TrimSpace(strings.TrimPrefix(string(first), "#"))
}
