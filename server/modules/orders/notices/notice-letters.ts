import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { isCounted } from '#contract/orders/order-rules.ts'
import { colonOf, type Letter } from '#server/integrations/mail/letter.ts'
import { moneyText } from '#server/money-text.ts'
import { texts } from '#server/texts.ts'
import { NOTICE_TEXTS } from './notice-texts.ts'
import type { Untold } from './notices.repository.ts'

/** What is told, and by what it is said. */
export interface About {
  order: OrderRow
  one: Untold
  event: NoticeEvent
  language: Language
  brand: Brand
  origin: string
}

/** `ending`: address that ends such mails; null: this one comes without being asked for. */
export function noticeLetter(
  { order, one, event, language, brand, origin }: About,
  ending: string | null,
): Letter {
  const words = NOTICE_TEXTS[language]
  const { shop } = order
  const facts: [keyof typeof words.fact, string | null][] = [
    ['order', String(order.id)],
    ['vehicle', nameOf(order)],
    ['shop', shop?.name ?? order.custom_shop_name],
    ['address', shop && `${shop.address_line1}, ${shop.city}, ${shop.state}`],
    ['when', `${order.appointment_date_pretty} ${order.appointment_time_pretty}`],
    [
      'services',
      order.order_services
        .filter(isCounted)
        .map(({ name }) => name)
        .join(', '),
    ],
    ['total', moneyText(one.country, order.total)],
    ['po', order.po_number],
  ]
  return {
    language,
    heading: words.subject[event](nameOf(order)),
    paragraphs: [words.intro[event](actorOf(one, order, language))],
    facts: facts.flatMap(([fact, value]) => (value ? [{ label: words.fact[fact], value }] : [])),
    action: { label: words.open, address: `${origin}/orders/${order.id}/approvals` },
    footer: ending === null ? words.footerOfOwn(brand.name) : words.footer(brand.name),
    ...(ending !== null && { ending: { label: words.ending, address: ending } }),
  }
}

/** The same in a text message: what happened to which vehicle, where, and where to see it. */
export function noticeText({ order, event, language, brand, origin }: About): string {
  const subject = NOTICE_TEXTS[language].subject[event](nameOf(order))
  const shop = order.shop?.name ?? order.custom_shop_name
  return `${brand.name}${colonOf(language)}${subject}${shop ? `, ${shop}` : ''}. ${origin}/orders/${order.id}/approvals`
}

const nameOf = (order: OrderRow) => order.vehicle.name || `#${order.vehicle_id}`

function actorOf(one: Untold, order: OrderRow, language: Language): string {
  const parties = texts[language].orderParties
  if (one.acting_party === 'auto_approve') return 'Auto-Approve'
  if (one.acting_party === 'shop') return order.shop?.name ?? order.custom_shop_name ?? parties.shop
  return one.acting_user ?? parties.system
}
