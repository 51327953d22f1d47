package main

import "github.com/stoatgen/stoatgen/rt/record"

// dropped says that an operator's function can't see a record's value.
func (m *model) dropped(i int, r rec) bool {
	return r.val == nil && m.sorts[m.t.Ops[i].In[0]].kind != nullable
}

// misses says that a wrapper leaves a call of a processor out.
func (m *model) misses(i int) bool { return m.t.Wrap && missed(m.stages[i].now) }

// processed has the user's processor run over stores of the model.
func (m *model) processed(i int, n *node, p record.Processor[string, *string, string, string]) {
	n.run = func(input int, r rec) {
		if input == 0 && !m.dropped(i, r) && !m.misses(i) {
			p.Process(&processing{m: m, i: i, topic: r.topic}, typed(r))
		}
	}
}

// processedValues does so for one that keeps the key.
func (m *model) processedValues(i int, n *node, p record.FixedKeyProcessor[string, *string, string]) {
	n.run = func(input int, r rec) {
		if input == 0 && !m.dropped(i, r) && !m.misses(i) {
			p.Process(&fixedProcessing{processing: processing{m: m, i: i, topic: r.topic}}, record.FixKey(typed(r), r.key.null))
		}
	}
}

// counted are processors with a store; of values, if the key is fixed.
func (m *model) counted(i int, n *node) {
	n.counts = newShelf[int64](0)
	m.processed(i, n, newCounter[*string](n.counts))
}

func (m *model) valuesCounted(i int, n *node) {
	m.processedValues(i, n, newValueCounter[*string](newShelf[int64](0)))
}

func (m *model) recent(i int, n *node) {
	rows := newShelf[string](recentRows)
	m.recencies = append(m.recencies, &rows.recency)
	m.processed(i, n, newRecent[*string](rows))
}

func (m *model) archive(i int, n *node) {
	m.processed(i, n, newArchive[*string](newWindowShelf(archiveSize, archiveWindows), newSessionShelf(archiveSessions), newPastShelf(archivePast)))
}

func (m *model) scan(i int, n *node) {
	m.processed(i, n, newScan[*string](newShelf[string](0), newShelf[record.Headed[string]](0)))
}

func (m *model) ledger(i int, n *node) {
	m.processedValues(i, n, newLedger[*string](newShelf[record.Timestamped[string]](0), newShelf[string](0)))
}

// filled is a store behind a topic.
func (m *model) filled(_ int, n *node) {
	n.shelf = newShelf[string](0)
	fill := newFiller(n.shelf)
	n.run = func(_ int, r rec) { fill.Process(nil, typed(r)) }
}

// filledPast is one of versions.
func (m *model) filledPast(_ int, n *node) {
	n.past = newPastShelf(archivePast)
	fill := newPastFiller(n.past)
	n.run = func(_ int, r rec) { fill.Process(nil, typed(r)) }
}

func (m *model) findPast(i int, n *node) {
	m.processedValues(i, n, newPastFinder[*string](m.nodes[m.t.Ops[i].In[1]].past))
}

func (m *model) find(i int, n *node) {
	m.processedValues(i, n, newFinder[*string](m.nodes[m.t.Ops[i].In[1]].shelf))
}

func (m *model) findOwn(i int, n *node) {
	m.processed(i, n, newOwnFinder[*string](m.nodes[m.t.Ops[i].In[1]].shelf))
}

// route is a processor that names the child which gets a record.
func (m *model) route(i int, n *node) {
	n.run = func(_ int, r rec) {
		if r.key.text == "" || r.val == nil || m.misses(i) {
			return
		}
		for _, l := range n.next {
			if l.to < 0 || mark(*r.val)%3 == 0 && m.t.Ops[l.to].What != "left" || mark(*r.val)%3 == 1 && m.t.Ops[l.to].What != "right" {
				continue
			}
			m.nodes[l.to].run(l.input, r)
		}
	}
}
