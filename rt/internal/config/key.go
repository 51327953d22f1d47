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
	Field    string // of Config
	Secret   bool

	set   func(*Config, string) error
	text  func(*Config) string
	unset func(*Config) bool // the field has its zero value
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
		Name: name, Default: byDefault, Doc: doc, Expected: as.expected, Field: fieldName(func(c *Config) any { return field(c) }),
		set: func(c *Config, s string) error {
			v, err := as.parse(s)
			if err == nil {
				*field(c) = v
			}
			return err
		},
		text:  func(c *Config) string { return as.format(*field(c)) },
		unset: func(c *Config) bool { return reflect.ValueOf(field(c)).Elem().IsZero() },
	}
}

// fieldName is the name of the field that field points to.
func fieldName(field func(*Config) any) string {
	var c Config
	at := reflect.ValueOf(field(&c)).Pointer()
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		if v.Field(i).Addr().Pointer() == at {
			return v.Type().Field(i).Name
		}
	}
	panic("a key of no field")
}

func secret(k Key) Key {
	k.Secret = true
	return k
}
