package chart

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"redismatrix/render"
)

// drawn is a chart in a format.
func drawn(t testing.TB, c render.Chart, format string, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, c, format, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// around makes a series of values with intervals of some percent about them.
func around(name string, percent float64, values ...float64) render.Series {
	s := render.Series{Name: name, Values: values}
	for i, v := range values {
		off := v * percent / 100 * float64(1+i%3) / 2
		s.Low, s.High = append(s.Low, v-off), append(s.High, v+off*0.8)
	}
	return s
}

// throughput is bars of so many tests for so many versions.
func throughput(tests, versions int) render.Chart {
	names := strings.Fields("PING_INLINE PING_MBULK SET GET INCR LPUSH RPUSH LPOP RPOP SADD HSET SPOP ZADD ZPOPMIN LRANGE_100 LRANGE_300 LRANGE_500 LRANGE_600 MSET XADD")
	servers := []string{"redis 6.0.16", "redis 7.0.15", "redis 8.0.2", "valkey 8.1.1"}
	c := render.Chart{Kind: render.ChartBars, Title: "Requests per second", Constant: "appendonly no · 50 clients · 3 bytes · 10 rounds of 1 s",
		Unit: "requests/s", Axis: "test", Labels: names[:tests]}
	for i, server := range servers[:versions] {
		values := make([]float64, tests)
		for j := range values {
			values[j] = 140000 - float64((i*7919+j*4001)%23000) - float64(i)*2500
			if strings.HasPrefix(names[j], "LRANGE") {
				values[j] /= float64(j - 11)
			}
			if names[j] == "ZPOPMIN" && i == 0 {
				values[j] = math.NaN()
			}
		}
		c.Series = append(c.Series, around(server, 4, values...))
	}
	return c
}

// durability is a few thick bars.
func durability() render.Chart {
	return render.Chart{Kind: render.ChartBars, Title: "SET with and without AOF", Constant: "redis 7.0.15 · 50 clients", Unit: "requests/s", Axis: "appendonly",
		Labels: []string{"no", "everysec", "always"}, Series: []render.Series{around("tmpfs", 3, 139801, 121655, 98022), around("disk", 8, 138122, 101020, 5312)}}
}

// sizes is lines over value sizes.
func sizes() render.Chart {
	return render.Chart{Kind: render.ChartLines, Title: "SET by value size", Constant: "50 clients · pipeline 1", Unit: "requests/s", Axis: "value_size",
		LogX: true, Labels: []string{"3", "64", "1KiB", "10KiB", "100KiB", "1MiB"}, Positions: []float64{3, 64, 1024, 10240, 102400, 1 << 20},
		Series: []render.Series{
			around("appendonly no", 5, 139801, 138000, 121000, 80500, 21000, 2400),
			around("appendonly everysec", 8, 121655, 120400, 100200, 42000, 6100, 610),
			around("appendonly always", 12, 98022, 97000, 61000, math.NaN(), 2050, 205),
		}}
}

// latency is curves of latency with positions of their own.
func latency() render.Chart {
	c := render.Chart{Kind: render.ChartPercentiles, Title: "Latency of SET", Constant: "50 clients · 80,000 requests/s offered", Unit: "ms", Axis: "percentile",
		LogX: true, LogY: true, Table: -1}
	for i, name := range []string{"redis 6.0.16", "redis 7.0.15", "redis 8.0.2"} {
		s := render.Series{Name: name}
		for step := range 60 {
			position := math.Pow(10, float64(step)/12)
			s.Positions = append(s.Positions, position)
			s.Values = append(s.Values, 0.11*math.Pow(position, 0.3+0.05*float64(i))+0.002*float64(i*step))
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// hostile is a chart whose names want to be something else.
func hostile() render.Chart {
	c := throughput(3, 3)
	c.Title, c.Constant = `<script>alert("x")</script> & "quotes"`, "line\nbreak \u202eright to left\u202c tab\t\x1b[31m"
	c.Labels = []string{"]]>\x00\ufffe", strings.Repeat("very long name ", 14), "שלום العالم 漢字 👩‍💻"}
	c.Series[0].Name, c.Series[1].Name = "x' onload='alert(1)", strings.Repeat("W", 200)
	c.Series[2].Name = "appendonly yes · appendfsync everysec · maxmemory-policy allkeys-lru · io-threads 4 · redis 8.0.2"
	return c
}

// thousand is more labels than can be read.
func thousand() render.Chart {
	c := render.Chart{Kind: render.ChartBars, Title: "A thousand tests", Unit: "requests/s", Axis: "test"}
	s := render.Series{Name: "redis 7.0.15"}
	for i := range 1000 {
		c.Labels = append(c.Labels, fmt.Sprintf("test %d", i+1))
		s.Values = append(s.Values, float64((i*7919)%1000)+1)
	}
	c.Series = []render.Series{s}
	return c
}
