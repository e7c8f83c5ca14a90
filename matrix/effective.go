package matrix

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// secretSet stands for a value that is there and is not to be told.
const secretSet = "(set)"

// placesOfServers are directives that differ with every start, and say where a
// server keeps and offers things rather than how it works.
var placesOfServers = strings.Fields("dir logfile pidfile port unixsocket " +
	"tls-port tls-cert-file tls-key-file tls-client-cert-file tls-client-key-file tls-dh-params-file tls-ca-cert-file tls-ca-cert-dir")

// Effective is a server's whole configuration, from what it answers to CONFIG GET
// *: sorted by name, in the oldest spelling and each once. A value is one word, as
// the server tells it. Places such as ports and directories, which differ with
// every start, are left out; of passwords, users and the like it tells only
// whether they are set. It is nil where the server told nothing.
func Effective(told map[string]string) []Directive {
	var all []Directive
	at := map[string]int{}
	for _, spelled := range slices.Sorted(maps.Keys(told)) {
		name, value := Portable(Directive{Name: spelled}).Name, told[spelled]
		if slices.Contains(placesOfServers, name) {
			continue
		}
		if value != "" && secret(name) {
			value = secretSet
		}
		i, known := at[name]
		if !known {
			i = len(all)
			at[name] = i
			all = append(all, Directive{Name: name})
		}
		if !known || name == spelled {
			all[i].Args = []string{value}
		}
	}
	slices.SortFunc(all, func(a, b Directive) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// secret reports whether a directive may hold a password, a user's name, or where
// these are kept, going by how servers and their modules name them.
func secret(name string) bool {
	return name == "aclfile" || strings.Contains(name, "pass") || strings.Contains(name, "secret") ||
		strings.HasSuffix(name, "auth") || strings.HasSuffix(name, "user") || strings.HasSuffix(name, "username")
}
