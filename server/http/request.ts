import type { Brand } from '#contract/core/brand.ts'
import type { Language } from '#contract/core/fields.ts'
import type { CallMeta } from '#contract/core/route.ts'
import type { ShopActor } from '#server/actor.ts'
import type { Caller } from '#server/modules/access/session/session.service.ts'

/** Policy of a route. The server refuses to start with a route without `access` (S-1). */
export interface RoutePolicy extends CallMeta {
  /** Name in the contract, e.g. `history.create`. Absent for routes outside the contract. */
  call?: string
  /** The body is the bytes of a file, with a longer time limit. */
  takesFile: boolean
  /** Accepts multipart forms, which may contain files. */
  takesForm: boolean
}

/** Policy of public routes outside the contract: pages, pictures, health. */
export const OPEN: RoutePolicy = { access: 'anyone', kind: 'read', takesFile: false, takesForm: false }

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RoutePolicy> {}
  interface FastifyRequest {
    /** Null: not signed in. */
    caller: Caller | null
    /** The shop whose session opened the order in the path. Null on every call that is not for shops. */
    shop: ShopActor | null
    /** Brand of the requested host. */
    brand: Brand
    /** Brand that decides which features are offered: that of the caller's current fleet, else of the host. */
    offeringBrand: Brand
    /** Language of this response: that of the caller's screen, else of the account, else the browser's preference. */
    language: Language
  }
}
