import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/database.ts'
import type { ReadRequirements } from '#server/db/replica/read-scope.ts'
import { parseWalPosition } from '#server/db/replica/wal-position.ts'
import { sql } from '#server/db/sql.ts'
import { hostCookie, readCookie, setCookie } from '#server/http/security/cookies.ts'
import { firstPullOf } from '#server/modules/home/sync/cursor.ts'

/**
 * Lists, files and reports that a replica may answer. So may the pages of a first sync. Later syncs
 * use the primary, because a device that learned of a change must find it.
 */
export const REPLICA_CALLS: ReadonlySet<string> = new Set([
  'activeOrders.list',
  'fleets.list',
  'fleets.csv',
  'fleets.summary',
  'history.list',
  'history.vehicleHistory',
  'odometer.list',
  'orders.index',
  'orders.fleetOrders',
  'orders.aggregate',
  'orders.csv',
  'shopRecord.show',
  'reports.compliance',
  'reports.complianceRows',
  'reports.complianceFile',
  'reports.complianceRowsFile',
  'reports.costs',
  'reports.costRows',
  'reports.costsFile',
  'reports.costRowsFile',
  'reports.distanceCosts',
  'reports.distanceCostsFile',
  'reports.downtime',
  'reports.downtimeRows',
  'reports.downtimeFile',
  'reports.downtimeRowsFile',
  'schedules.ofFleet',
  'sentReminders.list',
  'signIns.list',
  'subscriptions.list',
  'subscriptions.csv',
  'transactions.list',
  'transactions.csv',
  'sync.pull',
  'sync.unsent',
  'users.list',
  'users.csv',
  'users.audit',
  'vehicles.list',
  'vehicles.all',
  'vehicles.csv',
])

const COOKIE = 'write_position'
/** Longer than a replica may be behind. After that, any replica in use has the write. */
const SECONDS = 3700
/** A position that no replica reaches. */
const UNKNOWN = 'FFFFFFFF/FFFFFFFF'

/**
 * Returns what a replica needs to answer this call, or null if only the primary may. A client without cookies cannot
 * remember its last write, so it reads from the primary.
 */
export function requirementsOf(
  request: FastifyRequest,
  call: string,
  input: unknown,
): ReadRequirements | null {
  if (!REPLICA_CALLS.has(call) || !request.caller || request.headers.authorization) return null
  const sent = readCookie(request, hostCookie(request, COOKIE))
  const position = sent === null ? null : parseWalPosition(sent)
  if (sent !== null && position === null) return null
  const requirements = { fleetId: request.caller.actor.fleet.id, position }
  if (call !== 'sync.pull') return requirements
  const first = firstPullOf((input as { cursor?: string }).cursor)
  return first && { ...requirements, completedBefore: first.completedBefore }
}

/**
 * Tells the browser the position of its write, so that the user reads it back on every server. The position is not
 * secret, and one that a client invents affects only what that client reads.
 */
export async function rememberPosition(reply: FastifyReply, db: Database): Promise<void> {
  const [row] = await db
    .query<{ at: string }>(sql`select pg_current_wal_insert_lsn()::text as at`)
    .catch(() => [])
  setCookie(reply, hostCookie(reply.request, COOKIE), row?.at ?? UNKNOWN, {
    isSecret: true,
    seconds: SECONDS,
  })
}
