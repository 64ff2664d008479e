import type { Brand } from '#contract/core/brand.ts'
import type { Country, Language } from '#contract/core/fields.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { isCounted } from '#domain/orders/order-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type Letter, renderLetter } from '#server/integrations/mail/letter.ts'
import type { MailOutbox } from '#server/integrations/mail/outbox.ts'
import { hashToken, newToken } from '../../access/session/tokens.ts'
import { appointmentWhen } from '../orders/appointment-when.ts'
import { readOrders, shopTime } from '../orders/orders.reads.ts'
import { SHOP_LETTER_TEXTS, type ShopLetter } from './shop-letter-texts.ts'
import type { ShopLinksRepository } from './shop-links.repository.ts'

/** A mail with a link keeps it for so long while it cannot be delivered; our choice. */
const LINK_MINUTES = 7 * 24 * 60

interface Deps {
  links: ShopLinksRepository
  mail: MailOutbox
  originOf: (brand: Brand) => string
  now: () => Date
}

/** Mails to the shop of an order: its link, and what the fleet decided (ruling 15). */
export function shopLettersService({ links, mail, originOf, now }: Deps) {
  async function send(
    tx: Transaction,
    { orderId, to, event, brand, address, proposedTime }: Outgoing,
  ): Promise<void> {
    const ground = await links.ground(tx, orderId, now())
    const language = ground?.shop_state === 'QC' ? 'fr' : 'en'
    const [order] = await readOrders(tx, language, sql`o.id = ${orderId}`)
    if (!order) return
    const words = SHOP_LETTER_TEXTS[language]
    const vehicle = order.vehicle.name || `#${order.vehicle_id}`
    const { year, make, model } = order.vehicle
    const facts = [
      { label: words.fact.fleet, value: order.fleet_name },
      { label: words.fact.vehicle, value: [year, make, model].filter(Boolean).join(' ') || vehicle },
      {
        label: words.fact.when,
        value: appointmentWhen(order, language),
      },
      ...(proposedTime ? [{ label: words.fact.proposed, value: textOf(order, proposedTime, language) }] : []),
      {
        label: words.fact.services,
        value: order.order_services
          .filter(isCounted)
          .map(({ name }) => name)
          .join(', '),
      },
    ]
    const letter: Letter = {
      language,
      heading: words.subject[event](order.fleet_name),
      paragraphs: words.paragraphs[event],
      facts,
      action: { label: words.open, address },
      footer: words.footer(brand.name),
    }
    await mail.queue(tx, {
      recipient: to,
      subject: letter.heading,
      ...renderLetter(brand, letter),
      ...(address.includes('#') ? { secretMinutes: LINK_MINUTES } : {}),
    })
  }

  /** Tells the shop that was mailed a link; the address opens where the link was opened. @returns false: none was */
  async function tellOfLink(tx: Transaction, about: About, event: ShopLetter): Promise<boolean> {
    const { fleetId, orderId, brand, proposedTime } = about
    const mailed = (await links.live(tx, fleetId, orderId, now())).find((link) => link.sent_to !== null)
    if (!mailed?.sent_to) return false
    const address = `${originOf(brand)}/shop_link/${orderId}`
    await send(tx, { orderId, to: mailed.sent_to, event, brand, address, proposedTime })
    return true
  }

  /** Makes a link for the shop and mails it, where the shop has an address. */
  async function sendLink(tx: Transaction, about: About, event: ShopLetter): Promise<void> {
    const { fleetId, orderId, brand, proposedTime } = about
    const ground = await links.ground(tx, orderId, now())
    if (!ground?.shop_email || (ground.vin ?? '').length < 8) return
    const token = newToken()
    const to = ground.shop_email
    await links.insert(tx, {
      fleetId,
      orderId,
      tokenHash: hashToken(token),
      createdBy: null,
      sentTo: to,
      createdAt: now(),
    })
    const address = `${originOf(brand)}/shop_link/${orderId}#${token}`
    await send(tx, { orderId, to, event, brand, address, proposedTime })
  }

  return {
    send,

    /** Tells the shop of one entry of the activity log, where it is news to it. Within a system transaction. */
    async tell(tx: Transaction, about: About): Promise<void> {
      if (about.party === 'shop') return
      const event = NEWS[about.type]
      if (event) await tellOfLink(tx, about, event)
      else if (about.type === 'request') await sendLink(tx, about, 'link')
      // Without an answer nothing moves, so the shop is told even if it never had a link.
      else if (about.type === 'propose_time' && !(await tellOfLink(tx, about, 'proposed')))
        await sendLink(tx, about, 'proposed')
    },
  }
}
export type ShopLettersService = ReturnType<typeof shopLettersService>

/** What a shop with a link hears of, by type of the entry. */
const NEWS: Partial<Record<string, ShopLetter>> = {
  approve: 'approved',
  auto_approve: 'approved',
  cancel: 'cancelled',
  reject: 'rejected',
  withdraw_time: 'withdrawn',
}

/** A time as the shop's own clock shows it. */
const textOf = (order: OrderRow, at: { instant: string; country: Country }, language: Language) =>
  appointmentWhen(shopTime(at.instant, order.appointment_time_zone, at.country), language)

interface About {
  fleetId: number
  orderId: number
  /** Type of the entry, and who made it. */
  type: string
  party: string
  brand: Brand
  /** Of a proposal. */
  proposedTime: { instant: string; country: Country } | null
}
interface Outgoing {
  orderId: number
  to: string
  event: ShopLetter
  brand: Brand
  address: string
  proposedTime?: About['proposedTime']
}
