import { describe, expect, it } from 'vitest'
import type { Command, HistoryFields, NewFile } from '#src/offline/model/command.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { newId } from '#src/offline/model/ids.ts'
import { fileIdOf, type OpRow } from '#src/offline/model/op-row.ts'
import { payloadOfEntry } from '#src/offline/model/payload.ts'
import { type Existing, existingOf } from '#src/offline/queue/existing.ts'
import type { ReceiptRow } from '#src/offline/storage/outbox-db.ts'
import { plan } from './plan.ts'
import { prepare } from './prepare.ts'

const ENTRY = newId()
const OTHER_ENTRY = newId()
const NOW = Date.parse('2025-07-01T12:00:00Z')

const fields = (change: Partial<HistoryFields> = {}): HistoryFields => ({
  vehicle_id: 5,
  odometer: 48_210,
  date_of_completion: '2025-06-30',
  custom_shop_name: 'Harbour Road Garage',
  vehicle_services: [{ service_definition_id: 11, price: '129.95' }],
  ...change,
})

function aPdf(content = ''): NewFile {
  const { buffer: bytes } = new TextEncoder().encode(`%PDF-1.4\n${content}\n%%EOF\n`)
  return { id: newId(), name: 'invoice.pdf', type: 'application/pdf', bytes }
}
const PDF = aPdf()

const create = (change: Partial<HistoryFields> = {}, files: NewFile[] = [], id = ENTRY): Command => ({
  kind: 'history.create',
  id,
  payload: fields(change),
  files,
})
const edit = (change: Partial<HistoryFields> = {}, rev: number | null = null, files: NewFile[] = []) =>
  ({
    kind: 'history.update',
    id: ENTRY,
    payload: fields(change),
    files,
    removedFileIds: [],
    basis: { rev, opId: null },
  }) satisfies Command
/** An edit that removes the file. */
const withoutPdf = (rev: number | null = null) => ({ ...edit({}, rev), removedFileIds: [PDF.id] })
const deletion = (rev: number | null = null): Command => ({
  kind: 'history.delete',
  id: ENTRY,
  vehicleId: 5,
  basis: { rev, opId: null },
})

const prepared = (command: Command, isIdTaken = false) =>
  prepare(command, {
    scope: { tenantId: 3, userId: 7 },
    appVersion: 'test',
    country: 'US',
    now: NOW,
    services: null,
    documents: null,
    vehicle: null,
    isIdTaken,
  })

/** What a device knows: queued rows, receipts and files. */
interface Device extends Partial<Existing> {
  ops: OpRow[]
}
const EMPTY: Device = { ops: [] }

const existingIn = ({ ops, ...more }: Device): Existing => ({
  ...existingOf(ops),
  entityIds: null,
  lastSeq: 10,
  ...more,
})

/** Device after a command, with its operations in another state. */
async function deviceAfter(device: Device, command: Command, change: Partial<OpRow> = {}): Promise<Device> {
  const { changes } = plan(existingIn(device), await prepared(command))
  const gone = new Set([...changes.removed, ...changes.changed.map(({ id }) => id)])
  const rows = [...changes.changed, ...changes.added]
  const fileDigests = new Map(device.fileDigests)
  for (const file of changes.addedFiles) fileDigests.set(file.id, file.sha256)
  return {
    ...device,
    ops: [...device.ops.filter(({ id }) => !gone.has(id)), ...rows.map((op) => ({ ...op, ...change }))],
    fileDigests,
    lastSeq: changes.meta.seq ?? device.lastSeq ?? 10,
  }
}

const SENDING: Partial<OpRow> = { state: 'sending', firstAttemptAt: NOW, payloadHash: 'frozen' }
const HELD: Partial<OpRow> = { state: 'held', heldFor: 'dependency' }
const REJECTED: Partial<OpRow> = {
  state: 'rejected',
  firstAttemptAt: NOW,
  payloadHash: 'frozen',
  trouble: { class: 'rejected', status: 422, code: 'invalid', at: NOW },
}
const CONFLICT: Partial<OpRow> = {
  state: 'conflict',
  firstAttemptAt: NOW,
  payloadHash: 'frozen',
  trouble: { class: 'conflict', status: 412, code: 'changed', at: NOW, currentRev: 9 },
}

const receiptOf = (op: OpRow, rev = 4): ReceiptRow => ({
  id: op.id,
  kind: op.kind,
  entityId: op.entityId,
  status: 201,
  rev,
  ackedAt: NOW,
  op,
})

