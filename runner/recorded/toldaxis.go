package recorded

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"redismatrix/matrix"
)

// toldAxis is an axis that texts tell by themselves.
type toldAxis struct {
	name string
	// of is the value that a recording tells, "" for none.
	of func(matrix.Recorded) string
	// agrees tells whether what is said of a recording can be what it tells.
	agrees func(said, told string) bool
	// needed is true where not to be told is a value as well.
	needed bool
}

var toldAxes = []toldAxis{
	{matrix.AxisVersion, versionTold, sameVersion, true},
	{matrix.AxisAppendonly, func(r matrix.Recorded) string { return strings.Join(directive(r, "appendonly"), " ") }, sameAppendonly, false},
	{matrix.AxisSave, saveTold, sameSave, false},
	{matrix.AxisValueSize, func(r matrix.Recorded) string { n, _ := r.Load.ValueSize.Fixed(); return positive(n) }, sameSize, false},
	{matrix.AxisClients, func(r matrix.Recorded) string { return positive(r.Load.Clients) }, sameNumber, false},
	{matrix.AxisPipeline, func(r matrix.Recorded) string { return positive(r.Load.Pipeline) }, sameNumber, false},
	{matrix.AxisKeyspace, func(r matrix.Recorded) string { return positive(r.Load.Keyspace) }, sameNumber, false},
	{matrix.AxisThreads, func(r matrix.Recorded) string { return positive(r.Load.Threads) }, sameNumber, false},
	{matrix.AxisMix, mixTold, sameMix, false},
}

// positive is a number as an axis writes it, "" where it is not told.
func positive(n int) string {
	if n < 1 {
		return ""
	}
	return strconv.Itoa(n)
}

func versionTold(r matrix.Recorded) string {
	switch {
	case r.Server == nil:
		return ""
	case r.Server.Product == matrix.Redis:
		return r.Server.Version
	}
	return string(r.Server.Product) + "-" + r.Server.Version
}

// directive are the words of a directive, of all its lines; nil where it is not told.
func directive(r matrix.Recorded, name string) []string {
	var words []string
	for _, d := range r.Config {
		if d.Name == name {
			words = append(words, d.Args...)
		}
	}
	return words
}

// saveOff is how the axis says that no snapshots are made.
const saveOff = "off"

func saveTold(r matrix.Recorded) string {
	words := directive(r, "save")
	if len(words) == 1 && words[0] == "" {
		return saveOff
	}
	return strings.Join(words, " ")
}

// sameVersion takes a line, such as 7.0, for its releases, and words that are no
// version for anything.
func sameVersion(said, told string) bool {
	asked, unsaid := matrix.ParseVersion(said)
	ran, unknown := matrix.ParseVersion(told)
	return unsaid != nil || unknown != nil || asked.Matches(ran)
}

// sameAppendonly knows the values of the axis; redis-benchmark tells yes or no.
func sameAppendonly(said, told string) bool {
	switch said {
	case "no":
		return told == "no"
	case "yes", "everysec", "always", "os":
		return told == "yes"
	}
	return true
}

func sameSave(said, told string) bool {
	words := strings.Join(strings.Fields(said), " ")
	points := strings.Trim(words, "0123456789 ") == ""
	return words == told || words != saveOff && !points
}

func sameSize(said, told string) bool {
	sizes, err := matrix.ParseSizes(said)
	n, fixed := sizes.Fixed()
	return err == nil && fixed && strconv.Itoa(n) == told
}

// mixTold is how often a mix sends each of its parts, "" where there is none, or where
// it is not told of all of them.
func mixTold(r matrix.Recorded) string {
	var parts []string
	for _, part := range r.Load.Mix {
		if part.Weight == 0 {
			return ""
		}
		parts = append(parts, fmt.Sprintf("%s:%d", part.Test, part.Weight))
	}
	return mixOf(parts)
}

// mixOf says parts in one order, SET before GET.
func mixOf(parts []string) string {
	return strings.Join(slices.SortedFunc(slices.Values(parts), func(a, b string) int { return strings.Compare(b, a) }), " ")
}

func sameMix(said, told string) bool { return mixOf(strings.Fields(said)) == told }

