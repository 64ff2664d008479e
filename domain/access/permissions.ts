/** The ten roles (USR-026), as stored and sent. Names in both languages: `locales/<language>/roles.json`. */
export const ROLES = [
  'FMC',
  'FMC Fleet Admin',
  'FMC Fleet Manager',
  'Super Admin',
  'Driver',
  'Manager',
  'Account Owner',
  'Fleet Manager',
  'Owner',
  'Admin',
] as const
export type Role = (typeof ROLES)[number]

export const FMC_ROLES = ['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager'] as const satisfies Role[]
const ALL = ROLES
const NOT_DRIVERS = ROLES.filter((role) => role !== 'Driver')
/** 'Admin-type' users of the specification (ruling 10, USR-042). */
const ADMIN_TYPE = [
  'Owner',
  'Account Owner',
  'Admin',
  'Super Admin',
  'FMC',
  'FMC Fleet Admin',
] as const satisfies Role[]

/** Manager, and the FMC role that mirrors it (USR-030). */
const MANAGERS = ['Manager', 'FMC Fleet Manager'] as const satisfies Role[]

/**
 * Abilities of each role within the session's fleet. The server rejects calls by this table, the screens hide or
 * disable actions by it, and /roles shows it (with texts in `locales/<language>/roles.json`). Ruling 10. Conditions
 * beyond the role (own vehicle, type of document, named approvers) are predicates below, or fields of the row.
 */
export const ABILITIES = {
  'session.own': ALL,
  'fleet.read': ALL,
  /** Number of vehicles that the fleet states (USR-058). */
  'fleet.editVehicleCount': ADMIN_TYPE,
  'catalog.read': ALL,
  'sync.own': ALL,

  'vehicles.read': ALL,
  /** Sees every vehicle of the fleet; without it, only the assigned ones. */
  'vehicles.readAll': NOT_DRIVERS,
  /** Adds, edits, deactivates, bulk upload (USR-043). */
  'vehicles.edit': ADMIN_TYPE,
  /** 'Manager sets policies and assigns drivers' (USR-030). */
  'drivers.assign': [...ADMIN_TYPE, ...MANAGERS, 'Fleet Manager'],
  'telematics.read': ALL,
  /** Name of the telematics database (TEL-023). */
  'telematics.edit': ADMIN_TYPE,
  'glovebox.read': ALL,
  'glovebox.edit': ALL,
  /** Documents other than a driver license (GLV-015). */
  'glovebox.editAnyType': NOT_DRIVERS,

  'history.read': ALL,
  /** MHX-033: all users may create entries; all except Driver-only users may edit and delete those of others. */
  'history.create': ALL,
  /** Edits and deletes the user's own entries, for a time and until someone else changes them (ruling 36). */
  'history.correctOwn': ALL,
  'history.edit': NOT_DRIVERS,
  'history.delete': NOT_DRIVERS,
  'intervals.read': ALL,
  'schedules.read': ALL,
  /** Marks a service as done; drivers for their vehicles (ruling 24 allows it offline). */
  'schedules.mark': ALL,
  /** Changes what is due and how often. */
  'schedules.edit': NOT_DRIVERS,
  'reminders.snooze': ALL,
  'odometer.read': ALL,
  'odometer.record': ALL,
  'odometer.void': NOT_DRIVERS,
  /** Devices of the fleet with unsent entries, never their content (docs/offline.md#protocol). */
  'unsent.read': NOT_DRIVERS,

  'orders.read': ALL,
  'orders.request': ALL,
  /** Cancel, PO number; Driver-only users only for orders that they requested (order-rules.ts). */
  'orders.edit': ALL,
  /** Users whom an order names as approvers, and anyone if a vehicle has no policy (APR-036). */
  'orders.approve': ALL,
  /** Labels services, and sees the network's price ranges and links to the history: not for Driver-only users (APR-034). */
  'orders.review': NOT_DRIVERS,
  /** Creates and ends shop links. A link grants the rights of the shop (ruling 15). */
  'orders.shareWithShop': NOT_DRIVERS,
  /** Reports cover the vehicles that the user sees. */
  'reports.read': ALL,
  'policies.read': NOT_DRIVERS,
  /** Admin-type users (SET-023), and 'Manager sets policies and assigns drivers' (USR-030). */
  'policies.edit': [...ADMIN_TYPE, ...MANAGERS],

  'users.read': NOT_DRIVERS,
  /** USR-037. */
  'users.edit': ADMIN_TYPE,
  /** Owner, Account Owner and Super Admin (USR-038, USR-041); FMC mirrors the Owner (USR-030). */
  'users.editPrivileged': ['Owner', 'Account Owner', 'Super Admin', 'FMC'],
  /** Regular users, never the user themselves (USR-033). */
  'users.delete': ADMIN_TYPE,
  /** Whatever role the other user has (USR-034, USR-035). */
  'users.deleteAny': ['Owner'],
  /** Regular users, never the user themselves (USR-036, USR-041). */
  'users.deactivate': ADMIN_TYPE,
  /** Reads the audit log of users. */
  'users.audit': ADMIN_TYPE,
  /** The users of a management company (USR-031). */
  'fmcUsers.read': FMC_ROLES,
  'fmcUsers.edit': ['FMC', 'FMC Fleet Admin'],
  /** Edits users with the role FMC, and deletes FMC users of any role: FMC mirrors the Owner (USR-030). */
  'fmcUsers.editPrivileged': ['FMC'],

  /** The tab Payments (SET-007, SET-008). */
  'payments.read': NOT_DRIVERS,
  /** Adds payment methods; edits and deletes the user's own. */
  'payments.add': NOT_DRIVERS,
  /** Edits and deletes payment methods of other users (PAY-024). */
  'payments.edit': ['FMC', 'FMC Fleet Admin', 'Owner'],
  /** The method that pays the subscription (PAY-022). */
  'payments.setSubscription': NOT_DRIVERS.filter(
    (role) => role !== 'Manager' && role !== 'FMC Fleet Manager',
  ),
  /** The fleet's WEX account number. */
  'payments.editAccountNumber': ADMIN_TYPE,
  /** Refunds a captured amount. */
  'payments.refund': ADMIN_TYPE,
  /** Acts on payments in manual review (ruling 28). */
  'payments.review': ADMIN_TYPE,
  'transactions.read': NOT_DRIVERS,
  /** Settlement files of fuel cards, of all fleets of the affiliation (ruling 29). */
  'settlements.read': FMC_ROLES,

  /**
   * The fleets of the management company (API-007, FMC-006). Not for Super Admins, who belong to one fleet (decision
   * 52).
   */
  'fleets.list': FMC_ROLES,
  /** FMC-013, FMC-014. */
  'fleets.create': ['FMC'],
  /** FMC roles mirror Owner and Admin (USR-030). */
  'fleets.edit': ['FMC', 'FMC Fleet Admin'],
  /** Acts for any fleet of the affiliation (ruling 9, FMC-007). */
  'fleets.impersonate': FMC_ROLES,
  /** Moves vehicles from one fleet to another (FMC-006). */
  'transfers.make': FMC_ROLES,
} as const satisfies Record<string, readonly Role[]>
export type Ability = keyof typeof ABILITIES

