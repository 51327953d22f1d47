package window_test

import (
	"encoding/json/v2"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stoatgen/stoatgen/rt/window"
)

type vector struct {
	Steps []struct {
		In *struct {
			Key, Value *string
			TS         int64
		}
		AdvanceMS int64 `json:"advance_ms"`
		Out       map[string][]struct {
			Key, Value *string
			TS         int64
		}
		Error string
	}
}

const forever = 1_000_000

var oracle = map[string]operator{
	"fuzz/session-5-0":      {kind: window.Session, size: 5},
	"fuzz/session-5-20":     {kind: window.Session, size: 5, grace: 20},
	"fuzz/session-0-3":      {kind: window.Session, size: 0, grace: 3},
	"fuzz/session-ret-5-0":  {kind: window.Session, size: 5, retention: forever},
	"fuzz/session-ret-5-20": {kind: window.Session, size: 5, grace: 20, retention: forever},
	"fuzz/session-ret-0-3":  {kind: window.Session, size: 0, grace: 3, retention: forever},
	"fuzz/session-close":    {kind: window.Session, size: 5, grace: 3, onClose: true},
	"fuzz/sliding-5-0":      {kind: window.Sliding, size: 5},
	"fuzz/sliding-5-15":     {kind: window.Sliding, size: 5, grace: 15},
	"fuzz/sliding-20-100":   {kind: window.Sliding, size: 20, grace: 100},
	"fuzz/sliding-close":    {kind: window.Sliding, size: 5, grace: 3, onClose: true, retention: forever},
	"fuzz/tw-10-10-0":       {size: 10, advance: 10},
	"fuzz/tw-10-10-7":       {size: 10, advance: 10, grace: 7},
	"fuzz/tw-12-4-5":        {size: 12, advance: 4, grace: 5},
	"fuzz/tw-10-3-0":        {size: 10, advance: 3},
	"fuzz/tw-close":         {size: 10, advance: 10, grace: 3, onClose: true, retention: forever},
	"fuzz/hop-close":        {size: 10, advance: 4, grace: 3, onClose: true, retention: forever},
	"fuzz/tw-close-strict":  {size: 10, advance: 10, grace: 3, onClose: true},

	"edge-v1/session":                     {kind: window.Session, size: 5},
	"edge-v1/session-grace":               {kind: window.Session, size: 5, grace: 10, count: true},
	"edge-v2/session-inmem-edge":          {kind: window.Session, size: 5, grace: 10, count: true},
	"edge-v1/session-onclose":             {kind: window.Session, size: 5, onClose: true},
	"edge-v1/sliding":                     {kind: window.Sliding, size: 5, grace: 10},
	"edge-v1/sliding-early":               {kind: window.Sliding, size: 10, grace: 50},
	"edge-v1/sliding-onclose":             {kind: window.Sliding, size: 5, onClose: true},
	"edge-v1/tw-onclose":                  {size: 10, advance: 10, onClose: true},
	"edge-v1/tw-onclose-default-throttle": {size: 10, advance: 10, onClose: true, every: 1000},
	"edge-v2/onclose-retention":           {size: 10, advance: 10, onClose: true, retention: 1000, count: true},

	"scenarios/session-count":                {kind: window.Session, size: 3000, grace: 2000, count: true},
	"scenarios/session-emit-final":           {kind: window.Session, size: 3000, grace: 2000, count: true, onClose: true},
	"scenarios/sliding-count":                {kind: window.Sliding, size: 4000, grace: 2000, count: true},
	"scenarios/sliding-emit-final":           {kind: window.Sliding, size: 4000, grace: 2000, count: true, onClose: true},
	"scenarios/tumbling-emit-final":          {size: 5000, advance: 5000, grace: 2000, count: true, onClose: true},
	"scenarios/hopping-emit-final":           {size: 5000, advance: 2000, grace: 2000, count: true, onClose: true},
	"scenarios/tumbling-no-grace-emit-final": {size: 5000, advance: 5000, count: true, onClose: true},
}

// TestOracle holds the stores of lists against what Kafka Streams answered: plain, and with a crash after every record.
func TestOracle(t *testing.T) {
	for name, op := range oracle {
		files, _ := filepath.Glob("../../testdata/oracle/" + name + "/*.json")
		if len(files) == 0 {
			files = []string{"../../testdata/oracle/" + name + ".json"}
		}
		for _, file := range files {
			for _, mode := range []string{"plain", "kept", "lost"} {
				t.Run(name+"/"+filepath.Base(file)+"/"+mode, func(t *testing.T) { runVector(t, op, file, mode) })
			}
		}
	}
}

func runVector(t *testing.T, op operator, file, mode string) {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var v vector
	if err := json.Unmarshal(b, &v, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	op.epoch, op.time, op.db = 1, -1, memory(t)
	op.open(t, nil)
	now := int64(0)
	for i, s := range v.Steps {
		op.out = op.out[:0]
		if now += s.AdvanceMS; s.In != nil {
			op.fetch(t, s.In.Key)
			if op.process(s.In.Key, s.In.Value, s.In.TS, now); mode != "plain" || i%5 == 0 {
				op.commit(t)
			}
		}
		var want []string
		for _, r := range s.Out["out"] {
			text := "null"
			if r.Value != nil {
				text = fmt.Sprintf("%q", *r.Value)
			}
			want = append(want, fmt.Sprintf("%s=%s @%d", *r.Key, text, r.TS))
		}
		if fmt.Sprint(op.out) != fmt.Sprint(want) {
			t.Fatalf("step %d, %v:\n\tgot  %v\n\twant %v", i, *s.In.Key, op.out, want)
		}
		if mode != "plain" {
			op.crash(t, mode == "lost")
		}
	}
}
