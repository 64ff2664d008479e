import { beforeEach, expect, test, vi } from 'vitest'
import { deleteDraft, readDraft, writeDraft } from './draft-storage.ts'

const slot = { fleetId: 1, userId: 2, form: 'history:new' }
const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
})

test('a draft is restored, with its time, until it is deleted', () => {
  writeDraft(slot, 'half a wor')
  expect(readDraft(slot, asText)).toMatchObject({ value: 'half a wor', savedAt: expect.any(Number) })
  deleteDraft(slot)
  expect(readDraft(slot, asText)).toBeUndefined()
})

test('OFF-046: a draft belongs to its user and fleet', () => {
  writeDraft(slot, 'mine')
  expect(readDraft({ ...slot, userId: 3 }, asText)).toBeUndefined()
  expect(readDraft({ ...slot, fleetId: 3 }, asText)).toBeUndefined()
})

test('a draft of an older version is deleted, and blocked storage costs nothing but the draft', () => {
  writeDraft(slot, { shape: 'old' })
  expect(readDraft(slot, asText)).toBeUndefined()
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked')
    },
    setItem: () => {
      throw new Error('blocked')
    },
  })
  expect(() => writeDraft(slot, 'x')).not.toThrow()
  expect(readDraft(slot, asText)).toBeUndefined()
})
