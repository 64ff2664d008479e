import { addDays } from '#server/db/seed/core/days.ts'
import { type Random, randomFor } from '#server/db/seed/core/random.ts'
import type { MaintenanceIntervalRow } from '#server/db/seed/core/rows.ts'
import type { DemoVehicle } from '#server/db/seed/fleet/vehicles.ts'
import { type ServiceKey, service } from '#server/db/seed/tables/service-definitions.ts'
import type { VehicleKind } from '#server/db/seed/tables/vehicle-models.ts'

type Tag = MaintenanceIntervalRow['tag']

/** Distance between intervals in miles, and what is done, by turns. */
const SCHEDULES: Record<
  'light' | 'electric' | 'truck',
  { miles: number; turns: readonly (readonly ServiceKey[])[] }
> = {
  light: {
    miles: 5_000,
    turns: [
      ['oil_change', 'tire_rotation', 'inspection'],
      ['oil_change', 'engine_air_filter', 'cabin_air_filter'],
      ['oil_change', 'tire_rotation', 'brake_fluid'],
      ['oil_change', 'transmission_fluid', 'coolant', 'inspection'],
    ],
  },
  electric: {
    miles: 7_500,
    turns: [
      ['tire_rotation', 'inspection'],
      ['tire_rotation', 'cabin_air_filter', 'high_voltage_battery'],
      ['tire_rotation', 'brake_fluid', 'coolant'],
    ],
  },
  truck: {
    miles: 15_000,
    turns: [
      ['oil_change', 'chassis_lubrication', 'air_brakes', 'inspection'],
      ['oil_change', 'fuel_filter', 'engine_air_filter', 'chassis_lubrication'],
      ['oil_change', 'annual_inspection', 'differential_fluid', 'air_brakes'],
    ],
  },
}

/** The intervals that concern a vehicle now: what is past due or due, and what comes next. */
export function createIntervals(vehicles: readonly DemoVehicle[], today: string): MaintenanceIntervalRow[] {
  return vehicles.filter(({ row }) => row.is_active).flatMap((vehicle) => intervalsOf(vehicle, today))
}

function intervalsOf(vehicle: DemoVehicle, today: string): MaintenanceIntervalRow[] {
  const random = randomFor('intervals', vehicle.row.id)
  const state = random.weighted<Tag>({ 'Past Due': 12, 'Currently Due': 18, Upcoming: 70 })
  const tags: Tag[] = vehicle.isShowcase
    ? ['Past Due', 'Currently Due', 'Upcoming']
    : state === 'Upcoming'
      ? ['Upcoming']
      : [state, 'Upcoming']
  const start = random.int(0, 3)
  return tags.map((tag, index) => createInterval(vehicle, tag, index, start + index, random, today))
}

function stepOf({ model, plan }: DemoVehicle): number {
  const { miles } = SCHEDULES[scheduleOf(model.kind)]
  return plan.country === 'CA' ? Math.round((miles * 1.6) / 1000) * 1000 : miles
}

function createInterval(
  vehicle: DemoVehicle,
  tag: Tag,
  index: number,
  drawnTurn: number,
  random: Random,
  today: string,
): MaintenanceIntervalRow {
  const { row, model, perDay } = vehicle
  const { turns } = SCHEDULES[scheduleOf(model.kind)]
  const turn = drawnTurn % turns.length
  const step = stepOf(vehicle)
  const distance = (turn + 1) * step
  const ahead = {
    'Past Due': -random.between(0.02, 0.3) * step,
    'Currently Due': random.between(0, 0.06) * step,
    Upcoming: random.between(0.15, 0.95) * step,
  }[tag]
  const dueAt = Math.max(0, Math.round((row.odometer + ahead) / 50) * 50)
  return {
    id: row.id * 10 + index,
    fleet_id: row.fleet_id,
    vehicle_id: row.id,
    // 'every 10,000 mi'. Numbers and units read the same in both languages; a narrow space parts thousands in Canada.
    name:
      row.odometer_units === 'km' ? `${thousands(distance, '\u202f')} km` : `${thousands(distance, ',')} mi`,
    tag,
    due_status: tag === 'Past Due' ? 'past_due' : tag === 'Currently Due' ? 'due_soon' : null,
    due_at: dueAt,
    due_date: addDays(today, Math.round((dueAt - row.odometer) / perDay)),
    unit: row.odometer_units,
    service_definition_ids: (turns[turn] ?? []).map((key) => service(key).id),
  }
}

function scheduleOf(kind: VehicleKind): keyof typeof SCHEDULES {
  if (kind === 'electric') return 'electric'
  return kind === 'medium' || kind === 'heavy' ? 'truck' : 'light'
}

function thousands(value: number, separator: string): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, separator)
}
