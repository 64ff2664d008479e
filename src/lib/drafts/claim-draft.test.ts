import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimDraft, claimSlot } from './claim-draft.ts'
import { type DraftLocks, storageLeases, webLocks } from './draft-locks.ts'
import { deleteDraft, writeDraft } from './draft-storage.ts'

const form = { fleetId: 1, userId: 2, form: 'history:new' }
let stored: Record<string, string>

function fakeStorage(): Storage {
  stored = {}
  const storage = {
    getItem: (name: string) => stored[name] ?? null,
    setItem(name: string, text: string) {
      stored[name] = text
    },
    removeItem: (name: string) => delete stored[name],
  }
  // `Object.keys` lists the names, as for a real storage.
  return new Proxy(storage, {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }) as unknown as Storage
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Two tabs of one browser, for each kind of lock. */
const kinds: [string, () => [DraftLocks, DraftLocks]][] = [
  ['Web Locks', () => [webLocks(navigator.locks), webLocks(navigator.locks)]],
  ['leases', () => [storageLeases(localStorage, 'a'), storageLeases(localStorage, 'b')]],
]

test.each(kinds)('a draft that another tab has open is not opened twice: %s', async (_, tabs) => {
  const [a, b] = tabs()
  writeDraft(form, 'typed')
  const first = await claimDraft(form, a)
  const second = await claimDraft(form, b)
  expect(first).toMatchObject({ slot: form, elsewhere: null })
  expect(second).toMatchObject({ slot: { form: 'history:new~2' }, elsewhere: form })
  expect(await claimSlot(form, b)).toBeNull()
  await first.release()
  const taken = await claimSlot(form, b)
  expect(taken?.slot).toEqual(form)
  await Promise.all([second.release(), taken?.release()])
})

test.each(kinds)(
  'a tab goes on with its own draft on the next screen, not with the first one that is free: %s',
  async (_, tabs) => {
    const [a, b] = tabs()
    const own = { ...form, form: 'history:new~2' }
    writeDraft(form, 'typed in the other tab')
    writeDraft(own, 'typed here')
    const next = await claimDraft(form, a, own)
    expect(next).toMatchObject({ slot: own, elsewhere: null })
    const other = await claimDraft(form, b, form)
    expect(other.slot).toEqual(form)
    // The tab's own draft was saved meanwhile: the form opens as for any tab.
    await Promise.all([next.release(), other.release()])
    deleteDraft(own)
    const fresh = await claimDraft(form, a, own)
    expect(fresh.slot).toEqual(form)
    await fresh.release()
  },
)

test.each(kinds)('a draft that a crashed tab left is found by the next form: %s', async (_, tabs) => {
  const [a] = tabs()
  writeDraft({ ...form, form: 'history:new~3' }, 'typed')
  const found = await claimDraft(form, a)
  expect(found).toMatchObject({ slot: { form: 'history:new~3' }, elsewhere: null })
  await found.release()
  deleteDraft(found.slot)
  const next = await claimDraft(form, a)
  expect(next.slot).toEqual(form)
  await next.release()
})

test('a form waits for a draft that its own page is still restoring, instead of opening a second draft', async () => {
  const locks = webLocks(navigator.locks)
  const release = await locks.take('draft:1:2:history:new', 0)
  setTimeout(() => void release?.(), 50)
  const claim = await claimDraft(form, locks)
  expect(claim.slot).toEqual(form)
  await claim.release()
})

test('a lease of a tab that died expires after a minute and a half, and not before', async () => {
  const [a, b] = [storageLeases(localStorage, 'a'), storageLeases(localStorage, 'b')]
  writeDraft(form, 'typed')
  await claimDraft(form, a)
  // The tab is killed, so its lease is not renewed.
  vi.clearAllTimers()
  vi.setSystemTime(Date.now() + 60_000)
  expect(await claimSlot(form, b)).toBeNull()
  vi.setSystemTime(Date.now() + 31_000)
  expect(await claimSlot(form, b)).not.toBeNull()
})
