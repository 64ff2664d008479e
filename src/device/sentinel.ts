import * as z from 'zod/mini'
import type { Scope } from '#src/offline/model/scope.ts'

/**
 * What stays behind when a browser removes the app's databases: how much waited there. It lies in localStorage and, more
 * briefly, in a cookie, which browsers clear by other rules (docs/offline.md row 10).
 */
const Sentinel = z.object({
  /** Entries and files that had not arrived. */
  count: z.int(),
  /** Files among them; what an earlier version wrote counted entries only. */
  files: z._default(z.int(), 0),
  /** When the oldest was saved, ms since 1970. */
  oldestAt: z.nullable(z.number()),
  /** Their keys, the oldest of them: the server can tell which of them it has. */
  keys: z.array(z.string()),
})
export type Sentinel = z.infer<typeof Sentinel>

const YEAR_S = 365 * 86_400
const keyOf = ({ tenantId, userId }: Scope) => `unsent:${tenantId}:${userId}`
const cookieOf = ({ tenantId, userId }: Scope) => `unsent_${tenantId}_${userId}`

/** Notes what waits; nothing waits: forgets. */
export function writeSentinel(scope: Scope, sentinel: Sentinel): void {
  const { count, files, oldestAt } = sentinel
  try {
    if (count > 0) localStorage.setItem(keyOf(scope), JSON.stringify(sentinel))
    else localStorage.removeItem(keyOf(scope))
  } catch {
    // Blocked storage: the cookie is left.
  }
  const isSecure = location.protocol === 'https:' ? '; Secure' : ''
  const life = count > 0 ? YEAR_S : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there in Safari and Firefox.
  document.cookie = `${cookieOf(scope)}=${count}.${oldestAt ?? 0}.${files}; Path=/; Max-Age=${life}; SameSite=Lax${isSecure}`
}

/** What waited when it was last noted; null: nothing. */
export function readSentinel(scope: Scope, cookies: string = document.cookie): Sentinel | null {
  return inStorage(scope) ?? inCookie(scope, cookies)
}

function inStorage(scope: Scope): Sentinel | null {
  try {
    return z.safeParse(Sentinel, JSON.parse(localStorage.getItem(keyOf(scope)) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

function inCookie(scope: Scope, cookies: string): Sentinel | null {
  const start = `${cookieOf(scope)}=`
  const own = cookies.split(';').find((cookie) => cookie.trim().startsWith(start))
  const [, count = 0, oldest = 0, files = 0] =
    /^(\d+)\.(\d+)(?:\.(\d+))?/.exec(own?.trim().slice(start.length) ?? '') ?? []
  if (Number(count) === 0) return null
  return { count: Number(count), files: Number(files), oldestAt: Number(oldest) || null, keys: [] }
}