/** An operation in short. */
interface Brief {
  kind: string
  state: string
  /** What it waits for. */
  after: string[]
  seq: number
  odometer?: unknown
}

/** The changes in short: what is added, changed and removed, with the odometer of entries. */
async function planned(device: Device, command: Command, isIdTaken = false) {
  const ready = await prepared(command, isIdTaken)
  const { saved, changes } = plan(existingIn(device), ready)
  const names = new Map(device.ops.map((op, i) => [op.id, `row ${i + 1}`]))
  const nameOf = (id: string) => (id === ready.opId ? 'new' : (names.get(id) ?? 'file'))
  const brief = (op: OpRow): Brief => ({
    kind: op.kind,
    state: op.state,
    after: op.dependsOn.map(nameOf),
    seq: op.seq,
    ...(op.kind === 'file.put' || op.kind.endsWith('.delete')
      ? {}
      : { odometer: payloadOfEntry(op).fields.odometer }),
  })
  return {
    saved: nameOf(saved.opId),
    isSameEntry: saved.entityId === command.id,
    added: changes.added.map(brief),
    changed: changes.changed.map(brief),
    removed: changes.removed.map(nameOf),
    files: [changes.addedFiles.length, changes.removedFiles.length],
    counts: changes.counts,
    changes,
  }
}

const NOTHING = { added: [], changed: [], removed: [], files: [0, 0] }
const CREATED: Brief = { kind: 'history.create', state: 'pending', after: [], seq: 11, odometer: 48_210 }

interface Case {
  device: () => Device | Promise<Device>
  command: Command
  isIdTaken?: boolean
  expected: Partial<Awaited<ReturnType<typeof planned>>>
}

const CREATES: Record<string, Case> = {
  'a create on an empty device': {
    device: () => EMPTY,
    command: create(),
    expected: { ...NOTHING, saved: 'new', isSameEntry: true, added: [CREATED] },
  },
  'a create with a file': {
    device: () => EMPTY,
    command: create({}, [PDF]),
    expected: {
      saved: 'new',
      added: [CREATED, { kind: 'file.put', state: 'pending', after: ['new'], seq: 12 }],
      files: [1, 0],
      counts: { entries: 1, files: 1, needsYou: 0, needsYouFiles: 0, bytes: PDF.bytes.byteLength },
    },
  },
  'the same create again, still queued': {
    device: () => deviceAfter(EMPTY, create()),
    command: create(),
    expected: { ...NOTHING, saved: 'row 1', isSameEntry: true },
  },
  'the same create again, in flight': {
    device: () => deviceAfter(EMPTY, create(), SENDING),
    command: create(),
    expected: { ...NOTHING, saved: 'row 1', isSameEntry: true },
  },
  'the same create again, after it was acknowledged': {
    async device() {
      const { ops } = await deviceAfter(EMPTY, create())
      return { ops: [], receipts: ops.map((op) => receiptOf(op)) }
    },
    command: create(),
    expected: { ...NOTHING, isSameEntry: true },
  },
  'the same create again, after an edit was merged into it': {
    device: async () => deviceAfter(await deviceAfter(EMPTY, create()), edit({ odometer: 50_000 })),
    command: create(),
    expected: { ...NOTHING, saved: 'row 1', isSameEntry: true },
  },
  'other content under the id of a queued create becomes its own entry': {
    device: () => deviceAfter(EMPTY, create({ odometer: 1 })),
    command: create(),
    expected: { ...NOTHING, saved: 'new', isSameEntry: false, added: [{ ...CREATED, seq: 12 }] },
  },
  'a create under an id that the server has for another entry': {
    device: () => EMPTY,
    command: create(),
    isIdTaken: true,
    expected: { ...NOTHING, saved: 'new', isSameEntry: false, added: [CREATED] },
  },
  'a create under the id of an unreadable row': {
    device: () => ({ ops: [{ id: newId(), entityId: ENTRY } as OpRow] }),
    command: create(),
    expected: { ...NOTHING, saved: 'new', isSameEntry: false, added: [CREATED] },
  },
}

