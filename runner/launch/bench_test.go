package launch

import (
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// BenchmarkLaunch measures a start with all its checks. What it costs beyond
// the server's own start is the difference to BenchmarkOwnStart.
func BenchmarkLaunch(b *testing.B) {
	for _, binary := range binaries(b) {
		b.Run(binary.Name, func(b *testing.B) {
			l := newLauncher(b, Options{})
			log := filepath.Join(b.TempDir(), "log")
			for b.Loop() {
				server, err := l.Launch(b.Context(), setup(binary, `save ""`), log)
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if err := server.Stop(b.Context()); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
}

// BenchmarkStop measures how long a server's end takes, from the call to when
// nothing of it is left.
func BenchmarkStop(b *testing.B) {
	for _, binary := range binaries(b) {
		b.Run(binary.Name, func(b *testing.B) {
			l := newLauncher(b, Options{})
			log := filepath.Join(b.TempDir(), "log")
			for b.Loop() {
				b.StopTimer()
				server, err := l.Launch(b.Context(), setup(binary, `save ""`), log)
				if err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				if err := server.Stop(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOwnStart measures how long a server takes to answer where it is
// asked almost without a pause.
func BenchmarkOwnStart(b *testing.B) {
	for _, binary := range binaries(b) {
		b.Run(binary.Name, func(b *testing.B) {
			for b.Loop() {
				port, err := freePort()
				if err != nil {
					b.Fatal(err)
				}
				address := net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
				argv := append(command(binary.Path), "--bind", "127.0.0.1", "--port", strconv.Itoa(port), "--save", "")
				cmd := exec.Command(argv[0], argv[1:]...)
				if err := cmd.Start(); err != nil {
					b.Fatal(err)
				}
				for !answers(b.Context(), address) {
					<-time.After(200 * time.Microsecond) // or it would compete with the server
				}
				b.StopTimer()
				_ = cmd.Process.Kill()
				_ = cmd.Wait() // it was killed
				b.StartTimer()
			}
		})
	}
}
