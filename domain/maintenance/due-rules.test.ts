import { expect, test } from 'vitest'
import { addDays } from '#domain/core/days.ts'
import { DUE_READINGS } from '#domain/core/limits.ts'
import { type SlowResult, slowResults } from '#tests/unit/due-rules.reference.ts'
import { wasInTime } from './compliance-rules.ts'
import type { LogReading } from './daily-use.ts'
import { type Completion, type DueInput, dueItems, listedDueItems } from './due-rules.ts'

const TODAY = '2026-06-15'
const oil = { id: 1, service_ids: [10], every_miles: 5000, every_kilometers: 8000, every_months: 6 }
const major = {
  id: 2,
  service_ids: [20, 21],
  every_miles: 30_000,
  every_kilometers: 48_000,
  every_months: null,
}

const reading = (read_on: string, value: number, own: Partial<LogReading> = {}): LogReading => ({
  read_on,
  value,
  unit: 'mi',
  is_doubtful: false,
  is_void: false,
  ...own,
})
const done = (service_id: number, day: string, odometer: number | null, own: Partial<Completion> = {}) => ({
  id: `${service_id}@${day}`,
  service_id,
  day,
  odometer,
  unit: 'mi' as const,
  source: 'history' as const,
  ...own,
})
const anInput = (own: Partial<DueInput>): DueInput => ({
  unit: 'mi',
  items: [oil],
  completions: [],
  readings: [],
  miles_per_month: null,
  start: { day: '2026-06-01', odometer: 61_200 },
  ...own,
})
const only = (own: Partial<DueInput>) => dueItems(anInput(own), TODAY)[0]!

test('assumes that earlier cycles of a new vehicle were done: the next multiple is due', () => {
  expect(only({ readings: [reading('2026-06-01', 61_200)] })).toMatchObject({
    due_at: 65_000,
    tag: 'Upcoming',
  })
})

test('is due at the latest on the day of the reading above it, also if the use is not known', () => {
  const item = { ...oil, every_months: null }
  const start = { day: '2026-05-01', odometer: 61_200 }
  const readings = [
    reading('2026-06-03', 65_000),
    reading('2026-06-05', 65_001),
    reading('2026-06-10', 65_400),
  ]
  const state = { due_at: 65_000, due_date: '2026-06-05', tag: 'Past Due' }
  expect(only({ items: [item], start, readings })).toMatchObject(state)
  // Its months end later.
  expect(only({ items: [oil], start, readings })).toMatchObject(state)
  const others = [reading('2026-06-04', 65_900, { is_doubtful: true }), reading('2026-06-12', 64_000)]
  expect(only({ items: [item], start, readings: others })).toMatchObject({ due_date: null })
})

test('has no date by its readings if the first one above its limit may be older than the readings of the schedule', () => {
  const item = { ...oil, every_months: null }
  const start = { day: '2026-01-01', odometer: 61_200 }
  const readings = Array.from({ length: DUE_READINGS }, (_, n) => reading(addDays('2026-04-01', n), 65_001))
  const dateOf = (given: Partial<DueInput>) => only({ items: [item], start, readings, ...given }).due_date
  expect(dateOf({})).toBeNull()
  expect(dateOf({ exceeded: [{ due_at: 65_000, from: start.day, read_on: '2026-02-03' }] })).toBe(
    '2026-02-03',
  )
  expect(dateOf({ exceeded: [{ due_at: 64_000, from: start.day, read_on: '2026-02-03' }] })).toBeNull()
  expect(dateOf({ readings: [reading('2026-03-31', 64_999), ...readings] })).toBe('2026-04-01')
  expect(dateOf({ readings: readings.slice(1) })).toBe('2026-04-02')
})

