package golden

import (
	"math"
	"testing"

	"github.com/stoatgen/stoatgen/rt/codec"
	"github.com/stoatgen/stoatgen/rt/record"
)

func roundTrip[T comparable](t *testing.T, v T, form string, decode func([]byte, *T) bool, write func([]byte, *T) ([]byte, error)) {
	t.Helper()
	b, err := write([]byte("x"), &v)
	if err != nil || string(b) != "x"+form {
		t.Fatalf("%v is %q (%v), want %q", v, b, err, form)
	}
	var again T
	if !decode([]byte(form), &again) || again != v {
		t.Fatalf("%q is %v, want %v", form, again, v)
	}
	for n := range min(8, len(form)) {
		var short T
		if decode([]byte(form)[:n], &short) {
			t.Fatalf("%q was taken", form[:n])
		}
	}
}

func TestWindowedKeysAreTheKeyAndItsWindow(t *testing.T) {
	roundTrip(t, record.Windowed[string]{Key: "ab", Start: 256, End: 60256}, "ab\x00\x00\x00\x00\x00\x00\x01\x00",
		decodeTimeWindowedString, never(appendTimeWindowedString))
	roundTrip(t, record.Windowed[string]{Key: "", Start: math.MaxInt64 - 1, End: math.MaxInt64}, "\x7f\xff\xff\xff\xff\xff\xff\xfe",
		decodeTimeWindowedString, never(appendTimeWindowedString))
	roundTrip(t, record.Windowed[int64]{Key: 3, Start: 1, End: 60001}, "\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x01",
		decodeTimeWindowedInt64, never(appendTimeWindowedInt64))
	roundTrip(t, record.Windowed[Stats]{Key: Stats{N: 1}, Start: 0, End: 1000}, `{"N":1,"Sum":0,"Max":0}`+"\x00\x00\x00\x00\x00\x00\x00\x00",
		decodeTimeWindowedStats, never(appendTimeWindowedStats))
	roundTrip(t, record.Windowed[[16]byte]{Key: [16]byte{15: 10}, Start: 1, End: 2},
		"00000000-0000-0000-0000-00000000000a\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01",
		decodeSessionWindowedUUID, never(appendSessionWindowedUUID))
	roundTrip(t, record.Windowed[Money]{Key: Money{5}, Start: 1, End: 2}, "5EUR\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01",
		decodeSessionWindowedMoneyCustom, appendSessionWindowedMoneyCustom)
}

func TestUsersOwnCodec(t *testing.T) {
	roundTrip(t, Money{1250}, "1250EUR", decodeMoneyCustom, appendMoneyCustom)
	if b, err := appendMoneyCustom(nil, &Money{-1}); err == nil {
		t.Errorf("negative money is %q", b)
	}
	if b, err := appendSessionWindowedMoneyCustom(nil, &record.Windowed[Money]{Key: Money{-1}}); err == nil {
		t.Errorf("negative money is %q", b)
	}
	if err := codec.Refused[Money](codecMoney, []byte("5USD")); err == nil || err.Error() != "another currency" {
		t.Errorf("reason: %v", err)
	}
}

func TestKafkasFormsAsFunctions(t *testing.T) {
	n, id := int64(258), [16]byte{0: 1}
	if got := string(appendInt64Kafka(nil, &n)); got != "\x00\x00\x00\x00\x00\x00\x01\x02" {
		t.Errorf("Int64: %q", got)
	}
	if got := string(appendUUIDKafka(nil, &id)); got != "01000000-0000-0000-0000-000000000000" {
		t.Errorf("UUID: %q", got)
	}
}
