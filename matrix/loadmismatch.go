package matrix

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// loadMismatches are the keys of two loads that differ, the tests left out, by
// their names in a spec.
func loadMismatches(old, now Load) []Mismatch {
	was, is := old.keys(), now.keys()
	var found []Mismatch
	all := maps.Clone(was)
	maps.Copy(all, is)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if was[key] != is[key] {
			found = append(found, Mismatch{"load." + strings.TrimSuffix(key, "_ns"), old.written(key, was[key]), now.written(key, is[key])})
		}
	}
	return found
}

// keys are the load as the run document has it, without tests and with what an
// empty value stands for.
func (l Load) keys() map[string]string {
	l.Tests = nil
	l.KeyDistribution = cmp.Or(l.KeyDistribution, "uniform")
	l.Protocol = cmp.Or(l.Protocol, 2)
	l.Arrival = cmp.Or(l.Arrival, ArrivalConstant)
	l.Event = cmp.Or(l.Event, EventNone)
	l.Crashes = l.CrashCount()
	l.Cache = cmp.Or(l.Cache, CacheWarm)
	l.Confirm = cmp.Or(l.Confirm, ConfirmReply)
	keys, values := map[string]string{}, map[string]json.RawMessage{}
	text, err := json.Marshal(l)
	if err == nil {
		err = json.Unmarshal(text, &values)
	}
	if err != nil { // cannot be: a Load holds nothing that JSON has no form for
		return map[string]string{"load": err.Error()}
	}
	for key, value := range values {
		keys[key] = string(value)
	}
	delete(keys, "tests")
	return keys
}

// written is the value of one of the load's keys as a spec or a reader has it, with
// its unit; "" where there is none.
func (l Load) written(key, value string) string {
	switch key {
	case "duration_ns":
		return seconds(l.Duration)
	case "warmup_ns":
		return seconds(l.Warmup)
	case "value_size":
		return strings.TrimPrefix(l.ValueSize.String()+" bytes", " bytes")
	case "mix":
		return strings.Join(each(l.Mix, func(p MixPart) string { return p.Test + ":" + strconv.Itoa(p.Weight) }), " ")
	case "commands":
		return strings.Join(each(l.Commands, func(c OwnCommand) string { return c.Name + ": " + Directive{Args: c.Words}.written() }), ", ")
	case "recorded":
		return strings.Join(each(l.Recorded, func(t RecordedTest) string { return t.Name }), ", ")
	}
	if value == "" && len(l.Recorded) == 0 {
		return map[string]string{"rate": "max", "threads": "auto"}[key]
	}
	if text, err := strconv.Unquote(value); err == nil {
		return text
	}
	return value
}

// each is what of gives for every value.
func each[T any](values []T, of func(T) string) []string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = of(v)
	}
	return texts
}

// seconds is a time with its unit, "" for none: "2 s", "500 ms".
func seconds(d time.Duration) string {
	switch {
	case d == 0:
		return ""
	case d%time.Second == 0:
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', -1, 64) + " ms"
}
