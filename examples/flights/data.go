package flights

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"time"
)

//go:embed data/flights.csv data/airports.csv
var files embed.FS

// Located is an airport with its IATA code.
type Located struct {
	Code string
	Airport
}

// Load reads both files, flights in the order of their times.
func Load() (flights []Flight, airports []Located, err error) {
	err = rows("data/flights.csv", func(r row) error {
		at, err := time.Parse("2006/01/02 15:04", r.text("date"))
		flights = append(flights, Flight{At: at.UnixMilli(), Delay: r.whole("delay"), Distance: r.whole("distance"),
			Origin: r.text("origin"), Destination: r.text("destination")})
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	err = rows("data/airports.csv", func(r row) error {
		airports = append(airports, Located{r.text("iata"), Airport{Name: r.text("name"), City: r.text("city"),
			State: r.text("state"), Latitude: r.number("latitude"), Longitude: r.number("longitude")}})
		return nil
	})
	return flights, airports, err
}

// row is a line of a CSV file. The first value that isn't what was asked for is kept in err.
type row struct {
	columns map[string]int
	fields  []string
	err     *error
}

func (r row) text(column string) string { return r.fields[r.columns[column]] }

func (r row) whole(column string) int64 {
	n, err := strconv.ParseInt(r.text(column), 10, 64)
	r.keep(column, err)
	return n
}

func (r row) number(column string) float64 {
	n, err := strconv.ParseFloat(r.text(column), 64)
	r.keep(column, err)
	return n
}

func (r row) keep(column string, err error) {
	if err != nil && *r.err == nil {
		*r.err = fmt.Errorf("column %s: %w", column, err)
	}
}

func rows(name string, each func(row) error) error {
	f, err := files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close() // embedded: nothing can go wrong
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	columns := map[string]int{}
	for i, column := range all[0] {
		columns[column] = i
	}
	for i, fields := range all[1:] {
		var wrong error
		if err := each(row{columns, fields, &wrong}); err != nil {
			return fmt.Errorf("%s:%d: %w", name, i+2, err)
		}
		if wrong != nil {
			return fmt.Errorf("%s:%d: %w", name, i+2, wrong)
		}
	}
	return nil
}
