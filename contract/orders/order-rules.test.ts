import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES } from '../core/permissions.ts'
import {
  appointmentState,
  isOpen,
  judgeMove,
  mayMove,
  OPEN_STATUSES,
  ORDER_ACTIONS,
  ORDER_PARTIES,
  ORDER_STATUSES,
  type OrderAction,
  type OrderParty,
  type OrderStatus,
  PAST_STATUSES,
} from './order-rules.ts'

// Ruling 14, written a second time and the other way round: by status, what leads where. Columns: confirm,
// reschedule, estimate, auto_approve, approve, complete, pay, pay_in_shop, defer_payment, cancel, attach_invoice, promote, edit,
// exceed. '.': refused; '=': stays.
const TABLE = `
initiated          active active . . . . . . . cancel . = = .
initiated_by_user  active active . . . . . . . cancel . = = .
active             . active awaiting_approval approved . . . . . cancel . = = .
awaiting_approval  . . awaiting_approval approved approved . . . . . . = = .
approved           . . . . . complete . . . . . = = awaiting_approval
walk_in            . . awaiting_approval approved . . . . . . . = = .
complete           . . . . . . paid paid_in_shop paid_deferred . = . = .
paid               . . . . . . . . . . = . = .
paid_in_shop       . . . . . . . . . . = . = .
paid_deferred      . . . . . . paid . . . = . = .
cancel             . . . . . . . . . . . . . .`
const ACTIONS: OrderAction[] = [
  ...(['confirm', 'reschedule', 'estimate', 'auto_approve', 'approve', 'complete'] as const),
  ...(['pay', 'pay_in_shop', 'defer_payment', 'cancel', 'attach_invoice'] as const),
  ...(['promote', 'edit', 'exceed'] as const),
]
const LEADS = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [status = '', ...cells] = line.split(/\s+/)
      return ACTIONS.map((action, n) => [`${status} ${action}`, cells[n]] as const)
    }),
)
const PARTIES: Record<OrderAction, readonly OrderParty[]> = {
  confirm: ['shop'],
  reschedule: ['shop'],
  estimate: ['shop'],
  auto_approve: ['system'],
  approve: [...ROLES, 'system'],
  exceed: ['shop'],
  complete: ['shop'],
  pay: ['system'],
  pay_in_shop: ['shop', 'system'],
  defer_payment: ['system'],
  cancel: [...ROLES, 'shop'],
  promote: ROLES,
  attach_invoice: ['shop'],
  edit: ROLES,
}

it('knows every action and status of the table, and no other', () => {
  expect([...ORDER_ACTIONS].sort()).toEqual([...ACTIONS].sort())
  expect(LEADS.size).toBe(ORDER_STATUSES.length * ACTIONS.length)
})

describe.each(ORDER_STATUSES)('an order that is %s', (status) => {
  it.each(ACTIONS)(
    'answers %s for each of twelve parties as ruled (ruling 14, SVC-041, APR-035, APR-039)',
    (action) => {
      const leads = LEADS.get(`${status} ${action}`)
      for (const party of ORDER_PARTIES) {
        const expected = !PARTIES[action].includes(party)
          ? { refused: 'not_allowed' }
          : leads === '.'
            ? { refused: 'order_status' }
            : { to: leads === '=' ? status : leads }
        expect(judgeMove(status, action, party), `${status} ${action} ${party}`).toEqual(expected)
      }
    },
  )
})

it('lets a user whose only role is Driver cancel and edit what they asked for, and nothing of others', () => {
  const others = { roles: ['Driver'] as const, isOriginator: false }
  const own = { roles: ['Driver'] as const, isOriginator: true }
  const both = { roles: ['Driver', 'Manager'] as const, isOriginator: false }
  expect(mayMove(own, 'initiated', 'cancel')).toEqual({ to: 'cancel' })
  expect(mayMove(others, 'initiated', 'cancel')).toEqual({ refused: 'not_allowed' })
  expect(mayMove(others, 'initiated', 'edit')).toEqual({ refused: 'not_allowed' })
  expect(mayMove(both, 'initiated', 'cancel')).toEqual({ to: 'cancel' })
  expect(mayMove(both, 'approved', 'cancel')).toEqual({ refused: 'order_status' })
  // APR-036: without a policy any fleet user approves; the server's can_approve says when.
  expect(mayMove(others, 'awaiting_approval', 'approve')).toEqual({ to: 'approved' })
})

it('divides all statuses between the active and the past tab (ruling 16, SVC-032..034)', () => {
  expect([...OPEN_STATUSES, ...PAST_STATUSES].sort()).toEqual([...ORDER_STATUSES].sort())
  expect(OPEN_STATUSES.every(isOpen)).toBe(true)
  expect(PAST_STATUSES.some(isOpen)).toBe(false)
})

it('keeps its invariants on 1,000 random walks', () => {
  const step = fc.record({ action: fc.constantFrom(...ACTIONS), party: fc.constantFrom(...ORDER_PARTIES) })
  const start = fc.constantFrom<OrderStatus>('initiated', 'initiated_by_user', 'walk_in')
  const ends = new Set<OrderStatus>()
  fc.assert(
    fc.property(start, fc.array(step, { minLength: 60, maxLength: 160 }), (first, steps) => {
      let status = first
      const past: OrderStatus[] = [first]
      for (const { action, party } of steps) {
        const verdict = judgeMove(status, action, party)
        if ('refused' in verdict) continue
        const wasOpen = isOpen(status)
        if (['edit', 'promote', 'attach_invoice'].includes(action)) expect(verdict.to).toBe(status)
        // What is over is never opened again, and what is paid or cancelled stays so.
        if (!wasOpen) expect(isOpen(verdict.to)).toBe(false)
        if (['paid', 'paid_in_shop', 'cancel'].includes(status)) expect(verdict.to).toBe(status)
        // A payment in manual review may still succeed.
        if (status === 'paid_deferred') expect(['paid_deferred', 'paid']).toContain(verdict.to)
        // A requested appointment only becomes confirmed, never requested again.
        if (appointmentState(status) === 'confirmed') expect(appointmentState(verdict.to)).toBe('confirmed')
        status = verdict.to
        past.push(status)
      }
      // No work is done without approval, nothing is paid that was not done, nothing is cancelled once estimated.
      if (past.includes('complete')) expect(past).toContain('approved')
      if (/^paid/.test(status)) expect(past).toContain('complete')
      if (status === 'cancel') expect(past).not.toContain('awaiting_approval')
      ends.add(status)
    }),
    { numRuns: 1000 },
  )
  expect([...ends].sort()).toEqual(
    expect.arrayContaining(['cancel', 'paid', 'paid_deferred', 'paid_in_shop']),
  )
})
