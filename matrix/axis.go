package matrix

import (
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// The axes. Those that ConfigAxis knows come to them.
const (
	AxisVersion         = "version"
	AxisAppendonly      = "appendonly"
	AxisSave            = "save"
	AxisLaunch          = "launch"
	AxisStorage         = "storage"
	AxisValueSize       = "value_size"
	AxisValuePattern    = "value_pattern"
	AxisClients         = "clients"
	AxisPipeline        = "pipeline"
	AxisKeyspace        = "keyspace"
	AxisTransport       = "transport"
	AxisKeyDistribution = "key_distribution"
	AxisProtocol        = "protocol"
	AxisRate            = "rate"
	AxisArrival         = "arrival"
	AxisThreads         = "threads"
	AxisEvent           = "event"
	AxisMix             = "mix"
	AxisCache           = "cache"
	AxisRewrite         = "rewrite"
	AxisConfirm         = "confirm"
)

// configAxis begins the names of axes that vary a directive of redis.conf.
const configAxis = "config."

// ConfigAxis is the directive that an axis such as "config.hz" varies.
func ConfigAxis(axis string) (directive string, ok bool) {
	directive, ok = strings.CutPrefix(axis, configAxis)
	return directive, ok && directive != ""
}

// ServerAxis reports whether an axis changes how a server is started, rather
// than what is sent to it.
func ServerAxis(axis string) bool {
	switch axis {
	case AxisVersion, AxisAppendonly, AxisSave, AxisLaunch, AxisStorage:
		return true
	}
	_, ok := ConfigAxis(axis)
	return ok
}

// String is the selector as flags name it: "appendonly=no,always version=7.0".
func (s Selector) String() string {
	var axes []string
	for _, axis := range slices.Sorted(maps.Keys(s)) {
		axes = append(axes, axis+"="+strings.Join(s[axis], ","))
	}
	return strings.Join(axes, " ")
}

// Matches reports whether the cell has one of the listed values on every axis
// named. An empty Selector matches nothing. AxisTest is passed over: it picks
// among the tests of a cell.
func (s Selector) Matches(c Cell) bool {
	for axis, values := range s {
		if axis != AxisTest && !listed(values, c.Value(axis)) {
			return false
		}
	}
	return len(s) > 0
}

func listed(values []string, value string) bool {
	for _, v := range values {
		if v == value {
			return true
		}
	}
	return false
}

// set gives the load the value that the axis has in a cell.
func (l *Load) set(axis, value string) (f *flaw) {
	switch axis {
	case AxisValueSize:
		l.ValueSize, f = parseSizes(value)
	case AxisValuePattern:
		l.ValuePattern, f = checkedBy(patternForm, value)
	case AxisClients:
		f = setCount(&l.Clients, value, MaxClients)
	case AxisPipeline:
		f = setCount(&l.Pipeline, value, MaxPipeline)
	case AxisKeyspace:
		f = setCount(&l.Keyspace, value, MaxKeyspace)
	case AxisKeyDistribution:
		l.KeyDistribution, f = checkedBy(distributionForm, value)
	case AxisTransport:
		l.Transport, f = checkedBy(transportForm, value)
	case AxisProtocol:
		f = l.setProtocol(value)
	case AxisRate:
		l.Rate, f = parseRate(value)
	case AxisArrival:
		l.Arrival, f = checkedBy(arrivalForm, value)
	case AxisThreads:
		l.Threads, f = parseThreads(value)
	case AxisEvent:
		l.Event, f = checkedBy(eventForm, value)
	case AxisMix:
		f = l.setMix(value)
	case AxisCache:
		l.Cache, f = checkedBy(cacheForm, value)
	case AxisRewrite:
		_, f = checkedBy(rewriteForm, value)
		l.Rewrite = value == rewriteWords[1]
	case AxisConfirm:
		l.Confirm, f = checkedBy(confirmForm, value)
	default:
		f = flawf("name one of the load", "there is no such axis")
	}
	return f
}

// checkedBy is a text as it is written, and what is wrong with its form.
func checkedBy(accept form, text string) (string, *flaw) {
	_, f := accept(text)
	return text, f
}

func setCount(to *int, text string, high int64) *flaw {
	n, f := parseInteger(text, 1, high)
	*to = int(n)
	return f
}

func (l *Load) setProtocol(text string) *flaw {
	_, f := protocolForm(text)
	if f == nil {
		l.Protocol, _ = strconv.Atoi(text)
	}
	return f
}

func (l *Load) setMix(text string) *flaw {
	parts, flaws := l.parseMix(text)
	if len(flaws) > 0 {
		return flaws[0]
	}
	l.Mix = parts
	return nil
}

// Cells is how many combinations the axes have, and Include beside them; cells
// that Exclude removes are counted. It does not unfold them, and where there
// are more than an int can hold it is the greatest int.
func (s *Spec) Cells() int {
	total := product(s.Axes, nil)
	for _, include := range s.Include {
		total += min(product(s.Axes, include), math.MaxInt-total)
	}
	return total
}

// product is how many cells the axes have where a selector replaces values.
func product(axes []Axis, by Selector) int {
	cells := uint64(1)
	for _, axis := range axes {
		hi, lo := bits.Mul64(cells, uint64(len(valuesOf(axis, by))))
		if hi > 0 || lo > math.MaxInt {
			lo = math.MaxInt
		}
		cells = lo
	}
	return int(cells)
}

// valuesOf are the values of an axis, or those that a selector names instead.
func valuesOf(axis Axis, by Selector) []string {
	if values, ok := by[axis.Name]; ok {
		return values
	}
	return axis.Values
}
