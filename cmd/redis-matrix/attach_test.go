package main

import (
	"context"
	"strconv"

	"github.com/redis/go-redis/v9"
	"github.com/rogpeppe/go-internal/testscript"

	"redismatrix/matrix"
	"redismatrix/runner/launch"
)

// scriptServe starts a server of a version that holds three keys of somebody
// else, for a script to attach to at $ADDR, or over TLS at $TLSADDR with the
// authority in $CA: serve VERSION.
func scriptServe(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serve VERSION")
	}
	ctx := context.Background()
	found, err := launch.Find(ctx)
	ts.Check(err)
	ref, err := matrix.ParseServerRef(args[0], "")
	ts.Check(err)
	starter, err := launch.New(ctx, launch.Options{Dir: ts.MkAbs("served"), Found: found})
	ts.Check(err)
	ts.Defer(func() { ts.Check(starter.Close()) })
	server, err := starter.Launch(ctx, matrix.Setup{
		ID: "served", Server: ref, Launch: matrix.LaunchBinary,
		Config: []matrix.Directive{{Name: "save", Args: []string{""}}}, TLS: true,
	}, ts.MkAbs("served.log"))
	ts.Check(err)
	address, secure := server.Endpoint().Address, server.Endpoint().TLS
	ts.Setenv("ADDR", address)
	ts.Setenv("TLSADDR", secure.Address)
	ts.Setenv("CA", secure.CAFile)
	ts.Setenv("CERTIFIED", secure.ServerName)
	client := redis.NewClient(&redis.Options{Addr: address, Protocol: 2})
	ts.Defer(func() { ts.Check(client.Close()) })
	ts.Check(client.MSet(ctx, "one", 1, "two", 2, "three", 3).Err())
}

// scriptHolds checks how many keys the server at $ADDR holds: holds N.
func scriptHolds(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: holds N")
	}
	client := redis.NewClient(&redis.Options{Addr: ts.Getenv("ADDR"), Protocol: 2})
	defer client.Close()
	keys, err := client.DBSize(context.Background()).Result()
	ts.Check(err)
	if (strconv.FormatInt(keys, 10) == args[0]) == neg {
		ts.Fatalf("the server holds %d keys", keys)
	}
}
