package launch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// aptDirWith is a stand-in for /etc/apt.
func aptDirWith(t testing.TB, files map[string]string) string {
	t.Helper()
	etc := t.TempDir()
	for name, text := range files {
		path := filepath.Join(etc, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return etc
}

func TestReadAptSources(t *testing.T) {
	const mirror = "http://mirror.example/debian"
	tests := []struct {
		name  string
		files map[string]string
		want  []aptSource
	}{
		{"one line", map[string]string{"sources.list": "deb " + mirror + " bookworm main contrib\n"}, []aptSource{{URI: mirror}}},
		{
			"one line with options",
			map[string]string{"sources.list": "# hello\ndeb [ arch=amd64 signed-by=/k.gpg,/l.gpg Trusted=yes ] " + mirror + " stable main # end\n"},
			[]aptSource{{URI: mirror, Options: []string{"signed-by: /k.gpg /l.gpg", "trusted: yes"}}},
		},
		{
			"options without a space before",
			map[string]string{"sources.list.d/a.list": "deb\t[trusted=yes] " + mirror + "\tsid\tmain"},
			[]aptSource{{URI: mirror, Options: []string{"trusted: yes"}}},
		},
		{
			"deb822",
			map[string]string{"sources.list.d/debian.sources": "Types: deb deb-src\nURIs: " + mirror +
				"\nSuites: bookworm bookworm-updates\n# a remark\nComponents: main\nSigned-By: /usr/share/keyrings/k.gpg\n"},
			[]aptSource{{URI: mirror, Options: []string{"signed-by: /usr/share/keyrings/k.gpg"}}},
		},
		{
			"a key in the stanza",
			map[string]string{"sources.list.d/debian.sources": "types: deb\r\nuris: " + mirror +
				"\r\nsuites: trixie\r\ncomponents: main\r\nsigned-by:\r\n -----BEGIN-----\r\n .\r\n abc\r\n"},
			[]aptSource{{URI: mirror, Options: []string{"signed-by: \n -----BEGIN-----\n .\n abc"}}},
		},
		{
			"the same twice, and two of one stanza",
			map[string]string{
				"sources.list":             "deb " + mirror + " bookworm main\ndeb " + mirror + " trixie main\n",
				"sources.list.d/b.list":    "deb " + mirror + " sid main\n",
				"sources.list.d/c.sources": "Types: deb\nURIs: http://a/debian http://b/debian\nSuites: sid\nComponents: main\n",
			},
			[]aptSource{{URI: mirror}, {URI: "http://a/debian"}, {URI: "http://b/debian"}},
		},
		{
			"others are left out",
			map[string]string{
				"sources.list": "deb-src " + mirror + "-src bookworm main\ndeb cdrom:[Debian]/ bookworm main\n" +
					"deb http://s/debian-security bookworm-security main\ndeb http://d/linux/debian bookworm stable\ndebug x y z\ndeb\n" +
					"deb " + mirror + " bookworm main\n",
				"sources.list.d/off.sources": "Enabled: no\nTypes: deb\nURIs: http://off/debian\nSuites: sid\nComponents: main\n",
				"sources.list.d/a.list.save": "deb http://saved/debian sid main\n",
			},
			[]aptSource{{URI: mirror}},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := readAptSources(aptDirWith(t, test.files))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadAptSourcesOfAnotherSystem(t *testing.T) {
	etc := aptDirWith(t, map[string]string{"sources.list": "deb http://archive.ubuntu.com/ubuntu noble main universe\n"})
	_, err := readAptSources(etc)
	if err == nil {
		t.Fatal("Ubuntu's archive was taken for Debian's")
	}
	mustContain(t, err.Error(), "only http://archive.ubuntu.com/ubuntu noble", "REDIS_MATRIX_SERVERS", "container")
	if _, err = readAptSources(t.TempDir()); err == nil {
		t.Fatal("an empty directory has a source")
	}
	mustContain(t, err.Error(), "no source at all")
}

func TestStanza(t *testing.T) {
	got := aptSource{URI: "http://a/debian", Options: []string{"signed-by: /k.gpg"}}.stanza("sid")
	want := "Types: deb\nURIs: http://a/debian\nSuites: sid\nComponents: main\nTargets: Packages\nsigned-by: /k.gpg\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// FuzzAptSources has no entry without an address, whatever stands in a file.
func FuzzAptSources(f *testing.F) {
	f.Add("deb [signed-by=/k] http://a/debian sid main\n")
	f.Add("Types: deb\nURIs: a b\nSuites: sid\nComponents: main\nSigned-By:\n -\n .\n")
	f.Add("deb [")
	f.Add(" :\n:\n\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range append(parseOneLine(text), parseDeb822(text)...) {
			if e.uri == "" || strings.ContainsAny(e.uri, " \t\n") {
				t.Errorf("address %q", e.uri)
			}
		}
	})
}
