import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Dexie from 'dexie'
import { describe, expect, it } from 'vitest'
import { isImmutableKind } from '#src/offline/model/immutable-commands.ts'
import { readOp } from '#src/offline/model/op-row.ts'
import { outboxName } from '#src/offline/model/scope.ts'
import { aHistory, aPhone, drain, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

// docs/offline.md row 20. Each file is what a build of that commit left on a phone: the schema in its first line, then
// one row per line; bytes are base64. A build that changes rows adds its own file and never changes the old ones.
const FOLDER = join(import.meta.dirname, 'old-rows')
const BUILDS = readdirSync(FOLDER).map((name) => name.replace('.jsonl', ''))

interface Row {
  table: string
  row: Record<string, unknown>
}

async function aPhoneOf(build: string) {
  const [head = '', ...lines] = readFileSync(join(FOLDER, `${build}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  const { version, stores } = JSON.parse(head) as { version: number; stores: Record<string, string> }
  const rows = lines.map((line) => JSON.parse(line) as Row)
  const phone = aPhone()
  const db = new Dexie(outboxName({ tenantId: 3, userId: 7 }), phone)
  db.version(version).stores(stores)
  for (const { table, row } of rows) {
    const bytes = new Uint8Array(Buffer.from(String(row.bytes ?? ''), 'base64')).buffer
    await db.table(table).add(table === 'files' ? { ...row, bytes } : row)
  }
  db.close()
  const rowsIn = (table: string) => rows.filter((line) => line.table === table).map(({ row }) => row)
  return { phone, ops: rowsIn('ops'), files: rowsIn('files') }
}

describe('a phone that was last opened with an earlier build (row 20)', () => {
  it('there are four of them, of 50 rows each', () => {
    expect(BUILDS).toHaveLength(4)
  })

  it.each(BUILDS)('sends all that build %s left waiting, once, edits and files included', async (build) => {
    const { phone, ops, files } = await aPhoneOf(build)
    expect(ops).toHaveLength(50)
    const { transport, world, acts, fetch } = inProcessServer(() => 'ok')
    // The lease of the page that died has expired, and so have all retry delays.
    const later = { now: () => Date.now() + 3_600_000, after: setTimerFor }
    const { outbox } = await openPage(phone, { transport, fetch, clock: later })
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    expect(await outbox.status.current()).toMatchObject({ waiting: 0, filesWaiting: 0, needsYou: 0 })
    const isAct = ({ kind }: Record<string, unknown>) => isImmutableKind(String(kind))
    const created = ops.filter((op) => String(op.kind).endsWith('.create') && !isAct(op))
    expect([...acts.keys()].sort()).toEqual(
      ops
        .filter(isAct)
        .map(({ id }) => id)
        .sort(),
    )
    // An operation that was tried once is sent as it was frozen, by a build that may write it differently now.
    for (const { id, entityId } of ops.filter(isAct)) expect(acts.get(String(id))?.fields.id).toBe(entityId)
    expect(world.entityIds().sort()).toEqual(created.map(({ entityId }) => entityId).sort())
    for (const { entityId } of ops.filter(({ kind }) => kind === 'history.update'))
      expect(world.row(String(entityId))?.fields.po_number).toMatch(/ edited$/)
    for (const { id, bytes } of files) expect(world.file(String(id))?.bytes?.toString('base64')).toBe(bytes)
    outbox.close()
  })

  it('keeps what a newer build has added to the rows that this one changes (OFF-069)', async () => {
    const transport = async () => 'network' as const
    const { outbox, store } = await openPage(aPhone(), {
      transport,
      fetch: inProcessServer(() => 'ok').fetch,
    })
    const { opId } = await outbox.enqueue(aHistory())
    const added = { ofNewerBuild: 7 }
    const base = { fields: {}, documentIds: [], ...added }
    const changed = { at: '2025-07-01T00:00:00Z', by: null, is_own: false, ...added }
    const trouble = { class: 'conflict', status: 412, code: null, at: 0, changed, ...added }
    await store.db.ops.update(opId, { base, trouble, ...added } as object)
    const op = readOp(await store.db.ops.get(opId))
    expect(op).toMatchObject({ base, trouble })
    outbox.start()
    await expect
      .poll(async () => store.db.ops.get(opId))
      .toMatchObject({ state: 'retry', attempts: expect.toSatisfy((n: number) => n > 0), base, ...added })
    await outbox.stop()
    outbox.close()
  })

  it('continues while a tab of a newer build opens the database with additions', async () => {
    const { transport, world, fetch } = inProcessServer(() => 'ok')
    const phone = aPhone()
    const { outbox, store } = await openPage(phone, { transport, fetch })
    await outbox.enqueue(aHistory())
    const newer = new Dexie(store.db.name, phone)
    newer.version(1).stores(Object.fromEntries(store.db.tables.map((table) => [table.name, schemaOf(table)])))
    newer.version(2).stores({ ops: `${schemaOf(store.db.ops)}, occurredAt`, more: '&id' })
    await newer.open()
    await outbox.enqueue(aHistory())
    outbox.start()
    expect(await drain(outbox)).toBe('empty')
    expect(world.effects()).toBe(2)
    outbox.close()
    newer.close()
  })
})

const schemaOf = ({ schema }: { schema: { primKey: { src: string }; indexes: { src: string }[] } }) =>
  [schema.primKey.src, ...schema.indexes.map(({ src }) => src)].join(', ')

function setTimerFor(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
