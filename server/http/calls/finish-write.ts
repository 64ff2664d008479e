import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { CallAfterCommit } from '#server/external-call.ts'
import type { WriteOutcome } from '#server/http/idempotency/idempotency.ts'
import { etagOf } from '#server/http/idempotency/preconditions.ts'
import { isHistoryDeleted } from '#server/modules/maintenance/history/history-entry.service.ts'
import { isGloveboxItemDeleted } from '#server/modules/vehicles/glovebox/glovebox.service.ts'
import { rememberPosition } from './replica-calls.ts'

// What follows every write, in this call or in an earlier one whose response is repeated.

type IsDeleted = (entity: { tx: Transaction; actor: Actor }, id: string) => Promise<boolean>

/** Calls whose repeated response says whether the entity was deleted since, because devices store it. */
const DELETED: Readonly<Record<string, IsDeleted>> = {
  'history.create': isHistoryDeleted,
  'history.update': isHistoryDeleted,
  'glovebox.create': isGloveboxItemDeleted,
  'glovebox.update': isGloveboxItemDeleted,
}

/** Says in the response whether the entity was deleted since, if the write had taken effect before. */
export async function nameDeletion<T extends WriteOutcome<object> | CallAfterCommit | null>(
  tx: Transaction,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: T,
): Promise<T> {
  const isDeleted = DELETED[request.routeOptions.config.call ?? '']
  const actor = request.caller?.actor
  if (!isDeleted || !actor || outcome === null || !('written' in outcome)) return outcome
  const { body, isKnown } = outcome.written as { body: { id?: unknown }; isKnown?: boolean }
  if ((outcome.isReplay || isKnown === true) && typeof body.id === 'string')
    reply.header('x-wheelbook-deleted', String(await isDeleted({ tx, actor }, body.id)))
  return outcome
}

/**
 * Announces a write that took effect, in this call or before, and returns the body of its response. The announcement is
 * repeated with the request: the server may have stopped, or given up waiting, right after the first commit (decision
 * 105).
 */
export function finishWrite<T extends object>(
  reply: FastifyReply,
  outcome: WriteOutcome<T>,
  announce: () => void,
): T {
  if ('written' in outcome) announce()
  return respond(reply, outcome)
}

export function respond<T extends object>(reply: FastifyReply, outcome: WriteOutcome<T>): T {
  if (outcome.isReplay) reply.header('idempotency-replayed', 'true')
  if ('refused' in outcome) throw outcome.refused
  const { body, status = 200 } = outcome.written
  reply.code(status)
  if ('rev' in body && typeof body.rev === 'number') reply.header('etag', etagOf(body.rev))
  return body
}

/** Tells the browser the position of its write, if a replica takes reads. */
export async function rememberWrite(
  { db, hasReplica }: { db: Database; hasReplica: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (hasReplica && request.routeOptions.config.kind === 'write') await rememberPosition(reply, db)
}
