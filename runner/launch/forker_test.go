package launch

import (
	"errors"
	"os/exec"
	"testing"
)

func TestForkerStartsUntilItIsClosed(t *testing.T) {
	f := newForker()
	cmd := exec.Command("/bin/true")
	if err := f.start(cmd, ""); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if err := f.start(exec.Command("/bin/true"), "x"); err == nil {
		t.Error("it started on CPUs that there are not")
	}
	f.close()
	f.close()
	if err := f.start(exec.Command("/bin/true"), ""); !errors.Is(err, errClosed) {
		t.Errorf("got %v", err)
	}
}
