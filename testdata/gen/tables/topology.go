// Package tables has the operators of tables: sources with and without a store, views with and without one, lookups
// through views, old values, groups.
package tables

import (
	"strings"

	"github.com/stoatgen/stoatgen/dsl"
)

// User is a row.
type User struct {
	Name string `json:"name"`
	City string `json:"city"`
	Age  int64  `json:"age"`
}

// Total is an aggregate with a string in it.
type Total struct {
	Names string `json:"names"`
	Age   int64  `json:"age"`
}

func adult(_ string, u User) bool { return u.Age >= 18 }

func name(u User) string { return u.Name }

func short(v string) *string {
	if len(v) > 5 {
		return nil
	}
	return &v
}

// Looked looks rows up through views that keep none: the stream meets what the functions make of the source's row.
func Looked(b *dsl.Builder) {
	users := b.Table("users", dsl.String(), dsl.JSON[User]()).Filter(adult).MapValues(name)
	b.Stream("clicks", dsl.String(), dsl.String()).
		JoinTable(users, func(page, user string) string { return user + " " + page }).
		To("joined")
	b.Stream("opens", dsl.String(), dsl.String()).
		LeftJoinTable(users.MapValues(short), func(page string, user **string) string {
			if user == nil {
				return page
			}
			return **user + " " + page
		}).
		To("opened")
}

// Viewed keeps what a filter and a function make of rows.
func Viewed(b *dsl.Builder) {
	users := b.Table("users", dsl.String(), dsl.JSON[User](), dsl.As("users"))
	users.FilterNot(adult, dsl.As("minors")).ToStream().To("minors-out")
	users.MapValues(name, dsl.As("names")).MapValues(short).ToStream().To("short-out")
	users.Filter(adult).MapValuesWithKey(func(k string, u User) string { return k + u.Name }).ToStream().To("adults-out")
}

// Cities regroups: old values flow through views.
func Cities(b *dsl.Builder) {
	b.Codec(dsl.JSON[Total]())
	adults := b.Table("users", dsl.String(), dsl.JSON[User](), dsl.As("users")).Filter(adult)
	g := adults.GroupBy(func(_ string, u User) (string, User) { return u.City, u }, dsl.Name("by-city"), dsl.Value(dsl.JSON[User]()))
	g.Aggregate(
		func() Total { return Total{} },
		func(_ string, u User, t Total) Total { return Total{t.Names + u.Name + ";", t.Age + u.Age} },
		func(_ string, u User, t Total) Total {
			return Total{strings.Replace(t.Names, u.Name+";", "", 1), t.Age - u.Age}
		},
		dsl.As("totals")).ToStream().To("totals-out")
	adults.GroupBy(func(_ string, u User) (string, int64) { return u.City, u.Age }, dsl.Name("ages")).
		Reduce(func(a, v int64) int64 { return a + v }, func(a, v int64) int64 { return a - v }, dsl.As("sums")).
		ToStream().To("sums-out")
}

// Counted groups by a key that may be nil: such rows are in no group.
func Counted(b *dsl.Builder) {
	adults := b.Table("users", dsl.String(), dsl.JSON[User](), dsl.As("users")).Filter(adult)
	adults.GroupBy(func(_ string, u User) (*string, int64) {
		if u.City == "" {
			return nil, 0
		}
		return &u.City, u.Age
	}, dsl.Name("cities"), dsl.Key(dsl.Nullable(dsl.String()))).
		Count(dsl.As("counted")).ToStream().To("counted-out")
}

// Tabled makes tables of streams: of a changed key, and of an unchanged one that a stream of the same batch meets.
func Tabled(b *dsl.Builder) {
	s := b.Stream("in", dsl.String(), dsl.String())
	t := s.ToTable(dsl.As("last"))
	s.JoinTable(t, func(a, b string) string { return a + b }).To("self")
	s.SelectKey(func(_, v string) string { return v }).ToTable(dsl.As("by-value")).ToStream().To("by-value-out")
}
