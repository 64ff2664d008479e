import type { Brand } from '#contract/core/brand.ts'
import { DEFAULT_TIME_ZONE } from '#domain/core/limits.ts'
import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import type { Database } from '#server/db/database.ts'
import type { MailQueue } from '#server/integrations/mail/mail-queue.ts'
import { renderEmail } from '#server/integrations/mail/render-email.ts'
import { timeText } from '#server/texts/time-text.ts'
import { translate } from '#server/texts/translate.ts'
import { shortNetwork } from './short-network.ts'
import { type DueNotice, takeDueNotices } from './sign-ins.repository.ts'

/** Emails the owners of locked accounts, at most once a day each (S-8). */
export function lockoutNotice(deps: {
  db: Database
  mail: MailQueue
  brands: readonly Brand[]
  originOf: (brand: Brand) => string
}) {
  const { db, mail, brands, originOf } = deps

  function letterTo(notice: DueNotice) {
    const brand = brandOrDefault(brands, notice.brand)
    const { language } = notice
    const text = (key: LockoutKey, values: Record<string, string> = {}) =>
      translate(language, `server/sign-ins:${key}`, values)
    const isAboutCodes = notice.subject.startsWith('code:')
    const heading = text('heading', { brand: brand.name })
    const rendered = renderEmail(brand, {
      language,
      heading,
      paragraphs: text(isAboutCodes ? 'wrongCodes' : 'wrongPasswords', { name: notice.first_name }).split(
        '\n',
      ),
      facts: [
        { label: text('fact.when'), value: beginningOf(notice) },
        { label: text('fact.network'), value: shortNetwork(notice.network) },
      ],
      action: { label: text('reset'), address: `${originOf(brand)}/forgot_password` },
      footer: text('footer'),
    })
    return { recipient: notice.email, subject: heading, ...rendered }
  }

  return {
    /** Queues the due emails, in the transaction that marks them as sent. Idempotent. */
    sendDue: (): Promise<void> =>
      db.system(async (tx) => {
        for (const notice of await takeDueNotices(tx)) await mail.queue(tx, letterTo(notice))
      }),
  }
}
type LockoutKey =
  | 'heading'
  | 'wrongCodes'
  | 'wrongPasswords'
  | 'fact.when'
  | 'fact.network'
  | 'reset'
  | 'footer'
export type LockoutNotice = ReturnType<typeof lockoutNotice>

const beginningOf = ({ begun_at: at, language, country, time_zone: zone }: DueNotice) =>
  timeText(at, zone ?? DEFAULT_TIME_ZONE, { language, country: country ?? 'US' })
