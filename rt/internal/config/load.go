package config

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
)

const (
	envPrefix = "STOAT_"
	envFile   = envPrefix + "CONFIG"
)

// Loaded is a complete configuration and where it came from.
type Loaded struct {
	Config
	Origin   map[string]string // by key: "default", "code", "app.yaml:3", "STOAT_STATE_DIR"
	Warnings []string          // what was found and not used, for the log
}

// Load completes code from its file and from the environment (as os.Environ gives it), fills in defaults and checks
// the whole. The error holds every problem, one a line, each with its place.
func Load(code Config, environ []string) (*Loaded, error) {
	l := &Loaded{Config: code, Origin: map[string]string{}}
	var problems []error
	eachKey(func(k *Key) {
		if k.unset(&l.Config) {
			l.Origin[k.Name] = "default"
			if err := k.set(&l.Config, k.Default); err != nil && k.Default != "" {
				panic(fmt.Sprintf("config: default of %s: %v", k.Name, err)) // a broken row of the table
			}
			return
		}
		l.Origin[k.Name] = "code"
		// What the code wrote passes the same parser, so that its mistakes read like anyone's.
		if err := k.set(&l.Config, k.text(&l.Config)); err != nil {
			problems = append(problems, &Problem{"code", k.Name, k.text(&l.Config), "expected " + k.Expected})
		}
	})
	vars := variables(environ)
	if file, ok := vars[envFile]; ok {
		l.File = file
	}
	if l.File != "" {
		data, err := os.ReadFile(l.File)
		if err != nil {
			return nil, fmt.Errorf("configuration file: %w", err)
		}
		problems = append(problems, l.file(l.File, data, vars)...)
	}
	problems = append(problems, l.environment(vars)...)
	if len(problems) == 0 {
		problems = l.check()
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	if l.Lanes == 0 {
		l.Lanes = runtime.GOMAXPROCS(0)
	}
	return l, nil
}

// Problem is one thing that is wrong with a configuration.
type Problem struct {
	Place string // "app.yaml:12:3", "STOAT_STATE_DIR", "code"
	Key   string
	Found string
	Want  string // a clause: what was expected or what to do
}

func (p *Problem) Error() string {
	return fmt.Sprintf("%s: %s: found %q, %s", p.Place, p.Key, p.Found, p.Want)
}

func eachKey(do func(*Key)) {
	for g := range table {
		for k := range table[g].Keys {
			do(&table[g].Keys[k])
		}
	}
}

func lookup(name string) *Key {
	var found *Key
	eachKey(func(k *Key) {
		if k.Name == name {
			found = k
		}
	})
	return found
}

// put sets a key from a place. A secret's text is not repeated in the problem.
func (l *Loaded) put(k *Key, place, value string) error {
	if err := k.set(&l.Config, value); err != nil {
		if k.Secret {
			value = "[hidden]"
		}
		return &Problem{place, k.Name, value, "expected " + k.Expected}
	}
	l.Origin[k.Name] = place
	return nil
}

func variables(environ []string) map[string]string {
	vars := make(map[string]string, len(environ))
	for _, e := range environ {
		if name, value, ok := strings.Cut(e, "="); ok {
			vars[name] = value
		}
	}
	return vars
}

// environment reads the STOAT_ variables. One that resembles a key is a typo and refused; any other is only warned
// of, because Kubernetes gives every pod variables that are named after services, and a service may be called stoat.
func (l *Loaded) environment(vars map[string]string) (problems []error) {
	known := map[string]*Key{}
	eachKey(func(k *Key) { known[k.Env()] = k })
	names := make([]string, 0, len(known))
	for name := range known {
		names = append(names, name)
	}
	for _, name := range sorted(vars) {
		k := known[name]
		switch {
		case !strings.HasPrefix(name, envPrefix) || name == envFile:
		case k != nil:
			if err := l.put(k, name, vars[name]); err != nil {
				problems = append(problems, err)
			}
		default:
			if near := nearest(name, names); near != "" {
				problems = append(problems, fmt.Errorf("%s: no such variable; did you mean %s?", name, near))
				continue
			}
			l.Warnings = append(l.Warnings, fmt.Sprintf("%s is no variable of this application and was not used", name))
		}
	}
	return problems
}

func sorted(vars map[string]string) []string {
	names := make([]string, 0, len(vars))
	for name := range vars {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Lines is what differs from the defaults, for the log: key, value and origin, secrets hidden.
func (l *Loaded) Lines() []string {
	var lines []string
	eachKey(func(k *Key) {
		if origin := l.Origin[k.Name]; origin != "default" {
			lines = append(lines, fmt.Sprintf("%s = %s (%s)", k.Name, k.Shown(&l.Config), origin))
		}
	})
	return lines
}