func sameNumber(said, told string) bool {
	n, err := strconv.Atoi(said)
	return err == nil && strconv.Itoa(n) == told
}

// contradicted is the error of a recording that tells another value on an axis than
// is said of it.
func (g Gathering) contradicted(r matrix.Recorded) error {
	for _, at := range r.Coordinates {
		i := slices.IndexFunc(toldAxes, func(a toldAxis) bool { return a.name == at.Axis })
		if i < 0 {
			continue
		}
		told := toldAxes[i].of(r)
		if told == "" || toldAxes[i].agrees(at.Value, told) {
			continue
		}
		told = at.Axis + " " + told
		if at.Axis == matrix.AxisVersion {
			told = r.Server.Name()
		}
		flag := "--as"
		if at.Axis == g.Label {
			flag = "--label"
		}
		return fmt.Errorf("%s is said to be of %s %s, and line %d on it is of %s; mend %s %s",
			r.Source.Source, at.Axis, at.Value, r.Source.First, told, flag, at.Axis)
	}
	return nil
}

// tellApart gives recordings values on the axes where they tell different ones and
// nobody has said otherwise. What one tells and another does not is noted there.
func tellApart(recordings []matrix.Recorded) {
	untold := make([][]string, len(recordings))
	for _, axis := range toldAxes {
		values, silent := axis.values(recordings)
		switch {
		case len(values) > 1, axis.needed && len(values) == 1 && len(silent) > 0:
			for i := range recordings {
				at := matrix.Coordinate{Axis: axis.name, Value: cmp.Or(axis.of(recordings[i]), matrix.NotTold)}
				recordings[i].Coordinates = append(recordings[i].Coordinates, at)
			}
		case len(values) == 1:
			for _, i := range silent {
				untold[i] = append(untold[i], axis.name)
			}
		}
	}
	for i, axes := range untold {
		if len(axes) > 0 {
			note(&recordings[i], matrix.Note{
				Text:   "not told, and told by others: " + strings.Join(axes, ", "),
				Remedy: "where it is known, say it of every FILE with --as",
			})
		}
	}
}

// values are those that recordings tell on the axis, and which of them tell none;
// nothing at all where somebody has said what they are.
func (a toldAxis) values(recordings []matrix.Recorded) (values map[string]bool, silent []int) {
	values = map[string]bool{}
	for i, r := range recordings {
		if slices.ContainsFunc(r.Coordinates, func(at matrix.Coordinate) bool { return at.Axis == a.name }) {
			return nil, nil
		}
		if told := a.of(r); told != "" {
			values[told] = true
		} else if a.name != matrix.AxisMix || len(r.Load.Mix) > 0 {
			silent = append(silent, i)
		}
	}
	return values, silent
}

// note adds a note to all that a recording measured.
func note(r *matrix.Recorded, n matrix.Note) {
	for i := range r.Samples {
		r.Samples[i].Notes = append(slices.Clip(r.Samples[i].Notes), n)
	}
}

// name tells recordings apart that are alike, as the command line names them:
// FILE#N. Rounds of one cell need no more than one name, for a run has one axis at
// least.
func (g Gathering) name(recordings []matrix.Recorded) {
	seen, alike := map[string]bool{}, false
	for _, r := range recordings {
		key := fmt.Sprintf("%q", r.Coordinates)
		alike = alike || seen[key]
		seen[key] = true
	}
	if len(recordings[0].Coordinates) > 0 && (g.Rounds || !alike) {
		return
	}
	short := shortened(recordings)
	for i := range recordings {
		r := &recordings[i]
		named := r.Source
		named.Source = short[named.Source]
		value := named.Label()
		if g.Rounds {
			value = "all"
		}
		r.Coordinates = append(r.Coordinates, matrix.Coordinate{Axis: matrix.AxisRecording, Value: value})
	}
}

// shortened are the names of files without their folders, where these still tell
// them apart.
func shortened(recordings []matrix.Recorded) map[string]string {
	short, of := map[string]string{}, map[string]string{}
	for _, r := range recordings {
		base := filepath.Base(r.Source.Source)
		if other, taken := of[base]; taken && other != r.Source.Source {
			base = r.Source.Source
		}
		short[r.Source.Source], of[base] = base, r.Source.Source
	}
	return short
}
