import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { brandAssets } from '#contract/core/brand-assets.ts'

const CACHE = 'wheelbook-brand'
const MANIFEST = '/manifest.webmanifest'

/**
 * Serves manifest, logos and icons of the host's brand from the cache and updates them in the background (OFF-049,
 * ruling 13).
 */
export function serveBrandFiles(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && (url.pathname === MANIFEST || url.pathname.startsWith('/brand/')),
    new StaleWhileRevalidate({
      cacheName: CACHE,
      // Cached by path alone: the manifest varies by language, and the headers of two requests rarely match.
      plugins: [{ cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname }],
    }),
  )
}

/** Caches them at install; a missing one is skipped. */
export async function precacheBrandFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  await Promise.allSettled(
    [MANIFEST, ...Object.values(brandAssets)].map((address) => cacheFile(cache, address)),
  )
}

async function cacheFile(cache: Cache, address: string): Promise<void> {
  const response = await fetch(address)
  if (response.ok) await cache.put(address, response)
  // `cache.add` leaves the body of an error unread: six of them block all of Chromium's connections, and install hangs.
  else await response.body?.cancel()
}
