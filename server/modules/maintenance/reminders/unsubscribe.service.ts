import type { Database } from '#server/db/database.ts'
import type { UnsubscribeRepository } from './unsubscribe.repository.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/** Ends reminders by the link of an email, without sign-in: access to the email is sufficient (RFC 8058). */
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

    /**
     * Returns the notification of a link, the user's language, and whether it has ended; null: invalid, or the user was
     * deleted.
     */
    async read(token: string) {
      const found = readUnsubscribeToken(await readSecret(), token)
      const person = found && (await subscriptions.read(db, found.userId, found.subscription))
      return found && person ? { ...found, ...person } : null
    },

    /** Ends the emails, or resumes them. False: the link is invalid. */
    async set(token: string, isOn: boolean): Promise<boolean> {
      const found = readUnsubscribeToken(await readSecret(), token)
      if (found) await subscriptions.set(db, found.userId, found.subscription, isOn)
      return found !== null
    },
  }
}
export type UnsubscribeService = ReturnType<typeof unsubscribeService>
