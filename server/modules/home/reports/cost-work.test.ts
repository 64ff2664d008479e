import { expect, it } from 'vitest'
import { daysOfGroup } from './cost-work.ts'

const days = { from: '2025-11-20', to: '2026-11-12' }

it('rows of a month are read from its days within the range', () => {
  expect(daysOfGroup(days, 'month', '2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(daysOfGroup(days, 'month', '2025-12')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(daysOfGroup(days, 'month', '2025-11')).toEqual({ from: '2025-11-20', to: '2025-11-30' })
  expect(daysOfGroup(days, 'month', '2026-11')).toEqual({ from: '2026-11-01', to: '2026-11-12' })
})

it('rows of a month outside of the range are not read from its days, which PostgreSQL may reject', () => {
  expect(daysOfGroup(days, 'month', '0000-01')).toEqual(days)
  expect(daysOfGroup(days, 'month', '9999-12')).toEqual(days)
  const last = { from: '9999-01-01', to: '9999-12-31' }
  expect(daysOfGroup(last, 'month', '9999-12')).toEqual({ from: '9999-12-01', to: '9999-12-31' })
})

it('rows of other groups, and of all, are read from the whole range', () => {
  expect(daysOfGroup(days, 'month', undefined)).toEqual(days)
  expect(daysOfGroup(days, 'month', 'light')).toEqual(days)
  expect(daysOfGroup(days, 'month', '2026-13')).toEqual(days)
  expect(daysOfGroup(days, 'department', '2026-02')).toEqual(days)
})
