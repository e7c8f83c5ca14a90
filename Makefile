.PHONY: build test race lint bench ci

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

ci:
	.ci/run
