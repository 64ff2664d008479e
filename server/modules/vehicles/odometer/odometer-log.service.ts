import { v7 as uuidv7 } from 'uuid'
import { pageOf } from '#contract/core/paging.ts'
import type { OdometerReading, ReadingInput, VoidInput } from '#contract/vehicles/odometer.ts'
import { dayIn, latestDay } from '#domain/core/days.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import {
  getVehicle,
  lockVehicle,
  refreshVehicle,
  requireVisibleVehicle,
} from '../vehicles/vehicles.service.ts'
import { readingById, readingsPage } from './odometer.reads.ts'
import { odometerRepository as readings } from './odometer.repository.ts'
import { checkReadings } from './odometer.service.ts'

/** Returns a page of a vehicle's odometer log (ruling 20). */
export async function listReadings(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  query: { vehicle_id: number; page: number; per_page: number },
) {
  await requireVisibleVehicle(tx, actor, query.vehicle_id)
  const vehicleKey = { fleetId: actor.fleet.id, vehicleId: query.vehicle_id }
  const count = await readings.count(tx, vehicleKey.fleetId, vehicleKey.vehicleId)
  return { odometer_readings: await readingsPage(tx, vehicleKey, query), ...pageOf(query, count) }
}

/**
 * Adds a reading: 201. The same one again, by id: 200. A reading that does not fit is stored and marked, but not used.
 */
export async function createReading({ tx, actor, clock }: UseCase, input: ReadingInput) {
  const fleetId = actor.fleet.id
  const vehicle = await getVehicle(tx, actor, input.vehicle_id)
  if (input.read_on > latestDay(clock())) throw new Problem('validation', { fields: { read_on: ['future'] } })
  const id = input.id?.toLowerCase() ?? uuidv7()
  const unit = input.unit ?? vehicle.odometer_units
  await lockVehicle(tx, { fleetId, vehicleId: vehicle.id })
  const known = await readingOf({ tx, actor }, vehicle.id, id)
  if (known && isSame(known, input, unit)) return { body: known, status: 200 } as const
  const { value, read_on } = input
  const isNew = await readings.insert(tx, {
    id,
    fleetId,
    vehicleId: vehicle.id,
    value,
    unit,
    read_on,
    userId: actor.userId,
  })
  if (!isNew) throw new Problem('id_reused')
  await checkReadings(tx, fleetId, vehicle.id)
  await refreshVehicle(tx, fleetId, vehicle.id, dayIn(actor.fleet.timeZone, clock()))
  const reading = await readingOf({ tx, actor }, vehicle.id, id)
  if (!reading) throw new Error(`Reading ${id} cannot be read by the one who wrote it.`)
  return { body: reading, status: 201 } as const
}

/** Voids a reading and checks the doubtful ones again. The same action again returns the current state. */
export async function voidReading({ tx, actor, clock }: UseCase, input: VoidInput) {
  const fleetId = actor.fleet.id
  await requireVisibleVehicle(tx, actor, input.vehicle_id)
  await lockVehicle(tx, { fleetId, vehicleId: input.vehicle_id })
  const id = input.reading_id.toLowerCase()
  const reading = await readingOf({ tx, actor }, input.vehicle_id, id)
  if (!reading) throw new Problem('not_found')
  const actId = input.id?.toLowerCase() ?? null
  if (reading.void_reason !== null) {
    const isSameAct = actId !== null && (await readings.voidedBy(tx, fleetId, id)) === actId
    if (!isSameAct || reading.void_reason !== input.reason)
      throw new Problem('already_void', { detail: `It is out of use already: ${reading.void_reason}` })
    return { body: reading }
  }
  if (reading.source === 'history')
    throw new Problem('validation', { fields: { reading_id: ['other_source'] } })
  await readings.void(tx, fleetId, id, { reason: input.reason, userId: actor.userId, actId })
  await checkReadings(tx, fleetId, input.vehicle_id)
  await refreshVehicle(tx, fleetId, input.vehicle_id, dayIn(actor.fleet.timeZone, clock()))
  return { body: { ...reading, void_reason: input.reason } }
}

async function readingOf({ tx, actor }: Pick<UseCase, 'tx' | 'actor'>, vehicleId: number, id: string) {
  const reading = await readingById(tx, actor.fleet.id, id)
  return reading?.vehicle_id === vehicleId ? reading : undefined
}

/** Returns whether the stored reading with this id equals the input. */
const isSame = (known: OdometerReading, input: ReadingInput, unit: 'mi' | 'km') =>
  known.value === input.value && known.unit === unit && known.read_on === input.read_on
