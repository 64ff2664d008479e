import { expect, test } from 'vitest'
import type { Receipt, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { outcomeOf } from './useOutcomeOf.ts'

const entry = (opId: string, state: WaitingEntry['state']) => ({ opId, state }) as WaitingEntry
const receipt = { opId: 'a' } as Receipt

test('an entry waits while it is listed, is sent if it has a receipt, and is removed without one', () => {
  expect(outcomeOf('a', undefined, [receipt])).toEqual({ end: 'waiting' })
  expect(outcomeOf('a', [], undefined)).toEqual({ end: 'waiting' })
  expect(outcomeOf('a', [entry('a', 'sending')], [])).toEqual({ end: 'waiting' })
  expect(outcomeOf('a', [entry('b', 'pending')], [receipt])).toEqual({ end: 'sent' })
  expect(outcomeOf('a', [], [])).toEqual({ end: 'removed' })
})

test('an entry that the server refused or that conflicts is refused: it is not sent without user action', () => {
  for (const state of ['rejected', 'conflict'] as const)
    expect(outcomeOf('a', [entry('a', state)], [])).toMatchObject({ end: 'refused' })
})
