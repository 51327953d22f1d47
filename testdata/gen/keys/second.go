package keys

import "time"

const second = time.Second
