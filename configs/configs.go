// Package configs holds the ready-made specs: what users begin with, and what
// they learn the spec from.
package configs

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"strings"
)

//go:embed *.yaml
var files embed.FS

const extension = ".yaml"

// Names lists the ready-made specs in alphabetical order.
func Names() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(fmt.Sprintf("list embedded specs: %v", err)) // cannot be: the folder is part of the program
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = strings.TrimSuffix(entry.Name(), extension)
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

// Description says in one line what a ready-made spec is for: its first line,
// which is a comment. It is "" for a name that Names does not list.
func Description(name string) string {
	text, err := Read(name)
	if err != nil {
		return ""
	}
	first, _, _ := bufio.NewReader(bytes.NewReader(text)).ReadLine()
	return strings.TrimSpace(strings.TrimPrefix(string(first), "#"))
}
