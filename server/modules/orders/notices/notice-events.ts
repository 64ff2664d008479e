import { EMAIL_NOTIFICATIONS, type EmailNotification } from '#contract/access/preferences-rules.ts'

/** Preferences that an order's moves are told by. */
export type NoticeEvent = Extract<
  EmailNotification,
  | 'appointment_requested'
  | 'appointment_confirmed'
  | 'approvals_required'
  | 'approvals_submitted'
  | 'services_completed'
  | 'services_canceled'
>

const EVENTS: Partial<Record<string, NoticeEvent>> = {
  request: 'appointment_requested',
  confirm: 'appointment_confirmed',
  estimate: 'approvals_required',
  approve: 'approvals_submitted',
  auto_approve: 'approvals_submitted',
  complete: 'services_completed',
  cancel: 'services_canceled',
}

/** Which preference an entry of the activity log is told by; undefined: nobody asks for that one. */
export const eventOf = (activityType: string): NoticeEvent | undefined => EVENTS[activityType]

/** What holds for users who never chose (USR-055). */
export const isAskedByDefault = (event: NoticeEvent): boolean => EMAIL_NOTIFICATIONS[event]
