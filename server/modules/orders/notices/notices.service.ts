import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import type { Role } from '#contract/core/permissions.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { isCounted } from '#contract/orders/order-rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { type Letter, renderLetter } from '#server/integrations/mail/letter.ts'
import type { MailOutbox } from '#server/integrations/mail/outbox.ts'
import { moneyText } from '#server/money-text.ts'
import { texts } from '#server/texts.ts'
import { judgeEstimate } from '../../maintenance/policies/policies.reads.ts'
import { readOrders } from '../orders/orders.reads.ts'
import type { ShopLettersService } from '../shop-links/shop-letters.service.ts'
import { eventOf, type NoticeEvent } from './notice-events.ts'
import { NOTICE_TEXTS } from './notice-texts.ts'
import type { NoticesRepository, Untold } from './notices.repository.ts'

const OWNERS: Role[] = ['Owner', 'Account Owner']
/** Entries that one transaction tells. */
const BATCH = 20

interface NoticesDeps {
  db: Database
  notices: NoticesRepository
  mail: MailOutbox
  brands: readonly Brand[]
  /** Address of the app under a brand. */
  originOf: (brand: Brand) => string
  /** What the shop itself is told. */
  shopLetters: ShopLettersService
}

/** Tells by mail that an order moved: those whose preferences ask for it, in their language, in the brand's look (ruling 14). */
export function noticesService({ db, notices, mail, brands, originOf, shopLetters }: NoticesDeps) {
  function brandOf(one: Untold): Brand {
    const brand = brands.find(({ key }) => key === one.brand) ?? brands.find(({ isDefault }) => isDefault)
    if (!brand) throw new Error('There is no brand.')
    return brand
  }

  async function tell(tx: Transaction, one: Untold, event: NoticeEvent): Promise<void> {
    const brand = brandOf(one)
    const recipients = await notices.audience(tx, one, event, await audienceOf(tx, one, event))
    for (const language of new Set(recipients.map((recipient) => recipient.language))) {
      const [order] = await readOrders(tx, language, sql`o.id = ${one.order_id}`)
      if (!order) return
      const letter = letterOf({ order, one, event, language, brand, origin: originOf(brand) })
      const words = { subject: letter.heading, ...renderLetter(brand, letter) }
      for (const { email } of recipients.filter((recipient) => recipient.language === language))
        await mail.queue(tx, { recipient: email, ...words })
    }
  }

  /** An approval is asked of those who may give it; all else is for everybody who sees the vehicle and asked for it. */
  async function audienceOf(tx: Transaction, one: Untold, event: NoticeEvent) {
    if (event !== 'approvals_required') return {}
    const { approvers } = await judgeEstimate(tx, one.fleet_id, {
      vehicleId: one.vehicle_id,
      amount: one.pre_tax_sub_total,
      serviceIds: one.service_ids,
    })
    if (approvers === 'anyone') return {}
    return approvers === 'owners' ? { roles: OWNERS } : { ids: approvers }
  }

  return {
    /**
     * Makes the mails for what has happened since the last time: each entry of the activity log once, mails and mark in
     * one transaction, whatever else runs beside it. Answers how many entries were dealt with.
     */
    async round(): Promise<number> {
      return db.system(async (tx) => {
        const untold = await notices.take(tx, BATCH)
        for (const one of untold) {
          const event = eventOf(one.activity_type)
          // An estimate that a policy approved at once asks nothing of anybody.
          const isMoot = event === 'approvals_required' && one.status !== 'awaiting_approval'
          if (event && !isMoot) await tell(tx, one, event)
          await shopLetters.tell(tx, {
            fleetId: one.fleet_id,
            orderId: one.order_id,
            type: one.activity_type,
            party: one.acting_party,
            brand: brandOf(one),
          })
        }
        if (untold.length > 0)
          await notices.markTold(
            tx,
            untold.map(({ id }) => id),
          )
        return untold.length
      })
    },
  }
}
export type NoticesService = ReturnType<typeof noticesService>

interface About {
  order: OrderRow
  one: Untold
  event: NoticeEvent
  language: Language
  brand: Brand
  origin: string
}

function letterOf({ order, one, event, language, brand, origin }: About): Letter {
  const words = NOTICE_TEXTS[language]
  const { shop } = order
  const vehicle = order.vehicle.name || `#${order.vehicle_id}`
  const facts: [keyof typeof words.fact, string | null][] = [
    ['order', String(order.id)],
    ['vehicle', vehicle],
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
    ['total', moneyText(language, one.country, order.total)],
    ['po', order.po_number],
  ]
  return {
    language,
    heading: words.subject[event](vehicle),
    paragraphs: [words.intro[event](actorOf(one, order, language))],
    facts: facts.flatMap(([fact, value]) => (value ? [{ label: words.fact[fact], value }] : [])),
    action: { label: words.open, address: `${origin}/orders/${order.id}/approvals` },
    footer: words.footer(brand.name),
  }
}

function actorOf(one: Untold, order: OrderRow, language: Language): string {
  const parties = texts[language].orderParties
  if (one.acting_party === 'auto_approve') return 'Auto-Approve'
  if (one.acting_party === 'shop') return order.shop?.name ?? order.custom_shop_name ?? parties.shop
  return one.acting_user ?? parties.system
}
