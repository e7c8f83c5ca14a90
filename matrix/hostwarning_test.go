package matrix

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHostWarnings(t *testing.T) {
	tests := []struct {
		name string
		host Host
		want []string // remedies
	}{
		{"fit", Host{CPUs: 2, ServerCPUs: "0", ClientCPUs: "1", DataFS: "ext4", Governor: "performance"}, nil},
		{"one CPU", Host{CPUs: 1}, []string{"measure on a host with two CPUs or more"}},
		{"one core", Host{CPUs: 2, ServerCPUs: "0", ClientCPUs: "1", SharedCore: true}, []string{
			"measure on a host with two cores or more, or name CPUs of different cores in server.cpus",
		}},
		{"not pinned, in memory, slow", Host{CPUs: 4, DataFS: "tmpfs", Governor: "powersave"}, []string{
			"server.cpus: auto", "--results on a disk", "cpupower frequency-set -g performance",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, note := range test.host.Warnings() {
				got = append(got, note.Remedy)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("remedies (-want +got):\n%s", diff)
			}
		})
	}
}
