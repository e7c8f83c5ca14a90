package matrix

import (
	"slices"
	"strings"
)

// bounded are commands that work on one key, their first argument, and leave
// the same in it however often they are sent: they set all of it, or read it.
// Of fielded the words from the second argument on are fields and values in
// turn. What reading sends changes no value, be it of several keys.
const (
	bounded = "SET SETEX PSETEX SETNX GETSET INCR DECR INCRBY DECRBY TOUCH EXPIRE PEXPIRE PERSIST " + fielded + reading
	fielded = "HSET HMSET HSETNX"
	reading = " GET MGET STRLEN EXISTS GETRANGE GETBIT BITCOUNT TYPE TTL PTTL HGET HMGET HGETALL HLEN HEXISTS"
)

// Families are the families of numbered keys that the test works on, in order,
// such as "key:__key__": each has as many keys as the keyspace. They are none of
// a test that works on no key at all. False is a test that works on other keys
// too, or one that may leave the more in a key the more requests there are.
func (t Test) Families() (families []string, only bool) {
	if t.Own {
		return t.ownFamily()
	}
	for _, part := range t.Parts {
		of, only := part.Test.Families()
		if !only {
			return nil, false
		}
		families = append(families, of...)
	}
	for _, command := range t.commands() {
		for _, word := range command {
			name, place, _ := CutPlaceholder(word)
			switch {
			case slices.Contains(words(collectionKeys), name):
				return nil, false
			case place == PlaceKey && slices.Contains(words(numberedKeys), name):
				families = append(families, word)
			}
		}
	}
	slices.Sort(families)
	return slices.Compact(families), true
}

// ownFamily is that of a command of the spec's own, of which nothing is known
// but its words.
func (t Test) ownFamily() (families []string, only bool) {
	if len(t.Command) < 2 {
		return nil, false
	}
	name, key := strings.ToUpper(t.Command[0]), t.Command[1]
	_, place, after := CutPlaceholder(key)
	_, another, _ := CutPlaceholder(after)
	if place != PlaceKey || another != "" || !slices.Contains(words(bounded), name) {
		return nil, false
	}
	several := name == "MGET" || name == "EXISTS"
	for i, word := range t.Command[2:] {
		_, place, _ := CutPlaceholder(word)
		if several || place != "" && i%2 == 0 && slices.Contains(words(fielded), name) {
			return nil, false
		}
	}
	return []string{key}, true
}

// commands are those of a request, in the order in which they are sent; none of
// a mix.
func (t Test) commands() [][]string {
	var all [][]string
	for _, step := range t.Lead {
		all = append(all, step.Command)
	}
	return append(all, t.Command)
}

// Fills reports whether a data set is filled before the test.
func (t Test) Fills() bool {
	return t.Needs != DataNone || slices.ContainsFunc(t.Parts, func(p Part) bool { return p.Test.Fills() })
}

// Reads reports whether the test changes nothing.
func (t Test) Reads() bool {
	if len(t.Parts) > 0 {
		return !slices.ContainsFunc(t.Parts, func(p Part) bool { return !p.Test.Reads() })
	}
	return !slices.ContainsFunc(t.commands(), func(command []string) bool {
		return len(command) == 0 || !slices.Contains(words(reading), strings.ToUpper(command[0]))
	})
}

// Words is how many words the longest command of the test has.
func (t Test) Words() int {
	most := 0
	for _, command := range t.commands() {
		most = max(most, len(command))
	}
	for _, part := range t.Parts {
		most = max(most, part.Test.Words())
	}
	return most
}