test('is due by distance or by months, whichever comes first', () => {
  const completions = [done(10, '2026-01-10', 60_000)]
  const start = { day: '2025-01-01', odometer: 40_000 }
  const readings = [reading('2026-06-14', 61_000)]
  expect(only({ completions, start, readings })).toMatchObject({
    due_at: 65_000,
    due_date: '2026-07-10',
    tag: 'Currently Due',
    due_status: 'due_soon',
  })
  expect(only({ completions, start, readings: [reading('2026-06-14', 65_001)] }).tag).toBe('Past Due')
  expect(dueItems(anInput({ completions, start, readings }), '2026-07-11')[0]?.tag).toBe('Past Due')
})

test('projects a date from the use of the last year, across miles and kilometers', () => {
  const readings = [reading('2026-01-15', 60_000), reading('2026-06-14', 104_608, { unit: 'km' })]
  const due = only({
    readings,
    completions: [done(10, '2026-06-01', 64_800)],
    start: { day: '2026-01-15', odometer: 60_000 },
  })
  // 5,000 miles in 150 days; 4,800 are left.
  expect(due).toMatchObject({ due_at: 69_800, due_date: '2026-11-04' })
})

test('ignores doubtful and void readings', () => {
  const readings = [reading('2026-06-01', 61_200), reading('2026-06-02', 99_000, { is_doubtful: true })]
  expect(only({ readings: [...readings, reading('2026-06-03', 88_000, { is_void: true })] }).tag).toBe(
    'Upcoming',
  )
})

test('closes a cycle when all its services are done, and starts the next at the earliest of them', () => {
  const input = anInput({
    items: [major],
    start: { day: '2025-01-01', odometer: 30_000 },
    completions: [done(21, '2026-03-01', 61_000), done(20, '2026-02-01', 60_000)],
    readings: [reading('2026-06-01', 64_000)],
  })
  const [closed] = dueItems(input, TODAY)
  expect(closed).toMatchObject({
    due_at: 90_000,
    completed: [],
    anchor: { day: '2026-02-01', odometer: 60_000 },
  })
  expect(closed?.cycles).toHaveLength(1)
  const [half] = dueItems({ ...input, completions: [done(20, '2026-02-01', 60_000)] }, TODAY)
  expect(half).toMatchObject({ due_at: 60_000, tag: 'Past Due' })
  expect(half?.completed.map(({ service_id }) => service_id)).toEqual([20])
})

test('closes one cycle with all work of a day, whatever was done before', () => {
  const input = anInput({
    items: [{ ...major, every_months: 12 }],
    start: { day: '2025-01-01', odometer: 30_000 },
    completions: [
      done(21, '2025-03-01', 33_000),
      done(20, '2026-06-01', 60_000),
      done(21, '2026-06-01', 60_000),
    ],
    readings: [reading('2026-06-01', 60_000)],
  })
  expect(dueItems(input, TODAY)).toMatchObject([{ due_at: 90_000, completed: [], tag: 'Upcoming' }])
})

test('a closed cycle knows when it was due and at which reading it was done', () => {
  const { cycles } = only({
    start: { day: '2025-01-01', odometer: 41_000 },
    readings: [reading('2025-01-01', 41_000), reading('2025-12-20', 56_100)],
    completions: [
      done(10, '2025-07-01', 45_000),
      done(10, '2025-09-01', 50_001),
      // Without an odometer: the last reading until that day.
      done(10, '2026-01-05', null),
      done(10, '2026-07-06', 80_000, { unit: 'km' }),
    ],
  })
  expect(
    cycles.map(({ closed_on, due_at, due_on, done_at }) => [closed_on, due_on, due_at, done_at]),
  ).toEqual([
    ['2026-07-06', '2026-07-05', 61_100, 49_710],
    ['2026-01-05', '2026-03-01', 55_001, 56_100],
    ['2025-09-01', '2026-01-01', 50_000, 50_001],
    ['2025-07-01', '2025-07-01', 45_000, 45_000],
  ])
  // Late by the day, by the reading, and by the reading; then on time on the last day, at the last mile.
  expect(cycles.map(wasInTime)).toEqual([false, false, false, true])
})

