package matrix

// arrival is what came with a release: names of directives, in their oldest
// spelling.
type arrival struct {
	since      Version
	directives string
}

// arrivals lists the directives that not every server knows, by the release of
// Redis that brought them. What is in no list is left to the server to judge.
// Taken from src/config.c of each release since 2.8.0.
var arrivals = []arrival{
	{redisVersion(2, 8, 5), "tcp-backlog"},
	{redisVersion(2, 8, 9), "hll-sparse-max-bytes"},
	{redisVersion(2, 8, 13), "latency-monitor-threshold"},
	{redisVersion(2, 8, 15), "aof-load-truncated"},
	{redisVersion(2, 8, 18), "repl-diskless-sync repl-diskless-sync-delay"},
	{redisVersion(3, 0, 0), "cluster-config-file cluster-enabled cluster-migration-barrier " +
		"cluster-node-timeout cluster-require-full-coverage cluster-slave-validity-factor"},
	{redisVersion(3, 2, 0), "list-compress-depth list-max-ziplist-size protected-mode supervised"},
	{redisVersion(3, 2, 2), "slave-announce-ip slave-announce-port"},
	{redisVersion(4, 0, 0), "active-defrag-cycle-max active-defrag-cycle-min active-defrag-ignore-bytes " +
		"active-defrag-threshold-lower active-defrag-threshold-upper activedefrag always-show-logo " +
		"aof-use-rdb-preamble cluster-announce-bus-port cluster-announce-ip cluster-announce-port " +
		"lazyfree-lazy-eviction lazyfree-lazy-expire lazyfree-lazy-server-del lfu-decay-time " +
		"lfu-log-factor loadmodule slave-lazy-flush"},
	{redisVersion(4, 0, 7), "client-query-buffer-limit proto-max-bulk-len"},
	{redisVersion(4, 0, 9), "cluster-slave-no-failover"},
	{redisVersion(5, 0, 0), "active-defrag-max-scan-fields dynamic-hz lua-replicate-commands " +
		"rdb-save-incremental-fsync slave-ignore-maxmemory stream-node-max-bytes stream-node-max-entries"},
	{redisVersion(6, 0, 0), "aclfile acllog-max-len active-expire-effort cluster-allow-reads-when-down " +
		"gopher-enabled io-threads io-threads-do-reads jemalloc-bg-thread key-load-delay " +
		"lazyfree-lazy-user-del masteruser rdb-del-sync-files rdb-key-save-delay repl-diskless-load " +
		"tls-auth-clients tls-ca-cert-dir tls-ca-cert-file tls-cert-file tls-ciphers tls-ciphersuites " +
		"tls-cluster tls-dh-params-file tls-key-file tls-port tls-prefer-server-ciphers tls-protocols " +
		"tls-replication tracking-table-max-keys user"},
	{redisVersion(6, 0, 2), "aof_rewrite_cpulist bgsave_cpulist bio_cpulist server_cpulist"},
	{redisVersion(6, 0, 6), "tls-session-cache-size tls-session-cache-timeout tls-session-caching"},
	{redisVersion(6, 0, 7), "oom-score-adj oom-score-adj-values"},
	{redisVersion(6, 2, 0), "acl-pubsub-default crash-log-enabled crash-memcheck-enabled disable-thp " +
		"lazyfree-lazy-user-flush maxmemory-eviction-tenacity proc-title-template sanitize-dump-payload " +
		"set-proc-title tls-client-cert-file tls-client-key-file use-exit-on-panic"},
	{redisVersion(6, 2, 2), "cluster-allow-replica-migration cluster-announce-tls-port replica-announced " +
		"tls-client-key-file-pass tls-key-file-pass"},
	{redisVersion(7, 0, 0), "aof-disable-auto-gc aof-timestamp-enabled appenddirname bind-source-addr " +
		"cluster-allow-pubsubshard-when-down cluster-announce-hostname cluster-link-sendbuf-limit cluster-port " +
		"cluster-preferred-endpoint-type enable-debug-command enable-module-command enable-protected-configs " +
		"latency-tracking latency-tracking-info-percentiles loading-process-events-interval-bytes " +
		"maxmemory-clients propagation-error-behavior repl-diskless-sync-max-replicas " +
		"replica-ignore-disk-write-errors shutdown-on-sigint shutdown-on-sigterm shutdown-timeout " +
		"socket-mark-id watchdog-period"},
	{redisVersion(7, 2, 0), "cluster-announce-human-nodename cluster-ping-interval locale-collate " +
		"set-max-listpack-entries set-max-listpack-value"},
	{redisVersion(7, 4, 0), "hide-user-data-from-log max-new-connections-per-cycle " +
		"max-new-tls-connections-per-cycle"},
	{redisVersion(8, 0, 0), "cluster-compatibility-sample-ratio replica-full-sync-buffer-limit"},
}

