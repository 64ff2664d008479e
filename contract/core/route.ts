import { oc } from '@orpc/contract'
import type { Ability } from '#domain/access/permissions.ts'
import type { BrandFeature } from './brand-features.ts'
import type { ProblemCode } from './problems.ts'

/** Purposes of a ticket, which replaces the session's token (ruling 8). */
export const TICKET_PURPOSES = ['download', 'push'] as const
export type TicketPurpose = (typeof TICKET_PURPOSES)[number]

/** Metadata that the server enforces before the handler runs. The server refuses to start if a call has none. */
export interface CallMeta {
  /**
   * 'anyone': no session required. 'shop': the shop of the order in the path, with the session of its link (ruling 15).
   * Otherwise the ability that the user must have.
   */
  access: 'anyone' | 'shop' | Ability
  /** 'read': changes nothing. */
  kind: 'read' | 'write'
  /**
   * A write that runs exactly once per Idempotency-Key, and requires If-Match when it edits or deletes
   * (docs/offline.md#protocol). The device's outbox sends only such writes.
   */
  idempotent?: true
  /** An idempotent PUT that needs no If-Match, usually because it records an event and edits no existing row. */
  withoutIfMatch?: true
  /** Not idempotent, but checks If-Match if the client sends it. */
  checksIfMatch?: true
  /** Rejected with `not_offered` if the brand lacks the feature. */
  feature?: BrandFeature
  /** Accepts a ticket of this purpose in the query (`auth_token`) instead of the session's token. */
  ticket?: TicketPurpose
  /**
   * A body field with a file as a data URL. It is streamed to a temporary file of any size, whose path the handler
   * gets.
   */
  dataUrl?: { field: string; maxBytes: number }
  /**
   * Errors of this call, in addition to those that follow from its access, kind, path and body (`problemsOf` in
   * server/http/calls/call-problems.ts). OpenAPI documents them, and tests fail on any other.
   */
  problems?: readonly ProblemCode[]
}

const base = oc.$meta<CallMeta>({ access: 'session.own', kind: 'read' })

/** Starts the contract of a call: `call({ access: 'vehicles.read' }).route({ method, path }).input(…).output(…)`. */
export function call(meta: Omit<CallMeta, 'kind'> & { kind?: CallMeta['kind'] }) {
  return base.meta({ kind: 'read', ...meta })
}

/** Path under the v4 prefix, which all calls but three have (ruling 1, API-007). */
export const v4 = <P extends string>(path: `/${P}`): `/api/v4/${P}` => `/api/v4${path}` as `/api/v4/${P}`

/** Path under the v6 prefix: the fleets of management companies (API-007). */
export const v6 = <P extends string>(path: `/${P}`): `/api/v6/${P}` => `/api/v6${path}` as `/api/v6/${P}`
