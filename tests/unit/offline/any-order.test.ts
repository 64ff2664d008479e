import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { HistoryFields, NewFile } from '#src/offline/model/command.ts'
import { newId } from '#src/offline/model/ids.ts'
import { nonConflictingChoices } from '#src/offline/model/merge/differences.ts'
import { entryValuesOf } from '#src/offline/model/merge/entry-values.ts'
import type { Offline } from '#src/offline/offline.ts'
import { HOUR_MS } from '#src/offline/transport/backoff.ts'
import { aDisk, aLockManager, aPdf, aPhone, historyFields, openApp } from './device.ts'
import { type AttemptFault, inProcessServer } from './in-process-server.ts'
import { simulatedClock } from './simulated-clock.ts'

// 300 a commit; SEEDS=10000 for a night.
const SEEDS = Number(process.env.SEEDS ?? 300)
const ENTITIES = 3
/** Deleted on the server: changes to it are refused. */
const GONE_VEHICLE = 3

type Step =
  | { do: 'save'; entity: number; files: number; drops: boolean }
  | { do: 'delete'; entity: number }
  | { do: 'move'; entity: number; vehicle: number }
  | { do: 'undo'; entity: number }
  | { do: 'otherEdits'; entity: number }
  | { do: 'send' }
  | { do: 'pull' }
  | { do: 'reopen' }
  | { do: 'fillDisk' }
  | { do: 'freeDisk' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      entity: fc.nat(ENTITIES - 1),
      files: fc.nat(2),
      drops: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), entity: fc.nat(ENTITIES - 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      entity: fc.nat(ENTITIES - 1),
      vehicle: fc.constantFrom(1, 2, GONE_VEHICLE),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), entity: fc.nat(ENTITIES - 1) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('otherEdits' as const), entity: fc.nat(ENTITIES - 1) }),
  },
  { weight: 3, arbitrary: fc.constant({ do: 'send' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'pull' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'reopen' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'fillDisk' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'freeDisk' as const }) },
)
/**
 * Found by many seeds: the response to a create is lost, another user edits it, and the user edits the displayed row.
 */
const onLostResponse = [1, 2].map((vehicle): [Step[], AttemptFault[]] => [
  [
    { do: 'save', entity: 0, files: 0, drops: false },
    { do: 'save', entity: 1, files: 0, drops: false },
    { do: 'otherEdits', entity: 0 },
    { do: 'pull' },
    { do: 'save', entity: 0, files: 0, drops: false },
    { do: 'move', entity: 0, vehicle },
    { do: 'reopen' },
  ],
  ['lostAck'],
])
/** An edit sent without a record meets another user's edit, and a further one waits behind it. */
const onFullDisk: [Step[], AttemptFault[]] = [
  [
    { do: 'save', entity: 0, files: 0, drops: false },
    { do: 'send' },
    { do: 'otherEdits', entity: 0 },
    { do: 'fillDisk' },
    { do: 'freeDisk' },
    { do: 'save', entity: 0, files: 0, drops: false },
    { do: 'fillDisk' },
    { do: 'send' },
    { do: 'freeDisk' },
    { do: 'save', entity: 0, files: 0, drops: false },
    { do: 'send' },
  ],
  [],
]
/** The entry has arrived without its files, and the user discards the edit that removes them. */
const onUndoneRemoval: [Step[], AttemptFault[]] = [
  [
    { do: 'save', entity: 0, files: 2, drops: false },
    { do: 'send' },
    { do: 'save', entity: 0, files: 0, drops: true },
    { do: 'undo', entity: 0 },
  ],
  ['ok', ...Array<AttemptFault>(8).fill('reset')],
]
const faults = fc.array(fc.constantFrom<AttemptFault>('ok', 'ok', 'lostAck', 'reset', '503', 'portal'), {
  maxLength: 40,
})

const disk = aDisk()

/** The expected state: the last saved text, vehicle and files of each entry, or its deletion, and changes by others. */
interface PlannedEntry {
  id: string
  text: string | null
  vehicle: number
  comments: string | undefined
  files: Map<string, NewFile>
  /** The files after each save, by its text. */
  filesAfter: Map<string, Map<string, NewFile>>
  isDeleted: boolean
}

// OFF-018, OFF-045, OFF-068; docs/offline.md rows 1, 4, 9, 23, 24, 26, 27, 28 and 34.
it(
  `does what the user meant, once, regardless of the order of saving, editing, moving, undoing, deleting, failing, reopening, a full disk and others’ edits (${SEEDS} seeds)`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), faults, async (steps, line) => {
        await play(steps, line)
      }),
      {
        examples: [...onLostResponse, onFullDisk, onUndoneRemoval],
        numRuns: SEEDS,
        ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}),
      },
    )
  },
  20 * 60_000,
)

