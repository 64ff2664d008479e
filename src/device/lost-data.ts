import * as z from 'zod/mini'
import { api } from '#src/api/client.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import type { Sentinel } from './sentinel.ts'

/** Entries and files that waited on this device when its browser removed the app's data (docs/offline.md row 10). */
const LostData = z.object({
  count: z.int(),
  /** Files among them. */
  files: z._default(z.int(), 0),
  oldestAt: z.nullable(z.number()),
  /** Keys of which nobody knows yet whether they arrived. */
  keys: z.array(z.string()),
  noticedAt: z.number(),
  /** The server has heard of it. */
  isTold: z.boolean(),
})
export type LostData = z.infer<typeof LostData>

const keyOf = ({ tenantId, userId }: Scope) => `lost:${tenantId}:${userId}`
const listeners = new Set<() => void>()
/** By key: the text and what it reads as, so that a reader gets the same object until it changes. */
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
  /** The person has read it. */
  dismiss: (scope: Scope) => write(scope, null),
}

/** Notes that what the sentinel counted is gone. */
export function recordLost(scope: Scope, { count, files, oldestAt, keys }: Sentinel, now = Date.now()): void {
  write(scope, { count, files, oldestAt, keys, noticedAt: now, isTold: false })
}

/** Asks the server which of them have arrived all the same: the worker may have sent them while no page was open. */
export async function subtractArrived(scope: Scope): Promise<void> {
  const lost = lostData.of(scope)
  if (!lost || lost.keys.length === 0) return
  const { missing } = await api.sync.receipts({ ids: lost.keys })
  const count = lost.count - (lost.keys.length - missing.length)
  write(scope, count > 0 ? { ...lost, count, files: Math.min(lost.files, count), keys: [] } : null)
}

/** The server has heard of it with a heartbeat. */
export function markReported(scope: Scope): void {
  const lost = lostData.of(scope)
  if (lost) write(scope, { ...lost, isTold: true })
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
