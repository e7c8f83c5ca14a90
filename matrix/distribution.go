package matrix

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Distribution says how the keys of requests are drawn from the keyspace. The
// zero value is uniform, as is "" for ParseDistribution.
type Distribution struct {
	// Kind is DistributionUniform (also ""), or another of the kinds below.
	Kind string
	// Parameter is the exponent s of DistributionZipf, or the standard
	// deviation of DistributionGaussian as a share of the keyspace; 0 for the
	// others.
	Parameter float64
}

// Kinds of Distribution.
const (
	// DistributionUniform draws every key equally often.
	DistributionUniform = "uniform"
	// DistributionSequential takes the keys in order, again and again.
	DistributionSequential = "sequential"
	// DistributionZipf draws the key of rank k in proportion to 1/k^s: a few
	// keys are hot.
	DistributionZipf = "zipf"
	// DistributionGaussian draws keys around the middle of the keyspace.
	DistributionGaussian = "gaussian"
)

// Parameters of distributions. The default of zipf is that of YCSB.
const (
	defaultZipf     = 0.99
	maxZipf         = 10
	defaultGaussian = 1.0 / 6
	maxGaussian     = 1
)

// ParseDistribution reads a kind, for zipf and gaussian with a parameter if
// wanted: "uniform" (also ""), "sequential", "zipf" (0.99), "zipf:1.2",
// "gaussian" (1/6), "gaussian:0.1". An exponent is above 0 and at most 10, a
// standard deviation above 0 and at most 1 keyspace.
func ParseDistribution(text string) (Distribution, error) {
	d, f := parseDistribution(text)
	if f != nil {
		return Distribution{}, fmt.Errorf("read key distribution %q: %s; %s", text, f.message, f.remedy)
	}
	return d, nil
}

func parseDistribution(text string) (Distribution, *flaw) {
	const remedy = "accepted are uniform, sequential, zipf or zipf:0.99 (an exponent up to 10), " +
		"gaussian or gaussian:0.1 (a standard deviation in keyspaces, up to 1)"
	kind, parameter, given := strings.Cut(text, ":")
	d := Distribution{Kind: kind}
	most := 0.0
	switch kind {
	case "":
		d.Kind = DistributionUniform
	case DistributionUniform, DistributionSequential:
	case DistributionZipf:
		d.Parameter, most = defaultZipf, maxZipf
	case DistributionGaussian:
		d.Parameter, most = defaultGaussian, maxGaussian
	default:
		return d, flawf(remedy, "not a distribution")
	}
	switch {
	case !given:
		return d, nil
	case most == 0:
		return d, flawf(remedy, "%s takes no parameter", d.Kind)
	}
	var ok bool
	if d.Parameter, ok = parseDecimal(parameter); !ok || d.Parameter <= 0 || d.Parameter > most {
		return d, flawf(remedy, "%s is no number above 0 and up to %g", quoteShort(parameter), most)
	}
	return d, nil
}

// String is the text that ParseDistribution reads.
func (d Distribution) String() string {
	switch d {
	case Distribution{}, Distribution{Kind: DistributionUniform}:
		return DistributionUniform
	case Distribution{DistributionZipf, defaultZipf}, Distribution{DistributionGaussian, defaultGaussian}:
		return d.Kind
	}
	return withParameter(d.Kind, d.Parameter)
}

// withParameter is a kind, and its parameter where that is not 0.
func withParameter(kind string, parameter float64) string {
	if parameter == 0 {
		return kind
	}
	return kind + ":" + strconv.FormatFloat(parameter, 'f', -1, 64)
}

// distributionForm accepts what ParseDistribution reads.
func distributionForm(text string) (string, *flaw) {
	d, f := parseDistribution(text)
	return d.String(), f
}

var decimal = regexp.MustCompile(`^[0-9]{1,20}(\.[0-9]{1,20})?$`)

// parseDecimal reads a number in plain digits, such as "2" or "0.99".
func parseDecimal(text string) (float64, bool) {
	if !decimal.MatchString(text) {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}
