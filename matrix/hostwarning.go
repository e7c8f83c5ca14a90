package matrix

// Warnings are what readers must know of the host before they trust a number
// that was measured on it.
func (h Host) Warnings() []Note {
	var notes []Note
	warn := func(applies bool, text, remedy string) {
		if applies {
			notes = append(notes, Note{Text: text, Remedy: remedy})
		}
	}
	warn(h.CPUs == 1, "server and client share the only CPU",
		"measure on a host with two CPUs or more")
	warn(h.CPUs > 1 && h.ServerCPUs == "", "server and client are not pinned to CPUs, so numbers vary more",
		"server.cpus: auto")
	warn(h.SharedCore, "server and client run on threads of the same core, which slow each other down",
		"measure on a host with two cores or more, or name CPUs of different cores in server.cpus")
	warn(h.DataFS == "tmpfs" || h.DataFS == "ramfs", "the servers' data are in memory ("+h.DataFS+"), so what AOF and RDB cost does not show",
		"--results on a disk")
	warn(h.Governor == "powersave", "the CPU's frequency governor is powersave",
		"cpupower frequency-set -g performance")
	return notes
}
