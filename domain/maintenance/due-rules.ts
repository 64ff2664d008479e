import type { DistanceUnit } from '#contract/core/fields.ts'
import { addDays, addMonths, daysBetween } from '#domain/core/days.ts'
import { convertDistance, distanceIn } from '#domain/vehicles/odometer-rules.ts'
import {
  dailyUse,
  isValid,
  type LogReading,
  latestReading,
  projectedReading,
  type ReadingPoint,
} from './daily-use.ts'
import { type Exceeded, exceededOn } from './exceeded-on.ts'

/** Last part of an interval in which it counts as due soon. Our choice. */
const SOON_SHARE = 0.1
const SOON_MILES_MAX = 1000
const SOON_DAYS = 30
/** Dates further ahead are meaningless. */
const AHEAD_DAYS_MAX = 36_500

/** A recurring item: by distance, by months, or by whichever comes first. */
export interface ScheduleItem {
  id: number
  service_ids: readonly number[]
  /** Both or neither; the vehicle's unit selects one. */
  every_miles: number | null
  every_kilometers: number | null
  every_months: number | null
}

/** Completion of a service: marked manually, entered as history, or done by an order. */
export interface Completion {
  id: string
  service_id: number
  /** Calendar day, `YYYY-MM-DD`. */
  day: string
  /** Null: not recorded. */
  odometer: number | null
  unit: DistanceUnit
  /** Odometer on that day, in the vehicle's unit, if none was recorded and the given readings start later. */
  last_reading?: number | undefined
  source: 'mark' | 'history' | 'order'
}

/** Everything that determines what is due on a vehicle. */
export interface DueInput {
  unit: DistanceUnit
  items: readonly ScheduleItem[]
  completions: readonly Completion[]
  readings: readonly LogReading[]
  /** When readings older than these first exceeded the reading at which an interval is due (SCH-057). */
  exceeded?: readonly Exceeded[] | undefined
  /** State on the day the vehicle was added: work that was due earlier counts as done. */
  start: { day: string; odometer: number | null }
  /** Stated use in `unit` per month; null: computed from the log. */
  miles_per_month: number | null
}

/** Start of a cycle, in the vehicle's unit. */
interface Anchor {
  day: string
  odometer: number | null
}

export interface ClosedCycle {
  /** Day of the completion that closed it. */
  closed_on: string
  completions: Completion[]
  /**
   * Reading at which it was due, in the vehicle's unit; null: by date only, no reading is known, or it is the first one
   * and closed before the vehicle was added.
   */
  due_at: number | null
  /** Last day on time, by months; null: by distance only, or it is the first one and closed before the vehicle was added. */
  due_on: string | null
  /** Reading at the completion that closed it, in the vehicle's unit. */
  done_at: number | null
}

export interface DueItem {
  item_id: number
  /** Distance of one cycle in the vehicle's unit; null: by date only. */
  every: number | null
  anchor: Anchor
  /** Completions of the current cycle, the latest of each service. */
  completed: Completion[]
  /** Reading at which it is due; null: by date only, or no reading is known. */
  due_at: number | null
  /** Earliest of the date by months, the projected date of reaching `due_at`, and the day of the first reading above it. Null: none is known. */
  due_date: string | null
  tag: 'Past Due' | 'Currently Due' | 'Upcoming'
  due_status: 'past_due' | 'due_soon' | null
  /** Completed cycles, latest first. */
  cycles: ClosedCycle[]
}

/**
 * Computes the state of every item of a vehicle's schedule (ruling 22), identically on server and device. It iterates
 * over the days with completions. Each completes its service for the current cycle. When all services of the item are
 * done by the end of a day, the cycle closes, and the next one begins at the earliest of those completions.
 */
export function dueItems(input: DueInput, today: string): DueItem[] {
  const latest = latestReading(input.readings, input.unit)
  const now = projectedReading(input, today)
  const pace = dailyUse(input, today)
  const completions = sortByDay(input.completions)
  return input.items.map((item) => {
    const every = cycleDistance(item, input.unit)
    const { anchor, completed, cycles } = cyclesOf(item, every, completions, input)
    const { due_at, byMonths } = dueAfter(anchor, item, every)
    const byDistance = earlier(
      projectedDay(due_at, latest, pace, anchor.day),
      due_at !== null && latest && latest.value > due_at
        ? exceededOn({ due_at, from: anchor.day }, input)
        : null,
    )
    const due_date = earlier(byMonths, byDistance)
    const tag = tagOf({ due_at, byMonths, every }, { latest, now, today, unit: input.unit })
    return {
      item_id: item.id,
      every,
      anchor,
      completed,
      due_at,
      due_date,
      tag,
      cycles,
      due_status: tag === 'Past Due' ? 'past_due' : tag === 'Currently Due' ? 'due_soon' : null,
    }
  })
}

