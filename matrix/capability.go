package matrix

import (
	"fmt"
	"slices"
	"strings"
)

func redisVersion(numbers ...int) Version { return Version{Product: Redis, Numbers: numbers} }

func valkeyVersion(numbers ...int) Version { return Version{Product: Valkey, Numbers: numbers} }

// Portable writes a directive in its oldest spelling, which every server that
// has the directive accepts: replicaof is slaveof, hash-max-listpack-value is
// hash-max-ziplist-value. The name comes out in lower case.
func Portable(d Directive) Directive {
	d.Name = strings.ToLower(d.Name)
	if old, ok := renames[d.Name]; ok {
		d.Name = old
	}
	if d.Name == "client-output-buffer-limit" && len(d.Args) > 0 && strings.EqualFold(d.Args[0], "replica") {
		d.Args = slices.Concat([]string{"slave"}, d.Args[1:])
	}
	return d
}

// Unsupported says why a server of version v cannot honour the directive, such
// as "io-threads needs Redis 6.0", and "" where it can or where that is not
// known: directives that are in no table and the zero Version are left to the
// server. A line counts as its newest release.
func Unsupported(v Version, d Directive) string {
	if v.IsZero() {
		return ""
	}
	name := Portable(d).Name
	if gone, ok := departed[productName{v.Product, name}]; ok && v.Compare(gone) >= 0 {
		return fmt.Sprintf("%s has no effect from %s %s on", d.Name, v.Product.Title(), gone.Short())
	}
	if missing := absent(v, name); missing != "" {
		return d.Name + " " + missing
	}
	return unsupportedValue(v, name, d)
}

// absent says what the directive needs where v is too old or of the other
// make.
func absent(v Version, name string) string {
	redis, inRedis := arrived[productName{Redis, name}]
	valkey, inValkey := arrived[productName{Valkey, name}]
	// Valkey began as Redis 7.2.
	if inRedis && redis.Compare(redisVersion(7, 3, 0)) < 0 {
		valkey, inValkey = Valkey.oldest(), true
	}
	needs, other := redis, valkey
	if v.Product == Valkey {
		needs, other = valkey, redis
	}
	switch known := inRedis || inValkey; {
	case !known:
		return ""
	case needs.IsZero():
		return needsVersion(other)
	case v.Compare(needs) < 0:
		return needsVersion(needs)
	}
	return ""
}

func unsupportedValue(v Version, name string, d Directive) string {
	if v.Product != Redis || len(d.Args) != 1 {
		return ""
	}
	for _, a := range valueArrivals {
		if a.directive == name && strings.EqualFold(d.Args[0], a.value) && v.Compare(a.since) < 0 {
			return fmt.Sprintf("%s %s %s", d.Name, a.value, needsVersion(a.since))
		}
	}
	return ""
}

// productName is a name as a product understands it.
type productName struct {
	product Product
	name    string
}

// The lists, by name.
var (
	arrived  = indexReleases(arrivals, valkeyArrivals)
	departed = indexReleases(departures)
)

func indexReleases(lists ...[]arrival) map[productName]Version {
	releases := map[productName]Version{}
	for _, list := range lists {
		for _, a := range list {
			for name := range strings.FieldsSeq(a.directives) {
				releases[productName{a.since.Product, name}] = a.since
			}
		}
	}
	return releases
}

// Unsupported says why a server of version v cannot run the test, such as
// "needs Redis 5.0", or of a mix "XADD: needs Redis 5.0", and "" where it can or
// v is not known.
func (t Test) Unsupported(v Version) string {
	var reasons []string
	for _, part := range t.Parts {
		if reason := part.Test.Unsupported(v); reason != "" {
			reasons = append(reasons, part.Test.Name+": "+reason)
		}
	}
	switch {
	case len(t.Parts) > 0:
		return strings.Join(reasons, "; ")
	case t.Own:
		return missing(v, t.Command[0])
	case t.Since.IsZero() || v.IsZero() || v.Product != t.Since.Product || v.Compare(t.Since) >= 0:
		return ""
	}
	return needsVersion(t.Since)
}

func needsVersion(v Version) string {
	return "needs " + v.prose()
}

// prose is the version with its product, such as "Redis 7.0".
func (v Version) prose() string { return v.Product.Title() + " " + v.Short() }
