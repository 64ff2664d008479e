import { createHash } from 'node:crypto'
import type { DistanceUnit, Language } from '#contract/core/fields.ts'
import type { ItemInput, ScheduleTemplate } from '#contract/maintenance/templates.ts'
import { DUTY_CLASSES, type DutyClass } from '#contract/maintenance/vehicle-schedule.ts'
import { dayIn } from '#domain/core/days.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { readPositions } from '#server/modules/catalog/services/services.reads.ts'
import { dutyClassOf } from '#server/modules/maintenance/schedules/duty-class.ts'
import { readSchedules } from '#server/modules/maintenance/schedules/schedules.reads.ts'
import {
  getVehicle,
  lockVehicle,
  refreshVehicle,
} from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import {
  type NewItem,
  type Owner,
  type StoredItem,
  type StoredTemplate,
  templatesRepository,
} from './templates.repository.ts'

/** Converted distances are rounded: no one services at 8,047 km. */
const ROUND = 100

/** Returns the schedule templates by vehicle class, with the numbers of vehicles that follow them (ruling 22). */
export async function listTemplates({
  tx,
  actor,
}: Pick<UseCase, 'tx' | 'actor'>): Promise<{ templates: ScheduleTemplate[] }> {
  const stored = new Map(
    (await templatesRepository.list(tx, actor.fleet.id)).map((template) => [template.duty_class, template]),
  )
  const counts = new Map<DutyClass, { following: number; not_following: number }>()
  for (const row of await templatesRepository.vehicles(tx, actor.fleet.id)) {
    const duty = dutyClassOf(row)
    const vehicleCounts = counts.get(duty) ?? { following: 0, not_following: 0 }
    vehicleCounts[row.follows_class ? 'following' : 'not_following'] += row.count
    counts.set(duty, vehicleCounts)
  }
  const templates = DUTY_CLASSES.map((duty_class) => ({
    duty_class,
    is_own: stored.get(duty_class)?.is_own ?? false,
    revision: revisionOf(stored.get(duty_class)),
    ...(counts.get(duty_class) ?? { following: 0, not_following: 0 }),
    items: (stored.get(duty_class)?.items ?? []).map((item) => shown(item, actor.language)),
  }))
  return { templates }
}

/** Changes the schedule of a class for the whole fleet. `dueDates.startFleet` recomputes its vehicles. */
export async function saveTemplate(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  input: {
    duty_class: DutyClass
    unit: DistanceUnit
    items: readonly ItemInput[]
    revision?: string | undefined
  },
) {
  const fleetId = actor.fleet.id
  await requireKnownServices(tx, input.items)
  await templatesRepository.hold(tx, fleetId)
  const before = await findTemplate(tx, fleetId, input.duty_class)
  if (input.revision !== undefined && input.revision !== revisionOf(before)) {
    if (!before?.is_own || !hasItems(before.items, input.items, input.unit)) throw new Problem('stale')
    // The same save again, whose response was lost.
    return showTemplate(tx, actor, input.duty_class)
  }
  const templateId = await templatesRepository.own(tx, fleetId, input.duty_class)
  await replaceItems(tx, { fleetId, templateId }, input.items, input.unit, before)
  await templatesRepository.markStale(tx, fleetId)
  return showTemplate(tx, actor, input.duty_class)
}

/** Restores the default schedule of a class. `dueDates.startFleet` recomputes its vehicles. */
export async function resetTemplate({ tx, actor }: Pick<UseCase, 'tx' | 'actor'>, dutyClass: DutyClass) {
  await templatesRepository.hold(tx, actor.fleet.id)
  await templatesRepository.drop(tx, actor.fleet.id, dutyClass)
  await templatesRepository.markStale(tx, actor.fleet.id)
  return showTemplate(tx, actor, dutyClass)
}

/** Gives a vehicle its own schedule, or links it to its class again. */
export async function saveVehicleSchedule(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  input: {
    vehicle_id: number
    duty_class: DutyClass | null
    items?: readonly ItemInput[] | undefined
    revision?: string | undefined
  },
) {
  const vehicleKey = { fleetId: actor.fleet.id, vehicleId: input.vehicle_id }
  const vehicle = await getVehicle(tx, actor, vehicleKey.vehicleId)
  const { items } = input
  if (items) await requireKnownServices(tx, items)
  await lockVehicle(tx, vehicleKey)
  const [schedule] = await readSchedules(tx, vehicleKey.fleetId, [vehicleKey.vehicleId])
  const followsClass = items === undefined
  const isStale = input.revision !== undefined && input.revision !== schedule?.revision
  if (isStale) {
    const isAsBefore = items
      ? hasItems(await templatesRepository.itemsOf(tx, vehicleKey), items, vehicle.odometer_units)
      : schedule?.follows_class
    const isOfOtherClass = input.duty_class !== null && input.duty_class !== schedule?.duty_class
    if (!isAsBefore || isOfOtherClass) throw new Problem('stale')
  }
  await templatesRepository.state(tx, vehicleKey, { dutyClass: input.duty_class, followsClass })
  // Stale with the same items: the same save again, whose response was lost. The items keep their ids.
  if (items && !isStale) {
    const from = schedule && (await findTemplate(tx, vehicleKey.fleetId, schedule.duty_class))
    await replaceItems(tx, vehicleKey, items, vehicle.odometer_units, from)
  } else if (!items) {
    const copies = await templatesRepository.itemsOf(tx, vehicleKey)
    const ids = copies.map(({ id }) => id)
    await templatesRepository.remove(tx, vehicleKey, ids)
  }
  await refreshVehicle(tx, vehicleKey.fleetId, vehicleKey.vehicleId, dayIn(actor.fleet.timeZone, clock()))
  const [after] = await readSchedules(tx, vehicleKey.fleetId, [vehicleKey.vehicleId])
  if (!after) throw new Problem('not_found')
  return { body: { schedule: after } }
}

