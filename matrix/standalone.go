package matrix

import (
	"errors"
	"fmt"
)

// ParseMix reads a mix of the catalogue's tests, with their weights, such as
// "SET:1 GET:10". The error tells all that is wrong.
func ParseMix(text string) ([]MixPart, error) {
	parts, flaws := Load{}.parseMix(text)
	return parts, joinFlaws(fmt.Sprintf("read mix %q", text), flaws)
}

// CheckCommand says all that is wrong with the words of an own command: ones
// that connections cannot share or that would harm the server, and placeholders
// that are none.
func CheckCommand(words []string) error {
	return joinFlaws("send a command", checkCommand(words))
}

func joinFlaws(action string, flaws []*flaw) error {
	var all []error
	for _, f := range flaws {
		all = append(all, fmt.Errorf("%s: %s; %s", action, f.message, f.remedy))
	}
	return errors.Join(all...)
}
