import type { PrecacheController } from 'workbox-precaching'

/**
 * Downloads at once. Workbox's own install fetches one file after another, which takes a round trip for each of more
 * than 300 files. Over HTTP/1.1, this leaves two of the browser's connections to the page.
 */
const AT_ONCE = 4

/**
 * Caches the files of the build that are missing, where Workbox serves them from. If a file fails, the install fails,
 * and the next one continues with the files that are still missing.
 * @throws Error if a response is not ok, TypeError without network
 */
export async function cacheFiles(precache: PrecacheController): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName)
  const cached = new Set((await cache.keys()).map(({ url }) => url))
  const missing = [...precache.getURLsToCacheKeys()].filter(([, key]) => !cached.has(key)).values()
  const download = async () => {
    // Each download takes the next file from the shared iterator.
    for (const [url, key] of missing) await cacheFile(cache, url, key)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, download))
}

async function cacheFile(cache: Cache, url: string, key: string): Promise<void> {
  // A file whose name does not contain its hash has it in its key.
  const response = await fetch(url, { cache: key === url ? 'default' : 'reload', redirect: 'error' })
  if (response.ok) return cache.put(key, response)
  // An unread body blocks one of Chromium's connections.
  await response.body?.cancel()
  throw new Error(`${url}: ${response.status}`)
}
