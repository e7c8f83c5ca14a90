package bench

import (
	"fmt"
	"strings"
	"testing"
)

// FuzzGrownReplies holds the scanner against go-redis' reader for replies that
// are grown from the input, each of which is one.
func FuzzGrownReplies(f *testing.F) {
	for kind := range byte(17) {
		f.Add([]byte{kind, 2, kind, 1, 0, 5, 3, 4, 9, 9, 7, 12, 11, 10})
	}
	f.Add([]byte("01118")) // a map with a null among its keys
	f.Fuzz(func(t *testing.T, seed []byte) {
		g := grower{seed: seed}
		g.grow(0)
		frame := g.out.String()
		n, ours := scanOne(frame + "+OK\r\n")
		if n != len(frame) {
			t.Fatalf("%q: took %d of %d bytes", frame, n, len(frame))
		}
		cutEverywhere(t, frame, ours)
		compareReaders(t, frame, ours)
	})
}

// grower makes a reply of choices.
type grower struct {
	seed []byte
	out  strings.Builder
}

// next is the next choice below n; 0 when there are no more.
func (g *grower) next(n int) int {
	if len(g.seed) == 0 {
		return 0
	}
	choice := int(g.seed[0]) % n
	g.seed = g.seed[1:]
	return choice
}

// growers write a value of each type, 17 of them; the last four hold others.
func (g *grower) growers() []func(depth int) {
	return []func(depth int){
		func(int) { fmt.Fprintf(&g.out, "+%s\r\n", g.text()) },
		func(int) { fmt.Fprintf(&g.out, "-ERR %s\r\n", g.text()) },
		func(int) { fmt.Fprintf(&g.out, ":%d\r\n", g.next(256)-128) },
		func(int) { g.bulk("$", "", g.text()) },
		func(int) { g.bulk("$", "", "\r\n"+g.text()+"\r\n$1\r\n") },
		func(int) { g.out.WriteString("$-1\r\n") },
		func(int) { g.out.WriteString("*-1\r\n") },
		func(int) { g.out.WriteString("_\r\n") },
		func(int) { g.out.WriteString("#t\r\n") },
		func(int) { fmt.Fprintf(&g.out, ",%d.5\r\n", g.next(256)) },
		func(int) { fmt.Fprintf(&g.out, "(%d00000000000000000000\r\n", g.next(256)) },
		func(int) { g.bulk("!", "", "ERR "+g.text()) },
		func(int) { g.bulk("=", "txt:", g.text()) },
		func(depth int) { g.elements("*", g.next(6), 1, depth) },
		func(depth int) { g.elements("~", g.next(6), 1, depth) },
		func(depth int) { g.elements("%", g.next(3), 2, depth) },
		func(depth int) { g.elements("|", g.next(3), 2, depth); g.grow(depth + 1) },
	}
}

// grow writes a value, a simple one where it would lie deep.
func (g *grower) grow(depth int) {
	growers := g.growers()
	if depth > 8 {
		growers = growers[:len(growers)-4]
	}
	growers[g.next(len(growers))](depth)
}

func (g *grower) text() string { return strings.Repeat("x", g.next(12)) }

func (g *grower) bulk(kind, format, text string) {
	fmt.Fprintf(&g.out, "%s%d\r\n%s%s\r\n", kind, len(format)+len(text), format, text)
}

func (g *grower) elements(kind string, n, each, depth int) {
	fmt.Fprintf(&g.out, "%s%d\r\n", kind, n)
	for range n * each {
		g.grow(depth + 1)
	}
}
