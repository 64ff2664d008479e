import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const slot = { fleetId: 1, userId: 2, form: 'history:new' }
const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)
/** localStorage in memory, and what of it is on disk. */
let stored = new Map<string, string>()
let onDisk = new Map<string, string>()

beforeEach(() => {
  stored = new Map()
  onDisk = new Map()
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

/** A page of a new browser process. */
async function openPage() {
  vi.resetModules()
  const storage = await import('./draft-storage.ts')
  const isComplete = await storage.restoreDrafts()
  return { ...storage, isComplete, restored: () => storage.readDraft(slot, asText)?.value }
}

/** What the browser writes to disk some time later. */
const writeToDisk = () => {
  onDisk = new Map(stored)
}

/** What a form shows after the whole browser was killed: localStorage is as on disk. */
async function restoredAfterKill() {
  stored = new Map(onDisk)
  return (await openPage()).restored()
}

/** The drafts that have a copy. */
const copiedNames = () =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('wheelbook-draft-copies')
    opening.onerror = reject
    opening.onsuccess = () => {
      const reading = opening.result.transaction('drafts').objectStore('drafts').getAllKeys()
      reading.onsuccess = () => resolve(reading.result)
      opening.result.close()
    }
  })

test('typed text survives the kill of a browser that has not written localStorage to disk', async () => {
  const page = await openPage()
  expect(page.isComplete).toBe(true)
  page.writeDraft(slot, 'half a w')
  page.writeDraft(slot, 'half a word')
  await expect.poll(restoredAfterKill).toBe('half a word')
})

test('a draft that was saved is not restored after the kill of a browser', async () => {
  const page = await openPage()
  page.writeDraft(slot, 'saved')
  writeToDisk()
  page.deleteDraft(slot)
  await expect.poll(restoredAfterKill).toBeUndefined()
})

test('a draft that is deleted while the copies are read does not come back', async () => {
  const page = await openPage()
  page.writeDraft(slot, 'saved')
  writeToDisk()
  await expect.poll(restoredAfterKill).toBe('saved')
  vi.resetModules()
  const storage = await import('./draft-storage.ts')
  const restoring = storage.restoreDrafts()
  storage.deleteDraft(slot)
  await restoring
  expect(storage.readDraft(slot, asText)).toBeUndefined()
})

test('a draft that another tab deletes while the copies are read does not come back', async () => {
  const tab = await openPage()
  const { claimDraft } = await import('./claim-draft.ts')
  tab.writeDraft(slot, 'saved')
  await expect.poll(restoredAfterKill).toBe('saved')
  const claim = await claimDraft(slot)
  // The new page has read the copies and is about to compare them with localStorage.
  vi.spyOn(localStorage, 'getItem').mockImplementationOnce(() => {
    tab.deleteDraft(slot)
    void claim.release()
    return null
  })
  expect((await openPage()).restored()).toBeUndefined()
})

test('a draft is restored although the killed browser left its lease, in a browser without Web Locks', async () => {
  vi.stubGlobal('navigator', {})
  onDisk.set('draft-lease:draft:1:2:history:new', JSON.stringify({ tab: 'killed', at: Date.now() }))
  const page = await openPage()
  page.writeDraft(slot, 'typed')
  await expect.poll(restoredAfterKill).toBe('typed')
})

test('old deletions are purged even if localStorage is too full for a draft', async () => {
  vi.resetModules()
  const { copyDraft } = await import('./draft-copies.ts')
  await copyDraft('draft:1:2:history:new', JSON.stringify({ value: 'typed', savedAt: 1 }), 1)
  await copyDraft('draft:1:2:history:5', null, 0)
  expect(await copiedNames()).toHaveLength(2)
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect((await openPage()).isComplete).toBe(false)
  expect(await copiedNames()).toEqual(['draft:1:2:history:new'])
})

test('a user who discards all local data also discards drafts that only their copies still have', async () => {
  const page = await openPage()
  page.writeDraft(slot, 'typed')
  await expect.poll(restoredAfterKill).toBe('typed')
  stored = new Map()
  vi.resetModules()
  const storage = await import('./draft-storage.ts')
  await storage.deleteDraftsOf(slot)
  expect(await restoredAfterKill()).toBeUndefined()
})

test('a newer draft in localStorage, as an older build writes it, is not replaced by its copy', async () => {
  const page = await openPage()
  page.writeDraft(slot, 'old')
  const newer = JSON.stringify({ value: 'new', savedAt: Date.now() + 1000 })
  await expect.poll(restoredAfterKill).toBe('old')
  onDisk.set('draft:1:2:history:new', newer)
  expect(await restoredAfterKill()).toBe('new')
})

test('a form opens without the copies if IndexedDB is blocked or does not respond', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  const page = await openPage()
  page.writeDraft(slot, 'typed')
  expect(page.restored()).toBe('typed')
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  vi.useFakeTimers()
  const opening = openPage()
  await vi.advanceTimersByTimeAsync(1000)
  expect((await opening).restored()).toBe('typed')
  expect([page.isComplete, (await opening).isComplete]).toEqual([false, false])
  vi.useRealTimers()
})

test('an open page does not block a newer build that changes the database of the copies', async () => {
  const page = await openPage()
  page.writeDraft(slot, 'text')
  await expect.poll(restoredAfterKill).toBe('text')
  const upgrade = indexedDB.open('wheelbook-draft-copies', 2)
  await new Promise((resolve, reject) => {
    upgrade.onsuccess = resolve
    upgrade.onblocked = () => reject(new Error('blocked'))
  })
  // The page keeps its drafts in localStorage.
  page.writeDraft(slot, 'more text')
  expect(page.restored()).toBe('more text')
})
