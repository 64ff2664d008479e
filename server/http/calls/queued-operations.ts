import type { FastifyReply, FastifyRequest } from 'fastify'
import { OPERATION_VERSIONS } from '#contract/core/operation-versions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { sendText } from '#server/http/body/compression.ts'
import { findStoredSuccess } from '#server/http/idempotency/idempotency.ts'
import { Problem } from '#server/problem.ts'
import { readKey } from './call.ts'
import { finishWrite, nameDeletion, rememberWrite } from './finish-write.ts'

// Operations that devices queue (decision 127). They send the version of their call as `X-Op-Version`.

const isQueued = (request: FastifyRequest) => request.headers['x-op-version'] !== undefined

/**
 * Rejects an operation of a newer app with 425, so that the device sends it again later and others meanwhile. This server
 * would drop its fields that it does not know, or does not know the call at all.
 */
export function rejectNewerVersion(request: FastifyRequest): void {
  if (!isQueued(request)) return
  const versions: Readonly<Record<string, number>> = OPERATION_VERSIONS
  const known = versions[request.routeOptions.config.call ?? ''] ?? 0
  if (Number(request.headers['x-op-version']) > known) throw new Problem('version_unknown')
}

/** Rejections by rules that may have changed since the operation was accepted. */
const CHANGEABLE = new Set<Problem['code']>(['validation', 'not_allowed', 'not_offered'])

interface StoredSuccessParts {
  db: Database
  /** Receives the fleet that the operation has changed. */
  announce: (fleetId: number) => void
  hasReplica: boolean
}

/**
 * Sends the stored response if an earlier attempt of a rejected operation had succeeded: the entry exists, although the
 * fields that are valid or what the user may do have changed since. The content under a queued operation's key never
 * changes. Looks only at keys of this user or shop in its current fleet.
 * @returns whether it was sent
 */
export async function sendStoredSuccess(
  { db, announce, hasReplica }: StoredSuccessParts,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<boolean> {
  const party = request.shop ?? request.caller?.actor
  const { config } = request.routeOptions
  if (!(error instanceof Problem) || !CHANGEABLE.has(error.code)) return false
  if (!isQueued(request) || !config.idempotent || !party) return false
  const keyed = await readKey(request, party, null)
  if (!keyed) return false
  const find = async (tx: Transaction) => nameDeletion(tx, request, reply, await findStoredSuccess(tx, keyed))
  const stored = await db.tenant(party.fleet.id, find)
  if (!stored) return false
  const body = JSON.stringify(finishWrite(reply, stored, () => announce(party.fleet.id)))
  await rememberWrite({ db, hasReplica }, request, reply)
  await sendText(request, reply.type('application/json'), body)
  return true
}
