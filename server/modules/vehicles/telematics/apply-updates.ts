import { dayIn } from '#domain/core/days.ts'
import { ODOMETER_MAX } from '#domain/core/limits.ts'
import { distanceIn } from '#domain/vehicles/odometer-rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { Reading, TelematicsNews } from '#server/integrations/telematics/port.ts'
import { recordReading } from '#server/modules/vehicles/odometer/odometer.service.ts'
import { lockVehicles, refreshVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import { BATCH, type InstalledDevice } from './find-devices.ts'
import { mergeSnapshot } from './merge-snapshot.ts'
import { snapshotsOf } from './telematics.reads.ts'
import { telematicsSyncRepository } from './telematics-sync.repository.ts'

interface Of {
  fleetId: number
  databaseName: string
  timeZone: string
  now: Date
  isSimulated: boolean
}

/**
 * Writes device updates to their vehicles: the last readings, and one odometer reading per day as its own source
 * (ruling 20). The same updates again change nothing.
 * @returns ids of the vehicles with updates
 */
export async function applyUpdates(
  { db }: { db: Database },
  target: Of,
  devices: ReadonlyMap<string, InstalledDevice>,
  news: TelematicsNews,
): Promise<number[]> {
  const readings = Map.groupBy(news.readings, ({ deviceId }) => deviceId)
  const faults = Map.groupBy(news.faults, ({ deviceId }) => deviceId)
  const dismissed = Map.groupBy(news.dismissed, ({ deviceId }) => deviceId)
  const reporting = [...devices.values()]
    .filter(({ deviceId }) => [readings, faults, dismissed].some((updates) => updates.has(deviceId)))
    .sort((a, b) => a.vehicleId - b.vehicleId)
  for (let from = 0; from < reporting.length; from += BATCH) {
    const batch = reporting.slice(from, from + BATCH)
    const ids = batch.map(({ vehicleId }) => vehicleId)
    await db.tenant(target.fleetId, async (tx) => {
      await lockVehicles(tx, target.fleetId, ids)
      const known = new Map((await snapshotsOf(tx, target.fleetId, ids)).map((row) => [row.vehicle_id, row]))
      const equipped = await telematicsSyncRepository.equippedIds(tx, target, batch)
      for (const device of batch.filter(({ vehicleId }) => equipped.has(vehicleId))) {
        const { vehicleId, deviceId } = device
        const own = {
          readings: readings.get(deviceId) ?? [],
          faults: faults.get(deviceId) ?? [],
          dismissed: dismissed.get(deviceId) ?? [],
        }
        // A dismissal alone makes no snapshot.
        if (!known.has(vehicleId) && own.readings.length + own.faults.length === 0) continue
        const merged = mergeSnapshot(vehicleId, known.get(vehicleId), {
          ...own,
          isSimulated: target.isSimulated,
          now: target.now,
        })
        await telematicsSyncRepository.putSnapshot(tx, target.fleetId, merged)
        const odometer = own.readings.find(({ measure }) => measure === 'odometer')
        if (odometer && (await telematicsSyncRepository.advanceOdometer(tx, target, vehicleId, odometer.at)))
          await record(tx, target, device, odometer)
      }
    })
  }
  return reporting.map(({ vehicleId }) => vehicleId)
}

async function record(
  tx: Transaction,
  { fleetId, timeZone, now }: Of,
  { vehicleId, unit }: InstalledDevice,
  { value: meters, at }: Reading,
): Promise<void> {
  const value = Math.round(distanceIn(meters / 1000, 'km', unit))
  if (value < 0 || value > ODOMETER_MAX) return
  const read_on = dayIn(timeZone, new Date(at))
  await recordReading(tx, {
    fleetId,
    vehicleId,
    value,
    unit,
    read_on,
    userId: null,
    source: 'telematics',
    sourceId: `${vehicleId}:${read_on}`,
  })
  await refreshVehicle(tx, fleetId, vehicleId, dayIn(timeZone, now))
}
