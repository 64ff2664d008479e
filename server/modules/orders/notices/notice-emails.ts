import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import type { PolicyReason } from '#contract/maintenance/policies.ts'
import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'
import type { OrderRow, OrderService } from '#contract/orders/order-row.ts'
import { isCounted } from '#domain/orders/order-rules.ts'
import { cents, money, sumOf } from '#domain/orders/prices.ts'
import { colonOf, type EmailContent } from '#server/integrations/mail/render-email.ts'
import { appointmentWhen } from '#server/modules/orders/orders/appointment-when.ts'
import { shopTime } from '#server/modules/orders/orders/orders.reads.ts'
import { moneyText } from '#server/texts/money-text.ts'
import { positionNames, texts } from '#server/texts/texts.ts'
import { NOTICE_TEXTS } from './notice-texts.ts'
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
}

/** The event, its order, and the settings for one recipient. */
export interface NoticeContext {
  order: OrderRow
  one: PendingActivity
  event: NoticeEvent
  /** Set for a request for approval. */
  need: ApprovalNeed | null
  language: Language
  brand: Brand
  origin: string
  /** The recipient belongs to another fleet. */
  isElsewhere: boolean
}
type Fact = { label: string; value: string }

/**
 * Returns the email about an event. `ending` is the unsubscribe address; null if the recipient gets it regardless of
 * preferences.
 */
export function noticeEmail(about: NoticeContext, ending: string | null): EmailContent {
  const { order, one, event, need, language, brand } = about
  const texts = NOTICE_TEXTS[language]
  const { shop } = order
  const named = (facts: [keyof typeof texts.fact, string | null | undefined][]): Fact[] =>
    facts.flatMap(([fact, value]) => (value ? [{ label: texts.fact[fact], value }] : []))
  const isBill = event === 'approvals_required' && one.activity_type === 'exceed'
  const who = actorOf(one, order, language)
  return {
    language,
    heading: texts.subject[event](nameOf(order)),
    paragraphs: [
      isBill ? texts.finalBill(who) : texts.intro[event](who),
      ...(need ? approvalReasons(about, need) : []),
    ],
    facts: [
      ...named([
        ['order', String(order.id)],
        ['vehicle', nameOf(order)],
        ['shop', shop?.name ?? order.custom_shop_name],
        ['address', shop && `${shop.address_line1}, ${shop.city}, ${shop.state}`],
        ['when', appointmentWhen(order, language)],
        ['proposed', event === 'proposal_accepted' ? null : proposedTime(one, order, language)],
      ]),
      ...(showsPrices(event)
        ? [...linesOf(about), ...named(totalsOf(about))]
        : named([['services', counted(order).map(labelOf).join(', ')]])),
      ...named([
        ['total', moneyText(one.country, order.total)],
        ['policy', need?.reason && policyOf(need, need.reason, language)],
        ['limit', need?.reason && moneyText(one.country, need.reason.policy.amount)],
        ['po', order.po_number],
      ]),
    ],
    action: { label: texts.open, address: addressOf(about) },
    footer: ending === null ? texts.footerOfOwn(brand.name) : texts.footer(brand.name),
    ...(ending !== null && { ending: { label: texts.ending, address: ending } }),
  }
}

/** Returns the text message: the event, vehicle, shop, amount and address. */
export function noticeText(about: NoticeContext): string {
  const { order, one, event, need, language, brand } = about
  const texts = NOTICE_TEXTS[language]
  const shop = order.shop?.name ?? order.custom_shop_name
  const over = need?.reason?.over
  const parts = [
    texts.subject[event](nameOf(order)),
    shop,
    need &&
      `${moneyText(one.country, order.total)}${over ? ` (${texts.overPolicy(moneyText(one.country, over))})` : ''}`,
  ]
  return `${brand.name}${colonOf(language)}${parts.filter(Boolean).join(', ')}. ${addressOf(about)}`
}

