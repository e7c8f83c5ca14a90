package matrix

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPersistenceSince(t *testing.T) {
	refused, off := Note{Text: "refused"}, Note{Text: "off"}
	for name, test := range map[string]struct {
		before, after Persistence
		want          *Persistence
	}{
		"nothing is known": {},
		"all is known": {
			before: Persistence{Written: new(int64(1000)), Syncs: new(int64(5)), AOFDelayed: new(int64(1)), AOFSize: new(int64(100)), RDBSize: new(int64(7))},
			after:  Persistence{Written: new(int64(5096)), Syncs: new(int64(5)), AOFDelayed: new(int64(3)), AOFSize: new(int64(90)), RDBSize: new(int64(8))},
			want: &Persistence{Interval: time.Second, Written: new(int64(4096)), Syncs: new(int64(0)), AOFDelayed: new(int64(2)),
				AOFSize: new(int64(90)), AOFGrown: new(int64(-10)), RDBSize: new(int64(8))},
		},
		"the first reading lacks some": {
			before: Persistence{Untold: map[string]Note{UntoldSyncs: refused, UntoldAOFSize: off, UntoldRDBSize: off}},
			after:  Persistence{Syncs: new(int64(5)), AOFSize: new(int64(90)), RDBSize: new(int64(8))},
			want: &Persistence{Interval: time.Second, AOFSize: new(int64(90)), RDBSize: new(int64(8)),
				Untold: map[string]Note{UntoldSyncs: refused}},
		},
		"the last reading lacks some": {
			before: Persistence{Syncs: new(int64(5)), Untold: map[string]Note{UntoldSyncs: off}},
			after:  Persistence{Untold: map[string]Note{UntoldSyncs: refused}},
			want:   &Persistence{Interval: time.Second, Untold: map[string]Note{UntoldSyncs: refused}},
		},
		"a counter was reset": {
			before: Persistence{AOFDelayed: new(int64(4)), AOFSize: new(int64(1))}, after: Persistence{AOFDelayed: new(int64(3)), AOFSize: new(int64(1))},
			want: &Persistence{Interval: time.Second, AOFSize: new(int64(1)), AOFGrown: new(int64(0))},
		},
		"fewer bytes are counted than the AOF grew by": {
			before: Persistence{Written: new(int64(0)), AOFSize: new(int64(0))},
			after:  Persistence{Written: new(int64(4 << 20)), AOFSize: new(int64(10 << 20))},
			want: &Persistence{Interval: time.Second, AOFSize: new(int64(10 << 20)), AOFGrown: new(int64(10 << 20)),
				Untold: map[string]Note{UntoldWritten: {
					Text:   "the kernel counted less than the server wrote to its AOF, as on file systems that it does not count on",
					Remedy: "keep the data on a disk's own file system, such as ext4 or xfs",
				}}},
		},
		"so little may be in pages that were waiting": {
			before: Persistence{Written: new(int64(0)), AOFSize: new(int64(0))},
			after:  Persistence{Written: new(int64(0)), AOFSize: new(int64(1 << 20))},
			want:   &Persistence{Interval: time.Second, Written: new(int64(0)), AOFSize: new(int64(1 << 20)), AOFGrown: new(int64(1 << 20))},
		},
	} {
		if diff := cmp.Diff(test.want, test.after.Since(test.before, time.Second)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestMetricsOfPersistence(t *testing.T) {
	full := Sample{Requests: 1000, Sent: 50_000, Persistence: &Persistence{
		Interval: 2 * time.Second, Written: new(int64(4_096_000)), Syncs: new(int64(1000)), AOFDelayed: new(int64(1)),
		AOFSize: new(int64(1_500_000)), RDBSize: new(int64(250_000)),
	}}
	idle := Sample{Requests: 1000, Sent: 50_000, Persistence: &Persistence{
		Interval: 2 * time.Second, Written: new(int64(0)), Syncs: new(int64(0)), AOFDelayed: new(int64(0)),
	}}
	empty := Sample{Persistence: full.Persistence}
	empty.Persistence = &Persistence{Written: full.Persistence.Written, Syncs: full.Persistence.Syncs}
	unknown := Sample{Requests: 1000, Sent: 50_000, Persistence: &Persistence{Interval: time.Second}}
	for _, test := range []struct {
		name   string
		sample Sample
		want   map[string]float64
	}{
		{"full", full, map[string]float64{
			MetricWrittenPerRequest: 4096, MetricWriteAmplification: 81.92, MetricFsyncs: 500, MetricAOFDelayed: 0.5,
			MetricAOFSize: 1.5, MetricRDBSize: 0.25,
		}},
		{"idle", idle, map[string]float64{MetricWrittenPerRequest: 0, MetricWriteAmplification: 0, MetricFsyncs: 0, MetricAOFDelayed: 0}},
		{"without requests and time", empty, map[string]float64{}},
		{"unknown", unknown, map[string]float64{}},
		{"not recorded", Sample{Requests: 1000, Sent: 50_000}, map[string]float64{}},
	} {
		got := map[string]float64{}
		for metric := range untoldBy {
			if v, told := test.sample.Value(metric); told {
				got[metric] = v
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestWhyAMetricOfPersistenceIsUntold(t *testing.T) {
	why := Note{Text: "not allowed", Remedy: "be root"}
	result := Result{Samples: []Sample{
		{}, {Persistence: &Persistence{}}, {Persistence: &Persistence{Untold: map[string]Note{UntoldSyncs: why}}},
	}}
	for metric, want := range map[string]Note{MetricFsyncs: why, MetricAOFDelayed: {}, MetricRPS: {}, MetricMemoryPerKey: {}} {
		if diff := cmp.Diff(want, result.Untold(metric)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", metric, diff)
		}
	}
}
