import type { Brand } from '#contract/core/brand.ts'
import type { Country, Language } from '#contract/core/fields.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { isCounted } from '#domain/orders/order-rules.ts'
import { cents } from '#domain/orders/prices.ts'
import { isSameWork } from '#domain/orders/shop-prices.ts'
import { type EmailContent, renderEmail } from '#server/integrations/mail/render-email.ts'
import { hashToken, newToken } from '#server/modules/access/session/tokens.ts'
import { appointmentWhen } from '#server/modules/orders/orders/appointment-when.ts'
import { readOrder, shopTime } from '#server/modules/orders/orders/orders.reads.ts'
import { moneyText } from '#server/texts/money-text.ts'
import { positionName } from '#server/texts/position-names.ts'
import { translate, translateGroup } from '#server/texts/translate.ts'
import type { Ports, UseCase } from '#server/use-case.ts'
import { shopLinksRepository as links } from './shop-links.repository.ts'
import { readSubmission, type ShopSubmission } from './shop-submission.reads.ts'

/** How long an undelivered email keeps its link. */
const LINK_MINUTES = 7 * 24 * 60

// Emails to the shop of an order: its link, and the fleet's decisions (ruling 15).

type Sending<Port extends keyof Ports = 'mail' | 'originOf'> = Pick<UseCase<Port>, 'tx' | 'clock' | 'ports'>

/** Emails the shop about one activity log entry, if it concerns the shop. Call it within a system transaction. */
export async function notifyShop(sending: Sending, about: ShopActivity): Promise<void> {
  if (about.party === 'shop') return
  const { fleetId, orderId } = about
  const { tx, clock } = sending
  const event = EMAIL_BY_ACTIVITY[about.type]
  if (event)
    await sendToLinkedShop(sending, about, event, await links.lastSentTo(tx, fleetId, orderId, clock()))
  else if (about.type === 'request') await sendLink(sending, about, 'link')
  else if (about.type === 'propose_time') {
    const mailed = (await links.live(tx, fleetId, orderId, clock())).find((link) => link.sent_to !== null)
    // The proposal needs a response, so the shop gets a link unless one that it was sent is valid.
    if (mailed?.sent_to) await sendToLinkedShop(sending, about, 'proposed', mailed.sent_to)
    else await sendLink(sending, about, 'proposed')
  }
}

/** Queues an email to the shop of an order. Call it within a system transaction. */
export async function sendShopEmail(
  { tx, clock, ports }: Sending<'mail'>,
  { orderId, to, event, brand, address, proposedTime }: OutgoingEmail,
): Promise<void> {
  const linkContext = await links.context(tx, orderId, clock())
  if (!linkContext) return
  const language = linkContext.shop_state === 'QC' ? 'fr' : 'en'
  const order = await readOrder(tx, language, orderId)
  if (!order) return
  // The shop has completed the work in the meantime.
  if (event === 'approved' && order.status !== 'approved') return
  const reader: Reader = { language, country: linkContext.country }
  const submission = await readSubmission(tx, orderId)
  const text = event === 'approved' ? approvalTextOf(order, submission) : event
  const amounts = {
    sent: moneyText(reader.country, submission.sub_total ?? order.pre_tax_sub_total),
    approved: moneyText(reader.country, order.pre_tax_sub_total),
  }
  const content: EmailContent = {
    language,
    heading: translate(language, `server/shop-links:subject.${text}`, { fleet: order.fleet_name }),
    paragraphs: translate(language, `server/shop-links:paragraphs.${text}`, amounts).split('\n'),
    facts: [
      ...factsOf(order, reader, proposedTime),
      ...(event === 'approved' ? pricesOf(order, reader) : [servicesOf(order, reader)]),
    ],
    action: { label: translate(language, 'server/shop-links:open'), address },
    footer: translate(language, 'server/shop-links:footer', { brand: brand.name }),
  }
  await ports.mail.queue(tx, {
    recipient: to,
    subject: content.heading,
    ...renderEmail(brand, content),
    ...(address.includes('#') ? { secretMinutes: LINK_MINUTES } : {}),
  })
}

/** Emails a shop that has a link. The address has no token: it opens in the browser where a link was opened. */
async function sendToLinkedShop(
  { tx, clock, ports }: Sending,
  { orderId, brand, proposedTime }: ShopActivity,
  event: ShopEmail,
  to: string | undefined,
): Promise<void> {
  if (to === undefined) return
  const address = `${ports.originOf(brand)}/shop_link/${orderId}`
  await sendShopEmail({ tx, clock, ports }, { orderId, to, event, brand, address, proposedTime })
}

