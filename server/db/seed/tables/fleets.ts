import type { Country } from '#server/db/seed/core/rows.ts'
import type { VehicleKind } from './vehicle-models.ts'

/** Where a fleet's vehicles stand: a town of tables/places.ts, with its department number. */
export interface Base {
  city: string
  department: string
}

/** All that the generators need to know about one fleet. */
export interface FleetPlan {
  id: number
  name: string
  brand: string
  country: Country
  timeZone: string
  region: string
  domain: string
  vehicles: number
  /** Users by role; drivers come by `driverShare`. */
  staff: Partial<Record<'Owner' | 'Account Owner' | 'Admin' | 'Fleet Manager' | 'Manager', number>>
  /** Share of the vehicles that have a driver. */
  driverShare: number
  /** Share with a telematics device. */
  telematicsShare: number
  /** Share with a glovebox. */
  gloveboxShare: number
  mix: Partial<Record<VehicleKind, number>>
  bases: readonly Base[]
  unitPrefix: string
  paymentType: 'credit_card' | 'wex' | 'fleetcor' | 'bill_to'
  paysThroughPlatform: boolean
  createdYearsAgo: number
  /** Fuel-card account that it belongs to. */
  accountId?: number
  links?: readonly FleetLinkPlan[]
}

/** A link of the avatar menu. */
export interface FleetLinkPlan {
  name: string
  description: string
  link: string
}

/** Fuel-card accounts: one whole, one with a single fleet, one that was closed. */
export const ACCOUNTS = [
  { id: 1, name: 'Redrock Group', is_active: true, enrolled: true },
  { id: 2, name: 'Juniper Holdings', is_active: true, enrolled: true },
  { id: 3, name: 'Redrock Rentals', is_active: false, enrolled: false },
] as const

export const AFFILIATION = { id: 1, name: 'Meridian Fleet Partners', parent_id: null }
/** The management company's own cars: FMC users are at home here. */
export const MOTOR_POOL_ID = 5
export const BIG_FLEET_ID = 1
export const CANADIAN_FLEET_ID = 2
export const FUEL_CARD_FLEET_ID = 3
export const EMPTY_FLEET_ID = 4

const SMALL = { telematicsShare: 0.4, gloveboxShare: 0.85, driverShare: 0.7, paysThroughPlatform: true }

