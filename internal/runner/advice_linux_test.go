package runner

import "testing"

// TestAdvice says exactly what to do about weak isolation.
func TestAdvice(t *testing.T) {
	t.Parallel()
	full := Isolation{UID: 61184, Processes: true, Mounts: true, Unprivileged: true}
	weak := Isolation{UID: -1, Unprivileged: true}
	for _, tt := range []struct {
		name      string
		isolation Isolation
		root      bool
		file      string
		value     string
		want      string
	}{
		{"full", full, true, "", "", ""},
		{"Ubuntu 24.04", weak, false, "/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
			"AppArmor lets only root make namespaces: run it with sudo, or after: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"},
		{"Ubuntu 24.04, lifted, in a container", weak, false, "/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "0",
			"only root may make namespaces here: run it with sudo, or outside of the container"},
		{"Debian of old", weak, false, "/proc/sys/kernel/unprivileged_userns_clone", "0",
			"the kernel lets only root make namespaces: run it with sudo, or after: sudo sysctl kernel.unprivileged_userns_clone=1"},
		{"none left", weak, false, "/proc/sys/user/max_user_namespaces", "0",
			"the kernel lets only root make namespaces: run it with sudo, or after: sudo sysctl user.max_user_namespaces=10000"},
		{"root in a container", weak, true, "/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
			"root may not make namespaces here: give the container CAP_SYS_ADMIN, or run outside of it"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := advice(tt.isolation, tt.root, func(name string) string {
				if name == tt.file {
					return tt.value
				}
				return ""
			})
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
