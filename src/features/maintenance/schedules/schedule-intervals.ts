import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import type { Completion, DueItem } from '#domain/maintenance/due-rules.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'

export const TAGS = ['Past Due', 'Currently Due', 'Upcoming'] as const

interface IntervalService {
  id: number
  name_en: string
  name_fr: string
  positions: string[]
  isCompleted: boolean
}

/** An interval of a vehicle as the screens show it. */
export interface ScheduleInterval extends DueItem {
  unit: 'mi' | 'km'
  months: number | null
  isOwn: boolean
  services: IntervalService[]
}

export interface CompletedCycle {
  key: string
  line: ScheduleInterval
  completedOn: string
  /** Services that users marked and can reset: of the latest cycle only, and only if none was marked or done since. */
  markedIds: number[]
}

/** Returns the intervals in the order of `due`. */
export function toScheduleIntervals(
  schedule: VehicleSchedule,
  due: readonly DueItem[],
  services: readonly ServiceDefinition[],
): ScheduleInterval[] {
  const definitions = new Map(services.map((service) => [service.id, service]))
  const items = new Map(schedule.items.map((item) => [item.id, item]))
  return due.flatMap((dueInterval) => {
    const item = items.get(dueInterval.item_id)
    if (!item) return []
    const done = new Set(dueInterval.completed.map(({ service_id }) => service_id))
    return {
      ...dueInterval,
      unit: schedule.unit,
      months: item.every_months,
      isOwn: item.is_own,
      services: item.service_ids.flatMap((id) => {
        const known = definitions.get(id)
        if (!known) return []
        const { name_en, name_fr, positions } = known
        return { id, name_en, name_fr, positions, isCompleted: done.has(id) }
      }),
    }
  })
}

/** Returns the completed cycles of all intervals, latest first (SCH-013). */
export function completedCycles(
  schedule: VehicleSchedule,
  due: readonly DueItem[],
  services: readonly ServiceDefinition[],
): CompletedCycle[] {
  return toScheduleIntervals(schedule, due, services)
    .flatMap((line) =>
      line.cycles.map((cycle, i) => ({
        key: `${line.item_id}:${line.cycles.length - i}`,
        line,
        completedOn: cycle.closed_on,
        markedIds:
          i > 0 || line.completed.some(({ source }) => source === 'mark')
            ? []
            : cycle.completions
                .filter(({ source, service_id }) => source === 'mark' && !isDone(line, service_id))
                .map((completion) => completion.service_id),
      })),
    )
    .toSorted((a, b) => b.completedOn.localeCompare(a.completedOn))
}

/** Returns the services that are preselected when an interval opens: those not done yet (SCH-027). */
export const openServices = (line: Pick<ScheduleInterval, 'services'>): number[] =>
  line.services.filter(({ isCompleted }) => !isCompleted).map(({ id }) => id)

/** Returns the services that users marked in the current cycle, so that they can mark them as not done. */
export const markedServices = (line: Pick<ScheduleInterval, 'completed'>): number[] =>
  line.completed.filter(({ source }) => source === 'mark').map((completion) => completion.service_id)

const isDone = ({ completed }: Pick<ScheduleInterval, 'completed'>, serviceId: number) =>
  completed.some((completion) => completion.service_id === serviceId)

export interface LastDone {
  /** `YYYY-MM-DD` */
  day: string
  /** In the schedule's unit; null: not recorded. */
  odometer: number | null
}

/** Returns when one service of an interval was last done, in this cycle or an earlier one; null: never. */
export function lastDoneOf(line: ScheduleInterval, serviceId: number): LastDone | null {
  const all = [...line.completed, ...line.cycles.flatMap(({ completions }) => completions)]
  return latest(
    all.filter(({ service_id }) => service_id === serviceId),
    line.unit,
  )
}

/** Returns when all services of an interval were last done; null: never. */
export const lastCycleOf = (line: ScheduleInterval): LastDone | null =>
  latest(line.cycles[0]?.completions ?? [], line.unit)

function latest(completions: readonly Completion[], unit: ScheduleInterval['unit']): LastDone | null {
  const [last] = completions.toSorted((a, b) => b.day.localeCompare(a.day))
  if (!last) return null
  const { day, odometer } = last
  return { day, odometer: odometer === null ? null : convertDistance(odometer, last.unit, unit) }
}
