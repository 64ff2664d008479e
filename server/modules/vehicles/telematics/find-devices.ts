import { distanceIn } from '#domain/vehicles/odometer-rules.ts'
import type { Database } from '#server/db/database.ts'
import type { KnownDevice, Telematics } from '#server/integrations/telematics/port.ts'
import {
  type EquippedVehicle,
  type SyncTask,
  telematicsSyncRepository,
} from './telematics-sync.repository.ts'

/** A device that is installed in a vehicle of the fleet. */
export type InstalledDevice = KnownDevice & { vehicleId: number; unit: 'mi' | 'km' }

/**
 * Returns the devices of a fleet's vehicles by device id. A device that the provider lists under a vehicle's VIN is
 * assigned to it; otherwise the vehicle keeps its device, unless that one was moved to another vehicle.
 */
export async function findDevices(
  { db }: { db: Database },
  task: SyncTask,
  telematics: Telematics,
): Promise<Map<string, InstalledDevice>> {
  const vehicles = await telematicsSyncRepository.vehicles(db, task.fleet_id)
  const vins = vehicles.flatMap(({ vin }) => vin ?? [])
  const found = await telematics.devicesOf(task.database_name, vins)
  const deviceOf = new Map(found.map(({ vin, deviceId }) => [vin, deviceId]))
  const listed = new Set(deviceOf.values())
  const installed = new Map<string, InstalledDevice>()
  const news: { vehicleId: number; deviceId: string | null }[] = []
  for (const vehicle of vehicles) {
    const stored = vehicle.geotab_device_id
    const replaced = stored !== null && listed.has(stored) ? null : stored
    const deviceId = deviceOf.get(vehicle.vin ?? '') ?? replaced
    if (deviceId !== stored) news.push({ vehicleId: vehicle.id, deviceId })
    if (deviceId !== null) installed.set(deviceId, installedIn(vehicle, deviceId))
  }
  if (news.length > 0)
    await db.tenant(task.fleet_id, async (tx) => {
      for (const { vehicleId, deviceId } of news)
        await telematicsSyncRepository.setDevice(tx, task.fleet_id, vehicleId, deviceId)
    })
  return installed
}

function installedIn(vehicle: EquippedVehicle, deviceId: string): InstalledDevice {
  const { odometer, odometer_units: unit, read_on } = vehicle
  return {
    deviceId,
    vehicleId: vehicle.id,
    unit,
    hasEngineOil: vehicle.has_engine_oil,
    odometer:
      odometer === null || read_on === null
        ? null
        : { metres: distanceIn(odometer, unit, 'km') * 1000, at: `${read_on}T12:00:00Z` },
  }
}
