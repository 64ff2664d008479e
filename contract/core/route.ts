import { oc } from '@orpc/contract'
import type { Ability } from './permissions.ts'

/** What a call needs before its handler runs. The server refuses to start when a call has none. */
export interface CallMeta {
  /** 'anyone': before sign-in. Otherwise the ability that the session must carry. */
  access: 'anyone' | Ability
  /**
   * Protocol of a write. 'outbox': takes part in exactly-once (Idempotency-Key, and If-Match on edits, offline.md §3.7).
   * 'plain': an ordinary write. 'read': changes nothing.
   */
  kind: 'read' | 'plain' | 'outbox'
}

const base = oc.$meta<CallMeta>({ access: 'session.own', kind: 'read' })

/** Start of a call's contract: `call({ access: 'vehicles.read' }).route({ method, path }).input(…).output(…)`. */
export function call(meta: { access: CallMeta['access']; kind?: CallMeta['kind'] }) {
  return base.meta({ access: meta.access, kind: meta.kind ?? 'read' })
}

/** Path under the v4 prefix: all calls but three (ruling 1, API-007). */
export const v4 = <P extends string>(path: `/${P}`): `/api/v4/${P}` => `/api/v4${path}` as `/api/v4/${P}`
