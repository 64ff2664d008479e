import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'
import { EMAIL_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'

/**
 * People of the order's fleet, by what they have to do with the order. Everybody is narrowed to those who can see the vehicle.
 * `proposer`: who proposed another time last. `approvers`: who may approve the order as it stands. `everyone`: the whole fleet.
 */
export type AudienceGroup = 'booker' | 'proposer' | 'drivers' | 'approvers' | 'owners' | 'everyone'

/** Preferences that events are told by. */
type NoticePreference = Exclude<
  NoticeEvent,
  'appointment_changed' | 'appointment_proposed' | 'proposal_accepted' | 'proposal_declined'
>

export interface Audience {
  /** The switch of the preferences. A person who switched it off gets nothing, except as `always`. */
  preference: NoticePreference
  /** Told whatever they chose, by email. */
  always: readonly AudienceGroup[]
  /** Told while they have not switched it off, because the order concerns them. */
  concerned: readonly AudienceGroup[]
  /** Told if they switched it on themselves. */
  onRequest: readonly AudienceGroup[]
}

/** Who is told of what. The test tests/api/orders/notice-audiences.test.ts checks every row for every role. */
const AUDIENCES: Record<NoticeEvent, Audience> = {
  appointment_requested: {
    preference: 'appointment_requested',
    ...{ always: [], concerned: [], onRequest: ['everyone'] },
  },
  appointment_confirmed: {
    preference: 'appointment_confirmed',
    ...{ always: [], concerned: [], onRequest: ['everyone'] },
  },
  // Nobody else would tell the person who asked for the appointment that it is at another time.
  appointment_changed: {
    preference: 'appointment_confirmed',
    ...{ always: ['booker'], concerned: [], onRequest: ['everyone'] },
  },
  // Somebody else wants to move the booker's appointment.
  appointment_proposed: {
    preference: 'appointment_confirmed',
    ...{ always: ['booker'], concerned: [], onRequest: ['everyone'] },
  },
  // Both asked, so both are answered.
  proposal_accepted: {
    preference: 'appointment_confirmed',
    ...{ always: ['booker', 'proposer'], concerned: [], onRequest: ['everyone'] },
  },
  proposal_declined: {
    preference: 'appointment_confirmed',
    ...{ always: ['booker', 'proposer'], concerned: [], onRequest: ['everyone'] },
  },
  // `audienceOf` narrows it where anybody may approve.
  approvals_required: {
    preference: 'approvals_required',
    ...{ always: [], concerned: ['approvers'], onRequest: ['approvers'] },
  },
  approvals_submitted: {
    preference: 'approvals_submitted',
    ...{ always: [], concerned: ['booker', 'drivers'], onRequest: ['everyone'] },
  },
  services_completed: {
    preference: 'services_completed',
    ...{ always: [], concerned: [], onRequest: ['everyone'] },
  },
  services_canceled: {
    preference: 'services_canceled',
    ...{ always: [], concerned: [], onRequest: ['everyone'] },
  },
}

/** Asked for an approval that anybody may give, while they have not switched it off. */
const ASKED_WHERE_ANYONE_APPROVES: readonly AudienceGroup[] = ['booker', 'owners']

/** The audience of an event, for one order. */
export function audienceOf(event: NoticeEvent, approvers: 'anyone' | 'owners' | number[] | null): Audience {
  const audience = AUDIENCES[event]
  if (approvers !== 'anyone') return audience
  const resolved = (groups: readonly AudienceGroup[], approving: readonly AudienceGroup[]) =>
    groups.flatMap((group) => (group === 'approvers' ? approving : [group]))
  return {
    ...audience,
    concerned: resolved(audience.concerned, ASKED_WHERE_ANYONE_APPROVES),
    onRequest: resolved(audience.onRequest, ['everyone']),
  }
}

/** Preference by which an event is told. */
export const preferenceOf = (event: NoticeEvent): NoticePreference => AUDIENCES[event].preference

/** Whether an email switch is on for users who never chose (USR-052, USR-055). */
export const isOnByDefault = ({ preference }: Audience): boolean => EMAIL_NOTIFICATIONS[preference]
