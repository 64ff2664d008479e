import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertTransition, isQueued, needsUserAction, OP_STATES, TRANSITIONS } from './states.ts'

describe('states of an operation (docs/offline.md#states)', () => {
  it('knows the transitions of every state', () => {
    expect(Object.keys(TRANSITIONS).sort()).toEqual([...OP_STATES].sort())
  })

  it('sends only queued and stuck operations', () => {
    for (const state of OP_STATES) {
      const maySend = TRANSITIONS[state].includes('sending')
      // 'auth': a full disk can leave this state in the row after the sign-in.
      expect(maySend, state).toBe(['pending', 'retry', 'stuck', 'auth'].includes(state))
    }
  })

  it('returns a refused operation to the queue only through pending, by user action', () => {
    expect(TRANSITIONS.rejected).toEqual(['pending', 'damaged'])
    expect(TRANSITIONS.conflict).toEqual(['pending', 'damaged'])
  })

  it('refuses every transition that is not listed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...OP_STATES), fc.constantFrom(...OP_STATES), (from, to) => {
        const isAllowed = from === to || TRANSITIONS[from].includes(to)
        if (isAllowed) assertTransition(from, to)
        else expect(() => assertTransition(from, to)).toThrow()
      }),
    )
  })

  it('never counts one state both as queued and as needing user action', () => {
    for (const state of OP_STATES) expect(isQueued(state) && needsUserAction(state)).toBe(false)
  })
})