/** The part of a user that abilities depend on. */
export interface Actor {
  roles: readonly Role[]
}

/** Returns whether one of the actor's roles has the ability. */
export function can(actor: Actor, ability: Ability): boolean {
  const allowed: readonly Role[] = ABILITIES[ability]
  return actor.roles.some((role) => allowed.includes(role))
}

/** The three roles of management companies (USR-028). */
export const isFmcRole = (role: Role): boolean => (FMC_ROLES as readonly Role[]).includes(role)

/** FMC users hold one of the three FMC roles (USR-028). */
export const isFmc = (actor: Actor): boolean => actor.roles.some(isFmcRole)

/** 'Admin-type' users of the specification; all others are 'regular' (USR-042). */
export function isAdminType(actor: Actor): boolean {
  return actor.roles.some((role) => (ADMIN_TYPE as readonly Role[]).includes(role))
}

/** Whether vehicles are requested without a fleet (VEH-076, VEH-077); the server returns those of one fleet anyway. */
export function loadsWithoutFleet(actor: Actor): boolean {
  return actor.roles.some((role) => role === 'Super Admin' || role === 'FMC')
}

/** Whether Driver is the only role (GLV-015). */
export function isDriverOnly(actor: Actor): boolean {
  return actor.roles.every((role) => role === 'Driver')
}

/** Document types of the glovebox (GLV-002), as on the wire. */
export const DOCUMENT_TYPES = ['driver_license', 'vehicle_insurance', 'registration', 'other'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]
/** A vehicle has one document of these types: one that lasts longer replaces the others. */
export const SINGLE_DOCUMENT_TYPES: readonly DocumentType[] = ['vehicle_insurance', 'registration']

/** A user whose only role is Driver may upload driver licenses only (GLV-015). */
export function canEditDocument(actor: Actor, type: DocumentType): boolean {
  return can(actor, 'glovebox.editAnyType') || (can(actor, 'glovebox.edit') && type === 'driver_license')
}
