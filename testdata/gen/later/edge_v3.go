package later

import "github.com/stoatgen/stoatgen/dsl"
