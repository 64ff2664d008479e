import { distanceIn } from '#domain/vehicles/odometer-rules.ts'
import type { Database } from '#server/db/database.ts'
import type { DeviceList, KnownDevice, Telematics } from '#server/integrations/telematics/port.ts'
import {
  type EquippedVehicle,
  type SyncTask,
  telematicsSyncRepository,
} from './telematics-sync.repository.ts'

/** Vehicles per transaction: few enough that no other writer waits long for one of them. */
export const BATCH = 100

/** A device that is installed in a vehicle of the fleet. */
export type InstalledDevice = KnownDevice & { vehicleId: number; unit: 'mi' | 'km' }

/**
 * Returns the devices of a fleet's active vehicles by device id. A device that the provider lists under a vehicle's VIN
 * is assigned to it; otherwise the vehicle keeps its device as long as the device may still be in the vehicle (TEL-032).
 * An inactive vehicle gets none, but loses one that is in another vehicle now.
 */
export async function findDevices(
  { db }: { db: Database },
  task: SyncTask,
  telematics: Telematics,
): Promise<Map<string, InstalledDevice>> {
  const vehicles = await telematicsSyncRepository.vehicles(db, task.fleet_id)
  const listed = await telematics.devicesOf(
    task.database_name,
    vehicles.map(({ vin, geotab_device_id: deviceId }) => ({ vin, deviceId })),
  )
  const deviceOf = new Map(listed.devices.map(({ vin, deviceId }) => [vin, deviceId]))
  const isShared = await telematicsSyncRepository.isShared(db, task)
  const isPossible = possibleDevices(listed, isShared)
  const installed = new Map<string, InstalledDevice>()
  const news: { vehicleId: number; deviceId: string | null }[] = []
  for (const vehicle of vehicles) {
    const stored = vehicle.geotab_device_id
    const byVin = vehicle.vin === null ? undefined : deviceOf.get(vehicle.vin)
    const kept = byVin === stored || isPossible(vehicle) ? stored : null
    const deviceId = vehicle.is_active ? (byVin ?? kept) : kept
    if (deviceId !== stored) news.push({ vehicleId: vehicle.id, deviceId })
    if (deviceId !== null && vehicle.is_active) installed.set(deviceId, installedIn(vehicle, deviceId))
  }
  for (let from = 0; from < news.length; from += BATCH)
    await db.tenant(task.fleet_id, async (tx) => {
      for (const { vehicleId, deviceId } of news.slice(from, from + BATCH))
        await telematicsSyncRepository.setDevice(tx, task, vehicleId, deviceId)
    })
  return installed
}

/**
 * Whether a vehicle may still have its stored device: the provider lists it without a VIN, and no other fleet shares the
 * database. A list that is empty or incomplete does not prove that a device is gone.
 */
function possibleDevices({ devices, isComplete }: DeviceList, isShared: boolean) {
  const vinOf = new Map(devices.map(({ deviceId, vin }) => [deviceId, vin]))
  return ({ geotab_device_id: stored }: EquippedVehicle): boolean => {
    if (stored === null || devices.length === 0) return true
    const there = vinOf.get(stored)
    if (there === undefined) return !isComplete
    return there === null && !isShared
  }
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
        : { meters: distanceIn(odometer, unit, 'km') * 1000, at: `${read_on}T12:00:00Z` },
  }
}
