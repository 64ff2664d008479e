import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import type { Transaction } from '#server/db/database.ts'
import { renderEmail } from '#server/integrations/mail/render-email.ts'
import { notifyShop } from '#server/modules/orders/shop-links/shop-emails.service.ts'
import type { Ports } from '#server/use-case.ts'
import { evaluateEstimate, reasonOf } from '../../maintenance/policies/policies.reads.ts'
import { afterQuietHours } from '../../maintenance/reminders/reminder-times.ts'
import { recordSentNotice } from '../../maintenance/reminders/sent-notices.ts'
import { unsubscribeToken } from '../../maintenance/reminders/unsubscribe-token.ts'
import { approvedWork, hasRejectedWork } from '../orders/lifecycle/order-lifecycle.service.ts'
import { readOrder } from '../orders/orders.reads.ts'
import { audienceOf, preferenceOf } from './notice-audiences.ts'
import {
  type ApprovalNeed,
  type BillFacts,
  type NoticeContext,
  noticeEmail,
  noticeText,
} from './notice-emails.ts'
import { eventOf } from './notice-events.ts'
import { noticesRepository as notices, type PendingActivity, type Recipient } from './notices.repository.ts'

export interface NoticesDeps {
  clock: () => Date
  ports: Pick<Ports, 'mail' | 'sms' | 'brands' | 'originOf'>
  /** Secret that signs unsubscribe links. */
  unsubscribeSecret: () => Promise<string>
}

/**
 * Queues the messages about one activity log entry, and marks it. Both share the transaction, so that each entry is handled
 * once, although several servers run this. Returns false if it was handled or another server has locked it.
 */
export async function sendNotices(deps: NoticesDeps, tx: Transaction, id: number): Promise<boolean> {
  const { clock, ports } = deps
  const activity = await notices.lockPending(tx, id, clock())
  if (!activity) return false
  const event = eventOf(activity)
  // An estimate that a policy approved automatically needs no approval.
  const isObsolete = event === 'approvals_required' && activity.status !== 'awaiting_approval'
  if (event && !isObsolete) await notify(deps, tx, activity, event)
  await notifyShop(
    { tx, clock, ports },
    {
      fleetId: activity.fleet_id,
      orderId: activity.order_id,
      type: activity.activity_type,
      party: activity.acting_party,
      brand: brandOrDefault(ports.brands, activity.brand),
      proposedTime:
        activity.proposed_datetime === null
          ? null
          : { instant: activity.proposed_datetime, country: activity.country },
    },
  )
  await notices.markNotified(tx, activity.id)
  return true
}

async function notify(
  deps: NoticesDeps,
  tx: Transaction,
  activity: PendingActivity,
  event: NoticeEvent,
): Promise<void> {
  const brand = brandOrDefault(deps.ports.brands, activity.brand)
  const need = event === 'approvals_required' ? await approvalNeedOf(tx, activity) : null
  const about = { activity, event, brand, need, origin: deps.ports.originOf(brand) }
  const approvers = need?.approvers ?? null
  const recipients = await notices.recipients(tx, activity, audienceOf(event, approvers), {
    approvers,
    // The booker gets a confirmation of their own request.
    includesActor: event === 'appointment_requested',
  })
  for (const [language, people] of Map.groupBy(recipients, (recipient) => recipient.language)) {
    const order = await readOrder(tx, language, activity.order_id)
    if (!order) return
    for (const person of people) await notifyUser(deps, tx, person, { ...about, language, order })
  }
}

/**
 * Sends by email and text message as the user's preferences allow. Notices that ignore preferences go by email only.
 */
async function notifyUser(
  deps: NoticesDeps,
  tx: Transaction,
  person: Recipient,
  about: NoticeContext,
): Promise<void> {
  const at = deps.clock()
  const record = noticeRecord(person, about, at)
  if (person.by_email || !person.by_text)
    await recordSentNotice(tx, {
      ...record,
      channel: 'email',
      messageId: await queueEmail(deps, tx, person, about),
      sendAt: at,
    })
  if (!person.by_text) return
  const sendAt = afterQuietHours(person.time_zone, at)
  await recordSentNotice(tx, {
    ...record,
    channel: 'text',
    messageId: await queueText(deps, tx, person, about, sendAt),
    sendAt,
  })
}

/** Returns null if the user has no phone number. */
async function queueText(
  { ports }: NoticesDeps,
  tx: Transaction,
  person: Recipient,
  about: NoticeContext,
  at: Date,
) {
  const { cell_phone: recipient, time_zone: quietZone } = person
  return recipient ? ports.sms.queue(tx, { recipient, text: noticeText(about), at, quietZone }) : null
}

async function queueEmail(
  { ports, unsubscribeSecret }: NoticesDeps,
  tx: Transaction,
  person: Recipient,
  about: NoticeContext,
): Promise<string> {
  const { event, brand, origin } = about
  const ending = person.by_email
    ? `${origin}/unsubscribe/${unsubscribeToken(await unsubscribeSecret(), person.id, preferenceOf(event))}`
    : null
  const content = noticeEmail(about, ending)
  const message = { subject: content.heading, ...renderEmail(brand, content) }
  return ports.mail.queue(tx, { recipient: person.email, unsubscribe: ending, ...message })
}

/** Returns who may approve the order now, and why no policy approved it. */
async function approvalNeedOf(tx: Transaction, activity: PendingActivity): Promise<ApprovalNeed> {
  const estimate = {
    vehicleId: activity.vehicle_id,
    amount: activity.pre_tax_sub_total,
    serviceIds: activity.service_ids,
  }
  const { approvers, autoApprovedBy, nearest } = await evaluateEstimate(tx, activity.fleet_id, estimate)
  const reason = nearest && reasonOf(nearest.policy, estimate, nearest.shortfall)
  return {
    approvers,
    isCovered: autoApprovedBy !== null,
    reason,
    policyServices: await notices.serviceNames(tx, reason?.policy.service_definition_ids ?? []),
    bill: activity.activity_type === 'exceed' ? await billFactsOf(tx, activity) : null,
  }
}

async function billFactsOf(tx: Transaction, activity: PendingActivity): Promise<BillFacts> {
  const order = { fleetId: activity.fleet_id, id: activity.order_id }
  return {
    approved: await notices.approvedSubTotal(tx, activity),
    approvedWork: await approvedWork(tx, order, activity.id),
    hasRejectedWork: await hasRejectedWork(tx, order),
  }
}

const noticeRecord = ({ id }: Recipient, { activity, event }: NoticeContext, plannedFor: Date) => ({
  fleetId: activity.fleet_id,
  vehicleId: activity.vehicle_id,
  orderId: activity.order_id,
  entryId: activity.id,
  userId: id,
  event,
  plannedFor,
})
