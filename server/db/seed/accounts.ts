import {
  BIG_FLEET_ID,
  CANADIAN_FLEET_ID,
  EMPTY_FLEET_ID,
  FLEETS,
  FUEL_CARD_FLEET_ID,
  MOTOR_POOL_ID,
} from '#server/db/seed/tables/fleets.ts'

/** The password of every demo account. */
export const DEMO_PASSWORD = 'wheelbook-demo'

/** A demo account. */
interface DemoAccount {
  email: string
  role: string
  fleet: string
  /** Subdomain of the matching brand. */
  brand: string
  /** What the account demonstrates. Printed at startup. */
  whatFor: string
}

interface DemoUser {
  email: string
  firstName: string
  lastName: string
  role: string
  /** Null: belongs to no fleet. */
  fleetId: number | null
  language?: 'fr'
  /** Number of assigned vehicles. */
  vehicles?: number
  /** Fuel-card accounts whose fleets the user may act for. */
  accounts?: readonly number[]
  whatFor: string
}

/** The users with short addresses; all others are generated. Ids depend on the order of this list. */
export const DEMO_USERS: readonly DemoUser[] = [
  {
    email: 'owner@harborline.example',
    firstName: 'Dolores',
    lastName: 'Whitfield',
    role: 'Owner',
    fleetId: BIG_FLEET_ID,
    whatFor: 'the big fleet, 2,000 vehicles',
  },
  {
    email: 'driver@harborline.example',
    firstName: 'Emeka',
    lastName: 'Castellan',
    role: 'Driver',
    fleetId: BIG_FLEET_ID,
    vehicles: 2,
    whatFor: 'driver with two assigned vehicles',
  },
  {
    email: 'manager@harborline.example',
    firstName: 'Priya',
    lastName: 'Halloran',
    role: 'Manager',
    fleetId: BIG_FLEET_ID,
    whatFor: 'enters and edits maintenance',
  },
  {
    email: 'fleet.manager@harborline.example',
    firstName: 'Luis',
    lastName: 'Okafor',
    role: 'Fleet Manager',
    fleetId: BIG_FLEET_ID,
    whatFor: 'whole fleet, regular user',
  },
  {
    email: 'admin@harborline.example',
    firstName: 'Hyejin',
    lastName: 'Ashby',
    role: 'Admin',
    fleetId: BIG_FLEET_ID,
    whatFor: 'adds users and vehicles',
  },
  {
    email: 'account.owner@harborline.example',
    firstName: 'Roy',
    lastName: 'Benally',
    role: 'Account Owner',
    fleetId: BIG_FLEET_ID,
    whatFor: 'owner of the account',
  },
  {
    email: 'gestionnaire@laurentides.example',
    firstName: 'Marie-Ève',
    lastName: 'Desrosiers',
    role: 'Manager',
    fleetId: CANADIAN_FLEET_ID,
    language: 'fr',
    whatFor: 'Canada in French: kilometres, postal codes',
  },
  {
    email: 'chauffeur@laurentides.example',
    firstName: 'Étienne',
    lastName: 'Boisvert',
    role: 'Driver',
    fleetId: CANADIAN_FLEET_ID,
    language: 'fr',
    vehicles: 1,
    whatFor: 'a driver in French',
  },
  {
    email: 'owner@redrock.example',
    firstName: 'Yesenia',
    lastName: 'Hargrove',
    role: 'Owner',
    fleetId: FUEL_CARD_FLEET_ID,
    accounts: [1, 2, 3],
    whatFor: 'fuel card: enrolled and unenrolled vehicles, two accounts, three fleets',
  },
  {
    email: 'owner@cedarmain.example',
    firstName: 'Grace',
    lastName: 'Lindqvist',
    role: 'Owner',
    fleetId: EMPTY_FLEET_ID,
    whatFor: 'a fleet without vehicles',
  },
  {
    email: 'fmc@meridian.example',
    firstName: 'Naomi',
    lastName: 'Calloway',
    role: 'FMC',
    fleetId: MOTOR_POOL_ID,
    whatFor: 'management company, its own motor pool',
  },
  {
    email: 'fmc.admin@meridian.example',
    firstName: 'Kofi',
    lastName: 'Brannigan',
    role: 'FMC Fleet Admin',
    fleetId: MOTOR_POOL_ID,
    whatFor: 'management company, fleet admin',
  },
  {
    email: 'fmc.manager@meridian.example',
    firstName: 'Tomas',
    lastName: 'Lindqvist',
    role: 'FMC Fleet Manager',
    fleetId: MOTOR_POOL_ID,
    whatFor: 'management company, fleet manager',
  },
  {
    email: 'super@meridian.example',
    firstName: 'Ruth',
    lastName: 'Kealoha',
    role: 'Super Admin',
    fleetId: MOTOR_POOL_ID,
    whatFor: 'super admin',
  },
  {
    email: 'nobody@example.example',
    firstName: 'Quentin',
    lastName: 'Fennimore',
    role: 'Manager',
    fleetId: null,
    whatFor: '“This account does not belong to a fleet”',
  },
]

/** Accounts to try, as `npm start` prints them. Every role is included. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = DEMO_USERS.map(({ email, role, fleetId, whatFor }) => {
  const fleet = FLEETS.find(({ id }) => id === fleetId)
  return { email, role, fleet: fleet?.name ?? 'none', brand: fleet?.brand ?? 'wheelbook', whatFor }
})
