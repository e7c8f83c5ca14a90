package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"redismatrix/matrix"
	"redismatrix/runner"
	"redismatrix/runner/probe"
)

// probeDevices describes and measures the storages of a plan, before any server
// is started on them.
func probeDevices(ctx context.Context, chatter io.Writer, plan *matrix.Plan) ([]matrix.Device, error) {
	var devices []matrix.Device
	var wrong []error
	for _, storage := range plan.Storages() {
		say(chatter, "probing storage %s in %s", printable(storage.Name), printable(storage.Dir))
		device, err := probe.Device(ctx, storage)
		if ctx.Err() != nil {
			return nil, exitWith(exitInterrupted, errors.New("interrupted: nothing was measured"))
		}
		if err != nil {
			wrong = append(wrong, err)
		}
		devices = append(devices, device)
	}
	if len(wrong) > 0 {
		return nil, exitWith(exitUsage, errors.Join(wrong...))
	}
	return devices, nil
}

// sameDevices is nil where a run's storages are what they were when it was begun.
func sameDevices(doc *matrix.Run) error {
	for _, was := range doc.Devices {
		is, err := probe.Describe(was.Storage)
		if err != nil {
			return exitWith(exitUsage, fmt.Errorf("go on with %s: %w", doc.ID, err))
		}
		if what, old, now := matrix.SameDevice(was, is); what != "" {
			return &runner.MismatchError{What: what, Was: old, Is: now}
		}
	}
	return nil
}
