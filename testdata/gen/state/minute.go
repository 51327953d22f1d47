package state

import "time"

const minute = time.Minute
