package config

import (
	"reflect"
	"strings"
)

// A Key is one row of the table.
type Key struct {
	Name     string
	Default  string // as text; "" is none
	Doc      string // one or two sentences
	Expected string
	Secret   bool

	set   func(*Config, string) error
	text  func(*Config) string
	field func(*Config) any // a pointer to it
}

// Env is the name of the environment variable.
func (k *Key) Env() string {
	return envPrefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(k.Name))
}

// Shown is the value as it may be printed.
func (k *Key) Shown(c *Config) string {
	if v := k.text(c); v != "" && k.Secret {
		return "[hidden]"
	} else {
		return v
	}
}

func row[T any](name, byDefault string, field func(*Config) *T, as kind[T], doc string) Key {
	return Key{
		Name: name, Default: byDefault, Doc: doc, Expected: as.expected,
		set: func(c *Config, s string) error {
			v, err := as.parse(s)
			if err == nil {
				*field(c) = v
			}
			return err
		},
		text:  func(c *Config) string { return as.format(*field(c)) },
		field: func(c *Config) any { return field(c) },
	}
}

// unset says whether the field has its zero value.
func (k *Key) unset(c *Config) bool { return reflect.ValueOf(k.field(c)).Elem().IsZero() }

// Field is the name of the field of Config.
func (k *Key) Field() string {
	var c Config
	at := reflect.ValueOf(k.field(&c)).Pointer()
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		if v.Field(i).Addr().Pointer() == at {
			return v.Type().Field(i).Name
		}
	}
	panic("no field of Config has key " + k.Name)
}

func secret(k Key) Key {
	k.Secret = true
	return k
}
