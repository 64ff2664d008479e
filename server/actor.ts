import type { Country, DistanceUnit, Language } from '#contract/core/fields.ts'
import { type Ability, can, type Role } from '#contract/core/permissions.ts'
import { Problem } from './problem.ts'

/** Who asks, in which fleet: what services decide by. Made from the session, never from the request's body. */
export interface Actor {
  userId: number
  roles: readonly Role[]
  language: Language
  fleet: { id: number; country: Country; unit: DistanceUnit; timeZone: string; affiliationId: number | null }
}

/** Refuses with 403 when the actor lacks the ability. */
export function demand(actor: Actor, ability: Ability): void {
  if (!can(actor, ability)) throw new Problem('not_allowed', { detail: `Needs the ability ${ability}.` })
}
