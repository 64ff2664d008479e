import { pageOf } from '#contract/core/paging.ts'
import type { SyncChange, SyncType } from '#contract/home/sync.ts'
import { can } from '#domain/access/permissions.ts'
import { clampToNow } from '#domain/core/days.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { LOST_SHOWN_DAYS, UNSENT_SHOWN_DAYS } from '#server/limits.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { readServiceDefinitions } from '../../catalog/services/services.reads.ts'
import { visibleVehicleIds } from '../../vehicles/vehicles/vehicles.service.ts'
import { type Cursor, decodeCursor, encodeCursor, FIRST_PULL, shortHash } from './cursor.ts'
import { entityKey, loadEntities, wireId } from './sync.entities.ts'
import {
  type ChangeRow,
  type Heartbeat,
  type Horizon,
  type Scope,
  syncRepository,
} from './sync.repository.ts'

const FIRST_TYPES: readonly SyncType[] = [
  'vehicle',
  'favorite_shop',
  'interval',
  'schedule',
  'recall',
  'glovebox_item',
  'telematics',
  'manual_history',
  'order_history',
]

type Timed = Pick<UseCase, 'tx' | 'actor' | 'clock'>

/**
 * Returns a page of changes: at first everything by type, as of the first page; then in commit order. Includes only
 * changes of transactions older than every open one, so that none that commits late is missed; the last page says
 * whether it withholds newer ones. 410 `resync`: the cursor belongs to another server, fleet, user or set of visible
 * vehicles.
 */
export async function pullChanges(useCase: Timed, query: { cursor?: string | undefined; limit: number }) {
  const { tx, actor } = useCase
  const horizon = await syncRepository.horizon(tx)
  const scope = await scopeOf(tx, actor)
  const scopeHash = shortHash(horizon.epoch, scope.fleetId, scope.userId, scope.vehicleIds)
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor, scopeHash, horizon)
  const sinceXid = cursor?.sinceXid ?? horizon.xmin
  const isFirst = cursor === null || cursor.xid === FIRST_PULL
  const limit = query.limit + 1
  const found = isFirst
    ? await firstRows(tx, scope, cursor, sinceXid, limit)
    : await syncRepository.changes(tx, scope, { after: cursor, before: horizon.xmin, sinceXid, limit })
  const rows = found.slice(0, query.limit)
  const last = found.length > query.limit ? rows.at(-1) : undefined
  const services = await readServiceDefinitions(tx, actor.language)
  const catalog = shortHash(services)
  const news = cursor?.catalog === catalog ? [] : services
  const next = last
    ? { xid: isFirst ? FIRST_PULL : last.xid, type: last.type, entityId: last.entity_id }
    : { xid: isFirst ? sinceXid : horizon.xmin, type: '', entityId: '' }
  // Changes during the initial sync follow immediately.
  const hasMore = last !== undefined || (isFirst && BigInt(sinceXid) < BigInt(horizon.xmin))
  return {
    changes: [
      ...news.map((data) => ({ type: 'service' as const, id: String(data.id), data })),
      ...(await toChanges(useCase, scope, rows, isFirst)),
    ],
    next: encodeCursor({ scopeHash, catalog, sinceXid, ...next }),
    hasMore,
    ...(!hasMore && (await syncRepository.hasSince(tx, scope, horizon.xmin)) ? { withheld: true } : {}),
    ...(cursor === null
      ? { total: services.length + (await syncRepository.count(tx, scope, horizon.xmin)) }
      : {}),
  }
}

/**
 * Returns the operations of a device's receipts that this server does not know. Those that followed their vehicle to
 * another fleet have their keys there, so `tx` must see all fleets.
 */
export async function findMissingReceipts(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  ids: readonly string[],
) {
  const known = await syncRepository.knownKeys(tx, actor.userId, ids)
  return { missing: ids.filter((id) => !known.has(id.toLowerCase())) }
}

/** Records a device's unsent work. */
export async function recordHeartbeat({ tx, actor, clock }: Timed, beat: Heartbeat) {
  const at = clock()
  const oldest_at = beat.oldest_at === null ? null : clampToNow(at, beat.oldest_at)
  const user = { fleetId: actor.fleet.id, userId: actor.userId }
  await syncRepository.putHeartbeat(tx, user, { ...beat, oldest_at }, at)
  await syncRepository.forgetSurplusDevices(tx, user)
  return { success: true } as const
}

/** Returns the devices of the fleet with unsent entries, as last reported by them. */
export async function listUnsent({ tx, actor, clock }: Timed, query: { page: number; per_page: number }) {
  const now = clock()
  const since = { seen: daysBefore(now, UNSENT_SHOWN_DAYS), lost: daysBefore(now, LOST_SHOWN_DAYS) }
  const count = await syncRepository.countUnsent(tx, actor.fleet.id, since)
  const devices = await syncRepository.unsent(tx, actor.fleet.id, since, query)
  return { devices, ...pageOf(query, count) }
}

async function scopeOf(tx: Transaction, actor: Actor): Promise<Scope> {
  const seesAll = can(actor, 'vehicles.readAll')
  const vehicleIds = seesAll ? null : await visibleVehicleIds(tx, actor)
  return { fleetId: actor.fleet.id, userId: actor.userId, vehicleIds }
}

async function toChanges(
  { tx, actor, clock }: Timed,
  scope: Scope,
  rows: readonly ChangeRow[],
  isFirst: boolean,
) {
  const living = rows.filter((row) => !row.is_deleted)
  const wanted = Map.groupBy(living, (row) => row.type)
  const ids = new Map(
    [...wanted].map(([type, changes]) => [type, changes.map((row) => wireId(type, row.entity_id))]),
  )
  const entities = await loadEntities(tx, actor, ids as Parameters<typeof loadEntities>[2], clock())
  return rows.flatMap((row): SyncChange[] => {
    const id = wireId(row.type, row.entity_id)
    const hasLeft = /[@#]/.test(row.entity_id)
    const data = row.is_deleted ? undefined : entities.get(entityKey(row.type, id))
    if (data && isVisible(scope, data)) return [{ type: row.type, id, data } as SyncChange]
    if (isFirst) return []
    const reason = data || hasLeft ? 'no_access' : 'deleted'
    return [{ type: row.type, id, deleted: true, reason } as SyncChange]
  })
}

/** Next rows of an initial sync, by type, in order of importance to the user. */
async function firstRows(tx: Transaction, scope: Scope, after: Cursor | null, before: string, limit: number) {
  const rows: ChangeRow[] = []
  const from = after ? FIRST_TYPES.indexOf(after.type as SyncType) : 0
  for (const type of FIRST_TYPES.slice(Math.max(from, 0))) {
    const afterId = type === after?.type ? after.entityId : ''
    const page = { type, afterId, before, limit: limit - rows.length }
    rows.push(...(await syncRepository.firstOfType(tx, scope, page)))
    if (rows.length === limit) break
  }
  return rows
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/** Rejects a cursor of another scope, because the device's data may be wrong. */
function parseCursor(text: string, scopeHash: string, horizon: Horizon): Cursor {
  const cursor = decodeCursor(text)
  // A cursor from the future: the server was restored to an older state.
  if (cursor?.scopeHash !== scopeHash || BigInt(cursor.xid) > BigInt(horizon.xmax))
    throw new Problem('resync')
  return cursor
}

/** The entity may have moved to another vehicle after its change was read. */
function isVisible({ vehicleIds }: Scope, data: object): boolean {
  return vehicleIds === null || !('vehicle_id' in data) || vehicleIds.includes(Number(data.vehicle_id))
}
