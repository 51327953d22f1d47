package engine

import "time"

// tick is how often the wall clock is looked at for punctuations: processors make schedules whenever they like.
const tick = 10 * time.Millisecond

// punctuates says whether the program has processors.
func (s *session) punctuates() bool {
	for i := range s.Program.Stages {
		if s.lanes[0].Stage(i).Tasks != nil {
			return true
		}
	}
	return false
}

// punctuate has the lanes look at the wall clock whose time has come. Each look is admitted like a record: what it makes has
// to be committed though no position moves.
func (s *session) punctuate() {
	now := s.Wall.Now()
	for _, l := range s.lanes {
		if l.Due() <= now {
			l.Punctuate()
			s.coord.Admit(1, 0)
		}
	}
}
