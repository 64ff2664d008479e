import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertMove, isInLine, MOVES, needsPerson, OP_STATES } from './states.ts'

describe('states of an operation (docs/offline.md#states)', () => {
  it('knows the moves of every state', () => {
    expect(Object.keys(MOVES).sort()).toEqual([...OP_STATES].sort())
  })

  it('sends only what is in line or stuck', () => {
    for (const state of OP_STATES) {
      const maySend = MOVES[state].includes('sending')
      // 'auth': from a full disk, where the row still says so after the sign-in.
      expect(maySend, state).toBe(['pending', 'retry', 'stuck', 'auth'].includes(state))
    }
  })

  it('lets a refused operation back into line only through pending, by the person', () => {
    expect(MOVES.rejected).toEqual(['pending', 'damaged'])
    expect(MOVES.conflict).toEqual(['pending', 'damaged'])
  })

  it('refuses every move that is not written down', () => {
    fc.assert(
      fc.property(fc.constantFrom(...OP_STATES), fc.constantFrom(...OP_STATES), (from, to) => {
        const isAllowed = from === to || MOVES[from].includes(to)
        if (isAllowed) assertMove(from, to)
        else expect(() => assertMove(from, to)).toThrow()
      }),
    )
  })

  it('never counts one state as in line and as a matter for the person', () => {
    for (const state of OP_STATES) expect(isInLine(state) && needsPerson(state)).toBe(false)
  })
})
