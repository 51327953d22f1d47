package fail

import (
	"testing"
)

// TestPoint counts how often a point is met before the process dies.
func TestPoint(t *testing.T) {
	killed := 0
	was := kill
	kill = func() { killed++ }
	defer func() { kill = was; armed = nil }()

	Point("after-acks")
	if killed != 0 {
		t.Fatal("an unarmed point killed")
	}
	if err := Arm("after-acks:2"); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 1, 1} {
		Point("after-cut")
		Point("after-acks")
		if killed != want {
			t.Errorf("after %d times: killed %d times, want %d", i+1, killed, want)
		}
	}
}

// TestDuring ends the process behind the call at the latest.
func TestDuring(t *testing.T) {
	killed := make(chan struct{}, 2)
	was := kill
	kill = func() { killed <- struct{}{} }
	defer func() { kill = was; armed = nil }()

	During("mid-flush")()
	if len(killed) != 0 {
		t.Fatal("an unarmed point killed")
	}
	if err := Arm("mid-flush"); err != nil {
		t.Fatal(err)
	}
	During("mid-flush")()
	if len(killed) != 1 {
		t.Error("the call's end came ahead of the kill")
	}
}

// TestArm refuses what isn't a point.
func TestArm(t *testing.T) {
	defer func() { armed = nil }()
	for _, spec := range []string{"nowhere", "after-acks:0", "after-acks:x", ":1"} {
		if err := Arm(spec); err == nil {
			t.Errorf("Arm(%q) was accepted", spec)
		}
	}
	if err := Arm(""); err != nil || armed != nil {
		t.Errorf("Arm of nothing: %v, armed %v", err, armed)
	}
}
