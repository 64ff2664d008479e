import { can, type Role } from './permissions.ts'

/** Events that mail can be sent about, with what holds for who never chose (USR-051, USR-052, USR-055). */
export const EMAIL_NOTIFICATIONS = {
  appointment_requested: false,
  appointment_confirmed: false,
  approvals_required: true,
  approvals_submitted: true,
  services_completed: false,
  services_canceled: false,
  /** Sent, never shown (USR-053). */
  payment_received: false,
  twenty_four_hour_reminder: false,
  one_hour_reminder: false,
} as const
/** The shorter set, for text messages (USR-054, USR-055). */
export const TEXT_NOTIFICATIONS = {
  appointment_requested: false,
  approvals_required: false,
  services_canceled: false,
  payment_received: false,
  twenty_four_hour_reminder: false,
} as const
export type EmailNotification = keyof typeof EMAIL_NOTIFICATIONS
export type TextNotification = keyof typeof TEXT_NOTIFICATIONS

/** Which parts of the preferences a user has (USR-065 to USR-067). */
export interface PreferenceParts {
  /** Names, e-mail, phone, password. Not for drivers of a fuel-card fleet, who have their notifications only. */
  profile: boolean
  /** Zip and vehicle count: those of a fleet, so not for users of a management company. */
  ofFleet: boolean
  /** The vehicle count is the whole fleet's: others see it and leave it. */
  canSetVehicleCount: boolean
}

/** The parts for a user in a fleet whose brand is a fuel card, or is not. */
export function preferenceParts(
  user: { roles: readonly Role[]; isFMC: boolean },
  isFuelCard: boolean,
): PreferenceParts {
  const isDriverOnly = user.roles.every((role) => role === 'Driver')
  const profile = !(isFuelCard && isDriverOnly)
  const ofFleet = profile && !user.isFMC
  return { profile, ofFleet, canSetVehicleCount: ofFleet && can(user, 'fleet.editVehicleCount') }
}
