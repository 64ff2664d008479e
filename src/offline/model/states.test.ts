import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assertTransition, isQueued, needsUserAction, OP_STATES, TRANSITIONS } from './states.ts'

describe('states of an operation (docs/offline.md#states)', () => {
  it('knows the moves of every state', () => {
    expect(Object.keys(TRANSITIONS).sort()).toEqual([...OP_STATES].sort())
  })

  it('sends only what is in line or stuck', () => {
    for (const state of OP_STATES) {
      const maySend = TRANSITIONS[state].includes('sending')
      // 'auth': from a full disk, where the row still says so after the sign-in.
      expect(maySend, state).toBe(['pending', 'retry', 'stuck', 'auth'].includes(state))
    }
  })

  it('lets a refused operation back into line only through pending, by the person', () => {
    expect(TRANSITIONS.rejected).toEqual(['pending', 'damaged'])
    expect(TRANSITIONS.conflict).toEqual(['pending', 'damaged'])
  })

  it('refuses every move that is not written down', () => {
    fc.assert(
      fc.property(fc.constantFrom(...OP_STATES), fc.constantFrom(...OP_STATES), (from, to) => {
        const isAllowed = from === to || TRANSITIONS[from].includes(to)
        if (isAllowed) assertTransition(from, to)
        else expect(() => assertTransition(from, to)).toThrow()
      }),
    )
  })

  it('never counts one state as in line and as a matter for the person', () => {
    for (const state of OP_STATES) expect(isQueued(state) && needsUserAction(state)).toBe(false)
  })
})
