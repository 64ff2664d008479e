// Second implementation of the due engine for the tests, slow and simple. It steps through days one by one and searches
// all completions for the end of each cycle. It shares no code with due-rules.ts.
import type { LogReading } from '#domain/maintenance/daily-use.ts'
import type { Completion, DueInput, ScheduleItem } from '#domain/maintenance/due-rules.ts'

export interface SlowResult {
  anchor: { day: string; odometer: number | null }
  completed: string[]
  due_at: number | null
  due_date: string | null
  tag: string
  /** Closed cycles, latest first. */
  cycles: Closed[]
}
export interface Closed {
  closed_on: string
  due_at: number | null
  due_on: string | null
  done_at: number | null
  completed: string[]
}

const KM = 1.609344
const inUnit = (value: number, from: string, to: string) =>
  from === to ? value : to === 'km' ? value * KM : value / KM

const nextDay = (day: string) => {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}
const dayBefore = (day: string) => {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}
function walk(day: string, steps: number): string {
  let at = day
  for (let i = 0; i < steps; i += 1) at = nextDay(at)
  for (let i = 0; i > steps; i -= 1) at = dayBefore(at)
  return at
}
function count(from: string, to: string): number {
  let steps = 0
  for (let at = from; at < to; at = nextDay(at)) steps += 1
  return steps
}
/** Steps month by month on the first of the month, then to the same day or the last day of that month. */
function monthsLater(day: string, months: number): string {
  let at = `${day.slice(0, 7)}-01`
  for (let i = 0; i < months; i += 1) {
    const month = at.slice(0, 7)
    while (at.slice(0, 7) === month) at = nextDay(at)
  }
  const month = at.slice(0, 7)
  while (at.slice(8) < day.slice(8) && nextDay(at).slice(0, 7) === month) at = nextDay(at)
  return at
}

const validOf = (readings: readonly LogReading[]) => readings.filter((r) => !r.is_doubtful && !r.is_void)

function latest(readings: readonly LogReading[], unit: string): { value: number; read_on: string } | null {
  const sorted = validOf(readings)
    .map((r) => ({ read_on: r.read_on, value: Math.round(inUnit(r.value, r.unit, unit)) }))
    .sort((a, b) => (a.read_on === b.read_on ? a.value - b.value : a.read_on < b.read_on ? -1 : 1))
  return sorted[sorted.length - 1] ?? null
}

function milesADay({ readings, unit, miles_per_month }: DueInput, today: string): number | null {
  if (miles_per_month !== null) return (miles_per_month * 12) / 365.25
  const yearAgo = walk(today, -365)
  const recent = validOf(readings)
    .filter((r) => r.read_on >= yearAgo)
    .map((r) => ({ day: r.read_on, value: inUnit(r.value, r.unit, unit) }))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : b.value - a.value))
  const first = recent[0]
  const lastDay = recent[recent.length - 1]?.day
  const last = recent.find((r) => r.day === lastDay)
  if (!first || !last || count(first.day, last.day) < 14 || last.value < first.value) return null
  return (last.value - first.value) / count(first.day, last.day)
}

/** Orders by day, then miles (unknown first), then id. */
function isBefore(a: Completion, b: Completion): boolean {
  if (a.day !== b.day) return a.day < b.day
  const milesOf = (c: Completion) => (c.odometer === null ? -1 : inUnit(c.odometer, c.unit, 'mi'))
  return milesOf(a) !== milesOf(b) ? milesOf(a) < milesOf(b) : a.id < b.id
}

