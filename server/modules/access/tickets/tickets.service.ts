import type { TicketPurpose } from '#contract/core/route.ts'
import type { Queryable } from '#server/db/database.ts'
import { TICKET_SECONDS } from '#server/limits.ts'
import { limitAttempts } from '../session/attempts.ts'
import { hashToken, newToken } from '../session/tokens.ts'
import { consumeTicket, insertTicket } from './tickets.repository.ts'

/** Far above the requests of all tabs of a user, and low enough to protect the table. */
const TICKETS_PER_MINUTE = 120
const MINUTE = 60

/** Creates a ticket of the session with that token, to replace the token once (ruling 8). Errors: too_many. */
export async function createTicket(
  db: Queryable,
  userId: number,
  sessionToken: string,
  purpose: TicketPurpose,
) {
  await limitAttempts(db, `tickets:${userId}`, TICKETS_PER_MINUTE, MINUTE)
  const ticket = newToken()
  await insertTicket(db, { tokenHash: hashToken(ticket), sessionHash: hashToken(sessionToken), purpose })
  return { ticket, expires_in: TICKET_SECONDS }
}

/** Returns the hash of the ticket's session, once; null for an invalid ticket. */
export const redeemTicket = (db: Queryable, ticket: string, purpose: TicketPurpose) =>
  consumeTicket(db, hashToken(ticket), purpose)
