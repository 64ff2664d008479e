import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PrecacheController } from 'workbox-precaching'
import { cacheFiles } from './build-files.ts'

const KEYS = new Map([
  ...Array.from({ length: 9 }, (_, n) => [`https://a.example/${n}.js`, `https://a.example/${n}.js`] as const),
  ['https://a.example/icon.svg', 'https://a.example/icon.svg?__WB_REVISION__=a1'] as const,
])
const precache = {
  strategy: { cacheName: 'files' },
  getURLsToCacheKeys: () => KEYS,
} as unknown as PrecacheController

const cached = new Set<string>()
let [running, most] = [0, 0]
let missing = ''
const fetched: string[] = []
const reloaded: string[] = []

beforeEach(() => {
  cached.clear()
  fetched.length = 0
  reloaded.length = 0
  ;[running, most, missing] = [0, 0, '']
  vi.stubGlobal('caches', {
    open: async () => ({
      keys: async () => [...cached].map((url) => ({ url })),
      put: async (key: string) => void cached.add(key),
    }),
  })
  vi.stubGlobal('fetch', async (url: string, { cache }: RequestInit) => {
    fetched.push(url)
    if (cache === 'reload') reloaded.push(url)
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve))
    running--
    return new Response('', { status: url === missing ? 404 : 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

it('caches all files of the build, four at once', async () => {
  await cacheFiles(precache)
  expect([...cached].sort()).toEqual([...KEYS.values()])
  expect(most).toBe(4)
  expect(reloaded).toEqual(['https://a.example/icon.svg'])
})

it('fails without one of them when it has the others, and continues with what is missing at the next install', async () => {
  missing = 'https://a.example/3.js'
  await expect(cacheFiles(precache)).rejects.toThrow('https://a.example/3.js: 404')
  expect(cached.size).toBe(9)
  missing = ''
  fetched.length = 0
  await cacheFiles(precache)
  expect(fetched).toEqual(['https://a.example/3.js'])
  expect(cached.size).toBe(10)
})

it('caches again what an activated version deleted in the meantime', async () => {
  const first = await caches.open('files')
  let reads = 0
  vi.stubGlobal('caches', {
    open: async () => ({
      ...first,
      keys: () => {
        if (++reads === 2) cached.clear()
        return first.keys()
      },
    }),
  })
  await cacheFiles(precache)
  expect(cached.size).toBe(10)
})
