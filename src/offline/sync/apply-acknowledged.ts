import type { Table } from 'dexie'
import * as z from 'zod/mini'
import { StoredFile } from '#contract/core/documents.ts'
import { ManualHistory } from '#contract/maintenance/history-record.ts'
import { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { OdometerReading } from '#contract/vehicles/odometer.ts'
import { isImmutableKind } from '#src/offline/model/immutable-commands.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import { checkDoubtful } from '#src/offline/snapshots/check-doubtful.ts'
import type { CacheDb } from '#src/offline/storage/cache-db.ts'
import type { FileRow } from '#src/offline/storage/outbox-db.ts'
import type { Reconnect } from '#src/offline/storage/reconnect.ts'
import type { Verdict } from '#src/offline/transport/classify.ts'
import { dropFiles } from './drop-files.ts'
import { addReceived, receivedKeys } from './resync.ts'

type Acked = Extract<Verdict, { type: 'acked' }>

interface Revised {
  id: string
  rev: number
}

/**
 * Stores what the server just acknowledged in the cache, before the operation leaves the outbox. No screen loses the
 * entry in between, and the next pull finds it there (docs/offline.md row 34).
 */
export function applyAcknowledged(db: CacheDb, withReconnect: Reconnect) {
  return (op: OpRow, acked: Acked, file: FileRow | null): Promise<void> =>
    withReconnect(async () => {
      const { body } = acked
      if (acked.isOfOtherFleet) await removeRows(db, op)
      else if (op.kind === 'history.delete' || op.kind === 'glovebox.delete') await removeRows(db, op)
      else if (op.kind.startsWith('history.')) await storeRow(db, 'histories', op, acked)
      else if (op.kind.startsWith('glovebox.')) await storeRow(db, 'glovebox_items', op, acked)
      else if (isImmutableKind(op.kind)) await applyToSchedule(db, op, body)
      else if (op.kind === 'file.put' && z.safeParse(StoredFile, body).success && file) {
        await markStored(db, op.entityId, file.id)
        const { id, type, bytes, size } = file
        await db.docBlobs.put({ id, type, bytes, size, openedAt: op.occurredAt, isSent: true })
      }
    })
}

/** Removes what the device has of an entry that was deleted or is now in another fleet, before the next pull does. */
async function removeRows(db: CacheDb, { kind, entityId }: OpRow): Promise<void> {
  const isHistory = kind.startsWith('history.')
  if (!isHistory && !kind.startsWith('glovebox.')) return
  const table: Table = isHistory ? db.histories : db.glovebox_items
  await db.transaction('rw', table, db.docBlobs, async () => {
    await dropFiles(db, [await table.get(entityId)], [], 'own write')
    await table.delete(entityId)
  })
}

/** Applies the response to an immutable command to the cached schedule of the vehicle. */
async function applyToSchedule(db: CacheDb, op: OpRow, body: unknown): Promise<void> {
  await db.transaction('rw', db.schedules, async () => {
    const schedule = z.safeParse(z.object({ schedule: VehicleSchedule }), body).data?.schedule
    const held = await db.schedules.get(op.vehicleId)
    if (schedule) await db.schedules.put(schedule)
    else if (held && op.kind === 'snooze.create') {
      const reminder = z.safeParse(z.object({ reminder_date: z.nullable(z.string()) }), body).data
      if (reminder) await db.schedules.put({ ...held, ...reminder })
    } else if (held) {
      const reading = z.safeParse(OdometerReading, body).data
      const others = held.readings.filter(({ id }) => id !== reading?.id)
      if (!reading) return
      const readings = [reading, ...others]
      const isVoid = reading.void_reason !== null
      await db.schedules.put({ ...held, readings: isVoid ? checkDoubtful(readings) : readings })
    }
  })
}

/**
 * Writes the server's row unless a newer one is stored. A repeated response may show a row that was deleted since, and
 * no later pull would remove it if the device has pulled that deletion already. The server says whether it was deleted. An
 * earlier version does not; then the row is left to the next pull if anything was pulled since the first attempt.
 * During a resync, a row from before it does not count (`resync.ts`).
 */
async function storeRow(
  db: CacheDb,
  name: 'histories' | 'glovebox_items',
  op: OpRow,
  acked: Acked,
): Promise<void> {
  const row: Revised | undefined = z.safeParse(ROW_SCHEMAS[name], acked.body).data
  if (!row) return
  const table: Table = db[name]
  await db.transaction('rw', [table, db.docBlobs, db.syncState, db.received], async () => {
    const received = await receivedKeys(db, name)
    const isOutdated = received !== null && !received.has(row.id)
    const held: Revised | undefined = isOutdated ? undefined : await table.get(row.id)
    const mayBeDeleted = async () => acked.isDeleted ?? (await hasPulledSince(db, op.firstAttemptAt))
    if (!held && isRepeat(op, acked) && (await mayBeDeleted())) return
    if (row.rev < (held?.rev ?? 0)) return
    await dropFiles(db, [held], [row], 'own write')
    await table.put(row)
    if (isOutdated) await addReceived(db, name, [row.id])
  })
}

const ROW_SCHEMAS = { histories: ManualHistory, glovebox_items: GloveboxItem }

/** Whether the write took effect in an earlier attempt. A create that the server recognizes by its id gets 200. */
const isRepeat = ({ kind }: OpRow, { isReplay, status }: Acked): boolean =>
  isReplay || (kind.endsWith('.create') && status === 200)

/** Whether changes may have been pulled that are newer than the first attempt; true if that is not known. */
async function hasPulledSince(db: CacheDb, firstAttemptAt: number | null): Promise<boolean> {
  const state = await db.syncState.get('all')
  const storedAt = state?.storedAt ?? state?.completedAt ?? null
  return firstAttemptAt === null || storedAt === null || storedAt >= firstAttemptAt
}

/** Marks a document as stored, in one transaction: a pull in between must not be overwritten by the row read before. */
async function markStored(db: CacheDb, entityId: string, documentId: string): Promise<void> {
  await db.transaction('rw', db.histories, db.glovebox_items, async () => {
    const history = await db.histories.get(entityId)
    if (history) {
      const maintenance_documents = stored(history.maintenance_documents, documentId)
      const attachments_missing = maintenance_documents.filter((doc) => doc.state === 'awaited').length
      await db.histories.put({ ...history, maintenance_documents, attachments_missing })
    }
    const item = await db.glovebox_items.get(entityId)
    if (item)
      await db.glovebox_items.put({
        ...item,
        glovebox_documents: stored(item.glovebox_documents, documentId),
      })
  })
}

const stored = <D extends { id: string; state: 'awaited' | 'stored' }>(documents: D[], id: string): D[] =>
  documents.map((document) => (document.id === id ? { ...document, state: 'stored' } : document))