async function play(steps: readonly Step[], line: readonly AttemptFault[]): Promise<void> {
  const left = [...line]
  const server = inProcessServer(() => left.shift() ?? 'ok')
  const phone = aPhone()
  disk.isFull = false
  const clock = simulatedClock()
  const setup = { clock, transport: server.transport, fetch: server.fetch, locks: aLockManager() }
  server.goneVehicles.add(GONE_VEHICLE)
  let app = await openApp(phone, setup)
  app.outbox.start()
  const planned = Array.from(
    { length: ENTITIES },
    (): PlannedEntry => ({
      id: newId(),
      text: null,
      vehicle: 1,
      comments: undefined,
      files: new Map(),
      filesAfter: new Map(),
      isDeleted: false,
    }),
  )
  let saves = 0
  for (const now of steps) {
    // A full disk stores nothing new: the form reports it.
    if (disk.isFull && 'entity' in now && now.do !== 'otherEdits') continue
    if (now.do === 'fillDisk' || now.do === 'freeDisk') disk.isFull = now.do === 'fillDisk'
    else if (now.do === 'save') await save(app, planned[now.entity], now, `text ${++saves}`)
    else if (now.do === 'delete') await remove(app, planned[now.entity])
    else if (now.do === 'move') await moveTo(app, planned[now.entity], now.vehicle)
    else if (now.do === 'undo') await undo(app, server, planned[now.entity])
    else if (now.do === 'otherEdits') otherEdits(server, planned[now.entity], `comment ${++saves}`)
    else if (now.do === 'send') await app.outbox.flushNow()
    else if (now.do === 'pull') await app.cache.refresh()
    else {
      await app.stop()
      app.close()
      app = await openApp(phone, setup)
      app.outbox.start()
    }
    const touched = 'entity' in now ? planned.filter((_, i) => i === now.entity) : planned
    for (const entry of touched) await expectShown(app, entry)
  }
  disk.isFull = false
  for (let i = 0; (await app.outbox.pendingCount()) > 0; i++) {
    if (i > 200) throw new Error(JSON.stringify(await app.outbox.entries.current()))
    await app.outbox.flushNow()
    await settleRefused(app, planned)
    // Operations that failed repeatedly by chance are tried once an hour.
    if (i % 20 === 19) clock.advance(HOUR_MS)
  }
  for (const entry of planned) {
    expectArrived(server, entry)
    await expectShown(app, entry)
  }
  expect(await app.outbox.status.current()).toMatchObject({
    waiting: 0,
    filesWaiting: 0,
    needsYou: 0,
    bytesWaiting: 0,
  })
  app.close()
}

async function save(
  app: Offline,
  entry: PlannedEntry | undefined,
  { files, drops }: Extract<Step, { do: 'save' }>,
  text: string,
) {
  if (!entry || entry.isDeleted) return
  const added = Array.from({ length: files }, (_, i) => aPdf(`${text}-${i}.pdf`, 100, text.length + i))
  if (entry.text === null) {
    entry.vehicle = 1 + (entry.id.charCodeAt(35) % 2)
    const payload = historyFields({ vehicle_id: entry.vehicle, po_number: text })
    await app.outbox.enqueue({ kind: 'history.create', id: entry.id, payload, files: added })
  } else {
    const localRow = await localRowOf(app, entry)
    const payload = { ...(entryValuesOf(localRow.row)?.fields as HistoryFields), po_number: text }
    const removedFileIds = drops || entry.files.size + files > 5 ? [...entry.files.keys()] : []
    await app.outbox.enqueue({
      kind: 'history.update',
      id: entry.id,
      basis: localRow.basis,
      payload,
      files: added,
      removedFileIds,
    })
    for (const id of removedFileIds) entry.files.delete(id)
  }
  entry.text = text
  for (const file of added) entry.files.set(file.id, file)
  entry.filesAfter.set(text, new Map(entry.files))
}

async function remove(app: Offline, entry: PlannedEntry | undefined) {
  if (!entry || entry.isDeleted || entry.text === null) return
  const { basis } = await localRowOf(app, entry)
  const vehicleId = entry.vehicle
  await app.outbox.enqueue({ kind: 'history.delete', id: entry.id, basis, vehicleId })
  entry.isDeleted = true
}

