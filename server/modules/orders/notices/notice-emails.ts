import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import type { PolicyReason } from '#contract/maintenance/policies.ts'
import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'
import type { OrderRow, OrderService } from '#contract/orders/order-row.ts'
import { isCounted } from '#domain/orders/order-rules.ts'
import { cents, money } from '#domain/orders/prices.ts'
import { isSameWork, unapprovedLines, type Work } from '#domain/orders/shop-prices.ts'
import { colonOf, type EmailContent } from '#server/integrations/mail/render-email.ts'
import { appointmentWhen } from '#server/modules/orders/orders/appointment-when.ts'
import { shopTime } from '#server/modules/orders/orders/orders.reads.ts'
import { moneyText } from '#server/texts/money-text.ts'
import { positionName } from '#server/texts/position-names.ts'
import { translate, translateGroup } from '#server/texts/translate.ts'
import type { PendingActivity } from './notices.repository.ts'

/** Why an order needs an approval, and who may give it. */
export interface ApprovalNeed {
  approvers: 'anyone' | 'owners' | number[]
  /** A policy covers the estimate, but its amount could not be authorized. */
  isCovered: boolean
  /**
   * The policy that comes closest, with what it does not cover; null: no policy on the vehicle approves automatically.
   */
  reason: PolicyReason | null
  /** Names of the services that this policy covers; empty: all. */
  policyServices: Record<Language, string>[]
  /** Set for a final bill. */
  bill: BillFacts | null
}

/** How a final bill differs from what was approved. */
export interface BillFacts {
  /** The subtotal of the last approval. */
  approved: string
  /** The work of the last approval. */
  approvedWork: Work[]
  /** It has a service that an approver rejected. */
  hasRejectedWork: boolean
}

/** The event, its order, and the settings for one recipient. */
export interface NoticeContext {
  order: OrderRow
  activity: PendingActivity
  event: NoticeEvent
  /** Set for a request for approval. */
  need: ApprovalNeed | null
  language: Language
  brand: Brand
  origin: string
}
type Fact = { label: string; value: string }

/**
 * Returns the email about an event. `ending` is the unsubscribe address; null if the recipient gets it regardless of
 * preferences.
 */
export function noticeEmail(about: NoticeContext, ending: string | null): EmailContent {
  const { order, activity, event, need, language, brand } = about
  const { shop } = order
  const labels = translateGroup(language, 'server/notices:fact')
  const named = (facts: [keyof typeof labels, string | null | undefined][]): Fact[] =>
    facts.flatMap(([fact, value]) => (value ? [{ label: labels[fact], value }] : []))
  const who = actorOf(activity, order, language)
  return {
    language,
    heading: subjectOf(about),
    paragraphs: [
      translate(language, need?.bill ? 'server/notices:finalBill' : `server/notices:intro.${event}`, { who }),
      ...(need ? approvalReasons(about, need) : []),
    ],
    facts: [
      ...named([
        ['declineReason', event === 'appointment_declined' ? activity.note : null],
        ['order', String(order.id)],
        ['vehicle', nameOf(order)],
        ['shop', shop?.name ?? order.custom_shop_name],
        ['address', shop && `${shop.address_line1}, ${shop.city}, ${shop.state}`],
        ['when', appointmentWhen(order, { language, country: activity.country })],
        ['proposed', event === 'proposal_accepted' ? null : proposedTime(activity, order, language)],
      ]),
      ...(showsPrices(event)
        ? [...linesOf(about), ...named(totalsOf(about))]
        : named([['services', counted(order).map(labelOf).join(', ')]])),
      ...named([
        ['total', moneyText(activity.country, order.total)],
        ['policy', need?.reason && policyOf(need, need.reason, language)],
        ['limit', need?.reason && moneyText(activity.country, need.reason.policy.amount)],
        ['po', order.po_number],
      ]),
    ],
    action: { label: translate(language, 'server/notices:open'), address: addressOf(about) },
    footer: translate(language, ending === null ? 'server/notices:footerOfOwn' : 'server/notices:footer', {
      brand: brand.name,
    }),
    ...(ending !== null && {
      ending: { label: translate(language, 'server/notices:ending'), address: ending },
    }),
  }
}

/** Returns the text message: the event, vehicle, shop, amount and address. */
export function noticeText(about: NoticeContext): string {
  const { order, activity, need, language, brand } = about
  const amountOf = (amount: string) => moneyText(activity.country, amount)
  const shop = order.shop?.name ?? order.custom_shop_name
  const over = need?.reason?.over
  const parts = [
    subjectOf(about),
    shop,
    need &&
      `${amountOf(order.total)}${over ? ` (${translate(language, 'server/notices:overPolicy', { amount: amountOf(over) })})` : ''}`,
  ]
  return `${brand.name}${colonOf(language)}${parts.filter(Boolean).join(', ')}. ${addressOf(about)}`
}

const subjectOf = ({ order, event, language }: NoticeContext) =>
  translate(language, `server/notices:subject.${event}`, { vehicle: nameOf(order) })

/** Returns the address of the order, with its fleet, because the recipient's session may act for another one. */
const addressOf = ({ order, activity, origin }: NoticeContext) =>
  `${origin}/orders/${order.id}/approvals?fleet=${activity.fleet_id}`

