import type { DistanceUnit } from '#contract/core/fields.ts'
import { addDays, addMonths, daysBetween } from '#domain/core/days.ts'
import { convertDistance, distanceIn } from '#domain/vehicles/odometer-rules.ts'

/** Part of an interval, before its end, in which it counts as due. Numbers of ours. */
const SOON_SHARE = 0.1
const SOON_MILES_MAX = 1000
const SOON_DAYS = 30
/** Readings of so many days count for the average use, and so many days must lie between the first and the last. */
const USE_DAYS = 365
const USE_DAYS_MIN = 14
/** A date further ahead says nothing. */
const AHEAD_DAYS_MAX = 36_500

/** What is to be done again and again, by distance, by months, or by whichever comes first. */
export interface ScheduleItem {
  id: number
  service_ids: readonly number[]
  /** Both or neither; which one counts is for the vehicle's unit. */
  every_miles: number | null
  every_kilometers: number | null
  every_months: number | null
}

/** That a service was done: marked by hand, entered as history, or done by order. */
export interface Completion {
  id: string
  service_id: number
  /** Calendar day, `YYYY-MM-DD`. */
  day: string
  /** Null: nobody wrote it down. */
  odometer: number | null
  unit: DistanceUnit
  source: 'mark' | 'history' | 'order'
}

export interface LogReading {
  value: number
  unit: DistanceUnit
  read_on: string
  is_doubtful: boolean
  is_void: boolean
}

/** All that decides what is due on one vehicle. */
export interface DueInput {
  unit: DistanceUnit
  items: readonly ScheduleItem[]
  completions: readonly Completion[]
  readings: readonly LogReading[]
  /** The first that is known of the vehicle: what was due before is taken as done. */
  start: { day: string; odometer: number | null }
  /** Use that the person stated, in `unit` per month; null: the log tells. */
  miles_per_month: number | null
}

/** Where a cycle began, in the vehicle's unit. */
export interface Anchor {
  day: string
  odometer: number | null
}

export interface ClosedCycle {
  /** Day of the completion that closed it. */
  closed_on: string
  completions: Completion[]
}

export interface DueItem {
  item_id: number
  /** Distance of one cycle in the vehicle's unit; null: by date only. */
  every: number | null
  anchor: Anchor
  /** What was done in the present cycle, the latest of each service. */
  completed: Completion[]
  /** Reading at which it is due; null: by date only, or no reading is known. */
  due_at: number | null
  /** The earlier one of the date by months and the projected date of reaching `due_at`. */
  due_date: string | null
  tag: 'Past Due' | 'Currently Due' | 'Upcoming'
  due_status: 'past_due' | 'due_soon' | null
  /** Completed cycles, latest first. */
  cycles: ClosedCycle[]
}

export interface ReadingPoint {
  value: number
  read_on: string
}

/** The latest valid reading in the given unit; the higher one of a day. Null: none. */
export function latestReading(readings: readonly LogReading[], unit: DistanceUnit): ReadingPoint | null {
  let latest: ReadingPoint | null = null
  for (const reading of readings) {
    if (!isValid(reading)) continue
    const value = convertDistance(reading.value, reading.unit, unit)
    if (!latest || compare([reading.read_on, value], [latest.read_on, latest.value]) > 0)
      latest = { value, read_on: reading.read_on }
  }
  return latest
}

/** Average use per day in the given unit, from the valid readings of the last year; null when they say too little. */
export function averageDailyUse(
  readings: readonly LogReading[],
  unit: DistanceUnit,
  today: string,
): number | null {
  const since = addDays(today, -USE_DAYS)
  const counted = readings.filter((reading) => isValid(reading) && reading.read_on >= since)
  const days = counted.map(({ read_on }) => read_on).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || daysBetween(first, last) < USE_DAYS_MIN) return null
  const of = (day: string) =>
    counted.filter(({ read_on }) => read_on === day).map((one) => distanceIn(one.value, one.unit, unit))
  // The widest of both days would count a trip twice: from the highest of the first day to the highest of the last.
  const driven = Math.max(...of(last)) - Math.max(...of(first))
  return driven >= 0 ? driven / daysBetween(first, last) : null
}

/** Use per day that dates are projected from: what the person stated, else the average of the log. */
export function dailyUse(input: Pick<DueInput, 'readings' | 'unit' | 'miles_per_month'>, today: string) {
  const { miles_per_month: stated, readings, unit } = input
  return stated === null ? averageDailyUse(readings, unit, today) : (stated * 12) / 365.25
}

/** What the odometer shows today, most likely; null: no reading is known. Prefills the entry of a reading. */
export function projectedReading(
  input: Pick<DueInput, 'readings' | 'unit' | 'miles_per_month'>,
  today: string,
): number | null {
  const latest = latestReading(input.readings, input.unit)
  if (!latest) return null
  const days = Math.max(0, daysBetween(latest.read_on, today))
  return Math.floor(latest.value + days * (dailyUse(input, today) ?? 0))
}

/**
 * How every item of a vehicle's schedule stands (ruling 22). Server and device compute it by this one function. A fold
 * over the days with completions: each completes its service for the present cycle; when all services of the item are
 * done by the end of a day the cycle closes, and the next begins at the earliest of those completions.
 */
