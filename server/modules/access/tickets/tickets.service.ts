import type { TicketPurpose } from '#contract/core/route.ts'
import { TICKET_SECONDS } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Database } from '#server/db/database.ts'
import { limitAttempts } from '../session/attempts.ts'
import { hashToken, newToken } from '../session/tokens.ts'
import { consumeTicket, insertTicket } from './tickets.repository.ts'

/** Far above the requests of all tabs of a user, and low enough to protect the table. */
const TICKETS_PER_MINUTE = 120
const MINUTE = 60

/** Tickets that replace the session's token (ruling 8). */
export function ticketsService({ db }: { db: Database }) {
  return {
    /** Creates a ticket of the session with that token. Errors: too_many. */
    async create(actor: Actor, sessionToken: string, purpose: TicketPurpose) {
      await limitAttempts(db, `tickets:${actor.userId}`, TICKETS_PER_MINUTE, MINUTE)
      const ticket = newToken()
      await insertTicket(db, { tokenHash: hashToken(ticket), sessionHash: hashToken(sessionToken), purpose })
      return { ticket, expires_in: TICKET_SECONDS }
    },

    /** Returns the hash of the ticket's session, once; null for an invalid ticket. */
    redeem: (ticket: string, purpose: TicketPurpose) => consumeTicket(db, hashToken(ticket), purpose),
  }
}
export type TicketsService = ReturnType<typeof ticketsService>
