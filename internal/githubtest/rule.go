package githubtest

import "slices"

// required is something that a merge into a branch needs.
type required struct {
	branch, check, workflow string
	app                     int64 // 0 takes the check from anybody
	protection              bool
}

// RequireCheck requires a check of a branch by a ruleset, from one app or, with
// 0, from anybody.
func (r *Repository) RequireCheck(branch, name string, app int64) {
	r.require(required{branch: branch, check: name, app: app})
}

// RequireWorkflow requires a workflow of a branch by a ruleset.
func (r *Repository) RequireWorkflow(branch, path string) {
	r.require(required{branch: branch, workflow: path})
}

// ProtectWithCheck requires a check of a branch by the branch's protection,
// which is older than rulesets and holds beside them.
func (r *Repository) ProtectWithCheck(branch, name string, app int64) {
	r.require(required{branch: branch, check: name, app: app, protection: true})
}

func (r *Repository) require(q required) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.required = append(r.required, q)
}

func (c *call) listRules() reply {
	rules := slices.DeleteFunc(slices.Clone(c.repo.required), func(q required) bool {
		return q.protection || q.branch != c.params["branch"]
	})
	return page(c, rules, func(q required) object {
		rule := object{"ruleset_source_type": "Repository", "ruleset_source": c.repo.Name, "ruleset_id": 1}
		if q.workflow != "" {
			rule["type"] = "workflows"
			rule["parameters"] = object{"workflows": []object{{"path": q.workflow, "repository_id": c.repo.id}}}
			return rule
		}
		check := object{"context": q.check}
		if q.app != 0 {
			check["integration_id"] = q.app
		}
		rule["type"] = "required_status_checks"
		rule["parameters"] = object{
			"strict_required_status_checks_policy": false, "required_status_checks": []object{check},
		}
		return rule
	})
}

// protection is what a branch itself tells about its protection.
func (c *call) protection(branch string) object {
	names, checks := []string{}, []object{}
	for _, q := range c.repo.required {
		if q.protection && q.branch == branch {
			check := object{"context": q.check, "app_id": nil}
			if q.app != 0 {
				check["app_id"] = q.app
			}
			names, checks = append(names, q.check), append(checks, check)
		}
	}
	level := "off"
	if len(names) > 0 {
		level = "non_admins"
	}
	return object{
		"enabled":                len(names) > 0,
		"required_status_checks": object{"enforcement_level": level, "contexts": names, "checks": checks},
	}
}
