import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Brand } from '#contract/core/brand.ts'
import { type BrandFeature, hasFeature } from '#contract/core/brand-features.ts'
import { ABILITIES } from '#domain/access/permissions.ts'
import { type Actor, requireAbility, type ShopActor } from '#server/actor.ts'
import { Problem } from '#server/problem.ts'

const KINDS = ['read', 'write']

/** Prevents the server from starting with a route that declares no access (S-1). Must be added before any route. */
export function requirePolicies(app: FastifyInstance) {
  app.addHook('onRoute', ({ method, url, config }) => {
    const isKnown =
      config?.access === 'anyone' ||
      config?.access === 'shop' ||
      (config?.access !== undefined && Object.hasOwn(ABILITIES, config.access))
    if (!isKnown || !KINDS.includes(config?.kind ?? '')) {
      throw new Error(
        `Route ${String(method)} ${url} does not say who may use it, or what kind of call it is.`,
      )
    }
  })
}

/**
 * Rejects callers who are not signed in (401) or lack the route's ability (403), and features that the brand lacks
 * (403), before the body is read.
 */
export function checkAccess(request: FastifyRequest) {
  const { access, feature } = request.routeOptions.config
  if (access === 'anyone') {
    if (feature) requireFeature(request, feature)
    return
  }
  if (access === 'shop') {
    if (!request.shop) throw new Problem('not_signed_in')
    return
  }
  if (!request.caller) throw new Problem('not_signed_in')
  rejectOthersEntries(request, request.caller.actor)
  rejectOtherSession(request, request.caller.actor)
  requireRights(request, request.caller.actor)
}

/** Rejects callers who lack the route's ability (403), and features that the brand lacks (403). */
function requireRights(request: FastifyRequest, actor: Actor) {
  const { access, feature } = request.routeOptions.config
  // A route without a policy is closed, not open.
  if (access === undefined || access === 'anyone' || access === 'shop') throw new Problem('not_allowed')
  requireAbility(actor, access)
  if (feature) requireFeature(request, feature)
}

/**
 * Reads the caller's rights again and applies them to the rest of the request, after an external call during which they
 * may have been withdrawn. Errors: not_signed_in, not_allowed, not_offered.
 */
export async function recheckAccess(
  request: FastifyRequest,
  now: {
    standing: (actor: Actor) => Promise<{ roles: Actor['roles']; brand: Brand | undefined } | null>
    shop: () => Promise<ShopActor | null>
  },
) {
  if (request.shop) {
    request.shop = await now.shop()
    if (!request.shop) throw new Problem('not_signed_in')
  } else if (request.caller) {
    const { actor } = request.caller
    const standing = await now.standing(actor)
    if (!standing) throw new Problem('not_signed_in')
    request.caller.actor = { ...actor, roles: standing.roles }
    request.offeringBrand = standing.brand ?? request.brand
    requireRights(request, request.caller.actor)
  }
}

/** Rejects with 403 a feature that the brand does not have, whatever its screens show. */
export function requireFeature(request: Pick<FastifyRequest, 'offeringBrand'>, feature: BrandFeature) {
  if (!hasFeature(request.offeringBrand, feature)) throw new Problem('not_offered')
}

/**
 * A device sends the owner of each queued entry. Under another session, for example after a change of users in another
 * tab, the entry is rejected as if not signed in. An entry is never stored under another user (ruling 25).
 */
function rejectOthersEntries(request: FastifyRequest, { fleet, userId }: Actor) {
  const scope = request.headers['x-wheelbook-scope']
  if (scope !== undefined && scope !== `${fleet.id}:${userId}`) throw new Problem('not_signed_in')
}

/**
 * The app sends the fleet and user that its screen shows. The session may be in another fleet, after a switch in
 * another tab or one whose response was lost. The call is then rejected as if not signed in, so that nothing typed for
 * one fleet is stored in another. The app asks the user to sign in again over the open screen. Unlike
 * `x-wheelbook-scope`, this header does not mark a queued entry. The user may always be read, and may switch from any
 * fleet.
 */
function rejectOtherSession(request: FastifyRequest, { fleet, userId }: Actor) {
  const shown = request.headers['x-wheelbook-session']
  const { call } = request.routeOptions.config
  if (shown === undefined || call === 'account.me') return
  const isOwn =
    call === 'fleet.impersonate' ? String(shown).endsWith(`:${userId}`) : shown === `${fleet.id}:${userId}`
  if (!isOwn) throw new Problem('not_signed_in')
}