async function localRowOf(app: Offline, entry: PlannedEntry) {
  const localRow = await app.cache.history(entry.id).current()
  if (!localRow) throw new Error('The entry is not shown')
  return localRow
}

async function moveTo(app: Offline, entry: PlannedEntry | undefined, vehicle: number) {
  const lines = await app.outbox.entries.current()
  const line = lines.findLast(({ entityId, canMove }) => entityId === entry?.id && canMove)
  if (!entry || !line || line.vehicleId === vehicle) return
  // It may have arrived since it was listed.
  if (await app.outbox.move(line.opId, vehicle)) entry.vehicle = vehicle
}

/** The user discards the last edit, unless the server has stored it, which the device may not know yet. */
async function undo(
  app: Offline,
  { world }: ReturnType<typeof inProcessServer>,
  entry: PlannedEntry | undefined,
) {
  if (!entry || entry.isDeleted || entry.text === null) return
  // Nothing is in flight while the user decides.
  await app.outbox.stop()
  const lines = (await app.outbox.entries.current()).filter(({ entityId }) => entityId === entry.id)
  const last = lines.findLast(({ kind }) => kind === 'history.update')
  const { fields } = (last?.payload ?? {}) as { fields?: { po_number?: string } }
  if (last && fields?.po_number !== world.row(entry.id)?.fields.po_number) {
    await app.outbox.discard(last.opId)
    // An edit may have been merged with a move, or with earlier edits.
    const { row } = await localRowOf(app, entry)
    entry.text = row.po_number ?? ''
    entry.vehicle = row.vehicle_id
    entry.files = new Map(entry.filesAfter.get(entry.text))
  }
  app.outbox.start()
}

/** Another user changes a field that this user does not. */
function otherEdits(
  server: ReturnType<typeof inProcessServer>,
  entry: PlannedEntry | undefined,
  comments: string,
) {
  if (entry && server.editedByOther(entry.id, { customer_comments: comments })) entry.comments = comments
}

/** The user resolves entries: an entry refused on its vehicle moves to another, a deletion stays. */
async function settleRefused(app: Offline, planned: readonly PlannedEntry[]) {
  for (const line of await app.outbox.entries.current()) {
    const entry = planned.find(({ id }) => id === line.entityId)
    if (line.state === 'conflict') {
      // Edits of different parts merge automatically after a moment, unless the entry was moved in the meantime.
      if (line.conflict?.every(({ name, changedBy }) => changedBy !== null && name !== 'vehicle')) continue
      await app.outbox.resolveConflict(
        line.opId,
        line.conflict ? nonConflictingChoices(line.conflict) : 'mine',
      )
    } else if (line.state === 'rejected' && line.canMove) {
      // The entry that blocks the others.
      if (entry && (await app.outbox.move(line.opId, 1))) entry.vehicle = 1
    }
    // Files of an entry that the user sees never need the user.
    else if (line.state === 'rejected' && line.kind === 'file.put' && !entry?.isDeleted)
      throw new Error(JSON.stringify(line))
    // A deleted entry need not arrive.
    else if (line.state === 'rejected') await app.outbox.discard(line.opId)
  }
}

/** No screen ever shows anything but the expected state (row 34). */
async function expectShown(app: Offline, entry: PlannedEntry) {
  const localRow = await app.cache.history(entry.id).current()
  if (entry.text === null) return expect(localRow).toBeUndefined()
  if (entry.isDeleted)
    return expect(localRow === undefined || localRow.waiting?.change === 'delete').toBe(true)
  expect(localRow?.row.po_number).toBe(entry.text)
  expect(localRow?.row.vehicle_id).toBe(entry.vehicle)
  expect(localRow?.row.maintenance_documents.map((document) => document.id).sort()).toEqual(
    [...entry.files.keys()].sort(),
  )
}

function expectArrived({ world }: ReturnType<typeof inProcessServer>, entry: PlannedEntry) {
  const row = world.row(entry.id)
  if (entry.text === null) return expect(row).toBeUndefined()
  if (entry.isDeleted) return expect(row === undefined || row.deleted).toBe(true)
  expect(row?.fields.po_number).toBe(entry.text)
  expect(row?.fields.vehicle_id).toBe(String(entry.vehicle))
  expect(row?.fields.customer_comments).toBe(entry.comments)
  expect(row?.files.map((file) => file.id).sort()).toEqual([...entry.files.keys()].sort())
  for (const file of row?.files ?? [])
    expect(
      Buffer.from(entry.files.get(file.id)?.bytes ?? new ArrayBuffer(0)).equals(
        file.bytes ?? Buffer.alloc(0),
      ),
    ).toBe(true)
}
