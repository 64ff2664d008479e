import type { CurrentFleet, CurrentUser } from '#contract/access/session.ts'
import { featuresOf } from '#contract/core/brand-features.ts'
import type { Role } from '#domain/access/permissions.ts'
import { dropQueries, persistenceKey } from '#src/api/query-persistence.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import {
  type DeviceSession,
  readDeviceSession,
  readRemoval,
  writeDeviceSession,
  writeRemoval,
} from './device-session.ts'
import { dropFirstRows } from './first-rows.ts'
import { dropLastScreens } from './last-screens.ts'
import { dropRecentFinds } from './recent-finds.ts'

/** The offline part of the app, as the session uses it. Loaded only after sign-in. */
export interface LocalWork {
  /** Opens this user's databases and starts sending waiting entries. */
  open(user: CurrentUser): void
  /** The session is valid again: resumes sending. */
  resume(): void
  /** Deletes all cached data of this user. Waiting entries stay, locked (ruling 25). */
  forget(user: CurrentUser): Promise<void>
  /** The same for a user whose databases are not open. */
  forgetClosed(user: DeviceSession): Promise<void>
}

type NewInFleet = 'account' | 'fleet_links' | 'is_fuel_card' | 'features'
type NewInUser =
  | 'home_fleet_id'
  | 'user_accounts'
  | 'user_account_fleets'
  | 'payment_id'
  | 'has_payment_method'
  | 'pays_through_platform'
  | 'fleet_payment_providers'
  | 'fuel_card_account_number'
  | 'total_fleet_number'
  | 'other_id'
  | 'is_active'
  | 'address'
  | 'city'
  | 'state'
  | 'garaging_zip'
  | 'zip'
  | 'vehiclesTotal'
  | 'affiliationId'
  | 'approval_fleets'
  | 'approvalFleetIds'
  | 'approval_fleet_ids'

/** A user as an older version stored it on this device, or with another server's format of roles (USR-029). */
export type StoredUser = Omit<CurrentUser, 'roles' | 'fleet' | NewInUser> & {
  roles: readonly (Role | { name: Role })[]
  fleet: Omit<CurrentFleet, NewInFleet> & Partial<Pick<CurrentFleet, NewInFleet>>
} & Partial<Pick<CurrentUser, NewInUser>>

/** Normalizes a user: roles by name, with defaults for fields that older data lacks. */
export function normalizeUser(user: StoredUser): CurrentUser {
  return {
    ...user,
    roles: user.roles.map((role) => (typeof role === 'string' ? role : role.name)),
    home_fleet_id: user.home_fleet_id ?? user.fleet_id,
    user_accounts: user.user_accounts ?? [],
    user_account_fleets: user.user_account_fleets ?? [],
    payment_id: user.payment_id ?? null,
    has_payment_method: user.has_payment_method ?? false,
    pays_through_platform: user.pays_through_platform ?? false,
    fleet_payment_providers: user.fleet_payment_providers ?? [],
    fuel_card_account_number: user.fuel_card_account_number ?? null,
    total_fleet_number: user.total_fleet_number ?? 1,
    other_id: user.other_id ?? null,
    is_active: user.is_active ?? true,
    address: user.address ?? null,
    city: user.city ?? null,
    state: user.state ?? null,
    garaging_zip: user.garaging_zip ?? null,
    zip: user.zip ?? null,
    vehiclesTotal: user.vehiclesTotal ?? 0,
    affiliationId: user.affiliationId ?? user.affiliation_id,
    approval_fleets: user.approval_fleets ?? [],
    approvalFleetIds: user.approvalFleetIds ?? [],
    approval_fleet_ids: user.approval_fleet_ids ?? [],
    fleet: {
      ...user.fleet,
      account: user.fleet.account ?? null,
      fleet_links: user.fleet.fleet_links ?? [],
      is_fuel_card: user.fleet.is_fuel_card ?? false,
      features: user.fleet.features ?? featuresOf(brandOfPage()),
    },
  }
}

export const deviceOf = (user: CurrentUser): DeviceSession => ({ userId: user.id, fleetId: user.fleet_id })

/**
 * Stores who is signed in. If an earlier user did not sign out, or the sign-out is not complete, deletes the localStorage
 * data of that user that the app shows at start (ACC-134). The databases are cleared once those of the new user are open.
 */
export function replaceDevice(device: DeviceSession): void {
  for (const before of [readDeviceSession(), readRemoval()])
    if (before && persistenceKey(before) !== persistenceKey(device)) dropStored(before)
  writeRemoval(undefined)
  writeDeviceSession(device)
}

/** Deletes the localStorage data of a user that the app shows at start. */
export function dropStored(device: DeviceSession): void {
  dropQueries(persistenceKey(device))
  dropLastScreens()
  dropRecentFinds(device)
  dropFirstRows(device)
}

/** How long a start waits for the removal of a user's data: storage that does not respond must not prevent it. */
const REMOVAL_MS = 3000

/**
 * Completes a sign-out on this device. If it fails or the app is closed again, the next start repeats it.
 * @param user whose data is left on this device
 * @param forget clears the user's databases
 * @returns whether the removal has ended, so that no database of the user is open
 */
export function finishOnDevice(
  user: DeviceSession,
  forget: (user: DeviceSession) => Promise<void>,
): Promise<boolean> {
  writeRemoval(user)
  dropStored(user)
  writeDeviceSession(undefined)
  const removal = forget(user)
    .then(
      () => writeRemoval(undefined),
      (error: unknown) => console.error('The local copies of the user cannot be deleted', error),
    )
    .then(() => true)
  const limit = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), REMOVAL_MS))
  return Promise.race([removal, limit])
}
