import type { Language } from '#contract/core/fields.ts'
import type { ScheduledService } from '#contract/maintenance/schedules.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { type LastDone, lastDoneOf, type ScheduleInterval } from './schedule-intervals.ts'

/** One service of a vehicle's schedule in the grid. */
export interface ServiceRow {
  id: string
  intervalId: number
  /** Names of all services of its interval. */
  intervalServices: readonly string[]
  serviceId: number
  name: string
  every: number | null
  months: number | null
  unit: 'mi' | 'km'
  /** Null: never, or not known without the local schedule. */
  lastDone: LastDone | null
  /** Reading and day at which it is due. */
  dueAt: number | null
  date: string | null
  isCompleted: boolean
  /** The other services of its interval that are not done yet: the next cycle starts with the last of them (SCH-026). */
  otherOpen: readonly { id: number; name: string }[]
  /** Day on which its interval was last completed; null: never, undefined: not known without the local schedule. */
  lastCompletedOn?: string | null
  /** Marked as done by a user, so that it can be marked as not done. */
  isMarked: boolean
  tag: ScheduleInterval['tag']
  /** Added to this vehicle only. */
  isOwn: boolean
}

/** Returns the rows of the local schedule. */
export const rowsOfIntervals = (lines: readonly ScheduleInterval[], language: Language): ServiceRow[] =>
  lines.flatMap((line) =>
    line.services.map((service, _, all) => ({
      id: `${line.item_id}:${service.id}`,
      intervalId: line.item_id,
      intervalServices: all.map((service) => serviceName(service, language)),
      serviceId: service.id,
      name: serviceName(service, language),
      every: line.every,
      months: line.months,
      unit: line.unit,
      date: line.due_date,
      lastDone: lastDoneOf(line, service.id),
      dueAt: line.due_at,
      isMarked: line.completed.some(
        (completion) => completion.service_id === service.id && completion.source === 'mark',
      ),
      isCompleted: service.isCompleted,
      otherOpen: all
        .filter((other) => other !== service && !other.isCompleted)
        .map((other) => ({ id: other.id, name: serviceName(other, language) })),
      lastCompletedOn: line.cycles[0]?.closed_on ?? null,
      tag: line.tag,
      isOwn: line.isOwn,
    })),
  )

/** Returns the rows of the server's pages. */
export const rowsOfServices = (services: readonly ScheduledService[], unit: 'mi' | 'km'): ServiceRow[] =>
  services.map((service) => ({
    id: `${service.interval_id}:${service.id}`,
    intervalId: service.interval_id,
    intervalServices: services
      .filter((other) => other.interval_id === service.interval_id)
      .map(({ name }) => name),
    serviceId: service.id,
    name: service.name,
    every: unit === 'km' ? service.interval_kilometers : service.interval,
    months: service.interval_months,
    unit,
    lastDone: null,
    dueAt: null,
    isMarked: service.is_completed,
    date: service.estimated_maintenance_date,
    isCompleted: service.is_completed,
    otherOpen: services.filter(
      (other) => other !== service && other.interval_id === service.interval_id && !other.is_completed,
    ),
    tag: service.recommendation_state,
    isOwn: !service.recommended,
  }))
