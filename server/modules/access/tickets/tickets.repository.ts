import type { TicketPurpose } from '#contract/core/route.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { TICKET_SECONDS } from '#server/limits.ts'

/** Stores a ticket of the session, and deletes its old ones. */
export async function insertTicket(
  db: Queryable,
  ticket: { tokenHash: Buffer; sessionHash: Buffer; purpose: TicketPurpose },
) {
  await db.query(sql`
    with old as (delete from tickets where session_hash = ${ticket.sessionHash} and expires_at < now())
    insert into tickets (token_hash, session_hash, purpose, expires_at)
    values (${ticket.tokenHash}, ${ticket.sessionHash}, ${ticket.purpose},
      now() + make_interval(secs => ${TICKET_SECONDS}))`)
}

/** Consumes a ticket and returns its session; null if it is unknown, used, expired or for another purpose. */
export async function consumeTicket(
  db: Queryable,
  tokenHash: Buffer,
  purpose: TicketPurpose,
): Promise<Buffer | null> {
  const [ticket] = await db.query<{ session_hash: Buffer }>(sql`
    delete from tickets where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > now()
    returning session_hash`)
  return ticket?.session_hash ?? null
}
