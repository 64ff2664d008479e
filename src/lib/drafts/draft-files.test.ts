import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const slot = { fleetId: 1, userId: 2, form: 'history:new' }
const otherSlot = { ...slot, form: 'history:new~2' }
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
  ...(await import('./draft-files.ts')),
  ...(await import('./draft-storage.ts')),
})
const idsOf = (files: { id: string }[] | undefined) => files?.map(({ id }) => id)

test('the files of a draft are restored with its text', async () => {
  const { restoreDraftFiles, writeDraft, writeDraftFile } = await load()
  writeDraft(slot, 'text')
  await writeDraftFile(slot, aFile('first'))
  expect(idsOf(await restoreDraftFiles(slot))).toEqual(['first'])
})

test('a tab that was killed just after a save leaves no file to the next entry', async () => {
  const { deleteDraft, readDraftFiles, restoreDraftFiles, writeDraft, writeDraftFile } = await load()
  for (const each of [slot, otherSlot]) {
    writeDraft(each, 'text')
    await writeDraftFile(each, aFile(each.form))
  }
  deleteDraft(slot)
  const restoring = restoreDraftFiles(slot)
  // Text that is typed meanwhile belongs to the next entry.
  writeDraft(slot, 'next text')
  expect(await restoring).toEqual([])
  expect(await readDraftFiles(slot)).toEqual([])
  expect(idsOf(await restoreDraftFiles(otherSlot))).toEqual([otherSlot.form])
})

test('the files of a draft stay whose text localStorage lost or had no space for', async () => {
  const { draftsCopied, restoreDraftFiles, slotName, writeDraft, writeDraftFile } = await load()
  const lost = { ...slot, form: 'glovebox:new' }
  writeDraft(lost, 'text')
  await writeDraftFile(lost, aFile('photo'))
  localStorage.removeItem(slotName(lost))
  expect(idsOf(await restoreDraftFiles(lost))).toEqual(['photo'])
  // In the next visit, the copy holds the text.
  await draftsCopied()
  vi.resetModules()
  const next = await load()
  expect(idsOf(await next.restoreDraftFiles(lost))).toEqual(['photo'])
})

test('a file that is added while the form opens stays', async () => {
  const { readDraftFiles, restoreDraftFiles, writeDraft, writeDraftFile } = await load()
  await writeDraftFile(slot, aFile('old'))
  const restoring = restoreDraftFiles(slot)
  writeDraft(slot, 'next text')
  await Promise.all([restoring, writeDraftFile(slot, aFile('new'))])
  expect(idsOf(await readDraftFiles(slot))).toEqual(['new'])
})

test('the deletion of saved files keeps those that the entry did not contain', async () => {
  const { deleteDraftFiles, readDraftFiles, writeDraft, writeDraftFile } = await load()
  const glovebox = { ...slot, form: 'glovebox:7' }
  writeDraft(glovebox, 'text')
  for (const id of ['saved', 'other']) await writeDraftFile(glovebox, aFile(id))
  await deleteDraftFiles(['saved'])
  expect(idsOf(await readDraftFiles(glovebox))).toEqual(['other'])
})

test('MHX-055: a database that does not respond does not hold up the form, and is opened again by the next attempt', async () => {
  const { readDraftFiles, restoreDraftFiles, writeDraft, writeDraftFile } = await load()
  const hanging = { ...slot, form: 'history:hanging' }
  writeDraft(hanging, 'text')
  const opening = vi.spyOn(IDBFactory.prototype, 'open').mockReturnValue({} as never)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.useFakeTimers()
  try {
    const [restored, read] = [restoreDraftFiles(hanging), readDraftFiles(hanging)]
    const work = Promise.all([restored, read, writeDraftFile(hanging, aFile('photo'))])
    await vi.advanceTimersByTimeAsync(15_000)
    // Unknown, not empty: otherwise a draft with a file would count as saved with its text.
    expect(await work).toMatchObject([undefined, undefined, ''])
  } finally {
    vi.useRealTimers()
    opening.mockRestore()
  }
  await writeDraftFile(hanging, aFile('photo'))
  expect(idsOf(await restoreDraftFiles(hanging))).toEqual(['photo'])
})
