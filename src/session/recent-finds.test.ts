import { afterEach, expect, test, vi } from 'vitest'
import { recentFindsKey, updateRecentFind } from './recent-finds.ts'

afterEach(() => vi.unstubAllGlobals())

const owner = { id: 7, fleet_id: 3 }
const key = recentFindsKey({ userId: 7, fleetId: 3 })

function stored(text: string) {
  const stored = new Map([[key, text]])
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  })
  return () => stored.get(key)
}
const finds = [
  { key: 'user:5', title: 'Ada Quill', detail: 'ada@example.com', href: '/settings/users/5' },
  { key: 'user:6', title: 'Bo Reyes', detail: '', href: '/settings/users/6' },
]

test('a user who was deleted is no longer a recent find, and one who was renamed has the new name', () => {
  const read = stored(JSON.stringify(finds))
  updateRecentFind(owner, 'user:5', 'Ada Stone')
  expect(JSON.parse(read() ?? '')).toEqual([{ ...finds[0], title: 'Ada Stone' }, finds[1]])
  updateRecentFind(owner, 'user:5', null)
  expect(JSON.parse(read() ?? '')).toEqual([finds[1]])
  updateRecentFind(owner, 'user:9', 'New')
  expect(JSON.parse(read() ?? '')).toEqual([finds[1]])
})

test('an unreadable list stays as it is', () => {
  const read = stored('{')
  updateRecentFind(owner, 'user:5', null)
  expect(read()).toBe('{')
})
