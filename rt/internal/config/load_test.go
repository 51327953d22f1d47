package config

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func write(t *testing.T, content string) string {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("app.yaml", []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return "app.yaml"
}

func TestDefaults(t *testing.T) {
	l, err := Load(Config{ApplicationID: "a"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if l.CommitInterval != 100*time.Millisecond || l.StateFlushMaxBytes != 64<<20 || l.Guarantee != ExactlyOnce ||
		l.DeserializationHandler != Fail || l.HTTPAddress != "127.0.0.1:8080" || !l.Embedded() {
		t.Errorf("defaults: %+v", l.Config)
	}
	if l.Lanes != runtime.GOMAXPROCS(0) {
		t.Errorf("Lanes = %d, expected one a processor (%d)", l.Lanes, runtime.GOMAXPROCS(0))
	}
}

func TestEnvironmentBeatsFileBeatsCode(t *testing.T) {
	file := write(t, "application.id: from-file\nstate.dir: from-file\n")
	code := Config{File: file, ApplicationID: "from-code", StateDir: "from-code", CommitInterval: time.Second}
	l, err := Load(code, []string{"STOAT_STATE_DIR=from-env"})
	if err != nil {
		t.Fatal(err)
	}
	got := []string{l.ApplicationID, l.StateDir, l.CommitInterval.String()}
	if diff := cmp.Diff([]string{"from-file", "from-env", "1s"}, got); diff != "" {
		t.Error(diff)
	}
	want := map[string]string{"application.id": "app.yaml:1:17", "state.dir": "STOAT_STATE_DIR", "commit.interval.ms": "code", "log.level": "default"}
	for key, place := range want {
		if l.Origin[key] != place {
			t.Errorf("origin of %s: %q, expected %q", key, l.Origin[key], place)
		}
	}
}

func TestVariableNamesTheFile(t *testing.T) {
	file := write(t, "application.id: x\n")
	l, err := Load(Config{File: "elsewhere.yaml"}, []string{"STOAT_CONFIG=" + file})
	if err != nil || l.ApplicationID != "x" {
		t.Errorf("got %+v, %v", l, err)
	}
	if _, err := Load(Config{File: "elsewhere.yaml"}, nil); err == nil || !strings.Contains(err.Error(), "elsewhere.yaml") {
		t.Errorf("a file that isn't there: %v", err)
	}
}

func TestFileForms(t *testing.T) {
	file := write(t, `
application.id: ${NAME}-${STAGE:-dev}
bootstrap.servers: [a:1, "b:2"]
state:
  dir: /var/lib/x
  flush: {interval.ms: 5000}
commit.interval.ms:
sasl:
  username: u
  password: pa$$${SECRET}
security.protocol: SASL_SSL
`)
	l, err := Load(Config{File: file}, []string{"NAME=n", "SECRET=word"})
	if err != nil {
		t.Fatal(err)
	}
	got := []any{l.ApplicationID, l.BootstrapServers, l.StateDir, l.StateFlushInterval, l.CommitInterval, l.SASLPassword}
	want := []any{"n-dev", []string{"a:1", "b:2"}, "/var/lib/x", 5 * time.Second, 100 * time.Millisecond, "pa$$word"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEmptyFileIsFine(t *testing.T) {
	if _, err := Load(Config{ApplicationID: "a", File: write(t, "# nothing\n")}, nil); err != nil {
		t.Error(err)
	}
}

// All problems of all places come in one error, each with its place.
func TestProblems(t *testing.T) {
	file := write(t, `application.id: a b
commit.intervall.ms: 5
num.standby.replicas: 1
state: {dri: x, dir: y}
state.dir: z
producer.linger.ms: 5
consumer: {x: 1}
max.task.idle.ms: -2
log.level: {a: b}
sasl.password: ${NOWHERE}
http.address: nonsense
`)
	_, err := Load(Config{File: file, Guarantee: "exactly_once"}, []string{
		"STOAT_STATE_DRI=x", "STOAT_NUM_STREAM_THREADS=many", "STOAT_SERVICE_HOST=10.0.0.1", "OTHER=1"})
	if err == nil {
		t.Fatal("no error")
	}
	want := []string{
		`code: processing.guarantee: found "exactly_once", expected exactly_once_v2 or at_least_once`,
		`app.yaml:1:17: application.id: found "a b", expected 1 to 249 of a-z A-Z 0-9 . _ -`,
		`app.yaml:2:1: no such key: commit.intervall.ms; did you mean commit.interval.ms?`,
		`app.yaml:3:1: num.standby.replicas is Kafka Streams', but not a key here: there is one process; restart restores the uncommitted tail only; remove it`,
		`app.yaml:4:9: no such key: state.dri; did you mean state.dir?`,
		`app.yaml:5:1: state.dir: set before, at line 4; expected once`,
		`app.yaml:6:1: producer.linger.ms: settings of single clients are not taken; remove it`,
		`app.yaml:7:1: no such key: consumer; docs/configuration.md lists all`,
		`app.yaml:8:19: max.task.idle.ms: found "-2", expected milliseconds or a duration such as 100ms or 5m, or -1`,
		`app.yaml:9:12: log.level: found keys and values, expected debug, info, warn or error`,
		`app.yaml:10:16: sasl.password: found ${NOWHERE}: the variable is not set; expected it in the environment, or a default as in ${NAME:-default}`,
		`app.yaml:11:15: http.address: found "nonsense", expected host:port, or off`,
		`STOAT_NUM_STREAM_THREADS: num.stream.threads: found "many", expected a whole number from 0 to 4096`,
		`STOAT_STATE_DRI: no such variable; did you mean STOAT_STATE_DIR?`,
	}
	if diff := cmp.Diff(want, strings.Split(err.Error(), "\n")); diff != "" {
		t.Error(diff)
	}
}

func TestBrokenFiles(t *testing.T) {
	for content, want := range map[string]string{
		"---\n# no\n---\n- a\n":                  "app.yaml:4:1: found a list, expected keys and values",
		"- a\n":                                  "app.yaml:1:1: found a list, expected keys and values",
		"a: [\n":                                 "app.yaml: yaml: line",
		"state.dir: ${X\n":                       `app.yaml:1:12: state.dir: found "${X", expected a closing brace`,
		"log.level: warn\n---\nlog.level: debug": "app.yaml:3:1: found a second document, expected one",
		`bootstrap.servers: ", ,"`:               `app.yaml:1:20: bootstrap.servers: found ", ,", expected a list of host:port`,
		"bootstrap.servers: [[]]":                "app.yaml:1:21: bootstrap.servers: found a list, expected a list of host:port",
	} {
		_, err := Load(Config{ApplicationID: "a", File: write(t, content)}, nil)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, expected %s…", content, err, want)
		}
	}
}

func TestVariablesOfOthersAreWarnedOf(t *testing.T) {
	l, err := Load(Config{ApplicationID: "a"}, []string{"STOAT_SERVICE_HOST=10.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"STOAT_SERVICE_HOST is no variable of this application and was not used"}
	if diff := cmp.Diff(want, l.Warnings); diff != "" {
		t.Error(diff)
	}
}

// C3: neither the print-out nor a message shows a password.
func TestSecretsStayHidden(t *testing.T) {
	l, err := Load(Config{ApplicationID: "a", BootstrapServers: []string{"b:1"}, SecurityProtocol: SASLSSL, SASLUsername: "u",
		SASLPassword: "swordfish"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"application.id = a (code)", "bootstrap.servers = b:1 (code)", "security.protocol = SASL_SSL (code)",
		"sasl.username = u (code)", "sasl.password = [hidden] (code)"}
	if diff := cmp.Diff(want, l.Lines()); diff != "" {
		t.Error(diff)
	}
}

// Every field but those that only code can set is reached by exactly one key.
func TestEveryFieldHasAKey(t *testing.T) {
	samples := []string{"7", "5m", "64MiB", "at_least_once", "dlq", "skip", "warn", "json", "SSL", "SCRAM-SHA-256", "h:1", "latest", "none", "true", "x"}
	reached := map[string]string{"File": "", "Logger": "", "Store": "", "OnDeserialization": "", "OnProcessing": "", "OnProduction": ""}
	eachKey(func(k *Key) {
		var c Config
		for _, s := range samples {
			if k.set(&c, s) == nil {
				break
			}
		}
		v := reflect.ValueOf(c)
		for i := range v.NumField() {
			if field := v.Type().Field(i).Name; !v.Field(i).IsZero() {
				if other, twice := reached[field]; twice {
					t.Errorf("field %s: keys %q and %s", field, other, k.Name)
				}
				reached[field] = k.Name
			}
		}
	})
	for field := range reflect.TypeFor[Config]().Fields() {
		if _, ok := reached[field.Name]; !ok {
			t.Errorf("no key sets %s", field.Name)
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{envFile: true}
	eachKey(func(k *Key) {
		if seen[k.Env()] {
			t.Errorf("%s: its variable %s is another's", k.Name, k.Env())
		}
		seen[k.Env()] = true
	})
	for name := range foreign {
		if lookup(name) != nil {
			t.Errorf("%s is both a key and refused", name)
		}
	}
}

func FuzzFile(f *testing.F) {
	f.Add("state: {dir: ${A:-b}}\nbootstrap.servers: [a:1]\n")
	f.Add("a: &x {b: c}\nd: *x\n<<: *x\n")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, content string) {
		file := filepath.Join(dir, "app.yaml")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := Load(Config{ApplicationID: "a", File: file}, nil)
		if (l == nil) == (err == nil) {
			t.Errorf("%q: neither a configuration nor an error", content)
		}
	})
}
