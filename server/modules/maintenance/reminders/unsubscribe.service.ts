import type { Database } from '#server/db/database.ts'
import type { UnsubscribeRepository } from './unsubscribe.repository.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** Ends reminders by the link of a mail, signed in or not; who holds the mail is who may (RFC 8058). */
export function unsubscribeService({
  db,
  subscriptions,
}: {
  db: Database
  subscriptions: UnsubscribeRepository
}) {
  let secret: Promise<string> | undefined
  const readSecret = () => {
    secret ??= subscriptions.secret(db).catch((error) => {
      secret = undefined
      throw error
    })
    return secret
  }

  return {
    /** Secret of the links, read once. */
    secret: readSecret,

    /** What a link is for, the language of its person, and whether it is ended already; null: it is none of ours, or the person is gone. */
    async read(token: string) {
      const found = readUnsubscribeToken(await readSecret(), token)
      const person = found && (await subscriptions.read(db, found.userId, found.subscription))
      return found && person ? { ...found, ...person } : null
    },

    /** Ends the mails, or takes that back. False: the link is none of ours. */
    async set(token: string, isOn: boolean): Promise<boolean> {
      const found = readUnsubscribeToken(await readSecret(), token)
      if (found) await subscriptions.set(db, found.userId, found.subscription, isOn)
      return found !== null
    },
  }
}
export type UnsubscribeService = ReturnType<typeof unsubscribeService>
