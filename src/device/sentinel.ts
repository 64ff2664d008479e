import * as z from 'zod/mini'
import type { Scope } from '#src/offline/model/scope.ts'

/**
 * A record of how much was unsent that survives when a browser removes the app's databases. Stored in localStorage and,
 * in short form, in a cookie, because browsers clear the two by different rules (docs/offline.md row 10).
 */
const Sentinel = z.object({
  /** Unsent entries and files. */
  count: z.int(),
  /** Files included in `count`; an earlier version counted entries only. */
  files: z._default(z.int(), 0),
  /** When the oldest was saved, ms since 1970. */
  oldestAt: z.nullable(z.number()),
  /** Keys of the oldest entries; the server knows which of them arrived. */
  keys: z.array(z.string()),
})
export type Sentinel = z.infer<typeof Sentinel>

const YEAR_S = 365 * 86_400
const keyOf = ({ tenantId, userId }: Scope) => `unsent:${tenantId}:${userId}`
const cookieOf = ({ tenantId, userId }: Scope) => `unsent_${tenantId}_${userId}`

/** Records what is unsent; removes the record if nothing is. */
export function writeSentinel(scope: Scope, sentinel: Sentinel): void {
  const { count, files, oldestAt } = sentinel
  try {
    if (count > 0) localStorage.setItem(keyOf(scope), JSON.stringify(sentinel))
    else localStorage.removeItem(keyOf(scope))
  } catch {
    // localStorage is blocked: the cookie remains.
  }
  const isSecure = location.protocol === 'https:' ? '; Secure' : ''
  const life = count > 0 ? YEAR_S : 0
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there in Safari and Firefox.
  document.cookie = `${cookieOf(scope)}=${count}.${oldestAt ?? 0}.${files}; Path=/; Max-Age=${life}; SameSite=Lax${isSecure}`
}

/** The last recorded state; null: nothing was unsent. */
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
