package runner

import (
	"os"
	"strings"
)

// Advice is how to get full isolation on this machine; "" if there is.
func (s Sandbox) Advice() string {
	return advice(s.isolation, os.Geteuid() == 0, func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(text))
	})
}

// advice goes by what the kernel's settings, by their names, forbid. Root needs
// no user namespace, and is held back by none of them.
func advice(i Isolation, root bool, setting func(name string) string) string {
	if !i.Weak() {
		return ""
	}
	if root {
		return "root may not make namespaces here: give the container CAP_SYS_ADMIN, or run outside of it"
	}
	for _, s := range []struct{ file, forbids, who, lift string }{
		{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1", "AppArmor", "kernel.apparmor_restrict_unprivileged_userns=0"},
		{"/proc/sys/kernel/unprivileged_userns_clone", "0", "the kernel", "kernel.unprivileged_userns_clone=1"},
		{"/proc/sys/user/max_user_namespaces", "0", "the kernel", "user.max_user_namespaces=10000"},
	} {
		if setting(s.file) == s.forbids {
			return s.who + " lets only root make namespaces: run it with sudo, or after: sudo sysctl " + s.lift
		}
	}
	return "only root may make namespaces here: run it with sudo, or outside of the container"
}
