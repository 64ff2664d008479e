import type { Language } from '#contract/core/fields.ts'
import type { ReportInterval } from '#domain/home/report-periods.ts'
import type { Database } from '#server/db/database.ts'
import { secretOf } from '#server/integrations/secrets.ts'
import { readReportLink, setReportLink } from '../../home/report-subscriptions/report-unsubscribe.ts'
import { unsubscribeRepository as subscriptions } from './unsubscribe.repository.ts'
import { readUnsubscribeToken, type Subscription } from './unsubscribe-token.ts'

/** What a link ends, for its page. */
export type UnsubscribeLink = { language: Language; isEnded: boolean } & (
  | { kind: Subscription }
  | { kind: 'report'; title: string; every: ReportInterval }
)

/** Ends reminders and reports by the link of an email, without sign-in: access to the email is sufficient (RFC 8058). */
export function unsubscribeService({ db, now }: { db: Database; now: () => Date }) {
  const secret = secretOf(db, 'unsubscribe')
  const readToken = async (token: string) =>
    (await secret.accepted())
      .map((value) => readUnsubscribeToken(value, token))
      .find((found) => found !== null)

  return {
    /** Secret of new links. */
    secret: secret.current,

    /**
     * Returns what a link ends, the user's language, and whether it has ended; null: invalid, or the user was deleted.
     */
    async read(token: string): Promise<UnsubscribeLink | null> {
      const found = await readToken(token)
      if (!found) return null
      const { id, kind } = found
      if (kind === 'report') {
        const report = await readReportLink(db, id)
        return report && { kind, ...report }
      }
      const person = await subscriptions.read(db, id, kind)
      return person && { kind, ...person }
    },

    /** Ends the emails, or resumes them. False: the link is invalid. */
    async set(token: string, isOn: boolean): Promise<boolean> {
      const found = await readToken(token)
      if (found?.kind === 'report') await setReportLink(db, found.id, { isOn, now: now() })
      else if (found) await subscriptions[isOn ? 'resume' : 'end'](db, found.id, found.kind)
      return found !== undefined
    },
  }
}
export type UnsubscribeService = ReturnType<typeof unsubscribeService>
