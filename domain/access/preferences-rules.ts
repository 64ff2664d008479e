import { can, type Role } from './permissions.ts'

/** Events that are sent by email, with the default for users who made no choice (USR-051, USR-052, USR-055). */
export const EMAIL_NOTIFICATIONS = {
  appointment_requested: false,
  appointment_confirmed: false,
  approvals_required: true,
  approvals_submitted: true,
  services_completed: false,
  services_canceled: false,
  /** Sent, but not shown (USR-053). */
  payment_received: false,
  twenty_four_hour_reminder: false,
  one_hour_reminder: false,
} as const
/** The smaller set for text messages (USR-054, USR-055). */
export const TEXT_NOTIFICATIONS = {
  appointment_requested: false,
  approvals_required: false,
  services_canceled: false,
  payment_received: false,
  twenty_four_hour_reminder: false,
} as const
export type EmailNotification = keyof typeof EMAIL_NOTIFICATIONS
export type TextNotification = keyof typeof TEXT_NOTIFICATIONS

/** Sections of the preferences that a user has (USR-065 to USR-067). */
interface PreferenceParts {
  /** Names, email, phone, password. Drivers of a fuel-card fleet have only their notifications. */
  profile: boolean
  /** Zip and vehicle count belong to a fleet, so users of a management company have neither. */
  ofFleet: boolean
  /** The vehicle count applies to the whole fleet, so other users can only see it. */
  canSetVehicleCount: boolean
}

/** Returns the sections of a user, depending on whether the fleet's brand is a fuel card. */
export function preferenceParts(
  user: { roles: readonly Role[]; isFMC: boolean },
  isFuelCard: boolean,
): PreferenceParts {
  const isDriverOnly = user.roles.every((role) => role === 'Driver')
  const profile = !(isFuelCard && isDriverOnly)
  const ofFleet = profile && !user.isFMC
  return { profile, ofFleet, canSetVehicleCount: ofFleet && can(user, 'fleet.editVehicleCount') }
}