/** Returns the address of the order, with its fleet if the recipient has to switch to that fleet first. */
const addressOf = ({ order, one, origin, isElsewhere }: NoticeContext) =>
  `${origin}/orders/${order.id}/approvals${isElsewhere ? `?fleet=${one.fleet_id}` : ''}`

const showsPrices = (event: NoticeEvent) => event === 'approvals_required' || event === 'approvals_submitted'
const counted = (order: OrderRow) => order.order_services.filter(isCounted)
const labelOf = ({ vanity_label: label, name }: OrderService) => label ?? name

/** Lists every counted service with its price, and the previously approved price if it differs. */
function linesOf({ order, one, language }: NoticeContext): Fact[] {
  const { approvedBefore } = NOTICE_TEXTS[language]
  return counted(order).map((service) => {
    const { approved_price: approved, position } = service
    const place = position && (positionNames[language][position] ?? position)
    const before =
      approved !== null && approved !== service.price
        ? ` (${approvedBefore(moneyText(one.country, lineTotal(service, approved)))})`
        : ''
    return {
      label: place ? `${labelOf(service)} (${place})` : labelOf(service),
      value: `${moneyText(one.country, service.total)}${before}`,
    }
  })
}

function totalsOf({ order, one }: NoticeContext): ['subtotal' | 'discount' | 'tax', string | null][] {
  const { pre_tax_sub_total: subtotal, discount, tax_amount: tax } = order
  return [
    ['subtotal', moneyText(one.country, subtotal)],
    ['discount', cents(discount) > 0 ? moneyText(one.country, discount) : null],
    ['tax', moneyText(one.country, tax)],
  ]
}

/** Returns the reasons why the order was not approved automatically. */
function approvalReasons(
  { order, one, language }: NoticeContext,
  { isCovered, reason }: ApprovalNeed,
): string[] {
  const texts = NOTICE_TEXTS[language].reason
  const amountOf = (amount: string) => moneyText(one.country, amount)
  if (one.activity_type === 'exceed') {
    const approved = sumOf(
      order.order_services.flatMap((service) =>
        service.approved_price === null ? [] : [lineTotal(service, service.approved_price)],
      ),
    )
    return cents(order.pre_tax_sub_total) > cents(approved)
      ? [texts.finalAmount({ amount: amountOf(order.pre_tax_sub_total), approved: amountOf(approved) })]
      : [texts.rejectedWork]
  }
  if (isCovered) return [texts.payment]
  if (!reason) return [texts.noPolicy]
  const { policy, estimate, over, services } = reason
  const missing = services.map((id) => {
    const service = order.order_services.find((one) => one.service_definition_id === id)
    return service ? labelOf(service) : `#${id}`
  })
  return [
    ...(over === null
      ? []
      : [texts.over({ estimate: amountOf(estimate), over: amountOf(over), limit: amountOf(policy.amount) })]),
    ...(missing.length === 0 ? [] : [texts.services(missing.join(', '))]),
  ]
}

const policyOf = ({ policyServices }: ApprovalNeed, { policy }: PolicyReason, language: Language) =>
  NOTICE_TEXTS[language].policy({
    vehicles: policy.vehicle_count,
    services: policyServices.map((names) => names[language]),
  })

const lineTotal = ({ odometer_config: { quantity } }: OrderService, price: string): string =>
  money(cents(price) * quantity)
function proposedTime(
  { proposed_datetime: at, country }: PendingActivity,
  order: OrderRow,
  language: Language,
) {
  return at === null ? null : appointmentWhen(shopTime(at, order.appointment_time_zone, country), language)
}
const nameOf = (order: OrderRow) => order.vehicle.name || `#${order.vehicle_id}`

function actorOf(one: PendingActivity, order: OrderRow, language: Language): string {
  const parties = texts[language].orderParties
  if (one.acting_party === 'auto_approve') return parties.autoApprove
  if (one.acting_party === 'shop') return order.shop?.name ?? order.custom_shop_name ?? parties.shop
  return one.acting_user ?? parties.system
}