const EDITS: Record<string, Case> = {
  'an edit of an entry that was never sent is merged into it': {
    device: () => deviceAfter(EMPTY, create()),
    command: edit({ odometer: 50_000 }),
    expected: {
      ...NOTHING,
      saved: 'row 1',
      changed: [{ ...CREATED, odometer: 50_000 }],
    },
  },
  'an edit of an entry in flight waits behind it': {
    device: () => deviceAfter(EMPTY, create(), SENDING),
    command: edit({ odometer: 50_000 }),
    expected: {
      ...NOTHING,
      saved: 'new',
      added: [{ kind: 'history.update', state: 'pending', after: ['row 1'], seq: 12, odometer: 50_000 }],
    },
  },
  'an edit of a refused create replaces it under a new key': {
    device: () => deviceAfter(EMPTY, create(), REJECTED),
    command: edit({ odometer: 50_000 }),
    expected: { saved: 'new', added: [{ ...CREATED, seq: 12, odometer: 50_000 }], removed: ['row 1'] },
  },
  'an edit of a refused create takes its file along': {
    async device() {
      const { ops, ...device } = await deviceAfter(EMPTY, create({}, [PDF]))
      return { ...device, ops: ops.map((op, i) => (i === 0 ? { ...op, ...REJECTED } : { ...op, ...HELD })) }
    },
    command: edit({ odometer: 50_000 }),
    expected: {
      added: [{ ...CREATED, seq: 13, odometer: 50_000 }],
      // Behind its entry, so that no two lanes wait for each other.
      changed: [{ kind: 'file.put', state: 'pending', after: ['new'], seq: 14 }],
      removed: ['row 1'],
      files: [0, 0],
    },
  },
  'an edit of a server row keeps the revision that the user saw': {
    device: () => EMPTY,
    command: edit({}, 4),
    expected: { added: [{ ...CREATED, kind: 'history.update' }] },
  },
}

/** The file of an entry that has arrived; the server awaits it. */
async function deviceWithAwaitedFile(change: Partial<OpRow> = {}): Promise<Device> {
  const { ops, ...device } = await deviceAfter(EMPTY, create({}, [PDF]))
  return { ...device, ops: ops.slice(1).map((op) => ({ ...op, dependsOn: [], ...change })) }
}

const REMOVALS: Record<string, Case> = {
  'an edit keeps a file that it removes and that the server awaits, behind it': {
    device: deviceWithAwaitedFile,
    command: withoutPdf(4),
    expected: {
      added: [{ kind: 'history.update', state: 'pending', after: [], seq: 13, odometer: 48_210 }],
      changed: [{ kind: 'file.put', state: 'pending', after: ['new'], seq: 14 }],
      removed: [],
      files: [0, 0],
    },
  },
  'an edit of an entry in flight keeps a file that it removes': {
    async device() {
      const { ops, ...device } = await deviceAfter(EMPTY, create({}, [PDF]))
      return { ...device, ops: ops.map((op, i) => (i === 0 ? { ...op, ...SENDING } : op)) }
    },
    command: withoutPdf(),
    expected: {
      added: [{ kind: 'history.update', state: 'pending', after: ['row 1'], seq: 13, odometer: 48_210 }],
      changed: [{ kind: 'file.put', state: 'pending', after: ['row 1', 'new'], seq: 14 }],
      removed: [],
    },
  },
  'an edit queues a refused file again, behind it': {
    device: () => deviceWithAwaitedFile(REJECTED),
    command: withoutPdf(4),
    expected: { changed: [{ kind: 'file.put', state: 'pending', after: ['new'], seq: 14 }], removed: [] },
  },
  'an edit waits for a file in flight that it removes': {
    device: () => deviceWithAwaitedFile(SENDING),
    command: withoutPdf(4),
    expected: {
      added: [{ kind: 'history.update', state: 'pending', after: ['row 1'], seq: 13, odometer: 48_210 }],
      changed: [],
      removed: [],
    },
  },
  'an edit of an entry that was never sent removes its file': {
    device: () => deviceAfter(EMPTY, create({}, [PDF])),
    command: withoutPdf(),
    expected: { changed: [CREATED], removed: ['row 2'], files: [0, 1] },
  },
  'an edit removes a damaged file': {
    device: () => deviceWithAwaitedFile({ state: 'damaged' }),
    command: withoutPdf(4),
    expected: { changed: [], removed: ['row 1'], files: [0, 1] },
  },
  'an edit that removes a file is merged into one that was never sent': {
    device: async () => deviceAfter(await deviceWithAwaitedFile(), edit({}, 4)),
    command: withoutPdf(4),
    expected: {
      added: [],
      changed: [
        { kind: 'file.put', state: 'pending', after: ['row 2'], seq: 14 },
        { kind: 'history.update', state: 'pending', after: [], seq: 13, odometer: 48_210 },
      ],
      removed: [],
    },
  },
  'an edit of a refused edit has the removed file wait for it': {
    async device() {
      const { ops, ...device } = await deviceAfter(await deviceWithAwaitedFile(), withoutPdf(4))
      return {
        ...device,
        ops: ops.map((op) => (op.kind === 'file.put' ? { ...op, ...HELD } : { ...op, ...REJECTED })),
      }
    },
    command: edit({ odometer: 50_000 }, 4),
    expected: {
      added: [{ kind: 'history.update', state: 'pending', after: [], seq: 15, odometer: 50_000 }],
      changed: [{ kind: 'file.put', state: 'pending', after: ['new'], seq: 16 }],
      files: [0, 0],
    },
  },
  'an edit of a refused create removes a file that an edit behind it removed': {
    async device() {
      const { ops, ...device } = await deviceAfter(EMPTY, create({}, [PDF]))
      const sending = { ...device, ops: ops.map((op, i) => (i === 0 ? { ...op, ...SENDING } : op)) }
      const behind = await deviceAfter(sending, withoutPdf())
      return {
        ...behind,
        ops: behind.ops.map((op) =>
          op.kind === 'history.create' ? { ...op, ...REJECTED } : { ...op, ...HELD },
        ),
      }
    },
    command: edit({ odometer: 50_000 }),
    expected: { added: [{ ...CREATED, seq: 15, odometer: 50_000 }], changed: [], files: [0, 1] },
  },
  'a delete replaces an edit that removes a file, which then waits for the delete': {
    device: async () => deviceAfter(await deviceWithAwaitedFile(), withoutPdf(4)),
    command: deletion(4),
    expected: {
      added: [{ kind: 'history.delete', state: 'pending', after: [], seq: 15 }],
      changed: [{ kind: 'file.put', state: 'pending', after: ['new'], seq: 16 }],
      files: [0, 0],
    },
  },
  'a file of an edit that may be in flight waits for the delete too': {
    async device() {
      const { ops, ...device } = await deviceAfter(await deviceWithAwaitedFile(), withoutPdf(4))
      return { ...device, ops: ops.map((op) => (op.kind === 'file.put' ? op : { ...op, ...SENDING })) }
    },
    command: deletion(4),
    expected: {
      added: [{ kind: 'history.delete', state: 'pending', after: ['row 2'], seq: 15 }],
      changed: [{ kind: 'file.put', state: 'pending', after: ['row 2', 'new'], seq: 16 }],
      files: [0, 0],
    },
  },
}

