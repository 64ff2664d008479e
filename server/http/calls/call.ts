import type { FastifyReply, FastifyRequest } from 'fastify'
import { isShop } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { CallAfterCommit } from '#server/external-call.ts'
import { fingerprintsOf } from '#server/http/idempotency/fingerprint.ts'
import {
  findStoredOutcome,
  type KeyedWrite,
  runOnce,
  type WriteOutcome,
} from '#server/http/idempotency/idempotency.ts'
import { idempotencyKeyOf, ifMatchOf } from '#server/http/idempotency/preconditions.ts'
import { Problem } from '#server/problem.ts'
import type { Precondition } from '#server/use-case.ts'
import type { CallContext, IdempotentWrite, WriteResult } from './call-context.ts'
import { finishWrite, nameDeletion, respond } from './finish-write.ts'
import { runWrite } from './run-write.ts'

type Work<T extends object> = (
  tx: Transaction,
  precondition: Precondition,
) => Promise<WriteResult<T> | CallAfterCommit>

interface CallDependencies {
  db: Database
  clock: () => Date
  announce: (fleetId: number) => void
  recheckAccess: (request: FastifyRequest) => Promise<void>
}

/** Creates the context of one call: the caller, the transactions of their fleet, and the write protocol. */
export function callContext(
  { db, clock, announce, recheckAccess }: CallDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): CallContext {
  function actor() {
    if (!request.caller) throw new Problem('not_signed_in')
    return request.caller.actor
  }

  function shop() {
    if (!request.shop) throw new Problem('not_signed_in')
    return request.shop
  }
  const party = () => request.shop ?? actor()

  type Run = <T>(run: (tx: Transaction) => Promise<T>) => Promise<T>
  const inFleet: Run = (run) => db.tenant(party().fleet.id, run)
  const acrossFleets: Run = (run) =>
    db.system(async (tx) => {
      await tx.query(sql`set local lock_timeout = '5s'`)
      return run(tx)
    })

  async function writeIn<T extends object>(
    input: object,
    secrets: readonly string[],
  ): Promise<IdempotentWrite<T>> {
    const open = Object.entries(input).filter(([name]) => !secrets.includes(name))
    const keyed = await readKey(request, party(), Object.fromEntries(open))
    const ifMatch = ifMatchOf(request)
    return {
      async first() {
        const outcome = keyed && (await inFleet((tx) => findStoredOutcome<T>(tx, keyed)))
        return outcome && respond(reply, outcome)
      },
      async once(tx, work) {
        const run = async () => ({ body: await work({ ifMatch }) })
        return keyed ? respond(reply, await runOnce<Awaited<T>>(tx, keyed, run)) : work({ ifMatch })
      },
    }
  }

  const writerIn =
    (transaction: Run) =>
    async <T extends object>(input: unknown, work: Work<T>): Promise<T> => {
      const ifMatch = ifMatchOf(request)
      const keyed = await readKey(request, party(), input)
      const attempt = () =>
        transaction(async (tx) => {
          const outcome = await runOnce(tx, keyed, () => {
            if (keyed && ifMatch === null && needsIfMatch(request)) throw new Problem('precondition_missing')
            return work(tx, { ifMatch })
          })
          return nameDeletion(tx, request, reply, outcome)
        })
      const outcome = await runWrite(attempt, hasTakenEffect, () => recheckAccess(request))
      return finishWrite(reply, outcome, () => announce(party().fleet.id))
    }

  return {
    request,
    reply,
    actor,
    shop,
    party,
    useCase: (tx) => ({ tx, actor: actor(), clock, ports: {} }),
    read: inFleet,
    readAcross: acrossFleets,
    write: writerIn(inFleet),
    writeAcross: writerIn(acrossFleets),
    writeIn,
    announce,
  }
}

/** Returns the request's idempotency key with what it is compared by; null without a key. */
export async function readKey(
  request: FastifyRequest,
  who: ReturnType<CallContext['party']>,
  input: unknown,
): Promise<KeyedWrite | null> {
  const key = idempotencyKeyOf(request)
  if (key === null) return null
  const route = `${request.method} ${request.routeOptions.url ?? ''}`
  const owner = isShop(who) ? { orderId: who.orderId } : { userId: who.userId }
  return { key, owner, fleetId: who.fleet.id, route, fingerprints: await fingerprintsOf(route, input) }
}

/** Whether the write took effect in this call: it was neither rejected nor replayed. */
const hasTakenEffect = (outcome: WriteOutcome<object>) => 'written' in outcome && !outcome.isReplay

/** Whether the request must carry If-Match: edits and deletions do, files and immutable commands have no revision. */
function needsIfMatch(request: FastifyRequest): boolean {
  const { idempotent, takesFile, withoutIfMatch } = request.routeOptions.config
  const isEdit = idempotent && ['PUT', 'PATCH', 'DELETE'].includes(request.method)
  return isEdit === true && !takesFile && !withoutIfMatch
}
