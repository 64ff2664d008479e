import { ABILITIES, type Ability, can, type Role } from '#domain/access/permissions.ts'

/** Headings of the matrix, in display order. */
export const GROUPS = [
  'base',
  'vehicles',
  'papers',
  'maintenance',
  'orders',
  'policies',
  'users',
  'money',
  'company',
] as const
export type Group = (typeof GROUPS)[number]

/** Heading of each ability; an ability without one does not compile. */
const GROUP_OF: Record<Ability, Group> = {
  'session.own': 'base',
  'fleet.read': 'base',
  'fleet.editVehicleCount': 'vehicles',
  'catalog.read': 'base',
  'sync.own': 'base',
  'vehicles.read': 'vehicles',
  'vehicles.readAll': 'vehicles',
  'vehicles.edit': 'vehicles',
  'drivers.assign': 'vehicles',
  'telematics.read': 'vehicles',
  'telematics.edit': 'vehicles',
  'glovebox.read': 'papers',
  'glovebox.edit': 'papers',
  'glovebox.editAnyType': 'papers',
  'history.read': 'maintenance',
  'history.create': 'maintenance',
  'history.edit': 'maintenance',
  'history.delete': 'maintenance',
  'intervals.read': 'maintenance',
  'schedules.read': 'maintenance',
  'schedules.mark': 'maintenance',
  'schedules.edit': 'maintenance',
  'reminders.snooze': 'maintenance',
  'odometer.read': 'maintenance',
  'odometer.record': 'maintenance',
  'odometer.void': 'maintenance',
  'unsent.read': 'maintenance',
  'orders.read': 'orders',
  'orders.request': 'orders',
  'orders.edit': 'orders',
  'orders.shareWithShop': 'orders',
  'orders.approve': 'orders',
  'orders.review': 'orders',
  'policies.read': 'policies',
  'policies.edit': 'policies',
  'users.read': 'users',
  'users.edit': 'users',
  'users.editPrivileged': 'users',
  'users.delete': 'users',
  'users.deleteAny': 'users',
  'users.deactivate': 'users',
  'users.audit': 'users',
  'fmcUsers.read': 'company',
  'fmcUsers.edit': 'company',
  'fmcUsers.editPrivileged': 'company',
  'payments.read': 'money',
  'payments.add': 'money',
  'payments.edit': 'money',
  'payments.editAccountNumber': 'money',
  'payments.refund': 'money',
  'payments.review': 'money',
  'payments.setSubscription': 'money',
  'transactions.read': 'money',
  'settlements.read': 'company',
  'fleets.list': 'company',
  'fleets.create': 'company',
  'fleets.edit': 'company',
  'fleets.impersonate': 'company',
  'transfers.make': 'company',
}

export const abilitiesOf = (group: Group): Ability[] =>
  (Object.keys(ABILITIES) as Ability[]).filter((ability) => GROUP_OF[ability] === group)

/** Returns whether a user with only this role has the ability. */
export const roleMay = (role: Role, ability: Ability): boolean => can({ roles: [role] }, ability)
