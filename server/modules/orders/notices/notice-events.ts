import { EMAIL_NOTIFICATIONS } from '#contract/access/preferences-rules.ts'
import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'

/** Preferences that an order's moves are told by. */
type NoticePreference = Exclude<NoticeEvent, 'appointment_changed'>

const EVENTS: Partial<Record<string, NoticeEvent>> = {
  request: 'appointment_requested',
  confirm: 'appointment_confirmed',
  reschedule: 'appointment_changed',
  estimate: 'approvals_required',
  // The amount of an approval by policy could not be held; or the final amount is higher.
  approval_required: 'approvals_required',
  exceed: 'approvals_required',
  approve: 'approvals_submitted',
  auto_approve: 'approvals_submitted',
  complete: 'services_completed',
  cancel: 'services_canceled',
}

/** Which preference an entry of the activity log is told by; undefined: nobody asks for that one. */
export const eventOf = (activityType: string): NoticeEvent | undefined => EVENTS[activityType]

/** Preference by which an event is told; who asked for the appointment hears of another time in any case. */
export const preferenceOf = (event: NoticeEvent): NoticePreference =>
  event === 'appointment_changed' ? 'appointment_confirmed' : event

/** What holds for users who never chose (USR-052, USR-055); text messages are off until somebody asks (USR-054). */
export const isAskedByDefault = (event: NoticeEvent): boolean => EMAIL_NOTIFICATIONS[preferenceOf(event)]