export function dueItems(input: DueInput, today: string): DueItem[] {
  const latest = latestReading(input.readings, input.unit)
  const now = projectedReading(input, today)
  const pace = dailyUse(input, today)
  const completions = sortByDay(input.completions)
  return input.items.map((item) => {
    const every = cycleDistance(item, input.unit)
    const { anchor, completed, cycles } = cyclesOf(item, every, completions, input)
    const due_at = anchor.odometer === null || every === null ? null : anchor.odometer + every
    const byMonths = item.every_months === null ? null : addMonths(anchor.day, item.every_months)
    const due_date = earlier(byMonths, projectedDay(due_at, latest, pace, anchor.day))
    const tag = tagOf({ due_at, byMonths, every }, { latest, now, today, unit: input.unit })
    return {
      ...{ item_id: item.id, every, anchor, completed, due_at, due_date, tag, cycles },
      due_status: tag === 'Past Due' ? 'past_due' : tag === 'Currently Due' ? 'due_soon' : null,
    }
  })
}

/** Distance of one cycle in a unit; null: the item has none. */
export function cycleDistance(
  item: Pick<ScheduleItem, 'every_miles' | 'every_kilometers'>,
  unit: DistanceUnit,
): number | null {
  return unit === 'mi' ? item.every_miles : item.every_kilometers
}

const RANK = { 'Past Due': 0, 'Currently Due': 1, Upcoming: 2 } as const

/** Most pressing first: by tag, then date, then reading. */
export function compareUrgency(
  a: Pick<DueItem, 'tag' | 'due_date' | 'due_at' | 'item_id'>,
  b: typeof a,
): number {
  return (
    RANK[a.tag] - RANK[b.tag] ||
    compare([a.due_date ?? '9999', a.due_at ?? Infinity], [b.due_date ?? '9999', b.due_at ?? Infinity]) ||
    a.item_id - b.item_id
  )
}

/** What lists and dashboards tell of a vehicle: all that is due, and of the rest the next one. Most pressing first. */
export function listedDueItems(items: readonly DueItem[]): DueItem[] {
  const sorted = items.toSorted(compareUrgency)
  const next = sorted.find(({ tag }) => tag === 'Upcoming')
  return sorted.filter((item) => item.tag !== 'Upcoming' || item === next)
}

const isValid = (reading: LogReading) => !reading.is_doubtful && !reading.is_void

/** By day, then reading; one without a reading stands before those of its day. */
function sortByDay(completions: readonly Completion[]): Completion[] {
  const key = ({ day, odometer, unit, id }: Completion) =>
    [day, odometer === null ? -1 : distanceIn(odometer, unit, 'mi'), id] as const
  return completions.toSorted((a, b) => compare(key(a), key(b)))
}

function cyclesOf(
  item: ScheduleItem,
  every: number | null,
  completions: readonly Completion[],
  { start, unit, readings }: DueInput,
) {
  // Who comes with 61,000 miles has had the service of 60,000: the next one is due at the next multiple.
  const odometer =
    start.odometer === null || !every ? start.odometer : Math.floor(start.odometer / every) * every
  let anchor: Anchor = { day: start.day, odometer }
  let done = new Map<number, Completion>()
  const cycles: ClosedCycle[] = []
  const own = completions.filter(({ service_id }) => item.service_ids.includes(service_id))
  for (const [i, completion] of own.entries()) {
    const { day } = completion
    if (day < anchor.day) continue
    done.set(completion.service_id, completion)
    // A day's work is one: what was done together closes one cycle together, whichever is written first.
    if (own[i + 1]?.day === day) continue
    const all = sortByDay([...done.values()])
    const [earliest] = all
    if (!earliest || done.size < new Set(item.service_ids).size) continue
    anchor = { day: earliest.day, odometer: odometerOf(earliest, unit, readings) }
    cycles.unshift({ closed_on: day, completions: all })
    done = new Map()
  }
  return { anchor, completed: sortByDay([...done.values()]), cycles }
}

/** Reading at a completion; where nobody wrote it down, the last valid one until that day, else the first after it. */
function odometerOf(completion: Completion, unit: DistanceUnit, readings: readonly LogReading[]) {
  if (completion.odometer !== null) return convertDistance(completion.odometer, completion.unit, unit)
  const before = readings.filter(({ read_on }) => read_on <= completion.day)
  const known = latestReading(before, unit)
  if (known) return known.value
  const values = readings.filter(isValid).map((one) => convertDistance(one.value, one.unit, unit))
  return values.length > 0 ? Math.min(...values) : null
}

function projectedDay(due_at: number | null, latest: ReadingPoint | null, pace: number | null, from: string) {
  if (due_at === null || !latest || !pace) return null
  const days = Math.floor((due_at - latest.value) / pace)
  if (days > AHEAD_DAYS_MAX) return null
  const day = addDays(latest.read_on, Math.max(days, -AHEAD_DAYS_MAX))
  return day < from ? from : day
}

function tagOf(
  { due_at, byMonths, every }: { due_at: number | null; byMonths: string | null; every: number | null },
  at: { latest: ReadingPoint | null; now: number | null; today: string; unit: DistanceUnit },
): DueItem['tag'] {
  const { latest, now, today, unit } = at
  if (due_at !== null && latest && latest.value > due_at) return 'Past Due'
  if (byMonths !== null && today > byMonths) return 'Past Due'
  // An estimate makes nothing past due: only a reading or the calendar does.
  const soon = Math.min((every ?? 0) * SOON_SHARE, convertDistance(SOON_MILES_MAX, 'mi', unit))
  if (due_at !== null && now !== null && now >= due_at - soon) return 'Currently Due'
  if (byMonths !== null && daysBetween(today, byMonths) <= SOON_DAYS) return 'Currently Due'
  return 'Upcoming'
}

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b

/** Tuples by their parts; texts by code unit, so that server and device agree. */
function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i]
    if (right === undefined || left === right) continue
    return left < right ? -1 : 1
  }
  return 0
}
