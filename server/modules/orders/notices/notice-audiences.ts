import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'
import { EMAIL_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'

/**
 * Groups of users of the order's fleet. Each is limited to users who can see the vehicle. `proposer`: the last user who
 * proposed another time. `approvers`: users who may approve the order now. `everyone`: the whole fleet.
 */
export type AudienceGroup = 'booker' | 'proposer' | 'drivers' | 'approvers' | 'owners' | 'everyone'

/** Preferences that control notices. */
type NoticePreference = Exclude<
  NoticeEvent,
  | 'appointment_changed'
  | 'appointment_declined'
  | 'appointment_proposed'
  | 'proposal_accepted'
  | 'proposal_declined'
>

export interface Audience {
  /** The preference that controls the event. A user who turned it off gets nothing, except as `always`. */
  preference: NoticePreference
  /** Get the email regardless of their preference. */
  always: readonly AudienceGroup[]
  /** Get the notice unless they turned it off, because the order concerns them. */
  concerned: readonly AudienceGroup[]
  /** Get the notice only if they turned it on. */
  onRequest: readonly AudienceGroup[]
}

/** The audience of each event. tests/api/orders/notice-audiences.test.ts checks every row for every role. */
const AUDIENCES: Record<NoticeEvent, Audience> = {
  appointment_requested: {
    preference: 'appointment_requested',
    always: [],
    concerned: [],
    onRequest: ['everyone'],
  },
  appointment_confirmed: {
    preference: 'appointment_confirmed',
    always: [],
    concerned: [],
    onRequest: ['everyone'],
  },
  // The booker has no other way to learn that the time has changed.
  appointment_changed: {
    preference: 'appointment_confirmed',
    always: ['booker'],
    concerned: [],
    onRequest: ['everyone'],
  },
  // The booker has to book again (SVC-125).
  appointment_declined: {
    preference: 'services_canceled',
    always: ['booker'],
    concerned: [],
    onRequest: ['everyone'],
  },
  // Another user wants to move the booker's appointment.
  appointment_proposed: {
    preference: 'appointment_confirmed',
    always: ['booker'],
    concerned: [],
    onRequest: ['everyone'],
  },
  // Both requested a time, so both get the result.
  proposal_accepted: {
    preference: 'appointment_confirmed',
    always: ['booker', 'proposer'],
    concerned: [],
    onRequest: ['everyone'],
  },
  proposal_declined: {
    preference: 'appointment_confirmed',
    always: ['booker', 'proposer'],
    concerned: [],
    onRequest: ['everyone'],
  },
  // `audienceOf` narrows it if anyone may approve.
  approvals_required: {
    preference: 'approvals_required',
    always: [],
    concerned: ['approvers'],
    onRequest: ['approvers'],
  },
  approvals_submitted: {
    preference: 'approvals_submitted',
    always: [],
    concerned: ['booker', 'drivers'],
    onRequest: ['everyone'],
  },
  services_completed: {
    preference: 'services_completed',
    always: [],
    concerned: [],
    onRequest: ['everyone'],
  },
  services_canceled: {
    preference: 'services_canceled',
    always: [],
    concerned: [],
    onRequest: ['everyone'],
  },
}

/** Get the request for an approval that anyone may give, unless they turned it off. */
const NOTIFIED_IF_ANYONE_MAY_APPROVE: readonly AudienceGroup[] = ['booker', 'owners']

/** Returns the audience of an event for one order. */
export function audienceOf(event: NoticeEvent, approvers: 'anyone' | 'owners' | number[] | null): Audience {
  const audience = AUDIENCES[event]
  if (approvers !== 'anyone') return audience
  const resolved = (groups: readonly AudienceGroup[], approving: readonly AudienceGroup[]) =>
    groups.flatMap((group) => (group === 'approvers' ? approving : [group]))
  return {
    ...audience,
    concerned: resolved(audience.concerned, NOTIFIED_IF_ANYONE_MAY_APPROVE),
    onRequest: resolved(audience.onRequest, ['everyone']),
  }
}

/** Returns the preference that controls an event. */
export const preferenceOf = (event: NoticeEvent): NoticePreference => AUDIENCES[event].preference

/** Returns whether the email is on for users who never set the preference (USR-052, USR-055). */
export const isOnByDefault = ({ preference }: Audience): boolean => EMAIL_NOTIFICATIONS[preference]
