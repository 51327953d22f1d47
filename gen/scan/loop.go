package scan

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/stoatgen/stoatgen/gen/topo"
)

// maxUnroll bounds loops whose count is known.
const maxUnroll = 256

// loop unrolls a range over a list of known values or a constant count.
func (s *reader) loop(st *ast.RangeStmt, sc *scope) {
	var elems []topo.Value
	known := false
	switch x := s.expr(st.X, sc).(type) {
	case topo.List:
		elems, known = x.Elems, true
	case topo.Const:
		if n, ok := constant.Int64Val(constant.ToInt(x.Val)); ok && x.Val.Kind() == constant.Int {
			elems, known = make([]topo.Value, max(0, min(n, maxUnroll+1))), true
		}
	}
	if len(elems) > maxUnroll && !leaves(st.Body) {
		s.long(st, sc)
		return
	}
	if !known || leaves(st.Body) {
		s.refuse(st, sc)
		return
	}
	for i, e := range elems {
		idx := topo.Const{Val: constant.MakeInt64(int64(i)), Type: types.Typ[types.Int]}
		s.bind(st.Key, idx, sc)
		if e != nil {
			s.bind(st.Value, e, sc)
		}
		if s.block(st.Body.List, sc); sc.done {
			return
		}
	}
}

// count unrolls a loop whose condition is known each time.
func (s *reader) count(st *ast.ForStmt, sc *scope) {
	if st.Init != nil {
		s.stmt(st.Init, sc)
	}
	for i := 0; st.Cond != nil && i <= maxUnroll && !leaves(st.Body); i++ {
		c, ok := s.expr(st.Cond, sc).(topo.Const)
		if !ok {
			break
		}
		if !constant.BoolVal(c.Val) {
			return
		}
		if s.block(st.Body.List, sc); sc.done {
			return
		}
		if st.Post != nil {
			s.stmt(st.Post, sc)
		}
		if i == maxUnroll {
			s.long(st, sc)
			return
		}
	}
	s.refuse(st, sc)
}

// long refuses a loop of too many rounds.
func (s *reader) long(st ast.Stmt, sc *scope) {
	s.refuseAs(st, sc, fmt.Sprintf("a loop of more than %d rounds, the most that are unrolled", maxUnroll), "decide record by record, or make fewer streams")
}

func (s *reader) step(st *ast.IncDecStmt, sc *scope) {
	c, ok := s.expr(st.X, sc).(topo.Const)
	id, ok2 := st.X.(*ast.Ident)
	if !ok || !ok2 {
		s.refuse(st, sc)
		return
	}
	op := token.ADD
	if st.Tok == token.DEC {
		op = token.SUB
	}
	sc.set(s.info.ObjectOf(id), topo.Const{Val: constant.BinaryOp(c.Val, op, constant.MakeInt64(1)), Type: c.Type})
}

// leaves says whether a loop's body breaks out of its order.
func leaves(body *ast.BlockStmt) (yes bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		b, ok := n.(*ast.BranchStmt)
		yes = yes || ok && b.Tok != token.FALLTHROUGH
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return yes
}

func (s *reader) bind(e ast.Expr, v topo.Value, sc *scope) {
	if id, ok := e.(*ast.Ident); ok && id.Name != "_" {
		if o := s.info.ObjectOf(id); o != nil {
			sc.set(o, v)
		}
	}
}
