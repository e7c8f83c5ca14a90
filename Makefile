.PHONY: build test lint bench ci

build:
	go build -o bin/ ./cmd/redis-matrix

test:
	go test -race ./...

lint:
	golangci-lint run

bench:
	go test -run '^$$' -bench . -benchmem ./...

ci:
	.ci/run