const DELETES: Record<string, Case> = {
  'a delete of an entry that was never sent removes it with its file': {
    device: () => deviceAfter(EMPTY, create({}, [PDF])),
    command: deletion(),
    expected: {
      ...NOTHING,
      saved: 'row 1',
      removed: ['row 1', 'row 2'],
      files: [0, 1],
      counts: { entries: -1, files: -1, needsYou: 0, needsYouFiles: 0, bytes: -PDF.bytes.byteLength },
    },
  },
  'a delete of an entry in flight waits behind it': {
    device: () => deviceAfter(EMPTY, create(), SENDING),
    command: deletion(),
    expected: { added: [{ kind: 'history.delete', state: 'pending', after: ['row 1'], seq: 12 }] },
  },
  'a delete waits for a file in flight': {
    async device() {
      const { ops, ...device } = await deviceAfter(EMPTY, create({}, [PDF]), SENDING)
      return { ...device, ops: ops.map((op) => ({ ...op, dependsOn: [] })) }
    },
    command: deletion(),
    expected: { added: [{ kind: 'history.delete', state: 'pending', after: ['row 1', 'row 2'], seq: 13 }] },
  },
  'a delete keeps a file that the server awaits, behind it': {
    device: deviceWithAwaitedFile,
    command: deletion(4),
    expected: {
      added: [{ kind: 'history.delete', state: 'pending', after: [], seq: 13 }],
      changed: [{ kind: 'file.put', state: 'pending', after: ['new'], seq: 14 }],
      removed: [],
      files: [0, 0],
    },
  },
  'a delete removes the file of an edit that was never sent': {
    device: () => deviceAfter(EMPTY, edit({}, 4, [PDF])),
    command: deletion(4),
    expected: { removed: ['row 1', 'row 2'], files: [0, 1] },
  },
  'a delete removes an edit that was never sent': {
    device: () => deviceAfter(EMPTY, edit({}, 4)),
    command: deletion(4),
    expected: {
      added: [{ kind: 'history.delete', state: 'pending', after: [], seq: 12 }],
      removed: ['row 1'],
    },
  },
  'a second delete changes nothing': {
    device: () => deviceAfter(EMPTY, deletion(4), SENDING),
    command: deletion(4),
    expected: { ...NOTHING, saved: 'row 1' },
  },
}

