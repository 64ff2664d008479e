import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import type { CallMeta, TicketPurpose } from '#contract/core/route.ts'
import type { ShopActor } from '#server/actor.ts'
import type { Caller } from '#server/modules/access/session/session.service.ts'

/** What each route says of itself. A route without `access` keeps the server from starting (S-1). */
export interface RoutePolicy {
  /** Name in the contract, e.g. `history.create`; absent where the route is no call of it. */
  call?: string
  access: CallMeta['access']
  kind: CallMeta['kind']
  /** A write that runs exactly once per Idempotency-Key. */
  idempotent?: true
  /** Takes the bytes of a file as its body, and as much time as they need. */
  takesFile: boolean
  /** Takes multipart forms, which may hold files. */
  takesForm: boolean
  /** An idempotent edit that needs no If-Match. */
  withoutIfMatch?: true
  /** What the brand must have for it. */
  feature?: NonNullable<CallMeta['feature']>
  /** A ticket of this purpose stands in for the session's token. */
  ticket?: TicketPurpose
  /** A field of its body is a file as a data URL, which takes as much time as it needs. */
  dataUrl?: NonNullable<CallMeta['dataUrl']>
}

/** Policy of everything that is no call of the contract: pages, pictures, health. */
export const OPEN: RoutePolicy = { access: 'anyone', kind: 'read', takesFile: false, takesForm: false }

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RoutePolicy> {}
  interface FastifyRequest {
    /** Null: nobody is signed in. */
    caller: Caller | null
    /** The shop whose session opened the order that the path names; null on every call that is not for shops. */
    shop: ShopActor | null
    /** Brand of the host that was asked. */
    brand: Brand
    /** Brand that decides what is offered: of the fleet that the caller stands in, else of the host. */
    offeringBrand: Brand
    /** Language for texts of this answer: of the caller's screen, else the account's, else what the browser prefers. */
    language: Language
  }
}
