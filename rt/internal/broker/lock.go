package broker

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lockDir takes the data directory for this process. clean is false if the process before died with it.
func lockDir(dir string) (lock *os.File, clean bool, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, false, fmt.Errorf("make the embedded broker's directory: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "stoatgen.lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, false, fmt.Errorf("lock the embedded broker's directory: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, false, fmt.Errorf("the embedded broker's directory %q is in use by another process: stop it, or set another state directory (%w)", dir, err)
	}
	info, err := f.Stat()
	if err == nil {
		_, err = f.WriteAt([]byte("in use"), 0)
	}
	if err != nil {
		f.Close()
		return nil, false, fmt.Errorf("mark the embedded broker's directory as in use: %w", err)
	}
	return f, info.Size() == 0, nil
}

// unlock gives the directory back; the lock file is empty after a clean stop.
func (b *Broker) unlock(clean bool) error {
	if b.lock == nil {
		return nil
	}
	var err error
	if clean {
		err = b.lock.Truncate(0)
	}
	return errors.Join(err, b.lock.Close())
}
