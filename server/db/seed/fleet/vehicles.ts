import { addDays } from '#domain/core/days.ts'
import { checkDigit, modelYearCode } from '#domain/vehicles/vin.ts'
import { daysSinceNewYear } from '#server/db/seed/core/days.ts'
import { type Random, randomFor } from '#server/db/seed/core/random.ts'
import type { VehicleRow } from '#server/db/seed/core/rows.ts'
import { type FleetPlan, isFuelCardFleet, unitOf } from '#server/db/seed/tables/fleet-plan.ts'
import { PLACES, type Place } from '#server/db/seed/tables/places.ts'
import { generatePlate, plateFormat } from '#server/db/seed/tables/plates.ts'
import { VEHICLE_MODELS, type VehicleKind, type VehicleModel } from '#server/db/seed/tables/vehicle-models.ts'
import { firstIdOf } from './fleets.ts'

/** A vehicle with the data that the other generators need. */
export interface DemoVehicle {
  row: VehicleRow
  plan: FleetPlan
  model: VehicleModel
  home: Place
  ageDays: number
  /** Distance per day in the vehicle's unit. */
  perDay: number
  /** One of a fleet's first two vehicles, which have some of every kind of data for the demo. */
  isShowcase: boolean
}

/** Usual miles per year. */
const MILES_A_YEAR: Record<VehicleKind, readonly [number, number]> = {
  car: [9_000, 17_000],
  suv: [9_000, 17_000],
  electric: [8_000, 15_000],
  van: [14_000, 24_000],
  pickup: [12_000, 22_000],
  medium: [10_000, 19_000],
  heavy: [45_000, 85_000],
}
const NAMES: Record<VehicleKind, string> = {
  car: 'Car',
  suv: 'SUV',
  electric: 'EV',
  van: 'Van',
  pickup: 'Pickup',
  medium: 'Truck',
  heavy: 'Tractor',
}
const FRENCH_NAMES: Record<VehicleKind, string> = {
  car: 'Auto',
  suv: 'VUS',
  electric: 'VÉ',
  van: 'Fourgon',
  pickup: 'Camionnette',
  medium: 'Camion',
  heavy: 'Tracteur',
}
const KM_PER_MILE = 1.609344

/** Returns a fleet's vehicles without maintenance data, which is added later. */
export function createVehicles(plan: FleetPlan, today: string): DemoVehicle[] {
  return Array.from({ length: plan.vehicles }, (_, index) => createVehicle(plan, index, today))
}

function createVehicle(plan: FleetPlan, index: number, today: string): DemoVehicle {
  const id = firstIdOf(plan.id) + index
  const random = randomFor('vehicle', id)
  const isShowcase = index < 2
  const kind = kindOf(plan, index, random)
  const model = random.pick(VEHICLE_MODELS.filter((candidate) => candidate.kind === kind))
  // The later of two draws, because fleets renew their vehicles.
  const year = Math.max(random.int(model.from, model.to), random.int(model.from, model.to))
  const base = random.pick(plan.bases)
  const home = placeOf(base.city)
  const ageDays = Math.max(40, daysSinceNewYear(year, today) + random.int(-90, 240))
  const unit = unitOf(plan)
  const [least, most] = MILES_A_YEAR[model.kind]
  const perDay = (random.between(least, most) * (unit === 'km' ? KM_PER_MILE : 1)) / 365
  const isInService = isShowcase || random.chance(0.95)
  const hasDevice = isShowcase || random.chance(plan.telematicsShare)
  return {
    plan,
    model,
    home,
    ageDays,
    perDay,
    isShowcase,
    row: {
      id,
      fleet_id: plan.id,
      vin: vinOf(model, year, id),
      year,
      make: model.make,
      model: model.model,
      sub_model: model.subModel,
      engine: model.engine,
      license_plate_number: generatePlate(plateFormat(home.state), (to) => random.int(0, to)),
      license_plate_state: home.state,
      license_plate_expiration: plan.country === 'CA' ? null : addDays(today, random.int(-20, 360)),
      other_id: `${plan.unitPrefix}-${String(index + 1).padStart(4, '0')}`,
      department_number: base.department,
      name_of_vehicle: isShowcase || random.chance(0.35) ? nameOf(plan, model.kind, index) : null,
      odometer: Math.round(12 + perDay * ageDays),
      odometer_units: unit,
      cost_per_mile: null,
      ytd_maintenance_cost: '0.00',
      is_active: isInService,
      fleetcor_enrolled: isFuelCardFleet(plan) && (index === 0 || (index !== 1 && random.chance(0.65))),
      vehicle_type_id: model.kind === 'medium' || model.kind === 'heavy' ? 'medium_heavy' : 'light',
      last_maintenance_date: null,
      last_maintenance_odometer: null,
      geotab_device_id: hasDevice ? `b${(0x1000 + id).toString(16).toUpperCase()}` : null,
      created_at: `${addDays(today, -Math.min(ageDays, 365 * plan.createdYearsAgo + 5))}T16:00:00Z`,
      updated_at: `${addDays(today, -1)}T16:00:00Z`,
    },
  }
}

/** The showcase vehicles are a van and a pickup if the fleet has them. */
function kindOf(plan: FleetPlan, index: number, random: Random): VehicleKind {
  const drawn = random.weighted(plan.mix)
  const wanted = index === 0 ? 'van' : index === 1 ? 'pickup' : drawn
  return plan.mix[wanted] === undefined ? drawn : wanted
}

function placeOf(city: string): Place {
  const place = PLACES.find((candidate) => candidate.city === city)
  if (place === undefined) throw new RangeError(`No place ${city}`)
  return place
}

function nameOf(plan: FleetPlan, kind: VehicleKind, index: number): string {
  return `${(plan.country === 'CA' ? FRENCH_NAMES : NAMES)[kind]} ${index + 1}`
}

/** Builds a realistic VIN: maker and model, check digit, year, plant and a unique serial number. */
function vinOf(model: VehicleModel, year: number, id: number): string {
  const serial = String(100_000 + ((id * 7919) % 900_000))
  const open = `${model.prefix}0${modelYearCode(year)}${model.plant}${serial}`
  return open.slice(0, 8) + checkDigit(open) + open.slice(9)
}
