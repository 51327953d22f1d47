package rt

import "time"

// SetTopicsAge makes an application look at its source topics more often than a test could wait for.
func SetTopicsAge(a *App, d time.Duration) { a.age = d }
