import { describe, expect, it } from 'vitest'
import { nextStep } from './subscription-rules.ts'

const month = '2026-03-01'

describe('next step for a month of a subscription (ruling 32)', () => {
  it.each([
    [null, null, '2026-02-28', 'wait'],
    [null, null, '2026-03-01', 'charge'],
    [null, null, '2026-03-09', 'charge'],
    [null, null, '2026-05-20', 'charge'],
    ['2026-03-01', 'live', '2026-03-07', 'wait'],
    ['2026-03-01', 'captured', '2026-03-01', 'paid'],
    ['2026-03-01', 'declined', '2026-03-02', 'wait'],
    ['2026-03-01', 'declined', '2026-03-03', 'charge'],
    ['2026-03-01', 'declined', '2026-03-06', 'charge'],
    ['2026-03-03', 'declined', '2026-03-03', 'wait'],
    ['2026-03-03', 'declined', '2026-03-07', 'charge'],
    ['2026-03-05', 'declined', '2026-03-07', 'charge'],
    ['2026-03-07', 'declined', '2026-03-07', 'give_up'],
    ['2026-03-20', 'declined', '2026-03-20', 'give_up'],
    ['2026-03-07', 'declined', '2026-03-01', 'give_up'],
    // The clock was set back.
    ['2026-03-03', 'declined', '2026-03-01', 'wait'],
    ['2026-03-01', 'declined', '2026-02-20', 'wait'],
    // Having no payment method counts as a decline; an attempt that never reached the gateway does not.
    ['2026-03-01', null, '2026-03-02', 'wait'],
    ['2026-03-07', null, '2026-03-08', 'give_up'],
    ['2026-03-01', 'never_arrived', '2026-03-01', 'charge'],
  ] as const)('attempted on %s and %s, on %s: %s', (lastAttemptOn, payment, today, expected) => {
    expect(nextStep({ month, lastAttemptOn, payment }, today)).toBe(expected)
  })
})
