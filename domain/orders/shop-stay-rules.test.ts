import { expect, it } from 'vitest'
import { dayIn } from '../core/days.ts'
import { OPEN_STATUSES, PAST_STATUSES } from './order-rules.ts'
import { LATE_AFTER_DAYS, stayOf } from './shop-stay-rules.ts'

const NOW = Date.parse('2026-11-10T03:00:00Z')
/** In Chicago, where it is still 9 November. */
const dayOf = (instant: string | number) => dayIn('America/Chicago', new Date(instant))
const stay = (status: string, appointment_datetime: string) =>
  stayOf({ status, appointment_datetime }, NOW, dayOf)

it('counts the calendar days of the fleet since a confirmed appointment', () => {
  expect(stay('active', '2026-11-09T14:00:00Z')).toEqual({ kind: 'atShop', days: 0, isLate: false })
  expect(stay('approved', '2026-11-08T23:00:00Z')).toEqual({ kind: 'atShop', days: 1, isLate: false })
})

it('marks a vehicle as late once it has stayed longer than usual', () => {
  const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()
  expect(stay('awaiting_approval', daysAgo(LATE_AFTER_DAYS))).toMatchObject({ isLate: false })
  expect(stay('awaiting_approval', daysAgo(LATE_AFTER_DAYS + 1))).toMatchObject({ isLate: true })
})

it('reports a passed appointment that the shop never confirmed from the next day on', () => {
  expect(stay('initiated', '2026-11-09T14:00:00Z')).toEqual({ kind: 'booked', state: 'requested' })
  expect(stay('initiated_by_user', '2026-11-08T14:00:00Z')).toEqual({ kind: 'missed' })
})

it('has no stay before the appointment, nor after the order', () => {
  for (const status of OPEN_STATUSES.filter((openStatus) => openStatus !== 'walk_in'))
    expect(stay(status, '2026-11-10T14:00:00Z').kind).toBe('booked')
  for (const status of PAST_STATUSES) expect(stay(status, '2026-10-01T14:00:00Z').kind).toBe('booked')
  expect(stay('walk_in', '2026-11-10T14:00:00Z')).toEqual({ kind: 'atShop', days: 0, isLate: false })
})
