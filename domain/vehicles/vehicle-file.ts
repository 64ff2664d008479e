import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { distanceIn } from './odometer-rules.ts'

/** Headings and labels of the file in one language. */
interface VehicleFileTexts {
  column: Record<
    | 'vehicle'
    | 'status'
    | 'odometer'
    | 'plate'
    | 'otherId'
    | 'department'
    | 'drivers'
    | 'lastMaintenance'
    | 'costPerDistance'
    | 'costPerDistance_ca'
    | 'vin',
    string
  >
  detail: Record<'state' | 'state_ca' | 'plateExpiration', string>
  /** Heading of the name that a user gave the vehicle; 'Vehicle' falls back to model, plate or VIN. */
  ownName: string
  unassigned: string
  inactive: string
  notEnrolled: string
  due: Record<'past_due' | 'due_soon' | 'fine', string>
}

interface VehicleFileSettings {
  texts: VehicleFileTexts
  /** Kilometers, provinces, no plate expiration (VEH-014). */
  isCanada: boolean
  /** Trait of the brand (BRD-015). */
  hasEnrollment: boolean
}

/**
 * Columns of the vehicle file, of the app and the server: those of the list (VEH-021) and those of a bulk upload. A
 * downloaded file can be edited and uploaded again: `readHeading` reads the columns of a bulk upload and lists the others
 * as information, in both languages.
 */
export function vehicleFileHeading({
  texts,
  isCanada,
}: Omit<VehicleFileSettings, 'hasEnrollment'>): string[] {
  const { column, detail, ownName } = texts
  return [
    column.vehicle,
    column.status,
    `${column.odometer} (${isCanada ? 'km' : 'mi'})`,
    column.plate,
    `${column.plate} (${isCanada ? detail.state_ca : detail.state})`,
    ...(isCanada ? [] : [detail.plateExpiration]),
    column.otherId,
    column.department,
    column.drivers,
    column.lastMaintenance,
    isCanada ? column.costPerDistance_ca : column.costPerDistance,
    column.vin,
    ownName,
  ]
}

/** Returns a vehicle as a line of the file. */
export function vehicleFileLine(
  vehicle: Vehicle,
  due: keyof VehicleFileTexts['due'],
  { texts, isCanada, hasEnrollment }: VehicleFileSettings,
): Cell[] {
  return [
    nameOf(vehicle),
    statusOf(vehicle, due, texts, hasEnrollment),
    isCanada ? vehicle.kilometers : vehicle.miles,
    vehicle.license_plate_number,
    vehicle.license_plate_state,
    ...(isCanada ? [] : [vehicle.license_plate_expiration]),
    vehicle.other_id,
    vehicle.department_number,
    vehicle.driver_names.join(', ') || texts.unassigned,
    vehicle.last_maintenance_date,
    { amount: costOf(vehicle, isCanada) },
    vehicle.vin,
    vehicle.name_of_vehicle,
  ]
}

function statusOf(
  vehicle: Vehicle,
  due: keyof VehicleFileTexts['due'],
  texts: VehicleFileTexts,
  hasEnrollment: boolean,
): string {
  if (!vehicle.is_active) return texts.inactive
  return hasEnrollment && !vehicle.fleetcor_enrolled ? texts.notEnrolled : texts.due[due]
}

/** Display name as in the list: its name, else its model, else plate, VIN or number. */
function nameOf(vehicle: Vehicle): string {
  const model = [vehicle.year, vehicle.make, vehicle.model].filter(Boolean).join(' ')
  return vehicle.name_of_vehicle || model || vehicle.license_plate_number || vehicle.vin || `#${vehicle.id}`
}

/** Cost per mile or kilometer, as in the file; it is stored per unit of the vehicle. */
function costOf({ cost_per_mile, odometer_units }: Vehicle, isCanada: boolean): string | null {
  const wanted = isCanada ? 'km' : 'mi'
  if (cost_per_mile === null || wanted === odometer_units) return cost_per_mile
  // Converts in the opposite direction of a distance, because it is a cost per unit.
  return distanceIn(Number(cost_per_mile), wanted, odometer_units).toFixed(4)
}
