import * as z from 'zod/mini'
import { api } from '#src/api/client.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import type { Sentinel } from './sentinel.ts'

/** Entries and files that were unsent when the browser removed the app's data (docs/offline.md row 10). */
const LostData = z.object({
  count: z.int(),
  /** Files included in `count`. */
  files: z._default(z.int(), 0),
  oldestAt: z.nullable(z.number()),
  /** Keys that may have arrived; not checked yet. */
  keys: z.array(z.string()),
  noticedAt: z.number(),
  /** Whether it was reported to the server. */
  isTold: z.boolean(),
})
export type LostData = z.infer<typeof LostData>

const keyOf = ({ tenantId, userId }: Scope) => `lost:${tenantId}:${userId}`
const listeners = new Set<() => void>()
/** By key: the text and its parsed value, so that readers get the same object until it changes. */
const read = new Map<string, { text: string | null; lost: LostData | null }>()

export const lostData = {
  of(scope: Scope): LostData | null {
    const key = keyOf(scope)
    const text = localStorage.getItem(key)
    const known = read.get(key)
    if (known && known.text === text) return known.lost
    const lost = text === null ? null : (z.safeParse(LostData, parsed(text)).data ?? null)
    read.set(key, { text, lost })
    return lost
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    addEventListener('storage', listener)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', listener)
    }
  },
  /** Call it when the user has dismissed the notice. */
  dismiss: (scope: Scope) => write(scope, null),
}

/** Records that the entries counted by the sentinel are gone. */
export function recordLost(scope: Scope, { count, files, oldestAt, keys }: Sentinel, now = Date.now()): void {
  write(scope, { count, files, oldestAt, keys, noticedAt: now, isTold: false })
}

/** Queries which of them have arrived: the worker may have sent them while no page was open. */
export async function subtractArrived(scope: Scope): Promise<void> {
  const lost = lostData.of(scope)
  if (!lost || lost.keys.length === 0) return
  const { missing } = await api.sync.receipts({ ids: lost.keys })
  const known = lostData.of(scope)
  // The notice was dismissed meanwhile, or another tab has already checked the keys.
  if (known?.noticedAt !== lost.noticedAt || known.keys.length === 0) return
  const count = known.count - (known.keys.length - missing.length)
  write(scope, count > 0 ? { ...known, count, files: Math.min(known.files, count), keys: [] } : null)
}

/** Call it after a heartbeat has reported this loss. */
export function markReported(scope: Scope, reported: LostData): void {
  const known = lostData.of(scope)
  if (known?.noticedAt === reported.noticedAt) write(scope, { ...known, isTold: true })
}

function write(scope: Scope, lost: LostData | null): void {
  if (lost) localStorage.setItem(keyOf(scope), JSON.stringify(lost))
  else localStorage.removeItem(keyOf(scope))
  for (const listener of [...listeners]) listener()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
