import type { Country, DistanceUnit, Language } from '#contract/core/fields.ts'
import { type Ability, can, type Role } from '#domain/access/permissions.ts'
import { Problem } from './problem.ts'

/** The authenticated user and the fleet that they act in. Built from the session, never from the request body. */
export interface Actor {
  userId: number
  roles: readonly Role[]
  language: Language
  fleet: { id: number; country: Country; unit: DistanceUnit; timeZone: string; affiliationId: number | null }
}

/** The shop of one order, authenticated by its link session. Has no user and sees only that order (ruling 15). */
export interface ShopActor {
  fleet: { id: number }
  orderId: number
}

/** Any authenticated party: a user or a shop. */
export type Party = Actor | ShopActor
export const isShop = (party: Party): party is ShopActor => 'orderId' in party

/** Throws `not_allowed` (403) when the actor lacks the ability. */
export function requireAbility(actor: Actor, ability: Ability): void {
  if (!can(actor, ability)) throw new Problem('not_allowed', { detail: `Needs the ability ${ability}.` })
}
