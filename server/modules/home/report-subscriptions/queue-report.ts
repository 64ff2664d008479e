import type { ReportRange } from '#domain/home/report-periods.ts'
import type { Actor } from '#server/actor.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import { asTenant } from '#server/db/as-tenant.ts'
import type { Transaction } from '#server/db/database.ts'
import { renderEmail } from '#server/integrations/mail/render-email.ts'
import type { Ports } from '#server/use-case.ts'
import { reportEmail } from './report-email.ts'
import { readReportFigures } from './report-figures.ts'
import type { MailedReport } from './report-mail-sender.repository.ts'

interface Queueing {
  /** A `system` transaction. */
  tx: Transaction
  now: Date
  ports: Pick<Ports, 'mail' | 'brands' | 'originOf'>
}

interface ReportContent {
  /** The reader, with the rights that they have now. */
  actor: Actor
  period: ReportRange
  /** Of the unsubscribe link; null: the email does not come from a subscription. */
  token: string | null
}

/** Reads a report as its reader may see it, and queues the email with its figures. */
export async function queueReport(
  { tx, now, ports }: Queueing,
  mailed: MailedReport,
  { actor, period, token }: ReportContent,
): Promise<void> {
  const { brands, originOf, mail } = ports
  const brand = brandOrDefault(brands, mailed.brand)
  const origin = originOf(brand)
  const ending = token && `${origin}/unsubscribe/${token}`
  const figures = await asTenant(tx, mailed.fleet_id, () =>
    readReportFigures({ tx, actor, clock: () => now }, mailed, period),
  )
  const content = reportEmail({ mailed, actor, period, figures, brand, origin, ending })
  await mail.queue(tx, {
    recipient: mailed.email,
    subject: content.heading,
    ...(ending && { unsubscribe: ending }),
    ...renderEmail(brand, content),
  })
}
