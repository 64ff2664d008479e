import type { DutyClass } from '#contract/maintenance/vehicle-schedule.ts'
import type { ServiceKey } from '#server/db/seed/tables/service-definitions.ts'

/** Services, miles, kilometers, months, reason (English, French). */
type Line = readonly [
  services: readonly ServiceKey[],
  miles: number | null,
  kilometers: number | null,
  months: number | null,
  en: string,
  fr: string,
]

const OIL_EN =
  'Fleet use is mostly short trips and idling. Manufacturers call that severe service and halve the oil interval.'
const OIL_FR =
  'Les véhicules de parc font surtout de courts trajets et tournent souvent au ralenti : les constructeurs y voient un usage intensif et réduisent de moitié l’intervalle de vidange.'
const AIR_EN = 'Dust matters more than time. A clogged filter wastes fuel before it is noticed.'
const AIR_FR =
  'La poussière compte plus que le temps. Un filtre encrassé gaspille du carburant avant qu’on le remarque.'
const BRAKE_EN = 'Brake fluid absorbs water, so its boiling point drops over time, whatever the distance.'
const BRAKE_FR =
  'Le liquide de frein absorbe l’eau : son point d’ébullition baisse avec le temps, peu importe la distance.'
const GEAR_EN =
  'Heat ages transmission fluid, and loads and towing speed that up, so the interval is conservative.'
const GEAR_FR =
  'La chaleur use l’huile de transmission, et les charges ou le remorquage accélèrent cette usure, d’où un intervalle prudent.'
const TIRES_EN = 'Rotating the tires at every second oil change evens out wear and reveals problems early.'
const TIRES_FR = 'Permuter les pneus à une vidange sur deux répartit l’usure et révèle les problèmes à temps.'
const ANNUAL_EN = 'Required by law every year (49 CFR 396.17; in Canada, by province).'
const ANNUAL_FR = 'La loi l’exige chaque année (49 CFR 396.17; au Canada, selon la province).'

/** Engines of cars, vans and pickups differ in load, and so in their intervals. */
const light = (oil: number, oilKm: number, gear: number, gearKm: number): readonly Line[] => [
  [['oil_change', 'inspection'], oil, oilKm, 6, OIL_EN, OIL_FR],
  [['tire_rotation'], oil * 2, oilKm * 2, 12, TIRES_EN, TIRES_FR],
  [['engine_air_filter', 'cabin_air_filter'], 20_000, 32_000, 24, AIR_EN, AIR_FR],
  [['brake_fluid'], null, null, 36, BRAKE_EN, BRAKE_FR],
  [['transmission_fluid', 'coolant'], gear, gearKm, 60, GEAR_EN, GEAR_FR],
]
const truck = (oil: number, oilKm: number, fuel: number, fuelKm: number): readonly Line[] => [
  [['oil_change', 'chassis_lubrication'], oil, oilKm, 12, OIL_EN, OIL_FR],
  [
    ['air_brakes', 'inspection'],
    oil,
    oilKm,
    6,
    'Brakes out of adjustment are the most common failure at roadside inspections.',
    'Des freins mal réglés sont le premier motif de mise hors service lors des contrôles routiers.',
  ],
  [['fuel_filter', 'engine_air_filter'], fuel, fuelKm, 24, AIR_EN, AIR_FR],
  [['differential_fluid', 'transmission_fluid'], fuel * 4, fuelKm * 4, 60, GEAR_EN, GEAR_FR],
  [['annual_inspection'], null, null, 12, ANNUAL_EN, ANNUAL_FR],
]

/** Built-in schedules by class. Conservative, for vehicles without a manufacturer's schedule. */
export const TEMPLATES: Readonly<Record<DutyClass, readonly Line[]>> = {
  car: light(6_000, 10_000, 60_000, 96_000),
  van: light(5_000, 8_000, 50_000, 80_000),
  pickup: light(5_000, 8_000, 45_000, 72_000),
  electric: [
    [
      ['tire_rotation', 'inspection'],
      7_500,
      12_000,
      12,
      'Weight and torque wear tires faster than on other cars.',
      'Le poids et le couple usent les pneus plus vite que sur les autres voitures.',
    ],
    [['cabin_air_filter'], 20_000, 32_000, 24, AIR_EN, AIR_FR],
    [['brake_fluid'], null, null, 36, BRAKE_EN, BRAKE_FR],
    [
      ['high_voltage_battery'],
      50_000,
      80_000,
      24,
      'Tracking its capacity shows early enough whether the warranty applies.',
      'Suivre sa capacité permet de faire jouer la garantie à temps.',
    ],
  ],
  medium: truck(10_000, 16_000, 20_000, 32_000),
  heavy: truck(25_000, 40_000, 50_000, 80_000),
  trailer: [
    [
      ['air_brakes', 'exterior_lights'],
      null,
      null,
      3,
      'A trailer has no odometer, so this interval counts months only.',
      'Une remorque n’a pas d’odomètre : cet intervalle se compte seulement en mois.',
    ],
    [
      ['wheel_seal', 'chassis_lubrication'],
      null,
      null,
      12,
      'A yearly check finds a dry bearing before it fails.',
      'Une vérification annuelle permet de trouver un roulement sec avant qu’il ne lâche.',
    ],
    [['annual_inspection'], null, null, 12, ANNUAL_EN, ANNUAL_FR],
  ],
}

type AdviceLine = readonly [service: ServiceKey, months: number]
const LIGHT_ADVICE: readonly AdviceLine[] = [
  ['battery_test', 12],
  ['wiper_blades', 12],
  ['alignment', 24],
]
const TRUCK_ADVICE: readonly AdviceLine[] = [
  ['battery_test', 12],
  ['exterior_lights', 6],
  ['wheel_seal', 24],
]

/** Services outside the schedule that a shop checks during a visit. */
export const ADVICE: Readonly<Record<DutyClass, readonly AdviceLine[]>> = {
  car: LIGHT_ADVICE,
  van: LIGHT_ADVICE,
  pickup: LIGHT_ADVICE,
  electric: [
    ['wiper_blades', 12],
    ['alignment', 24],
  ],
  medium: TRUCK_ADVICE,
  heavy: TRUCK_ADVICE,
  trailer: [['tire_replacement', 48]],
}
