import { expect, test } from 'vitest'
import type { OrderHistory } from '#contract/maintenance/history-record.ts'
import type { Interval } from '#contract/maintenance/intervals.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { dueUpcomingRows } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import { runSteps } from '#tests/support/run-steps.ts'
import { countDue, DUE_NUMBERS, type DueNumber } from './due-summary.ts'
import { coverageOf, dueRows, linkToDue, readDueView } from './due-view.ts'

const anInterval = (id: number, vehicle_id: number, due_status: Interval['due_status']): Interval => ({
  id,
  vehicle_id,
  due_status,
  name: 'Oil',
  tag: 'Upcoming',
  due_at: null,
  due_date: null,
  unit: 'mi',
  services: [],
})
const aVehicle = (id: number, is_active = true) => ({ id, is_active, odometer: 5 }) as Vehicle

const summarize = (some: readonly Interval[], fleet: readonly Vehicle[], ordered: ReadonlySet<number>) => {
  const rows = runSteps(dueUpcomingRows({ intervals: some, vehicles: fleet, snoozes: [] }))
  return { rows, counts: countDue(rows, (id) => ordered.has(id)) }
}

const intervals = [
  anInterval(1, 1, 'due_soon'),
  anInterval(2, 1, 'past_due'),
  anInterval(3, 2, 'past_due'),
  anInterval(4, 2, null),
  anInterval(5, 3, null),
  anInterval(6, 4, 'past_due'),
]
const vehicles = [aVehicle(1), aVehicle(2), aVehicle(3), aVehicle(4, false)]

test('counts each active vehicle with something due once, and its intervals by status (DSH-003, DSH-017)', () => {
  const { rows, counts } = summarize(intervals, vehicles, new Set())
  expect(counts).toMatchObject({ vehicles: 2, vehiclesPastDue: 2, pastDue: 2, dueSoon: 1, all: 3 })
  expect(rows.map(({ id }) => id)).toEqual([2, 3, 1])
})

test('counts a vehicle with an active order and its intervals separately (DSH-004)', () => {
  const { rows, counts } = summarize(intervals, vehicles, new Set([1]))
  expect(counts).toEqual({
    vehicles: 1,
    vehiclesPastDue: 1,
    all: 3,
    pastDue: 1,
    pastDueOrdered: 1,
    dueSoon: 0,
    dueSoonOrdered: 1,
  })
  expect(rows).toHaveLength(3)
})

test('each number of a generated fleet equals the number of rows behind it (DSH-003, DSH-004, DSH-017)', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = seededRandom(`${seed}`)
    const upTo = (n: number) => Math.floor(random() * n)
    const fleet = Array.from({ length: 1 + upTo(12) }, (_, n) => aVehicle(n + 1, upTo(4) > 0))
    const states = ['past_due', 'due_soon', null] as const
    const all = Array.from({ length: upTo(40) }, (_, n) =>
      anInterval(n + 1, 1 + upTo(14), states[upTo(3)] ?? null),
    )
    const ordered = new Set(fleet.filter(() => upTo(3) === 0).map(({ id }) => id))
    const { rows, counts } = summarize(all, fleet, ordered)
    const ofUsed = all.filter(({ vehicle_id }) => fleet.find(({ id }) => id === vehicle_id)?.is_active)
    const due = ofUsed.filter(({ due_status }) => due_status !== null)
    const free = due.filter(({ vehicle_id }) => !ordered.has(vehicle_id))
    const vehiclesOf = (some: readonly Interval[]) => new Set(some.map(({ vehicle_id }) => vehicle_id)).size
    const pastDue = (some: readonly Interval[]) => some.filter(({ due_status }) => due_status === 'past_due')
    expect(counts).toEqual({
      all: due.length,
      vehicles: vehiclesOf(free),
      vehiclesPastDue: vehiclesOf(pastDue(free)),
      pastDue: pastDue(free).length,
      pastDueOrdered: pastDue(due).length - pastDue(free).length,
      dueSoon: free.length - pastDue(free).length,
      dueSoonOrdered: due.length - free.length - (pastDue(due).length - pastDue(free).length),
    })
    for (const [name, view] of Object.entries(DUE_NUMBERS)) {
      const dueView = readDueView(linkToDue(view).search)
      expect(
        dueRows(rows, (id) => ordered.has(id), dueView),
        name,
      ).toHaveLength(counts[name as DueNumber])
    }
  }
})

test('groups the due intervals of a vehicle and ranks it by the most urgent one', () => {
  const { rows } = summarize(intervals, vehicles, new Set())
  const [first, second] = dueRows(rows, () => false, { due: 'all', order: 'any', by: 'vehicle' })
  expect(first).toMatchObject({ id: 1, due: 'past_due', intervals: [{ id: 2 }, { id: 1 }] })
  expect(second).toMatchObject({ id: 2, due: 'past_due', intervals: [{ id: 3 }] })
})

test('reports how much of what is due is on the active order (DSH-004)', () => {
  const brakes = { service_id: 7, name_en: 'Brakes', name_fr: 'Freins' }
  const oil = { service_id: 8, name_en: 'Oil', name_fr: 'Huile' }
  const row = (...services: (typeof brakes)[]) => ({
    intervals: [{ ...anInterval(1, 1, 'past_due'), services }],
  })
  const order = (...lines: { service_definition_id?: number; name: string; status?: string }[]) =>
    ({ order_services: lines.map((line) => ({ status: 'active', total: '1.00', ...line })) }) as OrderHistory
  expect(coverageOf(row(brakes), order({ service_definition_id: 7, name: 'Brake pads' }))).toBe('all')
  expect(coverageOf(row(brakes, oil), order({ service_definition_id: 7, name: 'Brakes' }))).toBe('some')
  expect(coverageOf(row(oil), order({ service_definition_id: 7, name: 'Brakes' }))).toBe('none')
  // A rejected service, or a local copy without ids, in the other language.
  expect(
    coverageOf(row(brakes), order({ service_definition_id: 7, name: 'Brakes', status: 'rejected' })),
  ).toBe('none')
  expect(coverageOf(row(brakes), order({ name: 'freins' }))).toBe('all')
  // An interval without services is matched by its name.
  expect(coverageOf(row(), order({ name: 'Oil' }))).toBe('all')
})
