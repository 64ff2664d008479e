import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const slot = { fleetId: 1, userId: 2, form: 'history:new' }
const aFile = (id: string) => ({
  id,
  file_name: `${id}.pdf`,
  content_type: 'application/pdf' as const,
  byte_size: 4,
  sha256: '0'.repeat(64),
  bytes: new ArrayBuffer(4),
})

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.resetModules()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const load = async () => ({
  ...(await import('#src/lib/drafts/draft-files.ts')),
  ...(await import('#src/lib/drafts/draft-storage.ts')),
})
const idsOf = (files: { id: string }[] | undefined) => files?.map(({ id }) => id)

/** Stores a file the way older builds did: before the text of its draft, and without copies of texts. */
async function writeAsOlderBuild(draft: typeof slot, id: string) {
  // Dexie reads the page's `indexedDB` when it loads, so it is imported after the globals are stubbed.
  const { Dexie } = await import('dexie')
  const older = new Dexie('wheelbook-drafts')
  older.version(1).stores({ files: 'id, slot' })
  const { slotName } = await load()
  await older.table('files').put({ ...aFile(id), slot: slotName(draft), addedAt: 1 })
  older.close()
}

test('the files of a draft from an older build stay although it has no text, until it is saved', async () => {
  const draft = { ...slot, form: 'history:older' }
  await writeAsOlderBuild(draft, 'photo')
  const first = await load()
  expect(idsOf(await first.restoreDraftFiles(draft))).toEqual(['photo'])
  first.writeDraft(draft, 'text')
  first.deleteDraft(draft)
  await first.draftsCopied()
  // The tab was killed just after the save.
  vi.resetModules()
  const next = await load()
  expect(await next.restoreDraftFiles(draft)).toEqual([])
  expect(await next.readDraftFiles(draft)).toEqual([])
})
