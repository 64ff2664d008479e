import { addDays } from '#domain/core/days.ts'
import { uuidFor } from '#server/db/seed/core/random.ts'
import type { OdometerReadingRow } from '#server/db/seed/core/rows.ts'
import type { DemoVehicle } from '#server/db/seed/fleet/vehicles.ts'

/** Creates each vehicle's current odometer reading: yesterday's, from the device or otherwise from an import. */
export function createCurrentReadings(vehicles: readonly DemoVehicle[], today: string): OdometerReadingRow[] {
  return vehicles.map(({ row }) => ({
    id: uuidFor('reading', 'current', row.id),
    fleet_id: row.fleet_id,
    vehicle_id: row.id,
    value: row.odometer,
    unit: row.odometer_units,
    read_on: addDays(today, -1),
    source: row.geotab_device_id === null ? 'import' : 'telematics',
    source_id: null,
    user_id: null,
  }))
}
