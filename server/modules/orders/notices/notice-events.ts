import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'

const EVENTS: Partial<Record<string, NoticeEvent>> = {
  request: 'appointment_requested',
  confirm: 'appointment_confirmed',
  reschedule: 'appointment_changed',
  propose_time: 'appointment_proposed',
  accept_time: 'proposal_accepted',
  decline_time: 'proposal_declined',
  estimate: 'approvals_required',
  // The amount of an approval by policy could not be authorized, or the final amount is higher.
  approval_required: 'approvals_required',
  exceed: 'approvals_required',
  approve: 'approvals_submitted',
  auto_approve: 'approvals_submitted',
  complete: 'services_completed',
  cancel: 'services_canceled',
  reject: 'services_canceled',
}

/** Sends an email to the shop only. */
const TO_SHOP_ONLY = 'withdraw_time'

/** Returns whether an activity log entry can trigger a notice to a user or an email to the shop. */
export const sendsMessages = (activityType: string): boolean =>
  activityType === TO_SHOP_ONLY || activityType in EVENTS

/**
 * Returns the event of an activity log entry; undefined if it sends no notice. A shop that cancels an order declines its
 * appointment.
 */
export const eventOf = (entry: { activity_type: string; acting_party: string }): NoticeEvent | undefined =>
  entry.activity_type === 'cancel' && entry.acting_party === 'shop'
    ? 'appointment_declined'
    : EVENTS[entry.activity_type]
