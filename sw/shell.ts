/** Cache key of the page, independent of the URL that it is shown for. */
const SHELL = '/'
const CACHES = 'wheelbook-shell-'
const REFRESH_MS = 10 * 60_000

/** Paths that the server handles; every other navigation is the app. */
export const SERVER_PATHS = [
  /^\/(api|brand|mailbox|files|health|healthz|ready|readyz|livez|openapi|problems|unsubscribe)(\/|$)/,
  /^[^?]*\.[a-z0-9]{2,12}(\?|$)/i,
]

/**
 * The app's page as the server rendered it for this host. It is not a build file: it is cached as the server's
 * response, with the security policy in its header, which contains the same nonce as its body (S-15).
 */
export function createShell(assets: readonly string[]) {
  const known = new Set(assets.map((asset) => new URL(asset, location.origin).pathname))
  const cacheName = digestOf([...known].sort().join('\n')).then((digest) => `${CACHES}${digest}`)
  let refreshedAt = 0

  /** Fetches the page and caches it if it belongs to the same build as this worker. */
  async function fetchShell(): Promise<void> {
    const response = await fetch(SHELL, { cache: 'no-store', credentials: 'omit', redirect: 'error' })
    const isPage = response.ok && /^text\/html\b/.test(response.headers.get('Content-Type') ?? '')
    const html = isPage ? await response.clone().text() : ''
    if (!isOfThisBuild(html)) throw new Error('The page that was fetched is not of this build')
    const cache = await caches.open(await cacheName)
    await cacheFont(cache, html)
    await cache.put(SHELL, response)
  }

  /** Caches the brand font that the page references; the page works without it. */
  async function cacheFont(cache: Cache, html: string): Promise<void> {
    const address = /url\((\/fonts\/[\w.-]+)\)/.exec(html)?.[1]
    if (!address || (await cache.match(address))) return
    const font = await fetch(address).catch(() => undefined)
    if (font?.ok) await cache.put(address, font)
    // An unread body blocks one of Chromium's connections.
    else await font?.body?.cancel()
  }

  /** A portal's page, or the page of a newer server, references other files. */
  function isOfThisBuild(html: string): boolean {
    const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
    return named.length > 0 && named.every((asset) => known.has(asset))
  }

  return {
    install: fetchShell,

    /** The brand font: its URL contains its hash, so the cached one never expires. */
    async respondWithFont(request: Request): Promise<Response> {
      const cache = await caches.open(await cacheName)
      return (await cache.match(request)) ?? fetch(request)
    },

    /** Deletes the pages of earlier builds. */
    async activate(): Promise<void> {
      const current = await cacheName
      for (const name of await caches.keys())
        if (name.startsWith(CACHES) && name !== current) await caches.delete(name)
    },

    /**
     * Responds to a navigation from the cache, with or without signal, and refreshes the cached page in the background.
     */
    async respond(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
      const cache = await caches.open(await cacheName)
      const cached = await cache.match(SHELL)
      if (!cached) return fetch(request)
      if (Date.now() - refreshedAt > REFRESH_MS) {
        refreshedAt = Date.now()
        waitUntil(fetchShell().catch(() => {}))
      }
      return cached
    },
  }
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