/** Distance of one cycle in the given unit; null: none. */
export function cycleDistance(
  item: Pick<ScheduleItem, 'every_miles' | 'every_kilometers'>,
  unit: DistanceUnit,
): number | null {
  return unit === 'mi' ? item.every_miles : item.every_kilometers
}

const RANK = { 'Past Due': 0, 'Currently Due': 1, Upcoming: 2 } as const

/** Sorts the most urgent first: by tag, then date, then reading. */
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

/**
 * Returns what lists and dashboards show of a vehicle: everything due, and the next upcoming item. Most urgent first.
 */
export function listedDueItems(items: readonly DueItem[]): DueItem[] {
  const sorted = items.toSorted(compareUrgency)
  const next = sorted.find(({ tag }) => tag === 'Upcoming')
  return sorted.filter((item) => item.tag !== 'Upcoming' || item === next)
}

/** By day, then reading; completions without a reading come first on their day. */
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
  // A vehicle that starts at 61,000 miles counts the service at 60,000 as done: the next multiple is due.
  const odometer =
    start.odometer === null || !every ? start.odometer : Math.floor(start.odometer / every) * every
  let anchor: Anchor = { day: start.day, odometer }
  let done = new Map<number, Completion>()
  const cycles: ClosedCycle[] = []
  const own = completions.filter(({ service_id }) => item.service_ids.includes(service_id))
  for (const [i, completion] of own.entries()) {
    const { day } = completion
    done.set(completion.service_id, completion)
    // Completions of one day close one cycle together, in any order.
    if (own[i + 1]?.day === day) continue
    const all = sortByDay([...done.values()])
    const [earliest, last] = [all[0], all.at(-1)]
    if (!earliest || !last || done.size < new Set(item.service_ids).size) continue
    // The first cycle has an unknown start if it closed before the vehicle was added.
    const due = day < anchor.day ? null : dueAfter(anchor, item, every)
    const done_at = odometerOf(last, unit, readings)
    cycles.unshift({
      closed_on: day,
      completions: all,
      done_at,
      due_at: due?.due_at ?? null,
      due_on: due?.byMonths ?? null,
    })
    anchor = { day: earliest.day, odometer: odometerOf(earliest, unit, readings) }
    done = new Map()
  }
  return { anchor, completed: sortByDay([...done.values()]), cycles }
}

/** Reading and day at which a cycle is due that begins at the anchor. */
const dueAfter = (anchor: Anchor, item: ScheduleItem, every: number | null) => ({
  due_at: anchor.odometer === null || every === null ? null : anchor.odometer + every,
  byMonths: item.every_months === null ? null : addMonths(anchor.day, item.every_months),
})

/** Odometer at a completion; if not recorded, the last valid reading until that day, else the lowest valid one. */
function odometerOf(completion: Completion, unit: DistanceUnit, readings: readonly LogReading[]) {
  if (completion.odometer !== null) return convertDistance(completion.odometer, completion.unit, unit)
  if (completion.last_reading !== undefined) return completion.last_reading
  const before = readings.filter(({ read_on }) => read_on <= completion.day)
  const known = latestReading(before, unit)
  if (known) return known.value
  const values = readings.filter(isValid).map((reading) => convertDistance(reading.value, reading.unit, unit))
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
  // A projection never makes an item past due: only a reading or the calendar does.
  const soon = Math.min((every ?? 0) * SOON_SHARE, convertDistance(SOON_MILES_MAX, 'mi', unit))
  if (due_at !== null && now !== null && now >= due_at - soon) return 'Currently Due'
  if (byMonths !== null && daysBetween(today, byMonths) <= SOON_DAYS) return 'Currently Due'
  return 'Upcoming'
}

const earlier = (a: string | null, b: string | null): string | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b

/** Compares tuples element by element; texts by code unit, so that server and device agree. */
function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i]
    if (right === undefined || left === right) continue
    return left < right ? -1 : 1
  }
  return 0
}