describe('plan (docs/offline.md rows 22, 26, 27 and 36)', () => {
  it.each(Object.entries({ ...CREATES, ...EDITS, ...REMOVALS, ...DELETES }))('%s', async (_name, example) => {
    const result = await planned(await example.device(), example.command, example.isIdTaken)
    expect(result).toMatchObject(example.expected)
  })

  it('changes nothing in a second run of the same transaction', async () => {
    const ready = await prepared(create({}, [PDF]))
    const first = plan(existingIn(EMPTY), ready)
    const second = plan(existingIn({ ops: first.changes.added, lastSeq: 12 }), ready)
    expect(second.saved).toEqual(first.saved)
    expect(second.changes).toMatchObject({ added: [], changed: [], removed: [], addedFiles: [], notes: [] })
  })

  it('returns the same changes for the same input and leaves the input unchanged', async () => {
    const existing = existingIn(await deviceAfter(EMPTY, create(), REJECTED))
    const before = structuredClone(existing)
    const ready = await prepared(edit({ odometer: 50_000 }, null, [PDF]))
    expect(plan(existing, ready)).toEqual(plan(existing, ready))
    expect(existing).toEqual(before)
  })

  it('moves the files along when an edit changes the vehicle', async () => {
    const device = await deviceAfter(EMPTY, create({}, [PDF]))
    const { changes } = await planned(device, edit({ vehicle_id: 6 }))
    expect(changes.changed.map(({ vehicleId, queue }) => [vehicleId, queue])).toEqual([
      [6, 'entry:6'],
      [6, 'file:6'],
    ])
  })

  it('gives another id to a file whose id another entry uses', async () => {
    const device = await deviceAfter(EMPTY, create({}, [PDF], OTHER_ENTRY))
    const { changes } = await planned(device, create({}, [PDF]))
    const [entry, file] = changes.added
    expect(changes.addedFiles.map(({ id }) => id)).not.toContain(PDF.id)
    expect(entry && payloadOfEntry(entry).manifest.map(({ id }) => id)).toEqual([file && fileIdOf(file)])
  })

  it('gives another id to a file that a queued edit removes', async () => {
    const device = await deviceAfter(await deviceWithAwaitedFile(), withoutPdf(4), SENDING)
    const { changes } = await planned(device, edit({}, 4, [PDF]))
    const [entry, file] = changes.added
    expect(changes.addedFiles.map(({ id }) => id)).not.toContain(PDF.id)
    expect(entry && payloadOfEntry(entry).manifest.map(({ id }) => id)).toEqual([file && fileIdOf(file)])
  })

  it('keeps the content of operations that may have been sent without a record', async () => {
    const device = await deviceAfter(EMPTY, create())
    const { changes, saved } = await planned(
      { ...device, areAttemptsRecorded: false },
      edit({ odometer: 50_000 }),
    )
    expect(saved).toBe('new')
    expect(changes.changed).toMatchObject([{ kind: 'history.create', firstAttemptAt: NOW }])
    expect(changes.meta.attemptsNoted).toBe(true)
  })

  it('bases an edit on the server row of a conflict, by its first base', async () => {
    const device = await deviceAfter(EMPTY, edit({}, 4), CONFLICT)
    const { changes } = await planned(device, edit({ odometer: 50_000 }, 9))
    expect(changes.added).toMatchObject([{ baseRev: 4, state: 'pending' }])
  })

  it('deletes on top of the server row of a conflict', async () => {
    const device = await deviceAfter(EMPTY, edit({}, 4), CONFLICT)
    const { changes } = await planned(device, deletion(4))
    expect(changes.added).toMatchObject([{ kind: 'history.delete', baseRev: 9 }])
  })

  it('follows an entry that received a new id since the form opened', async () => {
    const first = await deviceAfter(EMPTY, create({ odometer: 1 }))
    const { ops, ...device } = await deviceAfter(first, create())
    const renamed = ops.filter(({ originalId }) => originalId === ENTRY)
    const { saved, changes } = plan(
      existingIn({ ...device, ops: renamed }),
      await prepared(edit({ odometer: 50_000 })),
    )
    expect(saved).toEqual({ opId: renamed[0]?.id, entityId: renamed[0]?.entityId })
    expect(changes.changed).toHaveLength(1)
  })

  it('rejects an edit of an entry that is being deleted, or that is unknown', async () => {
    const device = await deviceAfter(EMPTY, deletion(4), SENDING)
    await expect(planned(device, edit())).rejects.toThrow(Invalid)
    await expect(planned(EMPTY, edit())).rejects.toThrow(Invalid)
  })
})