test('a completion before the vehicle was added counts, too', () => {
  const readings = [reading('2026-06-01', 61_200)]
  const due = only({ readings, completions: [done(10, '2026-05-22', null)] })
  expect(due.anchor).toEqual({ day: '2026-05-22', odometer: 61_200 })
  expect(due.due_at).toBe(66_200)
})

test('the first cycle is not judged if it closed before the vehicle was added: its start is unknown', () => {
  const readings = [reading('2026-06-01', 61_200)]
  const completions = [done(10, '2024-05-22', 30_000), done(10, '2026-05-22', null)]
  const { cycles } = only({ readings, completions })
  expect(cycles.map(({ due_at, due_on }) => [due_at, due_on])).toEqual([
    [35_000, '2024-11-22'],
    [null, null],
  ])
  expect(cycles.map(wasInTime)).toEqual([false, null])
})

test('lists everything that is due and the next of the rest', () => {
  const items = [
    oil,
    { ...oil, id: 3, every_miles: 20_000 },
    { ...oil, id: 4, every_miles: 50_000, every_months: 3 },
  ]
  const due = dueItems(anInput({ items, readings: [reading('2026-06-14', 66_000)] }), TODAY)
  expect(listedDueItems(due).map(({ item_id }) => item_id)).toEqual([1, 4])
})

test('agrees with a slow reference on 10,000 generated vehicles', { timeout: 180_000 }, () => {
  let seed = 20_261_121
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const dayAgo = (days: number) => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10)
  const unit = () => (random() < 0.7 ? ('mi' as const) : ('km' as const))
  const tags = new Map<string, number>()
  for (let vehicle = 0; vehicle < 10_000; vehicle += 1) {
    const items = Array.from({ length: int(1, 4) }, (_, i) => {
      const byDistance = random() < 0.85
      const every_miles = byDistance ? int(1, 20) * 1000 : null
      return {
        id: i + 1,
        service_ids: Array.from({ length: int(1, 3) }, () => int(1, 5)),
        every_miles,
        every_kilometers: every_miles && every_miles * 2,
        every_months: !byDistance || random() < 0.6 ? int(1, 36) : null,
      }
    })
    const input: DueInput = {
      unit: unit(),
      items,
      completions: Array.from({ length: int(0, 12) }, (_, i) => ({
        id: `c${i}`,
        service_id: int(1, 6),
        day: dayAgo(int(0, 900)),
        odometer: random() < 0.85 ? int(0, 90_000) : null,
        unit: unit(),
        source: 'mark' as const,
      })),
      readings: Array.from({ length: int(0, 8) }, () => ({
        value: int(0, 90_000),
        unit: unit(),
        read_on: dayAgo(int(0, 700)),
        is_doubtful: random() < 0.15,
        is_void: random() < 0.1,
      })),
      start: { day: dayAgo(int(0, 900)), odometer: random() < 0.85 ? int(0, 70_000) : null },
      miles_per_month: random() < 0.2 ? int(500, 4000) : null,
    }
    const fast: SlowResult[] = dueItems(input, TODAY).map((item) => {
      tags.set(item.tag, (tags.get(item.tag) ?? 0) + 1)
      const { anchor, completed, due_at, due_date, tag, cycles } = item
      const ids = completed.map(({ id }) => id).sort()
      const closed = cycles.map(({ completions, ...cycle }) => ({
        ...cycle,
        completed: completions.map(({ id }) => id).sort(),
      }))
      return { anchor, completed: ids, due_at, due_date, tag, cycles: closed }
    })
    expect(fast, `vehicle ${vehicle}`).toEqual(slowResults(input, TODAY))
  }
  // Checks that every tag was generated.
  expect(Math.min(...tags.values())).toBeGreaterThan(1000)
  expect(tags.size).toBe(3)
})
