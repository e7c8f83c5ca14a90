.PHONY: build test race lint bench speed simulate ci

build:
	go build -o bin/ ./cmd/redis-matrix

test:
	go test ./...

race:
	go test -race ./...

lint:
	golangci-lint run

bench:
	go test -run '^$$' -bench . -benchmem ./...

# bench against redis-benchmark, in ten pairs; it takes some minutes, and a quiet
# machine to mean anything.
speed:
	go test -run '^$$' -bench Against -benchtime 10x -timeout 1h ./cmd/redis-matrix

# simulate prints the tables of "How sure it is" in the README, the same in every
# run. It takes four minutes on two CPUs.
simulate:
	@REDIS_MATRIX_SIMULATE=2000 go test -run TestSimulationTables -count=1 -timeout 1h -v ./matrix | sed -n 's/^    //p'

ci:
	.ci/run
