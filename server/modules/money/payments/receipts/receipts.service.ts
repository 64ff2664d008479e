import type { Brand } from '#contract/core/brand.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import type { Transaction } from '#server/db/database.ts'
import { isDatabaseUnavailable, isStatementTimeout } from '#server/db/database-errors.ts'
import { renderEmail } from '#server/integrations/mail/render-email.ts'
import { moneyText } from '#server/texts/money-text.ts'
import { monthText } from '#server/texts/month-text.ts'
import { translateGroup } from '#server/texts/translate.ts'
import type { DatabaseUseCase, Ports } from '#server/use-case.ts'
import { type DueReceipt, receiptsRepository as receipts } from './receipts.repository.ts'

/** Receipts per round. */
const BATCH = 100
const RETRY_SECONDS = 300

/**
 * Queues the due receipts of captured card payments (TRX-030). Each receipt is queued in the transaction that clears its
 * due time, so it is sent once. Returns the number of due receipts.
 */
export async function sendDueReceipts({
  db,
  ports,
}: DatabaseUseCase<'mail' | 'brands' | 'log'>): Promise<number> {
  const due = await receipts.dueIds(db, BATCH)
  for (const id of due) {
    try {
      await db.system((tx) => sendReceipt(ports, tx, id))
    } catch (error) {
      if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) throw error
      ports.log.error({ err: error, payment: id }, 'The receipt of a payment could not be sent')
      await receipts.postpone(db, id, RETRY_SECONDS)
    }
  }
  return due.length
}

async function sendReceipt(
  { mail, brands }: Pick<Ports, 'mail' | 'brands'>,
  tx: Transaction,
  id: number,
): Promise<void> {
  const receipt = await receipts.lockDue(tx, id)
  if (!receipt) return
  await receipts.markSent(tx, id)
  if (receipt.email === null) return
  const brand = brandOrDefault(brands, receipt.brand)
  await mail.queue(tx, { recipient: receipt.email, ...receiptEmail(brand, receipt) })
}

function receiptEmail(brand: Brand, receipt: DueReceipt) {
  const { language, country } = receipt
  const amount = moneyText(country, receipt.amount)
  const texts = translateGroup(language, 'server/receipts:mail', {
    amount,
    card: receipt.card,
  })
  const { heading, paragraph, footer, fact } = texts
  const facts: [string, string | null][] = [
    [fact.fleet, receipt.fleet_name],
    [fact.order, receipt.order_id === null ? null : String(receipt.order_id)],
    [fact.month, receipt.subscription_month && monthText(receipt.subscription_month.slice(0, 7), language)],
    [fact.vehicle, receipt.vehicle_name],
    [fact.shop, receipt.shop_name],
    [fact.po, receipt.po_number],
    [fact.amount, amount],
    [fact.card, receipt.card],
    [fact.date, dateText(receipt)],
  ]
  const rendered = renderEmail(brand, {
    language,
    heading,
    paragraphs: [paragraph],
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value }] : [])),
    footer,
  })
  return { subject: heading, ...rendered }
}

const dateText = ({ captured_at: at, language, time_zone: timeZone }: DueReceipt) =>
  new Date(at).toLocaleDateString(language === 'fr' ? 'fr-CA' : 'en-US', { dateStyle: 'long', timeZone })
