import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraft } from './draft-storage.ts'
import { draftWriter, LARGE_DRAFT_WAIT_MS } from './draft-writer.ts'

const slot = { fleetId: 1, userId: 2, form: 'user:3' }
const thousands = Array.from({ length: 5000 }, (_, id) => ({ id, name: `Unit ${id}` }))
const storedName = () => readDraft(slot, (value) => value as { name: string })?.value.name
let writes = 0

beforeEach(() => {
  const stored = new Map<string, string>()
  writes = 0
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem(name: string, text: string) {
      writes += 1
      stored.set(name, text)
    },
    removeItem: (name: string) => stored.delete(name),
  })
})
afterEach(() => void vi.useRealTimers())

function typed(text: string, rest: object = {}) {
  const writer = draftWriter(slot)
  for (let end = 1; end <= text.length; end++) writer.write({ name: text.slice(0, end), ...rest })
  return writer
}

test('each keystroke of a form is stored synchronously', () => {
  typed('Ada')
  expect(storedName()).toBe('Ada')
  expect(writes).toBe(3)
})

test('a form with thousands of vehicles is not written on each keystroke, but within a second', () => {
  typed('Dorothea Maximiliana', { vehicles: thousands })
  expect(writes).toBe(1)
  vi.advanceTimersByTime(LARGE_DRAFT_WAIT_MS)
  expect(storedName()).toBe('Dorothea Maximiliana')
  expect(writes).toBe(2)
})

test('leaving the page loses nothing of a large form', () => {
  typed('Dorothea', { vehicles: thousands }).flush()
  expect(storedName()).toBe('Dorothea')
})

test('a delayed write does not restore a draft that was saved or discarded', () => {
  typed('Dorothea', { vehicles: thousands }).forget()
  vi.advanceTimersByTime(LARGE_DRAFT_WAIT_MS * 2)
  expect(storedName()).toBeUndefined()
})
