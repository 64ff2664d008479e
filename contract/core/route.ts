import { oc } from '@orpc/contract'
import type { Ability } from '#domain/access/permissions.ts'
import type { BrandFeature } from './brand-features.ts'
import type { ProblemCode } from './problems.ts'

/** What a ticket may be used for in place of the session's token (ruling 8). */
export const TICKET_PURPOSES = ['download', 'push'] as const
export type TicketPurpose = (typeof TICKET_PURPOSES)[number]

/** What a call needs before its handler runs. The server refuses to start when a call has none. */
export interface CallMeta {
  /**
   * 'anyone': before sign-in. 'shop': the shop of the order that the path names, by the session of its link (ruling 15).
   * Otherwise the ability that the session must carry.
   */
  access: 'anyone' | 'shop' | Ability
  /** 'read': changes nothing. */
  kind: 'read' | 'write'
  /**
   * A write that runs exactly once per Idempotency-Key, and requires If-Match when it edits or deletes
   * (docs/offline.md#protocol). The device's outbox sends only such writes.
   */
  idempotent?: true
  /** An idempotent PUT that needs no If-Match, because it records an event and edits no existing row. */
  withoutIfMatch?: true
  /** Refused with `not_offered` where the brand lacks the feature. */
  feature?: BrandFeature
  /** A ticket of this purpose, in the query as `auth_token`, stands in for the session's token. */
  ticket?: TicketPurpose
  /** A field of the body that is a file as a data URL: it is put aside as it comes, however large, and the call sees where. */
  dataUrl?: { field: string; maxBytes: number }
  /**
   * Refusals that this call has beside those that follow from its access, its kind, its path and its body
   * (`problemsOf` in server/http/calls/call-problems.ts). They are documented, and tests fail on any other.
   */
  problems?: readonly ProblemCode[]
}

const base = oc.$meta<CallMeta>({ access: 'session.own', kind: 'read' })

/** Start of a call's contract: `call({ access: 'vehicles.read' }).route({ method, path }).input(…).output(…)`. */
export function call(meta: Omit<CallMeta, 'kind'> & { kind?: CallMeta['kind'] }) {
  return base.meta({ kind: 'read', ...meta })
}

/** Path under the v4 prefix: all calls but three (ruling 1, API-007). */
export const v4 = <P extends string>(path: `/${P}`): `/api/v4/${P}` => `/api/v4${path}` as `/api/v4/${P}`

/** Path under the v6 prefix: the fleets of management companies (API-007). */
export const v6 = <P extends string>(path: `/${P}`): `/api/v6/${P}` => `/api/v6${path}` as `/api/v6/${P}`
