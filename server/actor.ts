import type { Country, DistanceUnit, Language } from '#contract/core/fields.ts'
import { type Ability, can, type Role } from '#domain/access/permissions.ts'
import { Problem } from './problem.ts'

/** Who asks, in which fleet: what services decide by. Made from the session, never from the request's body. */
export interface Actor {
  userId: number
  roles: readonly Role[]
  language: Language
  fleet: { id: number; country: Country; unit: DistanceUnit; timeZone: string; affiliationId: number | null }
}

/** The shop of one order, by the session of its link: no user, and no sight of anything but that order (ruling 15). */
export interface ShopActor {
  fleet: { id: number }
  orderId: number
}

/** Whoever a call is made for. */
export type Party = Actor | ShopActor
export const isShop = (party: Party): party is ShopActor => 'orderId' in party

/** Refuses with 403 when the actor lacks the ability. */
export function requireAbility(actor: Actor, ability: Ability): void {
  if (!can(actor, ability)) throw new Problem('not_allowed', { detail: `Needs the ability ${ability}.` })
}
