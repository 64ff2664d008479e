import { pageOf } from '#contract/core/paging.ts'
import type { OemInterval, ScheduledService } from '#contract/maintenance/schedules.ts'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { addMonths, dayIn } from '#domain/core/days.ts'
import { averageDailyUse, dailyUse, latestReading } from '#domain/maintenance/daily-use.ts'
import { compareUrgency, type DueItem, dueItems } from '#domain/maintenance/due-rules.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import type { Actor } from '#server/actor.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { readServiceDefinitions } from '../../catalog/services/services.reads.ts'
import {
  lockVehicle,
  refreshVehicle,
  requireVisibleVehicle,
} from '../../vehicles/vehicles/vehicles.service.ts'
import { dueRowsRepository } from './due-rows.repository.ts'
import { intervalText } from './interval-text.ts'
import { readSchedules } from './schedules.reads.ts'
import { schedulesRepository } from './schedules.repository.ts'

/** The only provider of recommendations (SCH-034). */
const PROVIDER = 'advice'
const DAYS_PER_MONTH = 365.25 / 12

type Timed = Pick<UseCase, 'tx' | 'actor' | 'clock'>

/** Returns the intervals of a vehicle, most urgent first, followed by completed ones, latest first. */
export async function listIntervals(useCase: Timed, vehicleId: number) {
  const { tx, actor } = useCase
  const all = await currentSchedule(useCase, vehicleId)
  const { schedule, due, today } = all
  const itemIds = schedule.items.map(({ id }) => id)
  const reasons = await schedulesRepository.reasons(tx, itemIds)
  const intervals: OemInterval[] = []
  const completed_intervals: OemInterval[] = []
  for (const interval of due) {
    const { head, present, past } = lineOf(actor, all, interval)
    const reason = reasons.get(interval.item_id)?.[actor.language] ?? null
    const { tag, due_at, due_date } = interval
    intervals.push({
      ...head,
      services: present,
      is_completed: false,
      tag,
      due_at,
      due_date,
      completed_on: null,
      reason,
    })
    for (const cycle of interval.cycles)
      completed_intervals.push({
        ...head,
        services: past,
        is_completed: true,
        tag: 'Upcoming',
        due_at: null,
        due_date: null,
        completed_on: cycle.closed_on,
        reason,
      })
  }
  completed_intervals.sort((a, b) => (b.completed_on ?? '').localeCompare(a.completed_on ?? ''))
  return {
    intervals,
    completed_intervals,
    schedule,
    unit: schedule.unit,
    current_mileage: latestReading(dueInputOf(schedule).readings, schedule.unit)?.value ?? null,
    miles_per_month: monthlyUse(schedule, today),
  }
}

/** Returns the services of one interval, by default the most urgent one. */
export async function listIntervalServices(
  useCase: Timed,
  query: { vehicleId: number; interval?: number | undefined },
) {
  const all = await currentSchedule(useCase, query.vehicleId)
  const due =
    query.interval === undefined
      ? all.due[0]
      : all.due.find((interval) => interval.item_id === query.interval)
  if (!due && query.interval !== undefined) throw new Problem('not_found')
  return { services: due ? lineOf(useCase.actor, all, due).present : [] }
}

/** Returns recommended services outside the schedule that were not done recently. */
export async function listRecommendations(
  useCase: UseCase<'scheduleSource'>,
  query: { provider: string; vehicle_id: number },
) {
  const { tx, actor, ports } = useCase
  if (query.provider !== PROVIDER) throw new Problem('not_found')
  const { schedule, services, today } = await currentSchedule(useCase, query.vehicle_id)
  const scheduled = new Set(schedule.items.flatMap(({ service_ids }) => service_ids))
  const advice = ports.scheduleSource
    .adviceFor(schedule.duty_class)
    .filter(({ serviceId }) => !scheduled.has(serviceId) && services.has(serviceId))
  const vehicleKey = { fleetId: actor.fleet.id, vehicleId: query.vehicle_id }
  const serviceIds = advice.map(({ serviceId }) => serviceId)
  const lastDone = await schedulesRepository.lastDone(tx, vehicleKey, serviceIds)
  return {
    services: advice.map(({ serviceId, months }) => {
      const day = lastDone.get(serviceId)
      const { name = '', positions = [] } = services.get(serviceId) ?? {}
      const is_completed = day !== undefined && addMonths(day, months) > today
      return { service_id: serviceId, name, positions, is_completed }
    }),
  }
}

/** Returns the services of a vehicle individually, most urgent first (SCH-031, SCH-041). */
export async function listScheduledServices(
  useCase: Timed,
  query: { vehicle_id: number; page: number; per_page: number },
) {
  const all = await currentSchedule(useCase, query.vehicle_id)
  const items = new Map(all.schedule.items.map((item) => [item.id, item]))
  const rows = all.due.flatMap((due): ScheduledService[] => {
    const item = items.get(due.item_id)
    if (!item) return []
    return lineOf(useCase.actor, all, due).present.map((service) => ({
      id: service.service_id,
      interval_id: item.id,
      name: service.service_name,
      interval: item.every_miles,
      interval_kilometers: item.every_kilometers,
      interval_months: item.every_months,
      recommendation_state: due.tag,
      estimated_maintenance_date: due.due_date,
      is_completed: service.is_completed,
      recommended: !item.is_own,
    }))
  })
  const from = (query.page - 1) * query.per_page
  return { services: rows.slice(from, from + query.per_page), ...pageOf(query, rows.length) }
}

