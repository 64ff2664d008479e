import type { Country } from '#server/db/seed/core/rows.ts'
import type { VehicleKind } from './vehicle-models.ts'

/** Home base of vehicles: a town of tables/places.ts, with its department number. */
interface Base {
  city: string
  department: string
}

/** Everything that the generators need to know about one fleet. */
export interface FleetPlan {
  id: number
  name: string
  brand: string
  country: Country
  timeZone: string
  region: string
  domain: string
  vehicles: number
  /** Users by role. Drivers follow from `driverShare`. */
  staff: Partial<Record<'Owner' | 'Account Owner' | 'Admin' | 'Fleet Manager' | 'Manager', number>>
  /** Share of vehicles with a driver. */
  driverShare: number
  /** Share of vehicles with a telematics device. */
  telematicsShare: number
  /** Share of vehicles with a glovebox. */
  gloveboxShare: number
  mix: Partial<Record<VehicleKind, number>>
  bases: readonly Base[]
  unitPrefix: string
  paymentType: 'credit_card' | 'wex' | 'fleetcor' | 'pay_in_shop' | 'invoice'
  createdYearsAgo: number
  /** Fuel-card account that it belongs to. */
  accountId?: number
  links?: readonly FleetLinkPlan[]
}

/** A link of the avatar menu. */
interface FleetLinkPlan {
  name: string
  description: string
  link: string
}

/** 'mi' in the US, 'km' in Canada. */
export const unitOf = (fleet: FleetPlan) => (fleet.country === 'CA' ? 'km' : 'mi')

/** Returns the payment providers that a fleet can use. */
export const providersOf = ({ paymentType }: FleetPlan): string[] =>
  paymentType === 'fleetcor'
    ? ['Fleetcor', 'Braintree']
    : paymentType === 'wex'
      ? ['WEX', 'Braintree']
      : paymentType === 'credit_card'
        ? ['Braintree']
        : []

/** Whether the fleet belongs to a fuel-card program, where vehicles are enrolled individually. */
export const isFuelCardFleet = (fleet: FleetPlan) => fleet.paymentType === 'fleetcor'

/** Whether the fleet pays through the platform (ruling 26). */
export const paysThroughPlatform = ({ paymentType }: FleetPlan): boolean =>
  paymentType !== 'pay_in_shop' && paymentType !== 'invoice'
