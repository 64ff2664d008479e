/** The ten roles (doc1 §6, doc2 §6), as stored and sent. French names: `locales/fr/roles.json`. */
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

const FMC_ROLES = ['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager'] as const satisfies Role[]
const ALL = ROLES
const NOT_DRIVERS = ROLES.filter((role) => role !== 'Driver')
/** Ruling 10. */
const ADMIN_TYPE = [
  'Owner',
  'Account Owner',
  'Admin',
  'Super Admin',
  'FMC',
  'FMC Fleet Admin',
] as const satisfies Role[]

/**
 * THE table of abilities: who may do what within the fleet that the session stands in. The server refuses by it,
 * the screens hide or disable by it. Ruling 10; MHX-033 (history edit and delete: all but Driver-only; create: all).
 * What depends on more than the role (own vehicle, type of document) is a predicate below.
 */
export const ABILITIES = {
  'session.own': ALL,
  'fleet.read': ALL,
  /** How many vehicles the fleet says it has (USR-058). */
  'fleet.editVehicleCount': ADMIN_TYPE,
  'catalog.read': ALL,
  'vehicles.read': ALL,
  /** Sees every vehicle of the fleet; without it, only the assigned ones. */
  'vehicles.readAll': NOT_DRIVERS,
  'history.read': ALL,
  'history.create': ALL,
  'history.edit': NOT_DRIVERS,
  'history.delete': NOT_DRIVERS,
  'glovebox.read': ALL,
  'glovebox.edit': ALL,
  /** Documents other than a driver licence (GLV-015). */
  'glovebox.editAnyType': NOT_DRIVERS,
  'telematics.read': ALL,
  'intervals.read': ALL,
  'orders.read': ALL,
  'orders.request': ALL,
  /** Cancel, PO number; a user whose only role is Driver only what they requested themselves (order-rules.ts). */
  'orders.edit': ALL,
  'sync.own': ALL,
  /** Which devices of the fleet hold entries that have not arrived; never what they are (offline.md §3.7). */
  'unsent.read': NOT_DRIVERS,
  /** How the fleet pays (SET-008). */
  'payments.read': NOT_DRIVERS,
  /** The fleets of one's affiliation (API-007, FMC-006). */
  'fleets.list': [...FMC_ROLES, 'Super Admin'],
} as const satisfies Record<string, readonly Role[]>
export type Ability = keyof typeof ABILITIES

/** Who asks: the part of the user that abilities depend on. */
export interface Actor {
  roles: readonly Role[]
}

/** Whether one of the actor's roles carries the ability. */
export function can(actor: Actor, ability: Ability): boolean {
  const allowed: readonly Role[] = ABILITIES[ability]
  return actor.roles.some((role) => allowed.includes(role))
}

/** FMC users hold one of the three FMC roles (doc1 §6). */
export function isFmc(actor: Actor): boolean {
  return actor.roles.some((role) => (FMC_ROLES as readonly Role[]).includes(role))
}

/** Whether Driver is the only role (doc2 §6). */
export function isDriverOnly(actor: Actor): boolean {
  return actor.roles.every((role) => role === 'Driver')
}

/** Document types of the glovebox (doc1 §3, GLV-002), as on the wire. */
export const DOCUMENT_TYPES = ['driver_license', 'vehicle_insurance', 'registration', 'other'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** A user whose only role is Driver may upload driver licences only (GLV-015). */
export function canEditDocument(actor: Actor, type: DocumentType): boolean {
  return can(actor, 'glovebox.editAnyType') || (can(actor, 'glovebox.edit') && type === 'driver_license')
}
