package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"redismatrix/matrix"
)

// aptDir is where the machine's apt sources are.
const aptDir = "/etc/apt"

// Install fetches versions ("7.0", "valkey-8.1") from the packages of the
// mirror that this machine's apt sources name, and returns what it installed.
// report, which may be nil, is told each step.
//
// A line gets its newest release that any suite of the mirror holds. One that
// is installed already is left as it is, without asking the network. Servers
// are kept in REDIS_MATRIX_CACHE, by default redis-matrix in the user's cache
// directory, each in a folder with the libraries it needs; nothing else is
// touched and no privilege is needed. Several calls, in one process or more,
// take turns.
func Install(ctx context.Context, versions []string, report func(string)) ([]Installed, error) {
	wanted, err := parseVersions(versions)
	if err != nil {
		return nil, err
	}
	dir, err := serversDir()
	if err != nil {
		return nil, err
	}
	in := &installer{dir: dir, etc: aptDir, say: oneAtATime(report)}
	return in.install(ctx, wanted)
}

func parseVersions(texts []string) ([]matrix.Version, error) {
	var versions []matrix.Version
	var errs []error
	for _, text := range texts {
		v, err := matrix.ParseVersion(text)
		versions, errs = append(versions, v), append(errs, err)
	}
	return versions, errors.Join(errs...)
}

// serversDir is the folder that holds the installed servers.
func serversDir() (string, error) {
	cache := os.Getenv("REDIS_MATRIX_CACHE")
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("find the cache of servers: %w; name a directory in REDIS_MATRIX_CACHE", err)
		}
		cache = filepath.Join(user, "redis-matrix")
	}
	cache, err := filepath.Abs(cache)
	if err != nil {
		return "", fmt.Errorf("find the cache of servers: %w", err)
	}
	return filepath.Join(cache, "servers"), nil
}

func oneAtATime(report func(string)) func(string, ...any) {
	var mu sync.Mutex
	return func(format string, args ...any) {
		if report == nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		report(fmt.Sprintf(format, args...))
	}
}

// installer puts servers into dir, by the apt sources in etc.
type installer struct {
	dir, etc string
	say      func(format string, args ...any)
}

func (in *installer) install(ctx context.Context, wanted []matrix.Version) ([]Installed, error) {
	have, missing := in.present(ctx, wanted)
	if len(missing) == 0 {
		in.sayPresent(have)
		return sortInstalled(have), nil
	}
	unlock, err := in.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	// Another process may have installed while this one waited.
	have, missing = in.present(ctx, wanted)
	in.sayPresent(have)
	if len(missing) == 0 {
		return sortInstalled(have), nil
	}
	fresh, err := in.fetchAll(ctx, missing)
	return sortInstalled(append(have, fresh...)), err
}

// present divides wanted into what is installed and what is not.
func (in *installer) present(ctx context.Context, wanted []matrix.Version) (have []Installed, missing []matrix.Version) {
	found := findInstalled(ctx, in.dir)
	for _, v := range wanted {
		i := slices.IndexFunc(found, func(f Installed) bool { return v.Matches(f.Version) })
		switch {
		case i < 0:
			missing = append(missing, v)
		case !slices.ContainsFunc(have, func(h Installed) bool { return h.Path == found[i].Path }):
			have = append(have, found[i])
		}
	}
	return have, missing
}

func (in *installer) sayPresent(have []Installed) {
	for _, f := range have {
		in.say("%s is installed already, in %s", f.Name, in.folder(f.Version))
	}
}

// folder is where the server of a release is kept.
func (in *installer) folder(v matrix.Version) string {
	return filepath.Join(in.dir, string(v.Product)+"-"+matrix.Version{Numbers: v.Numbers}.String())
}

// fetchAll installs what is missing, in a workshop beside the servers that is
// removed afterwards.
func (in *installer) fetchAll(ctx context.Context, missing []matrix.Version) ([]Installed, error) {
	if err := checkAptTools(); err != nil {
		return nil, err
	}
	sources, err := readAptSources(in.etc)
	if err != nil {
		return nil, err
	}
	shop, err := in.workshop()
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(shop) }()
	offers, err := in.offers(ctx, sources, shop)
	if err != nil {
		return nil, err
	}
	chosen, err := choose(missing, offers, sources)
	if err != nil {
		return nil, err
	}
	return in.unpackAll(ctx, chosen, shop)
}

