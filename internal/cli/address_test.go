package cli

import "testing"

func TestRemoteAddress(t *testing.T) {
	t.Parallel()
	tests := map[string]string{ // host and repository; "" if it is none
		"https://github.com/octo-org/octo-repo.git":         "github.com octo-org/octo-repo",
		"https://github.com/octo-org/octo-repo":             "github.com octo-org/octo-repo",
		"https://octocat@github.com/octo-org/octo-repo/":    "github.com octo-org/octo-repo",
		"git@github.com:octo-org/octo-repo.git":             "github.com octo-org/octo-repo",
		"ssh://git@git.example:2222/octo-org/octo-repo":     "git.example octo-org/octo-repo",
		"https://github.com.example/octo-org/octo-repo":     "github.com.example octo-org/octo-repo",
		"https://git.example/github.com/octo-org/octo-repo": "",
		"/srv/octo-repo.git":                                "",
		"../octo-repo":                                      "",
		"":                                                  "",
	}
	for remote, want := range tests {
		got := ""
		if m := remoteAddress().FindStringSubmatch(remote); m != nil {
			got = m[1] + " " + m[2]
		}
		if got != want {
			t.Errorf("%q is %q, want %q", remote, got, want)
		}
	}
}