// valkeyArrivals are those that Valkey, which knows everything of Redis 7.2,
// brought on its own.
var valkeyArrivals = []arrival{
	{valkeyVersion(8, 0, 0), "availability-zone cluster-announce-client-ipv4 cluster-announce-client-ipv6 " +
		"cluster-blacklist-ttl cluster-slot-stats-enabled dual-channel-replication-enabled " +
		"events-per-io-thread extended-redis-compatibility hide-user-data-from-log " +
		"max-new-connections-per-cycle max-new-tls-connections-per-cycle prefetch-batch-max-size unixsocketgroup"},
	{valkeyVersion(8, 1, 0), "active-defrag-cycle-us cluster-manual-failover-timeout " +
		"commandlog-large-reply-max-len commandlog-large-request-max-len commandlog-reply-larger-than " +
		"commandlog-request-larger-than import-mode log-format log-timestamp-format rdb-version-check " +
		"rdma-bind rdma-completion-vector rdma-port rdma-rx-size"},
}

// departures list directives that a release dropped. Servers go on accepting
// most of them and ignore them, which is worse than an error: the setups would
// be alike and the table would not say so.
var departures = []arrival{
	{redisVersion(3, 2, 0), "list-max-ziplist-entries list-max-ziplist-value"},
	{redisVersion(7, 0, 0), "gopher-enabled lua-replicate-commands"},
	{redisVersion(8, 0, 0), "io-threads-do-reads"},
	{valkeyVersion(7, 2, 0), "list-max-ziplist-entries list-max-ziplist-value gopher-enabled lua-replicate-commands"},
	{valkeyVersion(8, 1, 0), "dynamic-hz io-threads-do-reads"},
}

// valueArrivals are values that came to Redis later than their directive;
// Valkey has all of them.
var valueArrivals = []struct {
	directive, value string
	since            Version
}{
	{"maxmemory-policy", "allkeys-lfu", redisVersion(4, 0, 0)},
	{"maxmemory-policy", "volatile-lfu", redisVersion(4, 0, 0)},
	{"tls-auth-clients", "optional", redisVersion(6, 0, 7)},
	{"oom-score-adj", "absolute", redisVersion(6, 0, 10)},
	{"oom-score-adj", "relative", redisVersion(6, 0, 10)},
	{"loglevel", "nothing", redisVersion(7, 2, 0)},
}

// renames maps names of directives to their oldest spelling, which newer
// servers go on accepting.
var renames = map[string]string{
	"replicaof":                         "slaveof",
	"replica-announce-ip":               "slave-announce-ip",
	"replica-announce-port":             "slave-announce-port",
	"replica-ignore-maxmemory":          "slave-ignore-maxmemory",
	"replica-lazy-flush":                "slave-lazy-flush",
	"replica-priority":                  "slave-priority",
	"replica-read-only":                 "slave-read-only",
	"replica-serve-stale-data":          "slave-serve-stale-data",
	"repl-ping-replica-period":          "repl-ping-slave-period",
	"min-replicas-max-lag":              "min-slaves-max-lag",
	"min-replicas-to-write":             "min-slaves-to-write",
	"cluster-replica-no-failover":       "cluster-slave-no-failover",
	"cluster-replica-validity-factor":   "cluster-slave-validity-factor",
	"primaryauth":                       "masterauth",
	"primaryuser":                       "masteruser",
	"hash-max-listpack-entries":         "hash-max-ziplist-entries",
	"hash-max-listpack-value":           "hash-max-ziplist-value",
	"zset-max-listpack-entries":         "zset-max-ziplist-entries",
	"zset-max-listpack-value":           "zset-max-ziplist-value",
	"list-max-listpack-size":            "list-max-ziplist-size",
	"busy-reply-threshold":              "lua-time-limit",
	"aof-rewrite-cpulist":               "aof_rewrite_cpulist",
	"bgsave-cpulist":                    "bgsave_cpulist",
	"bio-cpulist":                       "bio_cpulist",
	"server-cpulist":                    "server_cpulist",
	"commandlog-execution-slower-than":  "slowlog-log-slower-than",
	"commandlog-slow-execution-max-len": "slowlog-max-len",
}
