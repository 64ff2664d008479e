import type { ServiceKey } from './service-definitions.ts'
import type { VehicleKind } from './vehicle-models.ts'

/** Services usually done together on one visit. */
type Visit = readonly ServiceKey[]

const LIGHT: readonly Visit[] = [
  ['oil_change', 'inspection'],
  ['oil_change', 'tire_rotation', 'inspection'],
  ['oil_change', 'engine_air_filter'],
  ['oil_change', 'cabin_air_filter', 'tire_rotation'],
  ['oil_change', 'wiper_blades'],
  ['brake_pads', 'brake_rotors'],
  ['brake_pads', 'inspection'],
  ['tire_replacement', 'tire_replacement', 'alignment'],
  ['tire_repair'],
  ['battery_test', 'battery'],
  ['safety_inspection', 'emissions_test'],
  ['transmission_fluid', 'coolant'],
  ['diagnostics', 'spark_plugs'],
  ['headlight', 'wiper_blades'],
  ['windshield_repair'],
  ['air_conditioning', 'cabin_air_filter'],
  ['shock_absorbers', 'alignment'],
  ['wheel_bearing'],
]

const ELECTRIC: readonly Visit[] = [
  ['tire_rotation', 'inspection'],
  ['high_voltage_battery', 'cabin_air_filter'],
  ['tire_replacement', 'tire_replacement', 'alignment'],
  ['brake_fluid', 'coolant'],
  ['wiper_blades', 'inspection'],
  ['tire_repair'],
  ['safety_inspection'],
  ['air_conditioning', 'cabin_air_filter'],
]

const TRUCK: readonly Visit[] = [
  ['oil_change', 'chassis_lubrication', 'inspection'],
  ['oil_change', 'fuel_filter', 'chassis_lubrication'],
  ['air_brakes', 'brake_shoes'],
  ['annual_inspection', 'exterior_lights'],
  ['tire_replacement', 'tire_replacement', 'wheel_balancing'],
  ['particulate_filter', 'diagnostics'],
  ['wheel_seal', 'brake_shoes'],
  ['differential_fluid', 'transmission_fluid'],
  ['drive_belt', 'coolant'],
  ['engine_air_filter', 'fuel_filter'],
  ['alternator', 'battery_test'],
  ['exterior_lights'],
]

/** Visits by kind of vehicle. */
export const VISITS: Readonly<Record<VehicleKind, readonly Visit[]>> = {
  car: LIGHT,
  suv: LIGHT,
  van: LIGHT,
  pickup: LIGHT,
  electric: ELECTRIC,
  medium: TRUCK,
  heavy: TRUCK,
}

/** Price factor of each kind relative to a car. */
export const PRICE_FACTOR: Readonly<Record<VehicleKind, number>> = {
  car: 1,
  suv: 1.1,
  electric: 1.05,
  van: 1.15,
  pickup: 1.2,
  medium: 1.9,
  heavy: 2.8,
}

/** Services that shops often recommend and fleets decline. */
export const OFTEN_REJECTED: Readonly<Record<VehicleKind, Visit>> = {
  car: ['cabin_air_filter', 'coolant', 'wiper_blades', 'alignment'],
  suv: ['cabin_air_filter', 'transfer_case_fluid', 'wiper_blades', 'alignment'],
  electric: ['alignment', 'brake_fluid'],
  van: ['coolant', 'shock_absorbers', 'engine_air_filter'],
  pickup: ['differential_fluid', 'tie_rod', 'engine_air_filter'],
  medium: ['shock_absorbers', 'wheel_balancing'],
  heavy: ['wheel_balancing', 'exhaust'],
}

export const REMARKS = [
  'Driver heard a noise at low speed.',
  'Picked up after hours.',
  'Warning light was on.',
  'Regular visit.',
  'Waited on parts for a day.',
  'Second visit for the same concern.',
] as const

export const FRENCH_REMARKS = [
  'Bruit à basse vitesse signalé par le chauffeur.',
  'Véhicule repris après les heures d’ouverture.',
  'Témoin allumé au tableau de bord.',
  'Visite régulière.',
  'Une journée d’attente pour les pièces.',
] as const

export const CUSTOM_SHOPS = [
  'Yard mechanic',
  'Mobile tire truck',
  'Roadside assistance',
  'Depot workshop',
] as const
export const FRENCH_CUSTOM_SHOPS = ['Atelier de la cour', 'Pneus mobiles', 'Assistance routière'] as const