const showsPrices = (event: NoticeEvent) => event === 'approvals_required' || event === 'approvals_submitted'
const counted = (order: OrderRow) => order.order_services.filter(isCounted)
const labelOf = ({ vanity_label: label, name }: OrderService) => label ?? name

/** Lists every counted service with its price, and the previously approved price if it differs. */
function linesOf({ order, activity, language }: NoticeContext): Fact[] {
  return counted(order).map((service) => {
    const { approved_price: approved, position } = service
    const place = position && positionName(position, language)
    const before =
      approved !== null && approved !== service.price
        ? ` (${translate(language, 'server/notices:approvedBefore', { amount: moneyText(activity.country, lineTotal(service, approved)) })})`
        : ''
    return {
      label: place ? `${labelOf(service)} (${place})` : labelOf(service),
      value: `${moneyText(activity.country, service.total)}${before}`,
    }
  })
}

function totalsOf({ order, activity }: NoticeContext): ['subtotal' | 'discount' | 'tax', string | null][] {
  const { pre_tax_sub_total: subtotal, discount, tax_amount: tax } = order
  return [
    ['subtotal', moneyText(activity.country, subtotal)],
    ['discount', cents(discount) > 0 ? moneyText(activity.country, discount) : null],
    ['tax', moneyText(activity.country, tax)],
  ]
}

/** Returns the reasons why the order was not approved automatically. */
function approvalReasons(
  { order, activity, language }: NoticeContext,
  { isCovered, reason, bill }: ApprovalNeed,
): string[] {
  const text = (key: keyof Reasons, values: Record<string, string> = {}) =>
    translate(language, `server/notices:reason.${key}`, values)
  const amountOf = (amount: string) => moneyText(activity.country, amount)
  if (bill) {
    const isHigher = cents(order.pre_tax_sub_total) > cents(bill.approved)
    const added = addedTo(order, bill)
    const isAdded = added.length > 0
    const amounts = { amount: amountOf(order.pre_tax_sub_total), approved: amountOf(bill.approved) }
    return [
      ...(isHigher ? [text('finalAmount', amounts)] : []),
      ...(bill.hasRejectedWork ? [text('rejectedWork')] : []),
      ...(isAdded ? [text('addedWork', { services: added.map(labelOf).join(', ') })] : []),
      // Tax or the promotion makes the difference.
      ...(isHigher || isAdded || bill.hasRejectedWork
        ? []
        : [text('finalTotal', { amount: amountOf(order.total) })]),
    ]
  }
  if (isCovered) return [text('payment')]
  if (!reason) return [text('noPolicy')]
  const { policy, estimate, over, services } = reason
  const missing = services.map((id) => {
    const service = order.order_services.find((line) => line.service_definition_id === id)
    return service ? labelOf(service) : `#${id}`
  })
  return [
    ...(over === null
      ? []
      : [
          text('over', {
            estimate: amountOf(estimate),
            over: amountOf(over),
            limit: amountOf(policy.amount),
          }),
        ]),
    ...(missing.length === 0 ? [] : [text('services', { missing: missing.join(', ') })]),
  ]
}

/** Returns the services that no one has decided on. Rejected ones have their own sentence. */
function addedTo(order: OrderRow, { approvedWork }: BillFacts): OrderService[] {
  const rejected = order.order_services.filter(({ status }) => status === 'rejected')
  return unapprovedLines(counted(order), approvedWork).filter(
    (line) => !rejected.some((rejectedLine) => isSameWork(line, rejectedLine)),
  )
}

type Reasons = ReturnType<typeof translateGroup<'server/notices:reason'>>

/** Number of names that an email lists before it only counts the rest. */
const NAMES_MAX = 5

/** Returns what a policy covers: '3 vehicles, Oil change, Tires'. */
function policyOf({ policyServices }: ApprovalNeed, { policy }: PolicyReason, language: Language): string {
  const { vehicle_count: count } = policy
  const vehicles =
    count === null
      ? translate(language, 'server/notices:policy.allVehicles')
      : translate(language, 'server/notices:policy.vehicles', { count })
  if (policyServices.length === 0)
    return `${vehicles}, ${translate(language, 'server/notices:policy.allServices')}`
  const names = policyServices
    .slice(0, NAMES_MAX)
    .map((service) => service[language])
    .join(', ')
  const rest = policyServices.length - NAMES_MAX
  if (rest <= 0) return `${vehicles}, ${names}`
  return `${vehicles}, ${translate(language, 'server/notices:policy.more', { names, count: rest })}`
}

const lineTotal = ({ odometer_config: { quantity } }: OrderService, price: string): string =>
  money(cents(price) * quantity)
function proposedTime(
  { proposed_datetime: at, country }: PendingActivity,
  order: OrderRow,
  language: Language,
) {
  if (at === null) return null
  return appointmentWhen(shopTime(at, order.appointment_time_zone, country), { language, country })
}
const nameOf = (order: OrderRow) => order.vehicle.name || `#${order.vehicle_id}`

function actorOf(activity: PendingActivity, order: OrderRow, language: Language): string {
  const parties = translateGroup(language, 'server/orders:party')
  if (activity.acting_party === 'auto_approve') return parties.autoApprove
  if (activity.acting_party === 'shop') return order.shop?.name ?? order.custom_shop_name ?? parties.shop
  return activity.acting_user ?? parties.system
}
