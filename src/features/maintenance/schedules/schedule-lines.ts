import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import type { DueItem } from '#domain/maintenance/due-rules.ts'

export const TAGS = ['Past Due', 'Currently Due', 'Upcoming'] as const

export interface LineService {
  id: number
  name_en: string
  name_fr: string
  positions: string[]
  isCompleted: boolean
}

/** An interval of a vehicle as the screens show it. */
export interface ScheduleLine extends DueItem {
  unit: 'mi' | 'km'
  months: number | null
  isOwn: boolean
  services: LineService[]
}

export interface CompletedLine {
  key: string
  line: ScheduleLine
  completedOn: string
  /** What a person marked of it and may take back: of the latest cycle only, and where none of its services is marked since. */
  markedIds: number[]
}

/** The intervals in the order of `due`. */
export function scheduleLines(
  schedule: VehicleSchedule,
  due: readonly DueItem[],
  services: readonly ServiceDefinition[],
): ScheduleLine[] {
  const definitions = new Map(services.map((service) => [service.id, service]))
  const items = new Map(schedule.items.map((item) => [item.id, item]))
  return due.flatMap((one) => {
    const item = items.get(one.item_id)
    if (!item) return []
    const done = new Set(one.completed.map(({ service_id }) => service_id))
    return {
      ...one,
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

/** Completed cycles of all intervals, latest first (SCH-013). */
export function completedLines(
  schedule: VehicleSchedule,
  due: readonly DueItem[],
  services: readonly ServiceDefinition[],
): CompletedLine[] {
  return scheduleLines(schedule, due, services)
    .flatMap((line) =>
      line.cycles.map((cycle, i) => ({
        key: `${line.item_id}:${line.cycles.length - i}`,
        line,
        completedOn: cycle.closed_on,
        markedIds:
          i > 0 || line.completed.some(({ source }) => source === 'mark')
            ? []
            : cycle.completions.filter(({ source }) => source === 'mark').map((one) => one.service_id),
      })),
    )
    .toSorted((a, b) => b.completedOn.localeCompare(a.completedOn))
}

/** Services that are ticked when an interval opens: what is not done yet (SCH-027). */
export const openServices = (line: Pick<ScheduleLine, 'services'>): number[] =>
  line.services.filter(({ isCompleted }) => !isCompleted).map(({ id }) => id)
