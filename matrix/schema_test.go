package matrix

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// schema is every place of a run document in which all is set, with the kind
// of JSON that stands there. Readers of documents go by it: what changes it
// changes Schema too, but for places that are added and may be empty.
const schema = `
digest string
finished string
host.arch string
host.client_cpus string
host.cpu_model string
host.cpus number
host.data_fs string
host.governor string
host.hostname string
host.kernel string
host.memory_bytes number
host.mhz number
host.os string
host.overcommit_memory string
host.server_cpus string
host.shared_core bool
host.somaxconn string
host.transparent_huge_pages string
host.virtual string
id string
overrides[] string
plan.cells[].baseline bool
plan.cells[].control bool
plan.cells[].coordinates[].axis string
plan.cells[].coordinates[].value string
plan.cells[].id string
plan.cells[].load.arrival string
plan.cells[].load.cache string
plan.cells[].load.clients number
plan.cells[].load.commands[].name string
plan.cells[].load.commands[].words[] string
plan.cells[].load.crashes number
plan.cells[].load.duration_ns number
plan.cells[].load.key_distribution string
plan.cells[].load.keyspace number
plan.cells[].load.mix[].test string
plan.cells[].load.mix[].weight number
plan.cells[].load.pipeline number
plan.cells[].load.protocol number
plan.cells[].load.rate number
plan.cells[].load.recorded[].name string
plan.cells[].load.recorded[].remark string
plan.cells[].load.requests number
plan.cells[].load.rewrite bool
plan.cells[].load.tests[] string
plan.cells[].load.threads number
plan.cells[].load.transport string
plan.cells[].load.value_pattern string
plan.cells[].load.value_size number
plan.cells[].load.warmup_ns number
plan.cells[].na.* string
plan.cells[].setup string
plan.setups[].config[].args[] string
plan.setups[].config[].name string
plan.setups[].cpus string
plan.setups[].id string
plan.setups[].launch string
plan.setups[].na string
plan.setups[].server.kind string
plan.setups[].server.location string
plan.setups[].server.text string
plan.setups[].server.version string
plan.setups[].tls bool
plan.spec.axes[].name string
plan.spec.axes[].values[] string
plan.spec.baseline.*[] string
plan.spec.budget_ns number
plan.spec.control bool
plan.spec.exclude[].*[] string
plan.spec.gate.metrics[] string
plan.spec.gate.threshold number
plan.spec.include[].*[] string
plan.spec.least_rounds number
plan.spec.load.arrival string
plan.spec.load.cache string
plan.spec.load.clients number
plan.spec.load.commands[].name string
plan.spec.load.commands[].words[] string
plan.spec.load.crashes number
plan.spec.load.duration_ns number
plan.spec.load.key_distribution string
plan.spec.load.keyspace number
plan.spec.load.mix[].test string
plan.spec.load.mix[].weight number
plan.spec.load.pipeline number
plan.spec.load.protocol number
plan.spec.load.rate number
plan.spec.load.recorded[].name string
plan.spec.load.recorded[].remark string
plan.spec.load.requests number
plan.spec.load.rewrite bool
plan.spec.load.tests[] string
plan.spec.load.threads number
plan.spec.load.transport string
plan.spec.load.value_pattern string
plan.spec.load.value_size number
plan.spec.load.warmup_ns number
plan.spec.name string
plan.spec.report.files[] string
plan.spec.report.tables[].columns string
plan.spec.report.tables[].metric string
plan.spec.report.tables[].rows string
plan.spec.report.tables[].where.*[] string
plan.spec.rounds number
plan.spec.seed number
plan.spec.server.config[].args[] string
plan.spec.server.config[].name string
plan.spec.server.cpus string
plan.spec.server.launch string
plan.spec.server.servers.* string
recorded[].cell string
recorded[].command string
recorded[].first_line number
recorded[].last_line number
recorded[].part number
recorded[].round number
recorded[].sha256 string
recorded[].source string
recorded[].tool string
results[].cell string
results[].reason string
results[].remedy string
results[].samples[].cell string
results[].samples[].client_cpu_ns number
results[].samples[].commands[].errors number
results[].samples[].commands[].hits number
results[].samples[].commands[].latency.histogram string
results[].samples[].commands[].latency.max_ns number
results[].samples[].commands[].latency.mean_ns number
results[].samples[].commands[].latency.min_ns number
results[].samples[].commands[].latency.overflow number
results[].samples[].commands[].latency.p50_ns number
results[].samples[].commands[].latency.p95_ns number
results[].samples[].commands[].latency.p99_99_ns number
results[].samples[].commands[].latency.p99_9_ns number
results[].samples[].commands[].latency.p99_ns number
results[].samples[].commands[].misses number
results[].samples[].commands[].received_bytes number
results[].samples[].commands[].recorded.* number
results[].samples[].commands[].requests number
results[].samples[].commands[].rps number
results[].samples[].commands[].sent_bytes number
results[].samples[].commands[].service.histogram string
results[].samples[].commands[].service.max_ns number
results[].samples[].commands[].service.mean_ns number
results[].samples[].commands[].service.min_ns number
results[].samples[].commands[].service.overflow number
results[].samples[].commands[].service.p50_ns number
results[].samples[].commands[].service.p95_ns number
results[].samples[].commands[].service.p99_99_ns number
results[].samples[].commands[].service.p99_9_ns number
results[].samples[].commands[].service.p99_ns number
results[].samples[].commands[].test string
results[].samples[].due number
results[].samples[].elapsed_ns number
results[].samples[].errors number
results[].samples[].first_error string
results[].samples[].hits number
results[].samples[].host.context_switches number
results[].samples[].host.cpus number
results[].samples[].host.interface_received_bytes number
results[].samples[].host.interface_transmitted_bytes number
results[].samples[].host.interval_ns number
results[].samples[].host.iowait_ns number
results[].samples[].host.loopback_bytes number
results[].samples[].host.mhz_after number
results[].samples[].host.mhz_before number
results[].samples[].host.softirq_ns number
results[].samples[].host.steal_ns number
results[].samples[].host.system_ns number
results[].samples[].host.user_ns number
results[].samples[].latency.histogram string
results[].samples[].latency.max_ns number
results[].samples[].latency.mean_ns number
results[].samples[].latency.min_ns number
results[].samples[].latency.overflow number
results[].samples[].latency.p50_ns number
results[].samples[].latency.p95_ns number
results[].samples[].latency.p99_99_ns number
results[].samples[].latency.p99_9_ns number
results[].samples[].latency.p99_ns number
results[].samples[].memory.bytes number
results[].samples[].memory.keys number
results[].samples[].memory.remedy string
results[].samples[].memory.untold string
results[].samples[].misses number
results[].samples[].notes[].remedy string
results[].samples[].notes[].text string
results[].samples[].offered_rps number
results[].samples[].persistence.aof_delayed number
results[].samples[].persistence.aof_grown_bytes number
results[].samples[].persistence.aof_size_bytes number
results[].samples[].persistence.interval_ns number
results[].samples[].persistence.rdb_size_bytes number
results[].samples[].persistence.syncs number
results[].samples[].persistence.untold.*.remedy string
results[].samples[].persistence.untold.*.text string
results[].samples[].persistence.written_bytes number
results[].samples[].reason string
results[].samples[].received_bytes number
results[].samples[].recorded.* number
results[].samples[].remedy string
results[].samples[].requests number
results[].samples[].round number
results[].samples[].rps number
results[].samples[].schedule_ns number
results[].samples[].sent_bytes number
results[].samples[].server_cpu_ns number
results[].samples[].service.histogram string
results[].samples[].service.max_ns number
results[].samples[].service.mean_ns number
results[].samples[].service.min_ns number
results[].samples[].service.overflow number
results[].samples[].service.p50_ns number
results[].samples[].service.p95_ns number
results[].samples[].service.p99_99_ns number
results[].samples[].service.p99_9_ns number
results[].samples[].service.p99_ns number
results[].samples[].started string
results[].samples[].status string
results[].samples[].test string
results[].samples[].thread_busy number
results[].samples[].threads number
results[].samples[].trial.aof_bytes number
results[].samples[].trial.crashes[].acknowledged number
results[].samples[].trial.crashes[].check string
results[].samples[].trial.crashes[].detail string
results[].samples[].trial.crashes[].found number
results[].samples[].trial.crashes[].kind string
results[].samples[].trial.crashes[].lost number
results[].samples[].trial.crashes[].lost_ns number
results[].samples[].trial.crashes[].recovery string
results[].samples[].trial.crashes[].torn number
results[].samples[].trial.crashes[].written_ns number
results[].samples[].trial.data_bytes number
results[].samples[].trial.keys number
results[].samples[].trial.loaded[] string
results[].samples[].trial.longest_sync_ns number
results[].samples[].trial.rdb_bytes number
results[].samples[].trial.restart_ns number
results[].samples[].unsent number
results[].status string
results[].test string
schema number
servers.*.allocator string
servers.*.build string
servers.*.compiler string
servers.*.config[].args[] string
servers.*.config[].name string
servers.*.cpus string
servers.*.digest string
servers.*.effective[].args[] string
servers.*.effective[].name string
servers.*.launch string
servers.*.path string
servers.*.pid number
servers.*.product string
servers.*.run_id string
servers.*.size_bytes number
servers.*.start_ns number
servers.*.version string
servers.*.warnings[].remedy string
servers.*.warnings[].text string
source string
started string
state string
stopped.reason string
stopped.round number
timing.measured_ns number
timing.preparing_ns number
timing.starting_ns number
timing.wall_ns number
timing.warmup_ns number
tool string
warnings[].remedy string
warnings[].text string
`

func TestSchema(t *testing.T) {
	var run Run
	fill(reflect.ValueOf(&run).Elem())
	var decoded any
	if err := json.Unmarshal([]byte(document(t, &run)), &decoded); err != nil {
		t.Fatal(err)
	}
	places := map[string]bool{}
	list(places, "", decoded)
	want := strings.Split(strings.TrimSpace(schema), "\n")
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(places))); diff != "" {
		t.Errorf("the document is not that of schema %d; list a place that is new, and raise Schema where one is gone or means something else (-want +got):\n%s",
			Schema, diff)
	}
}
