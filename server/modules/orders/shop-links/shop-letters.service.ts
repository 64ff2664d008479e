import type { Brand } from '#contract/core/brand.ts'
import { isCounted } from '#contract/orders/order-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type Letter, renderLetter } from '#server/integrations/mail/letter.ts'
import type { MailOutbox } from '#server/integrations/mail/outbox.ts'
import { hashToken, newToken } from '../../access/session/tokens.ts'
import { readOrders } from '../orders/orders.reads.ts'
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
  async function send(tx: Transaction, { orderId, to, event, brand, address }: Outgoing): Promise<void> {
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
        value: `${order.appointment_date_pretty} ${order.appointment_time_pretty}`,
      },
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
      ...(event === 'link' ? { secretMinutes: LINK_MINUTES } : {}),
    })
  }

  /** Tells the shop that has been sent a link what the fleet decided; the address opens where the link was opened. */
  async function tellDecision(tx: Transaction, about: About, event: ShopLetter): Promise<void> {
    const [mailed] = (await links.live(tx, about.fleetId, about.orderId, now())).filter(
      (link) => link.sent_to,
    )
    if (!mailed?.sent_to) return
    const address = `${originOf(about.brand)}/shop_link/${about.orderId}`
    await send(tx, { orderId: about.orderId, to: mailed.sent_to, event, brand: about.brand, address })
  }

  return {
    send,

    /** Tells the shop of one entry of the activity log, where it is news to it. Within a system transaction. */
    async tell(tx: Transaction, about: About): Promise<void> {
      if (about.party === 'shop') return
      if (about.type === 'approve' || about.type === 'auto_approve')
        return tellDecision(tx, about, 'approved')
      if (about.type === 'cancel') return tellDecision(tx, about, 'cancelled')
      if (about.type === 'reject') return tellDecision(tx, about, 'rejected')
      if (about.type !== 'request') return
      const ground = await links.ground(tx, about.orderId, now())
      if (!ground?.shop_email || (ground.vin ?? '').length < 8) return
      const token = newToken()
      const { fleetId, orderId, brand } = about
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
      await send(tx, { orderId, to, event: 'link', brand, address })
    },
  }
}
export type ShopLettersService = ReturnType<typeof shopLettersService>

interface About {
  fleetId: number
  orderId: number
  /** Type of the entry, and who made it. */
  type: string
  party: string
  brand: Brand
}
interface Outgoing {
  orderId: number
  to: string
  event: ShopLetter
  brand: Brand
  address: string
}