/** Returns the due items of the fleet or of some vehicles; by vehicle: only the most urgent of each. */
export async function listDueItems(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  query: {
    vehicle_ids?: string | undefined
    service_schedules_by_vehicle?: boolean | undefined
    page: number
    per_page: number
  },
) {
  const filter = {
    vehicleIds: query.vehicle_ids === undefined ? null : query.vehicle_ids.split(',').map(Number),
    byVehicle: query.service_schedules_by_vehicle === true,
  }
  const count = await dueRowsRepository.count(tx, actor, filter)
  const rows = await dueRowsRepository.list(tx, actor, filter, query)
  const vehicle_services = rows.map(({ name, every_months: months, ...row }) => ({
    ...row,
    interval: name || intervalText(actor.language, { every: null, unit: row.unit, months }),
  }))
  return { vehicle_services, ...pageOf(query, count) }
}

/** Adds services to a vehicle's own schedule; the distance is in its unit. */
export async function addToSchedule(
  useCase: Timed,
  input: {
    vehicle_id: number
    service_definition_ids: number[]
    interval?: number | undefined
    interval_months?: number | undefined
  },
) {
  const { tx, actor } = useCase
  const { schedule, services, today } = await currentSchedule(useCase, input.vehicle_id)
  const serviceIds = [...new Set(input.service_definition_ids)]
  if (serviceIds.some((id) => !services.has(id)))
    throw new Problem('validation', { fields: { service_definition_ids: ['unknown'] } })
  const vehicleKey = { fleetId: actor.fleet.id, vehicleId: input.vehicle_id }
  const distance = (unit: 'mi' | 'km') =>
    input.interval === undefined ? null : convertDistance(input.interval, schedule.unit, unit)
  await lockVehicle(tx, vehicleKey)
  const [miles, kilometers] = [distance('mi'), distance('km')]
  const months = input.interval_months ?? null
  await schedulesRepository.addItem(tx, vehicleKey, { serviceIds, miles, kilometers, months })
  await refreshVehicle(tx, vehicleKey.fleetId, vehicleKey.vehicleId, today)
  const [after] = await readSchedules(tx, vehicleKey.fleetId, [vehicleKey.vehicleId])
  return { body: { success: true, schedule: after ?? schedule } as const, status: 201 as const }
}

/** Removes an interval that was added to a vehicle. Repeating it has no effect (SCH-054). */
export async function removeFromSchedule(
  { tx, actor, clock }: Timed,
  input: { vehicle_id: number; interval_id: number },
) {
  const vehicleKey = { fleetId: actor.fleet.id, vehicleId: input.vehicle_id }
  await requireVisibleVehicle(tx, actor, vehicleKey.vehicleId)
  await lockVehicle(tx, vehicleKey)
  if (!(await schedulesRepository.removeItem(tx, vehicleKey, input.interval_id)))
    throw new Problem('not_found')
  await refreshVehicle(tx, vehicleKey.fleetId, vehicleKey.vehicleId, dayIn(actor.fleet.timeZone, clock()))
  const [schedule] = await readSchedules(tx, vehicleKey.fleetId, [vehicleKey.vehicleId])
  if (!schedule) throw new Problem('not_found')
  return { body: { success: true, schedule } as const }
}

/** Use per month in whole miles or kilometers, as the form shows it; null: neither stated nor in the log. */
export function monthlyUse(schedule: VehicleSchedule, today: string): number | null {
  const input = dueInputOf(schedule)
  if (schedule.miles_per_month === null && averageDailyUse(input.readings, input.unit, today) === null)
    return null
  return Math.round((dailyUse(input, today) ?? 0) * DAYS_PER_MONTH)
}

/** The schedule with its items as of today. 404 as for the vehicle. */
async function currentSchedule({ tx, actor, clock }: Timed, vehicleId: number) {
  await requireVisibleVehicle(tx, actor, vehicleId)
  const [schedule] = await readSchedules(tx, actor.fleet.id, [vehicleId])
  if (!schedule) throw new Problem('not_found')
  const today = dayIn(actor.fleet.timeZone, clock())
  const due = dueItems(dueInputOf(schedule), today).toSorted(compareUrgency)
  const services = new Map(
    (await readServiceDefinitions(tx, actor.language)).map((service) => [service.id, service]),
  )
  return { schedule, due, services, today }
}
type CurrentSchedule = Awaited<ReturnType<typeof currentSchedule>>

function lineOf(actor: Actor, { schedule, services }: CurrentSchedule, due: DueItem) {
  const item = schedule.items.find(({ id }) => id === due.item_id)
  const doneIds = new Set(due.completed.map(({ service_id }) => service_id))
  const { unit } = schedule
  const servicesOf = (isDone: (id: number) => boolean) =>
    (item?.service_ids ?? []).map((id) => ({
      service_id: id,
      service_name: services.get(id)?.name ?? '',
      positions: services.get(id)?.positions ?? [],
      is_completed: isDone(id),
    }))
  const interval = { every: due.every, unit, months: item?.every_months ?? null }
  const head = { interval_id: due.item_id, interval: intervalText(actor.language, interval), unit }
  return { head, present: servicesOf((id) => doneIds.has(id)), past: servicesOf(() => true) }
}