function slow(item: ScheduleItem, input: DueInput, today: string): SlowResult {
  const { unit, start } = input
  const every = unit === 'mi' ? item.every_miles : item.every_kilometers
  let anchor = { day: start.day, odometer: start.odometer }
  if (every && start.odometer !== null) {
    let multiple = 0
    while (multiple + every <= start.odometer) multiple += every
    anchor.odometer = multiple
  }
  const services = [...new Set(item.service_ids)]
  let left = input.completions.filter((c) => services.includes(c.service_id))
  const cycles: Closed[] = []
  for (;;) {
    // The end of the cycle: the first day by the end of which every service has a completion.
    const days = [...new Set(left.map((c) => c.day))].sort()
    const end = days.find((day) =>
      services.every((s) => left.some((c) => c.service_id === s && c.day <= day)),
    )
    if (!end) break
    const used = left.filter((c) => c.day <= end)
    const lastOf = used.filter((c) => !used.some((o) => o.service_id === c.service_id && isBefore(c, o)))
    const first = lastOf.find((c) => !lastOf.some((other) => isBefore(other, c)))
    const last = lastOf.find((c) => !lastOf.some((other) => isBefore(c, other)))
    if (!first || !last) throw new Error('A cycle that ends has completions')
    const isKnown = cycles.length > 0 || end >= start.day
    cycles.unshift({
      closed_on: end,
      due_at: isKnown && every !== null && anchor.odometer !== null ? anchor.odometer + every : null,
      due_on: isKnown && item.every_months !== null ? monthsLater(anchor.day, item.every_months) : null,
      done_at: readingAt(last, input),
      completed: lastOf.map((c) => c.id).sort(),
    })
    anchor = { day: first.day, odometer: readingAt(first, input) }
    left = left.filter((c) => !used.includes(c))
  }
  const completed = left.filter((c) => !left.some((o) => o.service_id === c.service_id && isBefore(c, o)))
  const due_at = every !== null && anchor.odometer !== null ? anchor.odometer + every : null
  return {
    anchor,
    completed: completed.map((c) => c.id).sort(),
    due_at,
    ...standing(item, input, today, anchor, due_at, every),
    cycles,
  }
}

function readingAt(c: Completion, { unit, readings }: DueInput): number | null {
  if (c.odometer !== null) return Math.round(inUnit(c.odometer, c.unit, unit))
  const until = latest(
    readings.filter((r) => r.read_on <= c.day),
    unit,
  )
  if (until) return until.value
  const all = validOf(readings).map((r) => Math.round(inUnit(r.value, r.unit, unit)))
  return all.sort((a, b) => a - b)[0] ?? null
}

function standing(
  item: ScheduleItem,
  input: DueInput,
  today: string,
  anchor: SlowResult['anchor'],
  due_at: number | null,
  every: number | null,
): Pick<SlowResult, 'due_date' | 'tag'> {
  const last = latest(input.readings, input.unit)
  const use = milesADay(input, today)
  const dates: string[] = []
  const byMonths = item.every_months === null ? null : monthsLater(anchor.day, item.every_months)
  if (byMonths) dates.push(byMonths)
  if (due_at !== null && last && use) {
    const days = Math.floor((due_at - last.value) / use)
    if (days <= 36_500) {
      const at = new Date(Date.parse(`${last.read_on}T00:00:00Z`) + Math.max(days, -36_500) * 86_400_000)
      const day = at.toISOString().slice(0, 10)
      dates.push(day < anchor.day ? anchor.day : day)
    }
  }
  if (due_at !== null && last && last.value > due_at) {
    const above = validOf(input.readings)
      .filter((r) => r.read_on >= anchor.day && Math.round(inUnit(r.value, r.unit, input.unit)) > due_at)
      .map((r) => r.read_on)
    dates.push(above.sort()[0] ?? anchor.day)
  }
  const due_date = dates.sort()[0] ?? null
  const isPast = (due_at !== null && last && last.value > due_at) || (byMonths !== null && byMonths < today)
  if (isPast) return { due_date, tag: 'Past Due' }
  const now = last && Math.floor(last.value + count(last.read_on, today) * (use ?? 0))
  const soon = Math.min(every === null ? 0 : every * 0.1, Math.round(inUnit(1000, 'mi', input.unit)))
  const isNear = due_at !== null && now !== null && now >= due_at - soon
  const isThisMonth = byMonths !== null && byMonths <= walk(today, 30)
  return { due_date, tag: isNear || isThisMonth ? 'Currently Due' : 'Upcoming' }
}

export const slowResults = (input: DueInput, today: string): SlowResult[] =>
  input.items.map((item) => slow(item, input, today))
