package recorded

import "regexp"

// secrets are the flags of either tool that a password follows.
var secrets = regexp.MustCompile(`(^|\s)([-–—]+(?:a|pass|password|authenticate))([ \t=]+)("[^"\n]*"|'[^'\n]*'|“[^”\n]*”|\S+)`)

// secretURI is a password within the address of a server: "redis://user:password@host".
var secretURI = regexp.MustCompile(`(://[^\s:/@]*):[^\s/]*@`)

// masked is a command line without passwords.
func masked(command string) string {
	return secretURI.ReplaceAllString(secrets.ReplaceAllString(command, "$1$2$3***"), "$1:***@")
}