export const FLEETS: readonly FleetPlan[] = [
  {
    id: BIG_FLEET_ID,
    name: 'Harborline Logistics',
    brand: 'wheelbook',
    country: 'US',
    timeZone: 'America/Chicago',
    region: 'Central',
    domain: 'harborline.example',
    vehicles: 2000,
    staff: { Owner: 1, 'Account Owner': 1, Admin: 3, 'Fleet Manager': 7, Manager: 21 },
    driverShare: 0.3,
    telematicsShare: 0.45,
    gloveboxShare: 0.35,
    mix: { van: 46, pickup: 18, suv: 7, car: 7, electric: 4, medium: 11, heavy: 7 },
    bases: [
      { city: 'Chicago', department: '4100-CHI' },
      { city: 'Dallas', department: '4200-DFW' },
      { city: 'Atlanta', department: '4300-ATL' },
      { city: 'Columbus', department: '4400-CMH' },
      { city: 'Phoenix', department: '4500-PHX' },
      { city: 'Sacramento', department: '4600-SAC' },
      { city: 'Newark', department: '4700-EWR' },
    ],
    unitPrefix: 'HL',
    paymentType: 'credit_card',
    paysThroughPlatform: true,
    createdYearsAgo: 6,
    links: [
      {
        name: 'Dispatch board',
        description: 'Routes and docks of the day',
        link: 'https://dispatch.harborline.example',
      },
      {
        name: 'Driver handbook',
        description: 'Rules of the road, hours and rest, accidents',
        link: 'https://handbook.harborline.example/drivers',
      },
    ],
  },
  {
    id: CANADIAN_FLEET_ID,
    name: 'Services techniques Laurentides',
    brand: 'boreal',
    country: 'CA',
    timeZone: 'America/Toronto',
    region: 'Québec',
    domain: 'laurentides.example',
    vehicles: 120,
    staff: { Owner: 1, Admin: 1, 'Fleet Manager': 1, Manager: 3 },
    ...SMALL,
    mix: { van: 40, pickup: 26, suv: 12, car: 8, electric: 4, medium: 10 },
    bases: [
      { city: 'Montréal', department: '210-MTL' },
      { city: 'Québec', department: '220-QUE' },
      { city: 'Sherbrooke', department: '230-SHE' },
      { city: 'Ottawa', department: '240-OTT' },
      { city: 'Moncton', department: '250-MON' },
    ],
    unitPrefix: 'STL',
    paymentType: 'credit_card',
    createdYearsAgo: 4,
  },
  {
    id: FUEL_CARD_FLEET_ID,
    name: 'Redrock Mechanical',
    brand: 'fuelpass',
    country: 'US',
    timeZone: 'America/Phoenix',
    region: 'Southwest',
    domain: 'redrock.example',
    vehicles: 85,
    staff: { Owner: 1, 'Account Owner': 1, Admin: 1, Manager: 2 },
    ...SMALL,
    mix: { van: 50, pickup: 38, suv: 6, medium: 6 },
    bases: [
      { city: 'Phoenix', department: 'HVAC' },
      { city: 'Tucson', department: 'PLUMBING' },
    ],
    unitPrefix: 'RR',
    paymentType: 'fleetcor',
    createdYearsAgo: 3,
    accountId: 1,
    links: [
      {
        name: 'Fuel card portal',
        description: 'Limits, statements and lost cards',
        link: 'https://cards.fuelpass.example/redrock',
      },
      {
        name: 'Safety handbook',
        description: 'What to do after a collision, and whom to call',
        link: 'https://redrock.example/safety',
      },
    ],
  },
  {
    id: EMPTY_FLEET_ID,
    name: 'Cedar and Main Catering',
    brand: 'wheelbook',
    country: 'US',
    timeZone: 'America/Chicago',
    region: 'Central',
    domain: 'cedarmain.example',
    vehicles: 0,
    staff: { Owner: 1 },
    ...SMALL,
    mix: {},
    bases: [],
    unitPrefix: 'CM',
    paymentType: 'credit_card',
    createdYearsAgo: 0,
  },
  {
    id: MOTOR_POOL_ID,
    name: 'Meridian Motor Pool',
    brand: 'meridian',
    country: 'US',
    timeZone: 'America/New_York',
    region: 'East',
    domain: 'meridian.example',
    vehicles: 18,
    staff: {},
    ...SMALL,
    mix: { car: 50, suv: 30, electric: 20 },
    bases: [{ city: 'Charlotte', department: '100' }],
    unitPrefix: 'MP',
    paymentType: 'bill_to',
    createdYearsAgo: 8,
  },
  {
    id: 6,
    name: 'Copperleaf Home Health',
    brand: 'wheelbook',
    country: 'US',
    timeZone: 'America/Denver',
    region: 'Mountain',
    domain: 'copperleaf.example',
    vehicles: 60,
    staff: { Owner: 1, Admin: 1, Manager: 2 },
    ...SMALL,
    mix: { car: 60, suv: 30, electric: 10 },
    bases: [
      { city: 'Denver', department: 'VISITING CARE' },
      { city: 'Colorado Springs', department: 'HOSPICE' },
    ],
    unitPrefix: 'CH',
    paymentType: 'credit_card',
    createdYearsAgo: 3,
  },
  {
    id: 7,
    name: 'Alder Creek Public Works',
    brand: 'linkfleet',
    country: 'US',
    timeZone: 'America/New_York',
    region: 'East',
    domain: 'aldercreek.example',
    vehicles: 45,
    staff: { Owner: 1, 'Fleet Manager': 1, Manager: 2 },
    ...SMALL,
    mix: { pickup: 35, medium: 35, heavy: 15, suv: 15 },
    bases: [{ city: 'Albany', department: 'STREETS' }],
    unitPrefix: 'PW',
    paymentType: 'bill_to',
    createdYearsAgo: 5,
  },
  {
    id: 8,
    name: 'Pinyon Pest Control',
    brand: 'trackline',
    country: 'US',
    timeZone: 'America/Los_Angeles',
    region: 'West',
    domain: 'pinyon.example',
    vehicles: 70,
    staff: { Owner: 1, Admin: 1, Manager: 2 },
    ...SMALL,
    telematicsShare: 1,
    mix: { pickup: 75, van: 20, car: 5 },
    bases: [
      { city: 'San Diego', department: 'SOUTH' },
      { city: 'Fresno', department: 'VALLEY' },
    ],
    unitPrefix: 'PP',
    paymentType: 'credit_card',
    createdYearsAgo: 2,
  },
  {
    id: 9,
    name: 'Stillwater Farm Cooperative',
    brand: 'petrolane',
    country: 'US',
    timeZone: 'America/Chicago',
    region: 'Central',
    domain: 'stillwater.example',
    vehicles: 40,
    staff: { Owner: 1, Manager: 1 },
    ...SMALL,
    mix: { heavy: 45, medium: 30, pickup: 25 },
    bases: [{ city: 'Des Moines', department: 'GRAIN' }],
    unitPrefix: 'SW',
    paymentType: 'wex',
    createdYearsAgo: 4,
  },
  {
    id: 10,
    name: 'Lakeshore Car Rental',
    brand: 'wayfare',
    country: 'US',
    timeZone: 'America/Detroit',
    region: 'Midwest',
    domain: 'lakeshore.example',
    vehicles: 75,
    staff: { Owner: 1, Admin: 1, 'Fleet Manager': 1 },
    ...SMALL,
    driverShare: 0.1,
    mix: { car: 55, suv: 35, van: 10 },
    bases: [
      { city: 'Detroit', department: 'DTW' },
      { city: 'Grand Rapids', department: 'GRR' },
    ],
    unitPrefix: 'LK',
    paymentType: 'credit_card',
    createdYearsAgo: 5,
  },
  {
    id: 11,
    name: 'Tidewater Refrigeration',
    brand: 'treadwell',
    country: 'US',
    timeZone: 'America/New_York',
    region: 'East',
    domain: 'tidewater.example',
    vehicles: 30,
    staff: { Owner: 1, Manager: 1 },
    ...SMALL,
    mix: { van: 60, pickup: 25, medium: 15 },
    bases: [{ city: 'Norfolk', department: 'SERVICE' }],
    unitPrefix: 'TR',
    paymentType: 'credit_card',
    createdYearsAgo: 3,
  },
  {
    id: 12,
    name: 'Juniper Courier',
    brand: 'fuelpass-plus',
    country: 'US',
    timeZone: 'America/Los_Angeles',
    region: 'West',
    domain: 'juniper.example',
    vehicles: 25,
    staff: { Owner: 1, Manager: 1 },
    ...SMALL,
    mix: { van: 60, car: 25, electric: 15 },
    bases: [
      { city: 'Seattle', department: 'CITY' },
      { city: 'Tacoma', department: 'SOUND' },
    ],
    unitPrefix: 'JC',
    paymentType: 'fleetcor',
    createdYearsAgo: 2,
    accountId: 2,
  },
  {
    id: 13,
    name: 'Redrock Plumbing',
    brand: 'fuelpass',
    country: 'US',
    timeZone: 'America/Phoenix',
    region: 'Southwest',
    domain: 'redrockplumbing.example',
    vehicles: 14,
    staff: { Owner: 1, Manager: 1 },
    ...SMALL,
    mix: { van: 80, pickup: 20 },
    bases: [{ city: 'Tucson', department: 'PLUMBING' }],
    unitPrefix: 'RP',
    paymentType: 'fleetcor',
    createdYearsAgo: 1,
    accountId: 1,
  },
]

/** 'mi' in the US, 'km' in Canada. */
export const unitOf = (fleet: FleetPlan) => (fleet.country === 'CA' ? 'km' : 'mi')

/** What a fleet can pay through. */
export const providersOf = ({ paymentType }: FleetPlan): string[] =>
  paymentType === 'fleetcor'
    ? ['Fleetcor', 'Braintree']
    : paymentType === 'wex'
      ? ['WEX', 'Braintree']
      : paymentType === 'credit_card'
        ? ['Braintree']
        : []

/** Whether the fleet belongs to a fuel-card programme, where vehicles are enrolled one by one. */
export const isFuelCardFleet = (fleet: FleetPlan) => fleet.paymentType === 'fleetcor'
