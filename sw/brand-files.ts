import { registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { brandAssets } from '#contract/core/brand-assets.ts'

const CACHE = 'wheelbook-brand'
const MANIFEST = '/manifest.webmanifest'

/** Manifest, logos and icons of the host's brand: shown from here, renewed behind (OFF-049, ruling 13). */
export function serveBrandFiles(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && (url.pathname === MANIFEST || url.pathname.startsWith('/brand/')),
    new StaleWhileRevalidate({
      cacheName: CACHE,
      // Kept by address alone: the manifest varies by language, and the headers of two requests for it seldom agree.
      plugins: [{ cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname }],
    }),
  )
}

/** Fetches them once at install; one that is missing keeps nothing up. */
export async function precacheBrandFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  await Promise.allSettled(
    [MANIFEST, ...Object.values(brandAssets)].map((address) => cacheFile(cache, address)),
  )
}

async function cacheFile(cache: Cache, address: string): Promise<void> {
  const response = await fetch(address)
  if (response.ok) await cache.put(address, response)
  // `cache.add` leaves the body of a refusal unread: six of them hold all of Chromium's connections, and install hangs.
  else await response.body?.cancel()
}
