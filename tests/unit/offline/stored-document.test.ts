import { expect, it, vi } from 'vitest'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import { cacheDb } from '#src/offline/storage/cache-db.ts'
import { applyAcknowledged } from '#src/offline/sync/apply-acknowledged.ts'
import { aPhone } from './device.ts'

it('does not overwrite a row that is pulled while its document is marked as stored', async () => {
  const db = cacheDb({ tenantId: 3, userId: 7 }, aPhone())
  const [id, documentId] = [newId(), newId()]
  const row = (rev: number) =>
    ({ id, rev, maintenance_documents: [{ id: documentId, state: 'awaited' }] }) as unknown as ManualHistory
  await db.histories.put(row(1))
  // The pull is written right after the row was read.
  let pulled: PromiseLike<unknown> | null = null
  const get = db.histories.get.bind(db.histories)
  vi.spyOn(db.histories, 'get').mockImplementation((key: unknown) =>
    get(key as string).then((found) => {
      pulled ??= db.transaction('rw!', db.histories, () => db.histories.put(row(2)))
      return found
    }),
  )
  const file = {
    id: documentId,
    name: 'a.pdf',
    type: 'application/pdf',
    size: 1,
    sha256: '',
    bytes: new ArrayBuffer(1),
  }
  const body = {
    id: documentId,
    state: 'stored',
    sha256: '0'.repeat(64),
    byte_size: 1,
    owner_id: id,
    vehicle_id: 5,
  }
  const op = { kind: 'file.put', entityId: id, occurredAt: 0 } as OpRow
  const acked = {
    type: 'acked',
    status: 200,
    rev: null,
    body,
    isReplay: false,
    isDeleted: null,
    isOfOtherFleet: false,
  } as const
  await applyAcknowledged(db, async (work) => work())(op, acked, file)
  await pulled
  expect(await db.docBlobs.count()).toBe(1)
  expect((await get(id))?.rev).toBe(2)
  db.close()
})