async function showTemplate(tx: Transaction, actor: Actor, dutyClass: DutyClass) {
  const { templates } = await listTemplates({ tx, actor })
  const template = templates.find(({ duty_class }) => duty_class === dutyClass)
  if (!template) throw new Problem('not_found')
  return { body: { template } }
}

const findTemplate = async (tx: Transaction, fleetId: number, dutyClass: DutyClass) =>
  (await templatesRepository.list(tx, fleetId)).find((each) => each.duty_class === dutyClass)

async function requireKnownServices(tx: Transaction, items: readonly ItemInput[]): Promise<void> {
  const ids = items.flatMap(({ service_ids }) => service_ids)
  const known = await readPositions(tx, ids)
  const fields: Record<string, string[]> = {}
  for (const [n, { service_ids }] of items.entries())
    if (service_ids.some((id) => !known.has(id))) fields[`items.${n}.service_ids`] = ['unknown']
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
}

/** Whether the stored items are those of a save, in any order. */
function hasItems(stored: readonly StoredItem[], items: readonly ItemInput[], unit: DistanceUnit): boolean {
  const keyOf = (serviceIds: readonly number[], every: number | null, months: number | null) =>
    JSON.stringify([[...new Set(serviceIds)], every, months])
  const held = stored.map(({ service_ids, every_months, ...item }) =>
    keyOf(service_ids, unit === 'mi' ? item.every_miles : item.every_kilometers, every_months),
  )
  const given = items.map(({ service_ids, every, every_months }) => keyOf(service_ids, every, every_months))
  return JSON.stringify(held.sort()) === JSON.stringify(given.sort())
}

/** Replaces the items of an owner; existing items keep their id, and with it their dates. */
async function replaceItems(
  tx: Transaction,
  owner: Owner,
  items: readonly ItemInput[],
  unit: DistanceUnit,
  from: StoredTemplate | undefined,
): Promise<void> {
  const held = new Map((await templatesRepository.itemsOf(tx, owner)).map((item) => [item.id, item]))
  // Copied default items keep the default ids in the form.
  const origin = new Map((from?.items ?? []).map((item) => [item.id, item]))
  for (const input of items) {
    const before = held.get(input.id ?? 0)
    const item = itemOf(input, unit, before ?? origin.get(input.id ?? 0))
    if (before) await templatesRepository.change(tx, owner, { ...item, id: before.id })
    else await templatesRepository.insert(tx, owner, item)
    held.delete(before?.id ?? 0)
  }
  if (held.size > 0) await templatesRepository.remove(tx, owner, [...held.keys()])
}

/** Hash of the stored items, which a save compares with the revision that the user saw. */
const revisionOf = (template: StoredTemplate | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(template ?? null))
    .digest('hex')
    .slice(0, 16)

const shown = ({ reason_en, reason_fr, ...item }: StoredItem, language: Language) => ({
  ...item,
  reason: language === 'fr' ? reason_fr : reason_en,
})

/** An item with both distances. An unchanged distance keeps both; a changed item loses the default reason. */
function itemOf(input: ItemInput, unit: DistanceUnit, before: NewItem | undefined): NewItem {
  const { service_ids, every, every_months } = input
  const wasEvery = before && (unit === 'mi' ? before.every_miles : before.every_kilometers)
  const other = (to: DistanceUnit) =>
    every === null ? null : to === unit ? every : rounded(convertDistance(every, unit, to))
  const distances =
    before && wasEvery === every
      ? { every_miles: before.every_miles, every_kilometers: before.every_kilometers }
      : { every_miles: other('mi'), every_kilometers: other('km') }
  const isAsBefore = wasEvery === every && before?.every_months === every_months
  return {
    service_ids: [...new Set(service_ids)],
    every_months,
    ...distances,
    reason_en: isAsBefore ? before.reason_en : null,
    reason_fr: isAsBefore ? before.reason_fr : null,
  }
}

const rounded = (distance: number) => Math.max(ROUND, Math.round(distance / ROUND) * ROUND)
