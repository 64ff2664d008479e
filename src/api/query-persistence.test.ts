import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { persistenceKey, restoreQueries } from './query-persistence.ts'

const KEY = persistenceKey({ userId: 7, fleetId: 3 })
afterEach(() => vi.unstubAllGlobals())

/** A browser storage with a single text in it. */
function storageWith(text: string) {
  const stored = new Map([[KEY, text]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}

const serialized = (clientState: unknown) =>
  JSON.stringify({ buster: '1', timestamp: Date.now(), clientState })

it('what a user left is restored at the next start (OFF-028)', async () => {
  const queryKey = ['me']
  const state = { data: { id: 7 }, status: 'success', dataUpdatedAt: Date.now() }
  storageWith(serialized({ mutations: [], queries: [{ queryKey, queryHash: '["me"]', state }] }))
  const client = new QueryClient()
  await restoreQueries(client, KEY)
  expect(client.getQueryData(queryKey)).toEqual({ id: 7 })
  client.clear()
})

it.each([
  '{"buster":"1","timest',
  'garbage',
  serialized({ queries: 5 }),
  serialized({ queries: [null], mutations: [] }),
])('what cannot be read is dropped, and the app starts: %s', async (text) => {
  const storage = storageWith(text)
  const client = new QueryClient()
  await restoreQueries(client, KEY)
  expect(client.getQueryCache().getAll()).toEqual([])
  expect(storage.has(KEY)).toBe(false)
})