// offers asks every suite, side by side, for the servers that it holds. A
// suite that cannot be had is told of and passed over, unless all are.
func (in *installer) offers(ctx context.Context, sources []aptSource, shop string) ([]offer, error) {
	in.say("reading package lists of %s from %s", strings.Join(debianSuites, ", "), addresses(sources))
	found := make([][]offer, len(debianSuites))
	errs := make([]error, len(debianSuites))
	var group errgroup.Group
	for i, name := range debianSuites {
		group.Go(func() error {
			found[i], errs[i] = askSuite(ctx, sources, name, shop)
			return nil
		})
	}
	_ = group.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	offers := slices.Concat(found...)
	problems := slices.DeleteFunc(errs, func(err error) bool { return err == nil || errors.Is(err, errNoSuite) })
	if len(offers) == 0 {
		return nil, fmt.Errorf("read package lists from %s: %w; check the network and the mirror, or %s",
			addresses(sources), firstOf(problems), otherWays)
	}
	for _, err := range problems {
		in.say("passed over: %v", err)
	}
	return offers, nil
}

// firstOf is an error that stands for others like it.
func firstOf(problems []error) error {
	switch len(problems) {
	case 0:
		return errNoSuite
	case 1:
		return problems[0]
	}
	return fmt.Errorf("%w (and likewise for %d other suites)", problems[0], len(problems)-1)
}

// errNoSuite tells that a mirror has not the suite.
var errNoSuite = errors.New("the mirror has no such suite")

// askSuite gives what the first source that has the suite offers.
func askSuite(ctx context.Context, sources []aptSource, name, shop string) ([]offer, error) {
	var errs []error
	for i, source := range sources {
		s, err := openSuite(ctx, source, name, filepath.Join(shop, fmt.Sprint(name, "-", i)))
		if err == nil {
			var offers []offer
			if offers, err = s.offers(ctx); err == nil {
				return offers, nil
			}
		}
		if !strings.Contains(err.Error(), "does not have a Release file") {
			errs = append(errs, fmt.Errorf("suite %s: %w", name, err))
		}
	}
	if len(errs) == 0 {
		return nil, errNoSuite
	}
	return nil, errors.Join(errs...)
}

func addresses(sources []aptSource) string {
	var uris []string
	for _, s := range sources {
		uris = append(uris, s.URI)
	}
	return strings.Join(uris, ", ")
}

// choose picks the newest offer for each version, the more settled suite where
// two have the same. Versions that nobody offers are one error, with what can
// be had.
func choose(versions []matrix.Version, offers []offer, sources []aptSource) ([]offer, error) {
	var chosen []offer
	var missing []string
	for _, v := range versions {
		best := -1
		for i, o := range offers {
			if v.Matches(o.Version) && (best < 0 || o.Version.Compare(offers[best].Version) > 0) {
				best = i
			}
		}
		switch {
		case best < 0:
			missing = append(missing, v.String())
		case !slices.ContainsFunc(chosen, func(o offer) bool { return o.Version.Compare(offers[best].Version) == 0 }):
			chosen = append(chosen, offers[best])
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("install %s: %s has no such package; it has %s; for other versions %s",
			strings.Join(missing, ", "), addresses(sources), describe(offers), otherWays)
	}
	return chosen, nil
}

// describe lists offers by release, each with its suites.
func describe(offers []offer) string {
	suites := map[string][]string{}
	var order []matrix.Version
	for _, o := range offers {
		name := o.Version.String()
		if suites[name] == nil {
			order = append(order, o.Version)
		}
		if s := o.suite.name; !slices.Contains(suites[name], s) {
			suites[name] = append(suites[name], s)
		}
	}
	slices.SortFunc(order, matrix.Version.Compare)
	var parts []string
	for _, v := range order {
		parts = append(parts, fmt.Sprintf("%s (%s)", v, strings.Join(suites[v.String()], ", ")))
	}
	return strings.Join(parts, ", ")
}