/** Creates a link for the shop and emails it, if the shop has an email address. */
async function sendLink({ tx, clock, ports }: Sending, about: ShopActivity, event: ShopEmail): Promise<void> {
  const { fleetId, orderId, brand, proposedTime } = about
  const linkContext = await links.context(tx, orderId, clock())
  if (!linkContext?.shop_email || (linkContext.vin ?? '').length < 8) return
  const token = newToken()
  const to = linkContext.shop_email
  await links.insert(tx, {
    fleetId,
    orderId,
    tokenHash: hashToken(token),
    createdBy: null,
    sentTo: to,
    createdAt: clock(),
  })
  const address = `${ports.originOf(brand)}/shop_link/${orderId}#${token}`
  await sendShopEmail({ tx, clock, ports }, { orderId, to, event, brand, address, proposedTime })
}

/** Returns what the email says about the order. */
function factsOf(
  order: OrderRow,
  reader: Reader,
  proposedTime: OutgoingEmail['proposedTime'],
): NonNullable<EmailContent['facts']> {
  const fact = translateGroup(reader.language, 'server/shop-links:fact')
  const vehicle = order.vehicle.name || `#${order.vehicle_id}`
  const { year, make, model } = order.vehicle
  return [
    { label: fact.fleet, value: order.fleet_name },
    { label: fact.vehicle, value: [year, make, model].filter(Boolean).join(' ') || vehicle },
    {
      label: fact.when,
      value: appointmentWhen(order, reader),
    },
    ...(proposedTime ? [{ label: fact.proposed, value: textOf(order, proposedTime, reader) }] : []),
  ]
}

type Fact = NonNullable<EmailContent['facts']>[number]

const servicesOf = (order: OrderRow, { language }: Reader): Fact => ({
  label: translate(language, 'server/shop-links:fact.services'),
  value: order.order_services
    .filter(isCounted)
    .map(({ name }) => name)
    .join(', '),
})

/** Returns the approved lines with their prices, the totals, and the services that were not approved (SVC-111). */
function pricesOf(order: OrderRow, { language, country }: Reader): Fact[] {
  const fact = translateGroup(language, 'server/shop-links:fact')
  const labelOf = ({ name, position }: { name: string; position: string | null }) =>
    position === null ? name : `${name} (${positionName(position, language)})`
  const approved = order.order_services.filter(isCounted)
  const rejected = order.order_services.filter(
    (line) => line.status === 'rejected' && !approved.some((approvedLine) => isSameWork(approvedLine, line)),
  )
  return [
    ...approved.map((line) => ({ label: labelOf(line), value: moneyText(country, line.total) })),
    { label: fact.subtotal, value: moneyText(country, order.pre_tax_sub_total) },
    { label: fact.total, value: moneyText(country, order.total) },
    ...(rejected.length > 0
      ? [{ label: fact.notApproved, value: [...new Set(rejected.map(labelOf))].join(', ') }]
      : []),
  ]
}

/** Returns which text an approval has: of an estimate or of a final bill, in full or in part. */
function approvalTextOf(order: OrderRow, { sub_total: sent, has_bill }: ShopSubmission) {
  const isPart = sent !== null && cents(order.pre_tax_sub_total) < cents(sent)
  if (has_bill) return isPart ? 'billInPart' : 'billApproved'
  return isPart ? 'approvedInPart' : 'approved'
}

/** Emails to a shop with a link, by type of the activity. */
const EMAIL_BY_ACTIVITY: Partial<Record<string, ShopEmail>> = {
  approve: 'approved',
  auto_approve: 'approved',
  cancel: 'cancelled',
  reject: 'rejected',
  withdraw_time: 'withdrawn',
}

/** Formats a time in the shop's time zone. */
const textOf = (
  order: OrderRow,
  { instant, country }: { instant: string; country: Country },
  reader: Reader,
) => appointmentWhen(shopTime(instant, order.appointment_time_zone, country), reader)

type Reader = { language: Language; country: Country }
interface ShopActivity {
  fleetId: number
  orderId: number
  /** Type and acting party of the entry. */
  type: string
  party: string
  brand: Brand
  /** Set for a proposal. */
  proposedTime: { instant: string; country: Country } | null
}
interface OutgoingEmail {
  orderId: number
  to: string
  event: ShopEmail
  brand: Brand
  address: string
  proposedTime?: ShopActivity['proposedTime']
}
/** Events that a shop gets an email about. */
type ShopEmail = 'link' | 'approved' | 'rejected' | 'cancelled' | 'proposed' | 'withdrawn'
