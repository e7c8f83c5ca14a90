package matrix

import (
	"strconv"
	"strings"
)

// MaxValueSize is the longest string that a server stores: 512 MiB.
const MaxValueSize = 512 << 20

// sizeUnits are the units of sizes, as factors. "K" and "KB" are left out:
// Redis itself reads k as 1000 and kb as 1024.
var sizeUnits = map[string]int64{
	"": 1, "B": 1,
	"kB": 1e3, "MB": 1e6,
	"KiB": 1 << 10, "MiB": 1 << 20,
}

// parseSize reads the size of a value in bytes: "3", "3 B", "10kB" (10,000),
// "1KiB" (1,024), "1MB", "1MiB"; from 1 byte to MaxValueSize.
func parseSize(text string) (int, *flaw) {
	end := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(text)
	}
	factor, known := sizeUnits[strings.TrimPrefix(text[end:], " ")]
	number, err := strconv.ParseInt(text[:end], 10, 64)
	if err != nil || !known {
		return 0, flawf("accepted are whole bytes such as 3, kB and MB (1000, 1000000), KiB and MiB (1024, 1048576), as in 100KiB", "not a size")
	}
	if number < 1 || number > MaxValueSize/factor {
		return 0, flawf("a value has from 1 byte to 512 MiB", "not a size")
	}
	return int(number * factor), nil
}
