import type { PrecacheController } from 'workbox-precaching'

/**
 * Downloads at once. Workbox's own install fetches one file after another, which takes a round trip for each of more
 * than 300 files. Over HTTP/1.1, browsers have six connections, and the page needs some of them.
 */
const AT_ONCE = 4

/**
 * Caches the files of the build that are missing, where Workbox serves them from. If a file fails, the others are still
 * cached; then the install fails, and the next one continues with the files that are missing.
 * @throws Error if a response is not ok, TypeError without network
 */
export async function cacheFiles(precache: PrecacheController): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName)
  await cacheMissing(cache, precache)
  // A version that was activated in the meantime has deleted what it does not know.
  await cacheMissing(cache, precache)
}

async function cacheMissing(cache: Cache, precache: PrecacheController): Promise<void> {
  const cached = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...precache.getURLsToCacheKeys()].filter(([, key]) => !cached.has(key)).values()
  const failures: unknown[] = []
  const download = async () => {
    // Each download takes the next file from the shared iterator.
    for (const [url, key] of missing)
      await cacheFile(cache, url, key).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, download))
  if (failures.length > 0) throw failures[0]
}

async function cacheFile(cache: Cache, url: string, key: string): Promise<void> {
  // A file whose name does not contain its hash has it in its key.
  const response = await fetch(url, { cache: key === url ? 'default' : 'reload', redirect: 'error' })
  if (response.ok) return cache.put(key, response)
  // An unread body blocks one of Chromium's connections.
  await response.body?.cancel()
  throw new Error(`${url}: ${response.status}`)
}
